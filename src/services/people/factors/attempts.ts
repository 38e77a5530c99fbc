import { type Budget, MINUTE, rateOf, takeSlot } from '../../../core/access/rate.ts'
import type { Clock } from '../../ports.ts'

/** Of a million codes three are right at any time: at this pace somebody who knows the password guesses for years. */
const RATE = rateOf(1, 5 * MINUTE, 9)
/** Budgets that are kept at a time; past it the longest known is forgotten. */
const MOST = 20_000

/** Counts attempts of each person, in memory: gives the seconds to wait, 0 when one more is admitted. */
export function createAttempts(clock: Clock): {
  take(personId: string): number
  forget(personId: string): void
} {
  const budgets = new Map<string, Budget>()
  return {
    take(of) {
      const now = clock.now().getTime() * 1000
      const { budget, slot } = takeSlot(budgets.get(of), now, RATE)
      budgets.delete(of)
      budgets.set(of, budget)
      const [oldest] = budgets.keys()
      if (budgets.size > MOST && oldest !== undefined) budgets.delete(oldest)
      return slot.admitted ? 0 : slot.retryAfter
    },
    forget: (of) => void budgets.delete(of),
  }
}
