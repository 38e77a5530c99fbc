import { type Budget, MINUTE, type Rate, rateOf, takeSlot } from '../../core/access/rate.ts'
import type { Clock } from '../ports.ts'

const HOUR = 60 * MINUTE
/** Those who are counted at a time; past it the longest known is forgotten. */
const MOST_CLIENTS = 20_000

/** Counts anonymous tests by network, in memory only: gives the seconds to wait, 0 when the test is granted. */
export function createClientLimit(testsPerHour: number, clock: Clock): (client: string) => number {
  return createLimit(rateOf(testsPerHour, HOUR, testsPerHour - 1), clock)
}

/** Counts something by whoever does it, in memory only: gives the seconds to wait, 0 when it is granted. */
export function createLimit(rate: Rate, clock: Clock): (who: string) => number {
  const budgets = new Map<string, Budget>()
  return (client) => {
    const { budget, slot } = takeSlot(budgets.get(client), clock.now().getTime() * 1000, rate)
    budgets.delete(client)
    budgets.set(client, budget)
    const oldest = budgets.size > MOST_CLIENTS ? budgets.keys().next().value : undefined
    if (oldest !== undefined) budgets.delete(oldest)
    return slot.retryAfter
  }
}
