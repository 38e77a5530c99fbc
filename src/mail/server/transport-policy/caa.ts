import { ask, type CaaRecord, type Resolver } from '../../../net/ports.ts'

/** Who may issue certificates for a domain (RFC 8659). */
export interface CaaView {
  state: 'none' | 'records' | 'failed'
  /** The name the records stand at: the domain or one above it. */
  at: string
  /** Values of issue, issuewild, issuemail and issuevmc by tag. */
  issuers: { tag: string; value: string }[]
  /** A tag that is marked critical and that no registry knows: then nobody may issue. */
  unknownCritical: boolean
}

const TAGS = ['issue', 'issuewild', 'issuemail', 'issuevmc']
const OTHER_TAGS = ['iodef', 'contactemail', 'contactphone']
const MOST_NAMES = 5
const MOST_ISSUERS = 10

/** The records that apply: those of the closest name, up to the organizational domain (RFC 8659 3). */
export async function findCaa(domain: string, organisation: string, resolver: Resolver): Promise<CaaView> {
  const none: CaaView = { state: 'none', at: domain, issuers: [], unknownCritical: false }
  for (const name of namesUpTo(domain, organisation)) {
    const answer = await ask(resolver, name, 'CAA')
    if (answer.kind === 'failure' && answer.reason !== 'bad-name') return { ...none, state: 'failed' }
    if (answer.kind === 'records' && answer.records.length > 0) return viewOf(name, answer.records)
  }
  return none
}

function namesUpTo(domain: string, organisation: string): string[] {
  const labels = domain.split('.')
  const names = labels.map((_, index) => labels.slice(index).join('.'))
  const last = names.indexOf(organisation)
  const inside = last < 0 ? names.slice(0, 1) : names.slice(0, last + 1)
  // The nearest names and the organization's own: what lies between is hardly ever there.
  return inside.length <= MOST_NAMES ? inside : [...inside.slice(0, MOST_NAMES - 1), organisation]
}

function viewOf(at: string, records: readonly CaaRecord[]): CaaView {
  const issuers = records
    .map(({ tag, value }) => ({ tag: tag.toLowerCase(), value: issuerOf(value) }))
    .filter(({ tag }) => TAGS.includes(tag))
  const unknownCritical = records.some(
    ({ critical, tag }) => critical && ![...TAGS, ...OTHER_TAGS].includes(tag.toLowerCase()),
  )
  return { state: 'records', at, issuers: issuers.slice(0, MOST_ISSUERS), unknownCritical }
}

/** The domain of the issuer, without its parameters; nobody where there is none (RFC 8659 4.2). */
function issuerOf(value: string): string {
  const name = value.split(';')[0]?.trim().toLowerCase() ?? ''
  if (name === '') return 'nobody'
  return /^[a-z0-9.-]{1,253}$/.test(name) ? name : 'unreadable'
}
