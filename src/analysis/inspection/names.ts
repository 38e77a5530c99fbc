import type { CheckWords } from '../../core/check-words.ts'
import { type Unregistered, unregisteredNames } from '../../mail/fixing/unregistered-names.ts'
import { canReceive } from '../../mail/reading/domains/receiving.ts'
import { receivingFaults, receivingInWords } from '../../mail/server/mx/receiving-faults.ts'
import { reachableFor } from '../../mail/server/mx/return-domains.ts'
import { unregisteredMailHosts, withoutTold } from '../../mail/server/mx/unregistered.ts'
import { isPublicAddress } from '../../net/ip.ts'
import {
  type Answer,
  ask,
  type FailedAnswer,
  type RecordType,
  type Resolver,
  recordsOf,
} from '../../net/ports.ts'
import { undetermined } from '../analyzer.ts'
import { drawMx } from './draw.ts'
import { failing, type Inspector, inspected } from './inspector.ts'

const MOST_SHOWN = 10

/** The finding beside which nothing else is worth saying. */
export const DOMAIN_MISSING = 'domain-missing'

/** Whether the domain is there, and where it leads. */
export const dns: Inspector & CheckWords = {
  name: 'dns',
  title: 'DNS',
  asks: 'Does the name exist, and do its servers answer?',
  why: 'Everything else about a domain is asked there.',
  who: 'Your DNS host.',
  async run({ name, dns: share }) {
    const resolver = share('other')
    const [v4, v6, servers] = await Promise.all([
      ask(resolver, name, 'A'),
      ask(resolver, name, 'AAAA'),
      ask(resolver, name, 'NS'),
    ])
    const evidence = {
      a: shown(v4, publicOnly),
      aaaa: shown(v6, publicOnly),
      name_servers: shown(servers, String),
      dnssec: isValidated([v4, v6, servers]) ? 'validated' : 'not validated, or not by our resolver',
    }
    const answers: (Answer<RecordType> | FailedAnswer)[] = [v4, v6, servers]
    if (answers.every(({ kind }) => kind === 'failure')) {
      return undetermined(`The DNS gave no answer about ${name}.`, evidence)
    }
    const isMissing = answers.some(({ kind }) => kind === 'nxdomain')
    const missing = {
      code: DOMAIN_MISSING,
      says: `There is no domain ${name}.`,
      advice: 'Look for a mistake in the name, or register it.',
      reference: 'RFC 8020',
      fails: true,
    }
    if (isMissing) return inspected([missing], '', evidence)
    const { remarks } = await unregisteredServers(name, recordsIn(servers), share('server'))
    return inspected(failing(remarks), `${name} is there.`, evidence)
  },
}

const MOST_SERVERS = 8

/** Name servers of a domain below a name that anybody could register, and answer for it. */
function unregisteredServers(
  domain: string,
  servers: readonly string[],
  resolver: Resolver,
): Promise<Unregistered<'dns-name-unregistered'>> {
  const uses = servers.slice(0, MOST_SERVERS).map((server) => ({
    name: server,
    type: 'A' as const,
    what: 'An NS record',
    several: 'NS records',
    place: `of ${domain}`,
    harm: `can answer every question about ${domain}`,
    remedy: `take ${server} out of the name servers of ${domain}, at its registrar and in its zone`,
  }))
  return unregisteredNames('dns-name-unregistered', uses, [domain], resolver)
}

const recordsIn = (answer: Answer<'NS'> | FailedAnswer): string[] =>
  answer.kind === 'failure' ? [] : recordsOf(answer)

function isValidated(answers: readonly (Answer<RecordType> | FailedAnswer)[]): boolean {
  const given = answers.filter((answer) => answer.kind !== 'failure')
  return given.length > 0 && given.every(({ ad }) => ad)
}

function shown<T extends 'A' | 'AAAA' | 'NS'>(
  answer: Answer<T> | FailedAnswer,
  inWords: (record: string) => string,
): string {
  if (answer.kind === 'failure') return 'no answer'
  const records: string[] = recordsOf(answer)
  const rest = records.length > MOST_SHOWN ? ` and ${records.length - MOST_SHOWN} more` : ''
  return records.length === 0 ? 'none' : records.slice(0, MOST_SHOWN).map(inWords).join(', ') + rest
}

/** What a resolver knows of the network it stands in is not for strangers. */
const publicOnly = (address: string) => (isPublicAddress(address) ? address : 'not a public address')

/** Whether mail to the domain has somewhere to go, as far as the DNS tells. */
export const mx: Inspector = {
  name: 'mx',
  async run({ name, settings, dns: share, draw }) {
    const resolver = share('server')
    const receiving = await canReceive(name, resolver, reachableFor(name, settings.demoDomain))
    const answer = await ask(resolver, name, 'MX')
    draw({ mx: drawMx(answer) })
    const listed = (answer.kind === 'failure' ? [] : recordsOf(answer))
      .toSorted((a, b) => a.preference - b.preference)
      .slice(0, MOST_SHOWN)
      .map(({ preference, exchange }) => `${preference} ${exchange || '.'}`)
    const evidence = {
      mx: answer.kind === 'failure' ? 'no answer' : listed.join(', ') || 'none',
      mail_hosts: receivingInWords(name, receiving),
    }
    if (receiving.kind === 'unknown') {
      return undetermined(`Whether ${name} can receive mail could not be found out: no answer.`, evidence)
    }
    const unregistered = await unregisteredMailHosts([name], resolver)
    const faults = receivingFaults(name, name, withoutTold(receiving, unregistered.names), [])
    const fails = receiving.kind !== 'receives'
    const found = [...failing(unregistered.remarks), ...faults.map((fault) => ({ ...fault, fails }))]
    return inspected(found, `${name} can receive mail.`, evidence)
  },
}
