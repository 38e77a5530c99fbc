import { type Budget, MINUTE, type Rate, rateOf, takeSlot } from '../../core/access/rate.ts'
import type { Clock } from '../ports.ts'

const HOUR = 60 * MINUTE
/** The largest reporters send what they have of all domains at once, from few networks. `times`: as many of each. */
const perNetwork = (times: number) => rateOf(3000 * times, HOUR, 2000 * times - 1)
/** A domain takes more than one network may send it: whoever knows its address, which is in the DNS, keeps nobody else's reports out. */
const perDomain = (times: number) => rateOf(6000 * times, HOUR, 3000 * times - 1)
const perNetworkAndDomain = (times: number) => rateOf(1000 * times, HOUR, 1000 * times - 1)
/** A larger mail counts as several. */
const UNIT_BYTES = 48 * 1024
/** Those who are counted at a time; past it the longest known is forgotten. */
const MOST_KNOWN = 20_000

/** Counts report mail by domain and by the network that sends it, in memory only. Where that is not known (`''`) by domain alone: one stranger
 * behind a relay would use up what all others behind it have. */
export function createReportRate(clock: Clock, times = 1) {
  const networks = counting(perNetwork(times))
  const domains = counting(perDomain(times))
  const both = counting(perNetworkAndDomain(times))
  const now = () => clock.now().getTime() * 1000
  return {
    /** Seconds until one more may come; 0 when it may now. */
    wait(domainId: string, from: string): number {
      const ofDomain = domains.wait(domainId, now())
      if (from === '') return ofDomain
      return Math.max(ofDomain, networks.wait(from, now()), both.wait(`${domainId} ${from}`, now()))
    },
    count(domainId: string, from: string, bytes: number): void {
      const units = Math.max(1, Math.ceil(bytes / UNIT_BYTES))
      domains.take(domainId, now(), 1)
      if (from === '') return
      networks.take(from, now(), units)
      both.take(`${domainId} ${from}`, now(), units)
    },
  }
}

function counting(rate: Rate) {
  const budgets = new Map<string, Budget>()
  return {
    wait: (who: string, now: number): number => takeSlot(budgets.get(who), now, rate).slot.retryAfter,
    take(who: string, now: number, units: number): void {
      const first = takeSlot(budgets.get(who), now, rate)
      // The first slot is free, or it would not have come; the rest is paid off before the next one.
      const budget = { ...first.budget, arrival: first.budget.arrival + (units - 1) * rate.interval }
      budgets.delete(who)
      budgets.set(who, budget)
      const oldest = budgets.size > MOST_KNOWN ? budgets.keys().next().value : undefined
      if (oldest !== undefined) budgets.delete(oldest)
    },
  }
}
