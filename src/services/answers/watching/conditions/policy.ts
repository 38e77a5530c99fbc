import { dayWords } from '../../../../core/kept/day.ts'
import type { SeenPolicy } from '../../../../store/dmarc/source-facts.ts'
import { type Seen, settledOf } from '../seen.ts'
import type { Tags, Told, WatchState } from '../state.ts'
import type { Mode } from './mode.ts'

/** In the order in which they are told. */
const TAGS = ['p', 'sp', 'np', 'adkim', 'aspf', 't', 'pct'] as const
type Tag = (typeof TAGS)[number]

/** How old the newest day may be that says anything. */
const FRESH_DAYS = 5
/** One day is enough with so many reports of which so many say the same; else the day before has to say it, too. */
const ENOUGH = 3
const CLEAR = 0.8
/** Days that have to say that it is again what it was so lately: old copies of a record come back for a day or two. */
const BACK = 3
const BACK_DAYS = 7
/** A tag is gone when no report of two such days states it, and before nearly all did. */
const STATED = 0.9

/** Reports of one day by what they say of a tag. '' counts those that do not state it. */
interface Day {
  day: number
  reports: number
  by: Record<Tag, Map<string, number>>
}

/** What most receivers read in the domain's DMARC record, where it changed. */
export function policyChange(state: WatchState, seen: Seen, mode: Mode): Told[] {
  const days = daysOf(seen)
  const [newest] = days
  if (!newest || newest.day < settledOf(seen.today) - FRESH_DAYS) return []
  const known = mode === 'learn' ? undefined : state.policy
  if (!known) {
    state.policy = { tags: firstTags(days), was: {}, changed: 0 }
    return []
  }
  const back = seen.today - known.changed <= BACK_DAYS ? known.was : {}
  const changed: Tags = {}
  for (const tag of TAGS) {
    const value = changedTo(days, tag, known.tags, back[tag])
    if (value !== undefined) changed[tag] = value
  }
  if (Object.keys(changed).length === 0) return []
  // What changed with it is told with it, though fewer receivers state it.
  for (const tag of TAGS) changed[tag] ??= topOf(newest, tag, known.tags[tag]) ?? known.tags[tag] ?? ''
  const after: Tags = { ...known.tags, ...changed }
  state.policy = { tags: after, was: known.tags, changed: seen.today }
  const words = inWords(known.tags, after)
  if (!words || mode !== 'tell') return []
  const day = dayWords(sinceOf(days, after))
  return [{ type: 'dmarc.policy_changed', payload: { domain: seen.domain, ...words, day } }]
}

/** Settled days, newest first, of reports about the domain's own record; where there are none, about the one that it inherits. */
function daysOf({ policies, today, domain }: Seen): Day[] {
  const settled = policies.filter(({ day, authenticated }) => authenticated && day <= settledOf(today))
  const own = settled.filter(({ policyDomain }) => policyDomain === domain)
  const above = settled.filter(({ policyDomain }) => domain.endsWith(`.${policyDomain}`))
  const byDay = Map.groupBy(own.length > 0 ? own : above, ({ day }) => day)
  return [...byDay].sort(([a], [b]) => b - a).map(([day, seen]) => dayOf(day, seen))
}

function dayOf(day: number, seen: readonly SeenPolicy[]): Day {
  const by = Object.fromEntries(TAGS.map((tag) => [tag, new Map<string, number>()])) as Day['by']
  for (const { policy, reports } of seen) {
    for (const tag of TAGS) {
      const value = statedOf(policy, tag)
      by[tag].set(value, (by[tag].get(value) ?? 0) + reports)
    }
  }
  return { day, reports: seen.reduce((sum, { reports }) => sum + reports, 0), by }
}

function statedOf(policy: SeenPolicy['policy'], tag: Tag): string {
  if (tag === 't') return policy.testing === undefined ? '' : policy.testing ? 'y' : 'n'
  return String(policy[tag] ?? '')
}

/** What holds where a record does not say it. */
const defaultOf = (tag: Tag, tags: Tags): string => {
  if (tag === 'sp') return tags['p'] ?? ''
  if (tag === 'np') return tags['sp'] ?? tags['p'] ?? ''
  return tag === 'pct' ? '100' : tag === 't' ? 'n' : tag === 'p' ? '' : 'r'
}

const statedReports = (day: Day, tag: Tag): number => day.reports - (day.by[tag].get('') ?? 0)

/** What more than half of the reports that state it say; of a tag that was never stated, more than half of all. */
function topOf(day: Day, tag: Tag, known: string | undefined): string | undefined {
  const of = known === undefined ? day.reports : statedReports(day, tag)
  for (const [value, reports] of day.by[tag]) if (value !== '' && reports * 2 > of) return value
  return undefined
}

const firstTags = (days: readonly Day[]): Tags =>
  Object.fromEntries(
    TAGS.flatMap((tag) => {
      const value = days.map((day) => topOf(day, tag, undefined)).find((top) => top !== undefined)
      return value === undefined ? [] : [[tag, value] as const]
    }),
  )

/** The value that a tag has by now. Undefined: the one that is known, or there is none to rely on. */
function changedTo(days: readonly Day[], tag: Tag, tags: Tags, was: string | undefined): string | undefined {
  const known = tags[tag]
  const [newest, second, third] = days.filter((day) => statedReports(day, tag) > 0)
  if (isGone(days, tag, tags)) return defaultOf(tag, tags)
  if (!newest || newest !== days[0]) return undefined
  const value = topOf(newest, tag, known)
  if (value === undefined || value === (known ?? defaultOf(tag, tags))) return undefined
  const again = [second, third].map((day) => day && topOf(day, tag, known))
  if (value === was)
    return again.every((one) => one === value) && again.length === BACK - 1 ? value : undefined
  const share = (newest.by[tag].get(value) ?? 0) / statedReports(newest, tag)
  const isClear = statedReports(newest, tag) >= ENOUGH && share >= CLEAR
  return isClear || again[0] === value ? value : undefined
}

/** Receivers that stated a tag do not any more. */
function isGone(days: readonly Day[], tag: Tag, tags: Tags): boolean {
  const known = tags[tag]
  if (known === undefined || known === defaultOf(tag, tags)) return false
  const full = days.filter(({ reports }) => reports >= ENOUGH)
  const [newest, second, ...before] = full
  if (!newest || !second || before.length === 0) return false
  if (statedReports(newest, tag) + statedReports(second, tag) > 0) return false
  const all = before.reduce((sum, { reports }) => sum + reports, 0)
  return before.reduce((sum, day) => sum + statedReports(day, tag), 0) >= all * STATED
}

/** The tags that differ. What merely follows another tag is left out. */
function inWords(before: Tags, after: Tags): { before: string; after: string } | undefined {
  const heldBy = (tag: Tag, tags: Tags) => tags[tag] || defaultOf(tag, tags)
  const follows = (tag: Tag) =>
    (tag === 'sp' || tag === 'np') &&
    [before, after].every((tags) => heldBy(tag, tags) === defaultOf(tag, tags))
  const changed = TAGS.filter((tag) => heldBy(tag, before) !== heldBy(tag, after) && !follows(tag))
  if (changed.length === 0) return undefined
  const inText = (tags: Tags) => changed.map((tag) => `${tag}=${heldBy(tag, tags)}`).join('; ')
  return { before: inText(before), after: inText(after) }
}

/** The first of the days behind each other on which most reports say what they say now. */
function sinceOf(days: readonly Day[], after: Tags): number {
  let since = days[0]?.day ?? 0
  for (const day of days) {
    const differs = TAGS.some((tag) => {
      const top = topOf(day, tag, after[tag])
      return top !== undefined && top !== (after[tag] ?? '')
    })
    if (differs) break
    since = day.day
  }
  return since
}
