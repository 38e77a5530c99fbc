import type { Standing } from '../../answered.ts'
import { type Passed, rateOf, rounded, type Seen, settledOf, sumOf, WEEK } from '../seen.ts'
import { heldOf, release, type Told, type WatchState } from '../state.ts'
import { begin, type Mode } from './mode.ts'

/** Below this, and so far below the time before, by a week of so many messages. */
const THRESHOLD = 0.95
const FALL = 0.05
const LEAST = 100
/** It is over so far above the threshold; a domain that never was there has to come so close to what it was. */
const ABOVE = 0.02
const NEAR = 0.02
/** What binary fractions lose. */
const EPSILON = 1e-9
/** Who does not send the domain's mail. */
export const OTHERS: ReadonlySet<Standing> = new Set(['abuse', 'forwarded', 'mailing_list'])

/** The rate of a domain's mail, as it is sent: without that of forwarders and lists, and of sources which are likely abuse, as nobody can
 * stop strangers from trying. */
export function lowRate(state: WatchState, seen: Seen, mode: Mode): Told[] {
  if (!seen.sources) return []
  const own = seen.sources.filter(({ standing }) => !OTHERS.has(standing))
  const week = sumOf([...own.map((one) => one.week), seen.rest.week])
  const before = sumOf([...own.map((one) => one.before), seen.rest.before])
  const held = heldOf(state, 'dmarc.rate_low')
  if (week.messages < LEAST) return []
  const rate = rateOf(week)
  if (held) {
    held.last = settledOf(seen.today)
    const enough = Math.min(THRESHOLD + ABOVE, held.told.payload.before - NEAR)
    if (rate >= enough - EPSILON && !isLow(week, before)) release(state, held)
    return []
  }
  if (before.messages < LEAST || !isLow(week, before)) return []
  const told = {
    type: 'dmarc.rate_low',
    payload: {
      domain: seen.domain,
      before: rounded(rateOf(before)),
      rate: rounded(rate),
      messages: week.messages,
      days: WEEK,
    },
  } as const
  return begin(state, { since: seen.today, last: settledOf(seen.today), told }, mode)
}

const isLow = (week: Passed, before: Passed) =>
  rateOf(week) < THRESHOLD - EPSILON && rateOf(week) <= rateOf(before) - FALL + EPSILON
