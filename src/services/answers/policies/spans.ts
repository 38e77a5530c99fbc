import type { PublishedPolicy } from '../../../core/aggregate/report.ts'
import type { SeenPolicy } from '../../../store/dmarc/source-facts.ts'

/** A policy, from the first day on which most reports saw it to the last. */
export interface PolicySpan {
  policy: PublishedPolicy
  /** Days since 1970. */
  from: number
  to: number
  /** Stretches of days with reports: a gap of a few days is bridged, a longer one is not. */
  runs: { from: number; to: number }[]
  /** Days of it that have reports, and the reports that saw it. */
  days: number
  reports: number
  authenticated: number
  /** What other reports of these days saw. late: the policy before it. early: the one after it. other: neither. */
  others: OtherSeen[]
}

export interface OtherSeen {
  policy: PublishedPolicy
  kind: 'late' | 'early' | 'other'
  reports: number
  /** The last day on which it was seen. */
  last: number
}

/** The policies of one name, in the order of time. */
export interface PolicyLine {
  policyDomain: string
  reports: number
  spans: PolicySpan[]
}

/** Anybody may write reports that name policies of their own making: so many of a day and of a span are looked at, most reports first. */
const MOST_OF_A_DAY = 12
const MOST_OTHERS = 12

/** What one name's policy was taken for on one day. */
interface DayOf {
  day: number
  seen: SeenPolicy[]
  main: SeenPolicy
}

/** How the policies that reports saw followed each other, name by name: the domain's own first, then those with most reports. */
export function policyLines(seen: readonly SeenPolicy[], domain: string): PolicyLine[] {
  const byName = Map.groupBy(seen, ({ policyDomain }) => policyDomain)
  const rank = ({ policyDomain }: PolicyLine) => (policyDomain === domain ? 0 : 1)
  return [...byName]
    .map(([policyDomain, all]) => ({ policyDomain, reports: sum(all), spans: spansOf(all) }))
    .toSorted(
      (a, b) => rank(a) - rank(b) || b.reports - a.reports || (a.policyDomain < b.policyDomain ? -1 : 1),
    )
}

function spansOf(all: readonly SeenPolicy[]): PolicySpan[] {
  const days = [...Map.groupBy(all, ({ day }) => day)]
    .map(([day, all]): DayOf => {
      const seen = heaviest(all)
      return { day, seen, main: mainOf(seen) }
    })
    .toSorted((a, b) => a.day - b.day)
  const groups: DayOf[][] = []
  for (const one of days) {
    const last = groups.at(-1)
    if (last?.every(({ main }) => isSame(main.policy, one.main.policy))) last.push(one)
    else groups.push([one])
  }
  return groups.map((group, at) => spanOf(group, groups[at - 1]?.[0], groups[at + 1]?.[0]))
}

function spanOf(group: readonly DayOf[], before: DayOf | undefined, after: DayOf | undefined): PolicySpan {
  const policy = fullest(group.map(({ main }) => main.policy))
  const seen = group.flatMap((day) => day.seen)
  const own = seen.filter((one) => isSame(one.policy, policy))
  const days = group.map(({ day }) => day)
  return {
    policy,
    from: Math.min(...days),
    to: Math.max(...days),
    runs: runsOf(days),
    days: days.length,
    reports: sum(own),
    authenticated: sum(own.filter(({ authenticated }) => authenticated)),
    others: othersOf(
      seen.filter((one) => !isSame(one.policy, policy)),
      before?.main.policy,
      after?.main.policy,
    ),
  }
}

function othersOf(
  seen: readonly SeenPolicy[],
  before: PublishedPolicy | undefined,
  after: PublishedPolicy | undefined,
): OtherSeen[] {
  const found: OtherSeen[] = []
  for (const { policy, reports, day } of seen) {
    const known = found.find((one) => isSame(one.policy, policy))
    if (known) {
      known.reports += reports
      known.last = Math.max(known.last, day)
      continue
    }
    if (found.length === MOST_OTHERS) continue
    const kind =
      before && isSame(before, policy) ? 'late' : after && isSame(after, policy) ? 'early' : 'other'
    found.push({ policy, kind, reports, last: day })
  }
  return found.toSorted((a, b) => b.reports - a.reports)
}

/** Small domains get no report at weekends: so many days without one are no gap. */
const BRIDGED = 3

function runsOf(days: readonly number[]): { from: number; to: number }[] {
  const runs: { from: number; to: number }[] = []
  for (const day of days) {
    const last = runs.at(-1)
    if (last && day - last.to <= BRIDGED + 1) last.to = day
    else runs.push({ from: day, to: day })
  }
  return runs
}

const heaviest = (seen: readonly SeenPolicy[]): SeenPolicy[] =>
  seen
    .toSorted((a, b) => Number(b.authenticated) - Number(a.authenticated) || b.reports - a.reports)
    .slice(0, MOST_OF_A_DAY)

/** The one that most reports of a day saw; authenticated ones outweigh any number of others, which anybody may have written. */
function mainOf(seen: readonly SeenPolicy[]): SeenPolicy {
  const trusted = seen.filter(({ authenticated }) => authenticated)
  const counted = trusted.length > 0 ? trusted : seen
  const weight = (one: SeenPolicy) => sum(counted.filter(({ policy }) => isSame(policy, one.policy)))
  return counted.reduce((best, one) => (weight(one) > weight(best) ? one : best))
}

/** Whether two reports saw the same policy. Receivers report the tags that they read: those of RFC 7489 know neither np nor t, those of RFC 9989
 * no pct. Who does not name a tag says nothing about it. */
export function isSame(a: PublishedPolicy, b: PublishedPolicy): boolean {
  return (
    a.p === b.p &&
    (a.sp ?? a.p) === (b.sp ?? b.p) &&
    a.adkim === b.adkim &&
    a.aspf === b.aspf &&
    (a.pct === undefined || b.pct === undefined || a.pct === b.pct) &&
    (!isNew(a) || !isNew(b) || (a.np === b.np && (a.testing ?? false) === (b.testing ?? false)))
  )
}

const isNew = ({ np, testing, discovery }: PublishedPolicy) =>
  np !== undefined || testing === true || discovery !== undefined

/** The one that names most tags. */
const fullest = (policies: readonly PublishedPolicy[]): PublishedPolicy =>
  policies.reduce((best, one) => (named(one) > named(best) ? one : best))

const named = ({ sp, np, pct, testing, discovery }: PublishedPolicy) =>
  [sp, np, pct, testing, discovery].filter((tag) => tag !== undefined).length

const sum = (seen: readonly SeenPolicy[]) => seen.reduce((all, { reports }) => all + reports, 0)
