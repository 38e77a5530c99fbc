import type { AggregateWindow } from '../../../store/aggregates.ts'
import type { DomainFacts } from '../../../store/dmarc/source-facts.ts'
import type { AnsweredSource, AnsweredSources, Standing } from '../answered.ts'
import { type Address, addressesOf } from './address.ts'
import { adviceFor } from './advice.ts'
import { type Evidence, evidenceOf, MOST_DOMAINS } from './evidence.ts'
import { type Group, groupsOf } from './grouping.ts'
import { askedOnce, type Known } from './once.ts'
import type { SourceKnowledge } from './outside.ts'
import { maybeForgotten, reasonsFor } from './reasons.ts'
import { type Judgement, judge } from './standing.ts'

/** Addresses and From domains of a source that are told. */
const MOST_IPS = 20
const MOST_FROM = 10

/** A source with what was seen of it. */
export interface JudgedSource {
  group: Group
  seen: Evidence
  judged: Judgement
}

/** An answer, with what it is made of and the addresses of each source, by key. */
export interface Answer {
  answered: AnsweredSources
  addresses: ReadonlyMap<string, readonly string[]>
  judged: ReadonlyMap<string, JudgedSource>
}

/** Who sends as a domain, what each is, and what to do about it. */
export function answerSources(facts: DomainFacts, given: SourceKnowledge, window: AggregateWindow): Answer {
  const work = answering(facts, given, window)
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
  }
}

/** The same, where others have their turns meanwhile. */
export async function answerInTurns(
  facts: DomainFacts,
  given: SourceKnowledge,
  window: AggregateWindow,
): Promise<Answer> {
  const work = answering(facts, given, window)
  let began = performance.now()
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
    if (performance.now() - began < TURN_MS) continue
    await Bun.sleep(0)
    began = performance.now()
  }
}

const TURN_MS = 8

function* answering(
  facts: DomainFacts,
  given: SourceKnowledge,
  window: AggregateWindow,
): Generator<void, Answer> {
  const known = askedOnce(given)
  const addresses: Address[] = []
  for (const address of addressesOf(facts, known, window)) {
    addresses.push(address)
    yield
  }
  const groups = groupsOf(addresses, known)
  yield
  const { days, reporters, reports, latestReportAt, rest } = facts
  const messages = groups.reduce((sum, { tally }) => sum + tally.messages, rest?.messages ?? 0)
  const judged = new Map<string, JudgedSource>()
  const sources: AnsweredSource[] = []
  const ips = new Map<string, readonly string[]>()
  for (const group of groups) {
    const seen = evidenceOf(group, known, { window, messages })
    const one = { group, seen, judged: judge(seen) }
    judged.set(group.key, one)
    sources.push(sourceOf(one, known))
    ips.set(
      group.key,
      byMessages(group.addresses).map(({ ip }) => ip),
    )
    yield
  }
  const answered: AnsweredSources = {
    window,
    sources: sources.sort(worstFirst),
    ...(rest && { rest: { ips: rest.ips, messages: rest.messages, pass: rest.pass } }),
    spfUnknown: addresses.some(({ isSpfKnown }) => !isSpfKnown),
    days,
    reporters,
    reports,
    ...(latestReportAt && { latestReportAt }),
  }
  return { answered, addresses: ips, judged }
}

function sourceOf(one: JudgedSource, known: Known): AnsweredSource {
  const { group, seen, judged } = one
  const { key, addresses, sender, organization, basis, tally } = group
  const given = known.markOf(key)?.name
  const source = {
    key,
    name: given ?? group.name,
    ...(given !== undefined && { givenName: given }),
    ...(seen.mark && { mark: seen.mark }),
    ...(sender && { sender: { id: sender.id, name: sender.name, type: sender.type } }),
    ...(organization && { organization }),
    ...(basis && { basis }),
    status: seen.status,
    standing: judged.standing,
    whose: judged.whose,
    ...(maybeForgotten(seen, judged) && { maybeForgotten: true as const }),
    ...tally,
    ipCount: addresses.length,
    ...(seen.term !== undefined && { spfTerm: seen.term }),
    firstSeen: seen.firstSeen,
    lastSeen: seen.lastSeen,
    ...(seen.lastPassed !== undefined && { lastPassed: seen.lastPassed }),
  }
  return withWords(source, one, known.domain)
}

type Words = Pick<AnsweredSource, 'reasons' | 'advice' | 'ips' | 'headerFrom' | 'dkimDomains' | 'spfDomains'>

/** A page shows some of thousands: sentences and lists of a source are made when somebody reads them. */
function withWords(
  source: Omit<AnsweredSource, keyof Words>,
  { group, seen, judged }: JudgedSource,
  domain: string,
): AnsweredSource {
  const made: Partial<Words> = {}
  return {
    ...source,
    get reasons() {
      made.reasons ??= reasonsFor(group, seen, judged)
      return made.reasons
    },
    get advice() {
      made.advice ??= adviceFor({ group, seen, judged }, domain)
      return made.advice
    },
    get ips() {
      made.ips ??= ipsOf(group)
      return made.ips
    },
    get headerFrom() {
      made.headerFrom ??= fromDomains(group)
      return made.headerFrom
    },
    get dkimDomains() {
      made.dkimDomains ??= domainsOf(group, 'dkim')
      return made.dkimDomains
    },
    get spfDomains() {
      made.spfDomains ??= domainsOf(group, 'spf')
      return made.spfDomains
    },
  }
}

const ipsOf = ({ addresses }: Group): Words['ips'] =>
  byMessages(addresses)
    .slice(0, MOST_IPS)
    .map(({ ip, reverseDns, tally: { messages, pass } }) => ({
      ip,
      ...(reverseDns !== undefined && { reverseDns }),
      messages,
      pass,
    }))

const byMessages = (addresses: Group['addresses']) =>
  addresses.toSorted((a, b) => b.tally.messages - a.tally.messages || (a.ip < b.ip ? -1 : 1))

function fromDomains({ addresses }: Group): string[] {
  const all = new Map<string, number>()
  for (const { headerFrom } of addresses) {
    for (const [domain, count] of headerFrom)
      if (domain !== '') all.set(domain, (all.get(domain) ?? 0) + count)
  }
  const sorted = [...all].sort(([a, some], [b, others]) => others - some || (a < b ? -1 : 1))
  return sorted.slice(0, MOST_FROM).map(([domain]) => domain)
}

function domainsOf({ addresses }: Group, asked: 'dkim' | 'spf'): { domain: string; passed: boolean }[] {
  const all = new Map<string, boolean>()
  for (const { traits } of addresses) {
    for (const { kind, domain, passed } of traits) {
      if (kind === asked) all.set(domain, passed || (all.get(domain) ?? false))
    }
  }
  return [...all]
    .map(([domain, passed]) => ({ domain, passed }))
    .sort((a, b) => Number(b.passed) - Number(a.passed) || (a.domain < b.domain ? -1 : 1))
    .slice(0, MOST_DOMAINS)
}

const WORST: readonly Standing[] = [
  'broken',
  'unaligned',
  'unknown',
  'abuse',
  'mailing_list',
  'forwarded',
  'passing',
]

/** What is to be done first, and of that what fails most. */
function worstFirst(a: AnsweredSource, b: AnsweredSource): number {
  return (
    WORST.indexOf(a.standing) - WORST.indexOf(b.standing) ||
    b.messages - b.pass - (a.messages - a.pass) ||
    b.messages - a.messages ||
    (a.key < b.key ? -1 : 1)
  )
}
