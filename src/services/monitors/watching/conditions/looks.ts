import type { Expectations } from '../../../../core/watching/monitor.ts'
import type { LookCondition, SeenLook } from '../observation.ts'
import { keyOf, MOST_ABOUT, MOST_HOLDS, type WatchState } from '../state.ts'
import type { Verdict } from './verdict.ts'

/** What lists and records say: all that is bad, and what was bad and is not any more. */
export function judgeLook(state: WatchState, expectations: Expectations, look: SeenLook): Verdict[] {
  const bad = look.bad
    .filter(({ condition }) => isWatched(expectations, condition))
    .slice(0, MOST_HOLDS)
    .map((one): Verdict => ({ ...one, about: one.about.slice(0, MOST_ABOUT), is: 'bad' }))
  const keys = new Set(bad.map(keyOf))
  const isUnknown = (condition: string, about?: string) =>
    look.unknown.some(
      (one) => one.condition === condition && (one.about === undefined || one.about === about),
    )
  const good = state.holds
    .filter(({ condition }) => condition === 'listed' || condition === 'record_broken')
    .filter((hold) => !keys.has(keyOf(hold)) && !isUnknown(hold.condition, hold.about))
    .map(({ condition, about, code, says }): Verdict => {
      return {
        condition,
        ...(about !== undefined && { about }),
        ...(code !== undefined && { code }),
        says,
        is: 'good',
      }
    })
  return [...bad, ...good]
}

/** Whether what a look finds broken is taken as it is: it is the first at these records. Nobody wants to be listed, since whenever. */
export const isLearnt = (state: WatchState, look: SeenLook, condition: string): boolean =>
  condition === 'record_broken' && state.domain !== look.domain

export const isWatched = ({ blocklists, records }: Expectations, condition: LookCondition): boolean =>
  condition === 'listed' ? blocklists : records
