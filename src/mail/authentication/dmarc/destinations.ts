import { ask, type Resolver } from '../../../net/ports.ts'
import type { DmarcProblem, DmarcRecord } from './tags.ts'

/** A domain that reports are sent to. */
export interface DmarcDestination {
  tag: 'rua' | 'ruf'
  domain: string
  /** Reports to another organization need its consent (RFC 9990 4). */
  authorized: 'not-needed' | 'yes' | 'no' | 'undetermined'
  /** Where the consent is looked for. */
  consentName?: string
  /** Is there a host that takes mail for the domain? */
  receives: 'yes' | 'no' | 'undetermined'
}

const MOST_URIS = 10
const MOST_DESTINATIONS = 6
/** RFC 7489 6.2: a size limit after the address, no longer read. */
export const SIZE_LIMIT = /![0-9]{1,20}[kmgt]?$/i

/** RFC 6068 section 2 with RFC 5322 atoms: blanks, brackets and a second scheme belong to no address. */
const LOCAL_PART = /^(?!\/\/)[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}$/i

interface Destination {
  tag: 'rua' | 'ruf'
  domain: string
}

/** Lints the report addresses of a record. */
export function readReportUris(record: DmarcRecord): { wanted: Destination[]; problems: DmarcProblem[] } {
  const both = (['rua', 'ruf'] as const).map((tag) => readUris(tag, record.tags[tag]))
  return {
    wanted: both.flatMap(({ domains }) => domains).slice(0, MOST_DESTINATIONS),
    problems: both.flatMap(({ problems }) => problems),
  }
}

function readUris(tag: Destination['tag'], value: string | undefined) {
  const problems: DmarcProblem[] = []
  const uris = value === undefined ? [] : value.split(',').map((uri) => uri.trim())
  if (uris.length > MOST_URIS) {
    problems.push({
      code: 'dmarc-many-uris',
      says: `${tag}= names ${uris.length} addresses; receivers may stop after two.`,
    })
  }
  const read = uris.slice(0, MOST_URIS).map((uri) => readUri(tag, uri))
  const domains = new Set(read.flatMap((one) => ('domain' in one ? [one.domain] : [])))
  problems.push(...read.flatMap((one) => ('domain' in one ? [] : [one])))
  if (uris.some((uri) => SIZE_LIMIT.test(uri))) {
    problems.push({
      code: 'dmarc-uri-size',
      says: `The size limit behind an address of ${tag}= is no longer read (RFC 9989).`,
    })
  }
  return { problems, domains: [...domains].map((domain) => ({ tag, domain })) }
}

/** A report address as receivers read it, or why none is sent there. */
export function readUri(tag: string, uri: string): { domain: string } | DmarcProblem {
  const bare = uri.replace(SIZE_LIMIT, '')
  if (!/^mailto:/i.test(bare)) {
    if (/^[^\s:@]{1,64}@[^\s:@]{1,253}$/.test(bare)) {
      return {
        code: 'dmarc-uri',
        says: `An address of ${tag}= lacks its mailto:.`,
        fix: `mailto:${bare}`,
      }
    }
    return {
      code: 'dmarc-uri',
      says: `An address of ${tag}= is not of the form mailto:name@domain, so no report is sent there.`,
    }
  }
  const address = bare.slice('mailto:'.length).split('?')[0] ?? ''
  const at = address.lastIndexOf('@')
  const domain = address
    .slice(at + 1)
    .toLowerCase()
    .replace(/\.$/, '')
  if (
    !LOCAL_PART.test(address.slice(0, Math.max(0, at))) ||
    !/^[a-z0-9_](?:[a-z0-9._-]{0,251}[a-z0-9_])?$/.test(domain) ||
    !domain.includes('.')
  ) {
    return {
      code: 'dmarc-uri',
      says: `An address of ${tag}= is no mail address, so no report is sent there.`,
    }
  }
  return { domain }
}

/** Asks whether each destination takes mail, and takes these reports (RFC 9990 4, RFC 7489 7.1). */
export async function examineDestinations(
  wanted: readonly Destination[],
  policyDomain: string,
  organisation: string,
  resolver: Resolver,
): Promise<DmarcDestination[]> {
  const found: DmarcDestination[] = []
  for (const { tag, domain } of wanted) {
    const same = found.find((one) => one.domain === domain)
    found.push(
      same ? { ...same, tag } : { tag, ...(await examine(domain, policyDomain, organisation, resolver)) },
    )
  }
  return found
}

async function examine(
  domain: string,
  policyDomain: string,
  organisation: string,
  resolver: Resolver,
): Promise<Omit<DmarcDestination, 'tag'>> {
  const receives = await takesMail(domain, resolver)
  const own = domain === organisation || domain.endsWith(`.${organisation}`)
  if (own) return { domain, authorized: 'not-needed', receives }
  const consentName = `${policyDomain}._report._dmarc.${domain}`
  const answer = await ask(resolver, consentName, 'TXT')
  if (answer.kind === 'failure' && answer.reason !== 'bad-name') {
    return { domain, authorized: 'undetermined', consentName, receives }
  }
  const consents = answer.kind === 'records' && answer.records.some(({ text }) => isConsent(text))
  return { domain, authorized: consents ? 'yes' : 'no', consentName, receives }
}

/** Says this TXT record that reports about a domain may be sent to another organization? */
export function isConsent(text: string): boolean {
  return /^v[ \t]{0,20}=[ \t]{0,20}DMARC1[ \t]{0,20}(?:;|$)/i.test(text.trim())
}

/** RFC 5321 5.1: MX, else the address of the name itself; a null MX takes nothing (RFC 7505). */
async function takesMail(domain: string, resolver: Resolver): Promise<DmarcDestination['receives']> {
  const mx = await ask(resolver, domain, 'MX')
  if (mx.kind === 'failure') return mx.reason === 'bad-name' ? 'no' : 'undetermined'
  if (mx.kind === 'records') return mx.records.some(({ exchange }) => exchange !== '') ? 'yes' : 'no'
  if (mx.kind === 'nxdomain') return 'no'
  const answers = [await ask(resolver, domain, 'A'), await ask(resolver, domain, 'AAAA')]
  if (answers.some((answer) => answer.kind === 'records')) return 'yes'
  return answers.some((answer) => answer.kind === 'failure') ? 'undetermined' : 'no'
}
