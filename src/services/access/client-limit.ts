import { type Budget, type Rate, takeSlot, takeSlots } from '../../core/access/rate.ts'
import type { Clock } from '../ports.ts'

/** Those who are counted at a time; past it the longest known is forgotten. */
const MOST_CLIENTS = 20_000

/** Counts something by whoever does it, in memory only: gives the seconds to wait, 0 when it is granted. */
export function createLimit(rate: Rate, clock: Clock): (who: string) => number {
  const { take } = createBudgets(rate, clock)
  return (who) => take(who)
}

/** Budgets of a rate in memory, by whoever has them; a wait is in seconds, and 0 when it is granted. */
export function createBudgets(rate: Rate, clock: Clock) {
  const budgets = new Map<string, Budget>()
  const now = () => clock.now().getTime() * 1000

  function keep(who: string, budget: Budget): void {
    budgets.delete(who)
    budgets.set(who, budget)
    const oldest = budgets.size > MOST_CLIENTS ? budgets.keys().next().value : undefined
    if (oldest !== undefined) budgets.delete(oldest)
  }

  return {
    take(who: string, units = 1): number {
      const { budget, slot } = takeSlots(budgets.get(who), now(), rate, units)
      keep(who, budget)
      return slot.retryAfter
    },
    /** What `take` would give; counts nothing. */
    wait: (who: string): number => takeSlot(budgets.get(who), now(), rate).slot.retryAfter,
    /** What was taken was not done after all. */
    refund(who: string, units = 1): void {
      const kept = budgets.get(who)
      if (kept) budgets.set(who, { ...kept, arrival: kept.arrival - units * rate.interval })
    },
  }
}
