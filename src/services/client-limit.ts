import { MINUTE, rateOf, takeSlot, wholeSeconds } from '../core/rate.ts'
import type { Clock } from './ports.ts'

const HOUR = 60 * MINUTE
/** Networks whose anonymous tests are counted at a time; past it the longest known is forgotten. */
const MOST_CLIENTS = 20_000

/** Counts anonymous tests by network, in memory only: gives the seconds to wait, 0 when the test is granted. */
export function createClientLimit(testsPerHour: number, clock: Clock): (client: string) => number {
  const rate = rateOf(testsPerHour, HOUR, testsPerHour - 1)
  const arrivals = new Map<string, number>()
  return (client) => {
    const slot = takeSlot(arrivals.get(client), clock.now().getTime() * 1000, rate)
    arrivals.delete(client)
    arrivals.set(client, slot.arrival)
    const oldest = arrivals.size > MOST_CLIENTS ? arrivals.keys().next().value : undefined
    if (oldest !== undefined) arrivals.delete(oldest)
    return slot.admitted ? 0 : Math.max(1, wholeSeconds(slot.wait))
  }
}
