import type { SpfNamed } from '../../../core/aggregate/spf-naming.ts'
import type { AggregateWindow, Counts } from '../../../store/aggregates.ts'
import type { DomainFacts, SourceFacts, SourceTrait } from '../../../store/dmarc/source-facts.ts'
import type { Basis } from '../answered.ts'
import type { NamedSender, SourceKnowledge } from './outside.ts'

/** What reports count of a source: of all messages, and of those that fail. */
export interface Tally extends Counts {
  forwarded: number
  listed: number
  unaligned: number
  broken: number
}

/** A term, and the organisations beside the domain's own that it leads to, the nearest first. */
export interface SpfTerm {
  text: string
  names: readonly string[]
  others: readonly string[]
}

/** One address with all that is known of it. */
export interface Address {
  ip: string
  reverseDns?: string
  organization?: { name: string; domain?: string; type?: string }
  /** The service it belongs to, and by what that is known. */
  sender?: NamedSender
  basis?: Basis
  /** The term of the domain's own SPF record that names it. One that names everybody does not count. */
  term?: SpfTerm
  /** False: it is not known whether a term does. */
  isSpfKnown: boolean
  /** Its confirmed name is one of the domain's own organisation. */
  isOwnHost: boolean
  tally: Tally
  headerFrom: Map<string, number>
  traits: SourceTrait[]
  firstSeen: number
  lastSeen: number
  lastPassed?: number
}

/** The addresses that facts are about, each with its rows and traits, in the order of the text. */
export function* addressesOf(
  facts: Pick<DomainFacts, 'rows' | 'traits'>,
  known: SourceKnowledge,
  { authenticated = false }: Pick<AggregateWindow, 'authenticated'>,
): Generator<Address> {
  const traits = Map.groupBy(facts.traits, ({ ip }) => ip)
  const rows = [...Map.groupBy(facts.rows, ({ ip }) => ip)]
  rows.sort(([a], [b]) => (a < b ? -1 : 1))
  const ownOrganisation = known.organisationOf(known.domain) ?? known.domain
  for (const [ip, own] of rows)
    yield addressOf(ip, own, traits.get(ip) ?? [], { known, ownOrganisation, isProven: authenticated })
}

interface Within {
  known: SourceKnowledge
  ownOrganisation: string
  /** Authenticated reports alone count. */
  isProven?: boolean
}

function addressOf(
  ip: string,
  rows: readonly SourceFacts[],
  traits: SourceTrait[],
  { known, ownOrganisation, isProven = false }: Within,
): Address {
  const { reverseDns, organization } = rows.find((row) => row.reverseDns ?? row.organization) ?? {}
  const named = known.spf(ip)
  const term = termOf(named, { known, ownOrganisation })
  const organisation = reverseDns === undefined ? undefined : known.organisationOf(reverseDns)
  const isOwnHost = organisation === ownOrganisation
  const passed = maximum(rows.flatMap(({ lastPassed }) => lastPassed ?? []))
  return {
    ip,
    ...(reverseDns !== undefined && { reverseDns }),
    ...(organization && { organization }),
    ...whoseAddress({ reverseDns, term, traits, organisation, isOwnHost }, known),
    ...(term && { term }),
    isSpfKnown: named.state !== 'unknown',
    isOwnHost,
    tally: sumOf(rows),
    headerFrom: messagesBy(rows),
    traits,
    firstSeen: Math.min(...rows.map(({ firstSeen }) => firstSeen)),
    lastSeen: isProven ? lastProven(rows, traits) : lastOf(rows),
    ...(passed !== undefined && { lastPassed: passed }),
  }
}

const lastOf = (rows: readonly SourceFacts[]) => Math.max(...rows.map(({ lastSeen }) => lastSeen))

/** The last day of an address is that of any report; the days on which domains of it were seen or its mail passed are those of
 * authenticated ones. */
function lastProven(rows: readonly SourceFacts[], traits: readonly SourceTrait[]): number {
  const days = [
    ...traits.map(({ lastSeen }) => lastSeen),
    ...rows.flatMap(({ lastPassed }) => lastPassed ?? []),
  ]
  const last = lastOf(rows)
  return Math.min(last, maximum(days) ?? last)
}

function termOf(named: SpfNamed, { known, ownOrganisation }: Within): SpfTerm | undefined {
  if (named.state !== 'named' || named.anybody) return undefined
  const others = named.names.map((name) => known.organisationOf(name) ?? name)
  return { text: named.term, names: named.names, others: others.filter((one) => one !== ownOrganisation) }
}

interface Seen {
  reverseDns: string | undefined
  term: SpfTerm | undefined
  traits: readonly SourceTrait[]
  organisation: string | undefined
  isOwnHost: boolean
}

/** The service of an address: by its confirmed name, else by the include of the domain's SPF record that names it, else by the signatures
 * that verified. Forwarders hand on signatures of others, so that these count only where nothing says the address is somebody else's. */
function whoseAddress(
  { reverseDns, term, traits, organisation, isOwnHost }: Seen,
  { senders, organisationOf }: SourceKnowledge,
): Pick<Address, 'sender' | 'basis'> {
  const byName = reverseDns === undefined ? undefined : senders.byHost(reverseDns)
  if (byName) return { sender: byName, basis: 'ptr' }
  const byTerm = term?.names.map((name) => senders.byInclude(name)).find((one) => one !== undefined)
  if (byTerm) return { sender: byTerm, basis: 'spf' }
  const passed = traits.filter((one) => one.passed).sort((a, b) => (a.domain < b.domain ? -1 : 1))
  const spf = passed.filter(({ kind }) => kind === 'spf')
  for (const { domain } of passed.filter(({ kind }) => kind === 'dkim')) {
    const sender = senders.byDomain(domain, 'dkim')
    if (!sender || sender.type === 'mailbox') continue
    const isItsOwn =
      spf.some((one) => senders.byDomain(one.domain, 'spf')?.id === sender.id) ||
      organisation === undefined ||
      isOwnHost ||
      organisation === organisationOf(domain)
    if (isItsOwn) return { sender, basis: 'dkim' }
  }
  return {}
}

function messagesBy(rows: readonly SourceFacts[]): Map<string, number> {
  const all = new Map<string, number>()
  for (const { headerFrom, messages } of rows) all.set(headerFrom, (all.get(headerFrom) ?? 0) + messages)
  return all
}

/** What tallies add up to. */
export function sumOf(tallies: readonly Tally[]): Tally {
  const sum = emptyTally()
  for (const one of tallies) {
    for (const part of PARTS) sum[part] += one[part]
    for (const part of DISPOSITIONS) sum.dispositions[part] += one.dispositions[part]
  }
  return sum
}

const PARTS = [
  'messages',
  'pass',
  'dkimAligned',
  'spfAligned',
  'dkimAuthenticated',
  'spfAuthenticated',
  'forwarded',
  'listed',
  'unaligned',
  'broken',
] as const
const DISPOSITIONS = ['none', 'pass', 'quarantine', 'reject'] as const

const emptyTally = (): Tally => ({
  messages: 0,
  pass: 0,
  dkimAligned: 0,
  spfAligned: 0,
  dkimAuthenticated: 0,
  spfAuthenticated: 0,
  forwarded: 0,
  listed: 0,
  unaligned: 0,
  broken: 0,
  dispositions: { none: 0, pass: 0, quarantine: 0, reject: 0 },
})

const maximum = (numbers: readonly number[]) => (numbers.length === 0 ? undefined : Math.max(...numbers))
