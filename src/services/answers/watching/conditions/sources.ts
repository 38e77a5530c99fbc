import { dayWords } from '../../../../core/kept/day.ts'
import { rateOf, rounded, type Seen, type SeenSource } from '../seen.ts'
import type { KnownSource, Told, ToldOf, WatchState } from '../state.ts'
import type { Mode } from './mode.ts'

/** Messages of a day, or of a week, by which a source counts. */
const A_DAY = 10
const A_WEEK = 20
/** Fewer in a week are never news. */
export const LEAST_NEWS = A_DAY
/** Days since it was first seen within which it is news. */
export const NEWS_DAYS = 30
/** Report days of a domain in which every source is seen for the first time. */
const FIRST_DAYS = 7
/** Of one day; the next one says how many more there are, and what comes then waits for the next day. */
const MOST_A_DAY = 5
/** Days without new ones after which likely abuse is news again. */
const ABUSE_QUIET = 14
/** Sources and addresses that are remembered. */
const MOST_KNOWN = 500
const MOST_IPS = 10
const LONGEST_NAME = 100

/** Sources that were first seen lately, and send enough. */
export function newSources(state: WatchState, seen: Seen, mode: Mode): Told[] {
  if (mode === 'learn') learn(state, seen)
  const fresh = (seen.sources ?? []).filter((source) => isNew(state, seen, source))
  fresh.sort((a, b) => b.week.messages - a.week.messages || (a.key < b.key ? -1 : 1))
  const told = mode === 'tell' ? tell(state, seen, fresh) : []
  if (mode !== 'tell') know(state, fresh)
  forget(state, seen.today)
  return told
}

/** What is there already is no news, nor what the first reports bring one by one. */
function learn(state: WatchState, { days, today }: Seen): void {
  const [first = today] = days
  state.floor = Math.max(today, first + FIRST_DAYS - 1)
  state.known = []
}

/** Forwarders and lists hand on what others sent. */
function isNew(state: WatchState, { today }: Seen, source: SeenSource): boolean {
  const { standing, firstSeen, week, most = 0 } = source
  if (standing === 'forwarded' || standing === 'mailing_list') return false
  if (firstSeen <= state.floor || firstSeen < today - NEWS_DAYS) return false
  if (week.messages < A_WEEK && most < A_DAY) return false
  return !state.known.some((known) => isSame(known, source))
}

/** Whether the messages of single days matter to it. */
export const isNearlyNew = (
  today: number,
  { firstSeen, week }: Pick<SeenSource, 'firstSeen' | 'week'>,
): boolean => firstSeen >= today - NEWS_DAYS && week.messages >= A_DAY && week.messages < A_WEEK

function tell(state: WatchState, seen: Seen, fresh: readonly SeenSource[]): Told[] {
  if (state.told.day !== seen.today) state.told = { day: seen.today, sources: 0, regressed: 0 }
  const abuse = fresh.filter(({ standing }) => standing === 'abuse')
  const own = fresh.filter(({ standing }) => standing !== 'abuse')
  const single = own.slice(0, Math.max(0, MOST_A_DAY - state.told.sources))
  const others = own.slice(single.length)
  state.told.sources += single.length
  know(state, single)
  const told = single.map((source) => newsOf(seen, source))
  const [first, ...more] = others
  if (first && state.told.sources === MOST_A_DAY) {
    state.told.sources += 1
    know(state, others)
    told.push(newsOf(seen, first, more.length))
  }
  return [...told, ...tellAbuse(state, seen, abuse)]
}

/** One event for a wave of it. */
function tellAbuse(state: WatchState, seen: Seen, abuse: readonly SeenSource[]): Told[] {
  const [first, ...more] = abuse
  if (!first) return []
  const isOn = state.abuse !== undefined && seen.today - state.abuse <= ABUSE_QUIET
  state.abuse = seen.today
  know(state, abuse)
  return isOn ? [] : [newsOf(seen, first, more.length)]
}

function newsOf(seen: Seen, source: SeenSource, others = 0): ToldOf<'dmarc.source_new'> {
  return {
    type: 'dmarc.source_new',
    payload: {
      domain: seen.domain,
      source: source.key,
      name: named(source),
      day: dayWords(source.firstSeen),
      messages: source.week.messages,
      rate: rounded(rateOf(source.week)),
      ...(others > 0 && { others }),
      ...(source.standing === 'abuse' && { likelyAbuse: true }),
    },
  }
}

function know(state: WatchState, sources: readonly SeenSource[]): void {
  for (const source of sources)
    state.known.push({ key: source.key, first: source.firstSeen, ips: namedIps(source) })
}

/** Those that are too old to be news, and the oldest of too many: what was seen no later than they were is no news either. */
function forget(state: WatchState, today: number): void {
  state.known.sort((a, b) => a.first - b.first)
  const old = state.known.filter(({ first }) => first < today - 2 * NEWS_DAYS)
  const leaving = state.known.slice(0, Math.max(old.length, state.known.length - MOST_KNOWN))
  state.known = state.known.slice(leaving.length)
  const last = leaving.at(-1)
  if (last) state.floor = Math.max(state.floor, last.first)
}

/** Whether it is one that is known: addresses are grouped otherwise when more is found out about them. */
export function isSame(
  known: Pick<KnownSource, 'key' | 'ips'>,
  source: Pick<SeenSource, 'key' | 'ips'>,
): boolean {
  if (known.key === source.key) return true
  const top = source.ips.slice(0, MOST_IPS)
  return known.ips.some((ip) => top.includes(ip))
}

export const namedIps = ({ ips }: SeenSource): string[] => ips.slice(0, MOST_IPS)

/** Names come from reports and the DNS. */
export const named = ({ name }: SeenSource): string => [...name].slice(0, LONGEST_NAME).join('')
