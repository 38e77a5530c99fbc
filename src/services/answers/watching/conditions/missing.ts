import { dayWords } from '../../../../core/kept/day.ts'
import type { Seen } from '../seen.ts'
import { type Held, heldOf, release, type Told, type WatchState } from '../state.ts'
import { begin, type Mode } from './mode.ts'

/** Days without a report; and days with reports, of how many up to the last one, after which that is odd. */
const QUIET = 3
const STEADY = 10
const OF_DAYS = 14
/** Days up to the last one in which the longest time without reports is looked for. */
const USUAL_DAYS = 28
/** Days on which reports come after which it is over. */
const AGAIN = 2

/** Whether reports stopped. Days count on which this service looked, one after the other: what did not come while it was off says nothing. */
export function missing(state: WatchState, seen: Seen, mode: Mode, isUnbroken: boolean): Told[] {
  const newest = seen.days.at(-1) ?? state.flow?.newest
  if (newest === undefined) return []
  const { today } = seen
  const flow = state.flow ?? { newest, changed: today, grew: today }
  const hasGrown = newest > flow.newest && flow.grew !== today
  const isSameAsBefore = newest === flow.newest && isUnbroken && mode !== 'learn'
  state.flow = {
    newest,
    changed: isSameAsBefore ? flow.changed : today,
    grew: newest > flow.newest ? today : flow.grew,
  }
  const held = heldOf(state, 'dmarc.reports_missing')
  if (held) {
    follow(state, held, hasGrown)
    return []
  }
  const quiet = today - state.flow.changed - 1
  if (mode === 'learn' || quiet < QUIET || quiet < mostUsual(seen.days, newest)) return []
  if (!isSteady(seen.days, newest)) return []
  const payload = { domain: seen.domain, days: quiet, last: dayWords(newest) }
  const told = { type: 'dmarc.reports_missing', payload } as const
  // An import brings reports; it does not take them away.
  return begin(state, { since: today, last: newest, told }, 'tell')
}

function follow(state: WatchState, held: Held<'dmarc.reports_missing'>, hasGrown: boolean): void {
  if (hasGrown) held.again = (held.again ?? 0) + 1
  if ((held.again ?? 0) >= AGAIN) release(state, held)
}

const isSteady = (days: readonly number[], newest: number) =>
  days.filter((day) => day > newest - OF_DAYS).length >= STEADY

/** More than twice what is usual, such as weekends without mail. */
function mostUsual(days: readonly number[], newest: number): number {
  const lately = days.filter((day) => day > newest - USUAL_DAYS)
  const gaps = lately.slice(1).map((day, at) => day - (lately[at] ?? day) - 1)
  return 2 * Math.max(0, ...gaps) + 1
}
