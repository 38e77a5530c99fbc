import { readHelo } from '../reading/domains/host-names.ts'
import { sameOrganisation } from '../reading/domains/sender-domain.ts'
import type { PtrName } from '../server/reverse-dns/reverse-dns.ts'
import { type ConductCode, judgeConduct } from '../server/smtp-conduct/remarks.ts'
import { cannotBeSeen, met, notApplicable, notMet, type Observed, undetermined } from './observed.ts'
import { NO_ANSWER, notSeen, type Sight, withoutHost } from './sight.ts'
import { firstOf } from './words.ts'

interface Names {
  confirmed: PtrName[]
  /** Whether another name leads back is not known. */
  isOpen: boolean
}

/** The names that lead back to the client; or why there is nothing to say about them. */
async function namesOf(sight: Sight): Promise<Names | Observed> {
  const hidden = withoutHost(sight)
  if (hidden) return hidden
  const reverse = await sight.reverseDns()
  if (!reverse || reverse.kind === 'failed') return undetermined(NO_ANSWER)
  if (reverse.kind === 'none') return notMet('the address has no PTR record')
  return {
    confirmed: reverse.names.filter(({ forward }) => forward === 'confirmed'),
    isOpen: reverse.notAsked > 0 || reverse.names.some(({ forward }) => forward === 'no-answer'),
  }
}

/** The address has a name that leads back to it. */
export async function ptr(sight: Sight): Promise<Observed> {
  const names = await namesOf(sight)
  if ('state' in names) return names
  const [first] = names.confirmed
  if (first) return met(first.name)
  return names.isOpen ? undetermined(NO_ANSWER) : notMet('no PTR name leads back to the address')
}

/** Somebody chose that name. */
export async function ptrChosen(sight: Sight): Promise<Observed> {
  const names = await namesOf(sight)
  if ('state' in names) return names.state === 'not met' ? notApplicable(names.because) : names
  const chosen = names.confirmed.find(({ generic }) => !generic)
  if (chosen) return met(chosen.name)
  if (names.isOpen) return undetermined(NO_ANSWER)
  const [first] = names.confirmed
  return first?.generic
    ? notMet(`${first.name}: ${first.generic.says}`)
    : notApplicable('no name leads back to it')
}

/** The name is of the organization that From, Return-Path, HELO or a signature names. */
export async function ptrOwn(sight: Sight): Promise<Observed> {
  const names = await namesOf(sight)
  if ('state' in names) return names
  const { dkim } = await sight.authentication()
  const { message, envelope } = sight
  const own = [
    ...message.from.map(({ domain }) => domain),
    envelope.mailFrom?.slice(envelope.mailFrom.lastIndexOf('@') + 1).toLowerCase() ?? '',
    envelope.helo?.toLowerCase() ?? '',
    ...dkim.filter(({ result }) => result === 'pass').map(({ domain }) => domain),
  ].filter((name) => name !== '')
  const found = names.confirmed.find(({ name }) => own.some((domain) => sameOrganisation(domain, name)))
  if (found) return met(found.name)
  if (names.isOpen || dkim.some(({ result }) => result === 'temperror')) return undetermined(NO_ANSWER)
  const [first] = names.confirmed
  return first
    ? notMet(`${first.name} is of another organization`)
    : notMet('no PTR name leads back to the address')
}

/** The address is no line of an end user, as far as its name tells. */
export async function notDynamic(sight: Sight): Promise<Observed> {
  const names = await namesOf(sight)
  if ('state' in names) return names.state === 'not met' ? cannotBeSeen('the address has no name') : names
  const { confirmed, isOpen } = names
  if (confirmed.some(({ generic }) => !generic || generic.kind === 'hosting')) return met('by its name')
  if (isOpen) return undetermined(NO_ANSWER)
  const access = confirmed.find(({ generic }) => generic?.kind === 'access')
  return access ? notMet(`${access.name} names a dynamic line`) : cannotBeSeen('its name does not tell')
}

/** No list in use holds the address. */
export async function notListed(sight: Sight): Promise<Observed> {
  const hidden = withoutHost(sight)
  if (hidden) return hidden
  if (sight.client === 'demo') return notApplicable('a sample from this machine')
  const reports = (await sight.addressListings()).filter(({ list }) => list.kind === 'block')
  const asked = reports.filter(({ verdict }) => verdict !== 'skipped')
  const blaming = asked.filter(({ verdict, weight }) => verdict === 'listed' && weight > 0)
  if (blaming.length > 0) return notMet(`on ${blaming.map(({ list }) => list.name).join(', ')}`)
  if (asked.length === 0) return cannotBeSeen('no list is in use here')
  const silent = asked.filter(({ verdict }) => verdict !== 'listed' && verdict !== 'not listed')
  return silent.length > 0
    ? undetermined(`no usable answer from ${silent.map(({ list }) => list.name).join(', ')}`)
    : met(`on none of ${asked.length} lists`)
}

/** The server gives itself the full name of a host. */
export function heloName({ envelope }: Sight): Observed {
  if (envelope.helo === undefined) return notSeen(envelope)
  const read = readHelo(envelope.helo)
  if (read.kind === 'literal') return notMet('the server gave an address in place of a name')
  return read.kind === 'wrong' ? notMet('the name given with EHLO is no host name') : met(read.name)
}

/** That name has an address. */
export async function heloResolves(sight: Sight): Promise<Observed> {
  const named = heloName(sight)
  if (named.state !== 'met') return named
  if (sight.client === 'hidden') return withoutHost(sight) ?? named
  const report = await sight.heloReport()
  if (!report || report.isOpen) return undetermined(NO_ANSWER)
  return report.addresses.length > 0 ? met(named.because) : notMet(`${named.because} has no address`)
}

/** The message came encrypted. */
export function tls({ envelope }: Sight): Observed {
  if (envelope.tls === 'unknown') return notSeen(envelope)
  return envelope.tls === 'none' ? notMet('it came without encryption') : met(envelope.tls.version)
}

/** What breaks RFC 5321 and its extensions, of what a session tells; the rest is taste. */
const CONDUCT = new Set<ConductCode>([
  'smtp-early-talker',
  'smtp-before-tls',
  'smtp-pipelining',
  'smtp-bare-lf',
  'smtp-8bit-undeclared',
  'smtp-size-exceeded',
])

/** The client kept to SMTP, and its HELO name can be one. */
export function smtpRules(sight: Sight): Observed {
  const { conduct, mailParameters, mailFrom = '', rcptTo, helo } = sight.envelope
  if (!conduct) return notSeen(sight.envelope)
  const transaction = { conduct, parameters: mailParameters, addresses: [mailFrom, rcptTo] }
  const broken = judgeConduct(transaction, sight.structure()).filter(({ code }) => CONDUCT.has(code))
  if (broken.length > 0) return notMet(firstOf(broken))
  return helo !== undefined && readHelo(helo).kind === 'wrong'
    ? notMet('the name given with EHLO is no host name', 'helo')
    : met('by its session')
}
