import type { AggregateReads, AggregateWindow } from '../../../store/aggregates.ts'
import type { DomainFacts, FactReads } from '../../../store/dmarc/source-facts.ts'
import type { BegunWatch, WatchStore } from '../../../store/dmarc/watching.ts'
import type { TlsReads } from '../../../store/tls-reports.ts'
import type { Answer } from '../sources/answer.ts'
import { isNearlyNew, LEAST_NEWS } from './conditions/sources.ts'
import type { Look } from './machine.ts'
import {
  BEFORE,
  FLOW_DAYS,
  type Passed,
  POLICY_DAYS,
  RECENT,
  SETTLED_DAYS,
  type Seen,
  type SeenSource,
  settledOf,
  TLS_DAYS,
  WEEK,
} from './seen.ts'
import type { WatchState } from './state.ts'

export interface LookingDeps {
  store: {
    aggregates: Pick<AggregateReads, 'summary'> & Pick<FactReads, 'facts' | 'policies' | 'sourceDays'>
    tlsReports: Pick<TlsReads, 'summary'>
    watching: Pick<WatchStore, 'imported'>
  }
  /** Who sends as a domain, with the facts that tell it. */
  sources: {
    readOnce(
      accountId: string,
      domain: { id: string; domain: string },
      window: AggregateWindow,
    ): Promise<Answer & { facts: DomainFacts }>
  }
}

export interface LookedAt {
  accountId: string
  domainId: string
  domain: string
}

interface Window {
  from: number
  to: number
  authenticated: true
}

/** Addresses of a domain that are looked at; of these, sources whose single days are counted, and how many addresses of each. */
const MOST = 5_000
const MOST_COUNTED = 20
const MOST_ADDRESSES = 200
/** Reports may be about days to come, by a clock that is behind. */
const AHEAD_DAYS = 30

/** Looks at what authenticated reports say of a domain. Rejects with QueryTooLong. */
export async function lookAt(
  deps: LookingDeps,
  of: LookedAt,
  today: number,
  { begun, state }: { begun: BegunWatch; state?: WatchState },
): Promise<Look> {
  const { store } = deps
  const { domainId, domain } = of
  const { marks, isMoving } = begun
  const settled = settledOf(today)
  const within = (days: number, to = settled): Window => ({ from: to - days + 1, to, authenticated: true })
  const flow = { ...within(FLOW_DAYS, today), to: today + AHEAD_DAYS }
  const summary = await store.aggregates.summary(domainId, flow)
  const sources = await sourcesOf(deps, of, within)
  const policies = await store.aggregates.policies(domainId, within(POLICY_DAYS))
  const seen: Seen = {
    domain,
    today,
    days: summary.days.map(({ day }) => day),
    ...sources,
    policies: policies.filter(({ policyDomain }) => !isOfKin(begun, policyDomain)),
    tls: await tlsOf(store, domainId, within),
    // Last: what is seen above came before.
    isMoved: await isImported(
      store,
      of,
      { begun, ...(state && { state }) },
      within(WEEK + BEFORE).from,
      flow.to,
    ),
  }
  return { seen, marks, isMoving, kin: begun.kin.map((one) => one.domainId).join(',') }
}

/** The record of another domain of the account is told of there. */
const isOfKin = ({ kin }: BegunWatch, policyDomain: string) =>
  kin.some(({ domain }) => domain === policyDomain)

type Within = (days: number) => Window

async function sourcesOf(
  { store, sources: reading }: LookingDeps,
  { accountId, domainId, domain }: LookedAt,
  within: Within,
): Promise<Pick<Seen, 'sources' | 'rest' | 'isUnsure'>> {
  const factsOf = (days: number) => store.aggregates.facts(domainId, within(days), MOST)
  const { answered, addresses, facts } = await reading.readOnce(
    accountId,
    { id: domainId, domain },
    within(WEEK + BEFORE),
  )
  const [week, recent] = [await factsOf(WEEK), await factsOf(RECENT)]
  const counts = { whole: countsOf(facts), week: countsOf(week), recent: countsOf(recent) }
  const sources = answered.sources.map((source): SeenSource => {
    const { key, name, standing, firstSeen } = source
    const ips = addresses.get(key) ?? []
    const [all, ofWeek] = [addedUp(ips, counts.whole), addedUp(ips, counts.week)]
    return {
      ...{ key, name, standing, firstSeen, ips },
      recent: addedUp(ips, counts.recent),
      week: ofWeek,
      before: without(all, ofWeek),
    }
  })
  await dateAnew(store, domainId, sources, within(WEEK))
  await countDays(store, domainId, sources, within(WEEK))
  const grouped = new Set([...addresses.values()].flat())
  const restOfWeek = restOf(week, grouped)
  return {
    sources,
    rest: { week: restOfWeek, before: without(restOf(facts, grouped), restOfWeek) },
    isUnsure: answered.spfUnknown,
  }
}

function countsOf({ rows }: DomainFacts): Map<string, Passed> {
  const counts = new Map<string, Passed>()
  for (const { ip, messages, pass } of rows) {
    const one = counts.get(ip) ?? { messages: 0, pass: 0 }
    counts.set(ip, { messages: one.messages + messages, pass: one.pass + pass })
  }
  return counts
}

function addedUp(ips: readonly string[], counts: ReadonlyMap<string, Passed>): Passed {
  const sum = { messages: 0, pass: 0 }
  for (const ip of ips) {
    sum.messages += counts.get(ip)?.messages ?? 0
    sum.pass += counts.get(ip)?.pass ?? 0
  }
  return sum
}

const without = (all: Passed, part: Passed): Passed => ({
  messages: Math.max(0, all.messages - part.messages),
  pass: Math.max(0, all.pass - part.pass),
})

/** Addresses that are in no source: what of their mail passes, or is authenticated raw. The rest may be forwarded, or abuse. */
function restOf({ rows, rest }: DomainFacts, grouped: ReadonlySet<string>): Passed {
  const others = rows.filter(({ ip }) => !grouped.has(ip))
  const all = rest ? [...others, rest] : others
  return all.reduce<Passed>(
    (sum, { pass, unaligned }) => ({
      messages: sum.messages + pass + unaligned,
      pass: sum.pass + pass,
    }),
    { messages: 0, pass: 0 },
  )
}

/** A source is first seen by any report: where no authenticated one is as old, anybody may have said that it is. */
async function dateAnew(
  { aggregates }: LookingDeps['store'],
  domainId: string,
  sources: SeenSource[],
  week: Window,
): Promise<void> {
  const dated = sources.filter(
    ({ firstSeen, week: { messages }, before }) =>
      firstSeen < week.from && messages >= LEAST_NEWS && before.messages === 0,
  )
  dated.sort((a, b) => b.week.messages - a.week.messages)
  for (const source of dated.slice(0, MOST_COUNTED)) {
    const life = { ...week, from: source.firstSeen }
    const [first] = await aggregates.sourceDays(domainId, life, source.ips.slice(0, MOST_ADDRESSES))
    if (first) source.firstSeen = Math.max(source.firstSeen, first.day)
  }
}

/** The most messages of a day, where these decide whether a source is news. */
async function countDays(
  { aggregates }: LookingDeps['store'],
  domainId: string,
  sources: SeenSource[],
  week: Window,
): Promise<void> {
  const today = week.to + SETTLED_DAYS
  const nearly = sources.filter((source) => isNearlyNew(today, source)).slice(0, MOST_COUNTED)
  for (const source of nearly) {
    const days = await aggregates.sourceDays(domainId, week, source.ips.slice(0, MOST_ADDRESSES))
    source.most = Math.max(0, ...days.map(({ messages }) => messages))
  }
}

async function tlsOf(
  { tlsReports }: LookingDeps['store'],
  domainId: string,
  within: Within,
): Promise<Seen['tls']> {
  const { days, reports } = await tlsReports.summary(domainId, within(TLS_DAYS))
  if (reports === 0) return { days: [], types: [] }
  const { failed } = await tlsReports.summary(domainId, within(2))
  return { days, types: [...new Set(failed.map(({ type }) => type))] }
}

async function isImported(
  { watching }: LookingDeps['store'],
  { domainId }: LookedAt,
  { begun, state }: { begun: BegunWatch; state?: WatchState },
  from: number,
  to: number,
): Promise<boolean> {
  if (!state || !begun.kept) return false
  return watching.imported(domainId, { ...state.marks, at: begun.kept.lookedAt }, { from, to })
}
