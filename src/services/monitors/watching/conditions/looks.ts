import type { Expectations } from '../../../../core/watching/monitor.ts'
import { isNameLoose, type LookCondition, type SeenLook } from '../observation.ts'
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

/** What of the records of a domain was never seen: whatever is found there for the first time is taken as it is. Who is listed is told at
 * once, and so is a name that anybody can register, as nobody wants either. */
export function learn(state: WatchState, { domain, unknown }: SeenLook): (verdict: Verdict) => boolean {
  if (domain === undefined) return () => false
  const before = state.domain === domain ? (state.unlearnt ?? []) : ALL
  const open = unknown
    .filter(({ condition }) => condition === 'record_broken')
    .map(({ about = '' }) => about.slice(0, MOST_ABOUT))
  const isIn = (list: readonly string[], about = '') => list.includes('') || list.includes(about)
  state.domain = domain
  state.unlearnt = (open.includes('') ? before : open.filter((about) => isIn(before, about))).slice(
    0,
    MOST_HOLDS,
  )
  return (verdict) =>
    verdict.condition === 'record_broken' && !isNameLoose(verdict) && isIn(before, verdict.about)
}

/** As there is no check without a name. */
const ALL: readonly string[] = ['']

export const isWatched = ({ blocklists, records }: Expectations, condition: LookCondition): boolean =>
  condition === 'listed' ? blocklists : records
