import type { Expectations } from '../../../../core/watching/monitor.ts'
import type { SeenOutcome } from '../observation.ts'
import { heldOf, type Scored, type WatchState } from '../state.ts'
import { newLevel, scoreDropped } from '../words.ts'
import { isBelow, type Verdict } from './verdict.ts'

/** Messages that the next one is compared with. */
const BEFORE = 5
/** What lasts for so many messages is how they are now. */
const LASTING = 10

const DROP = { condition: 'score_dropped' } as const

/** Whether a message scores below those before it, and what the next one is compared with. A drop is measured by what was before it, for as
 * long as it lasts. */
export function judgeDrop(
  state: WatchState,
  { mostDrop }: Expectations,
  id: string,
  outcome: SeenOutcome,
): Verdict[] {
  if (outcome.status === 'failed') return []
  const { score, undetermined } = outcome
  const held = heldOf(state, DROP)?.drop
  const [scores, lows] = [without(state.scores, id), without(held?.lows ?? [], id)]
  const level = held?.level ?? median(scores)
  state.scores = [...scores, { id, score }].slice(-BEFORE)
  if (level === undefined || mostDrop === undefined) return []
  const least = level - mostDrop
  const verdict = { ...DROP, says: scoreDropped(score, level), expected: mostDrop }
  if (!isBelow(score, least)) {
    const is = isBelow(score - undetermined, least) ? 'unknown' : 'good'
    return [{ ...verdict, is, drop: { level, lows: is === 'good' ? [] : lows } }]
  }
  state.scores = scores
  return [{ ...verdict, is: 'bad', drop: { level, lows: [...lows, { id, score }] } }]
}

/** Ends a drop that lasts; gives what is said of it. */
export function takeNewLevel(state: WatchState): string | undefined {
  const hold = heldOf(state, DROP)
  if (!hold?.drop || hold.drop.lows.length < LASTING) return undefined
  const { level, lows } = hold.drop
  state.scores = lows.slice(-BEFORE)
  state.holds = state.holds.filter((one) => one !== hold)
  return newLevel(lows.length, median(state.scores) ?? 0, level)
}

const without = (scores: readonly Scored[], id: string) => scores.filter((one) => one.id !== id)

function median(scores: readonly Scored[]): number | undefined {
  const sorted = scores.map(({ score }) => score).toSorted((a, b) => a - b)
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]]
  return low === undefined || high === undefined ? undefined : (low + high) / 2
}
