import { type Budget, MINUTE, type Rate, rateOf, takeSlot } from '../../core/access/rate.ts'
import type { Clock } from '../ports.ts'

const HOUR = 60 * MINUTE
/** The largest reporters send what they have of all domains at once, from few networks. */
const PER_NETWORK = rateOf(3000, HOUR, 1999)
const PER_DOMAIN = rateOf(2000, HOUR, 999)
/** Those who are counted at a time; past it the longest known is forgotten. */
const MOST_KNOWN = 20_000

/** Counts report mail by domain and by the network that sends it, in memory only. */
export function createReportRate(clock: Clock) {
  const networks = counting(PER_NETWORK)
  const domains = counting(PER_DOMAIN)
  const now = () => clock.now().getTime() * 1000
  return {
    /** Seconds until one more may come; 0 when it may now. */
    wait: (domainId: string, from: string): number =>
      Math.max(networks.look(from, now()).slot.retryAfter, domains.look(domainId, now()).slot.retryAfter),
    count(domainId: string, from: string): void {
      networks.take(from, now())
      domains.take(domainId, now())
    },
  }
}

function counting(rate: Rate) {
  const budgets = new Map<string, Budget>()
  const look = (who: string, now: number) => takeSlot(budgets.get(who), now, rate)
  return {
    look,
    take(who: string, now: number): void {
      const { budget } = look(who, now)
      budgets.delete(who)
      budgets.set(who, budget)
      const oldest = budgets.size > MOST_KNOWN ? budgets.keys().next().value : undefined
      if (oldest !== undefined) budgets.delete(oldest)
    },
  }
}
