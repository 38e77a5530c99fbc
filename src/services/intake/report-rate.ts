import { MINUTE, rateOf } from '../../core/access/rate.ts'
import type { Limits } from '../access/limits.ts'

const HOUR = 60 * MINUTE
/** The largest reporters send what they have of all domains at once, from few networks. `times`: as many of each. */
const perNetwork = (times: number) => rateOf(3000 * times, HOUR, 2000 * times - 1)
/** A domain takes more than one network may send it: whoever knows its address, which is in the DNS, keeps nobody else's reports out. */
const perDomain = (times: number) => rateOf(6000 * times, HOUR, 3000 * times - 1)
const perNetworkAndDomain = (times: number) => rateOf(1000 * times, HOUR, 1000 * times - 1)
/** A larger mail counts as several. */
const UNIT_BYTES = 48 * 1024

/** Bounds how much report mail comes; a wait is in seconds, and 0 when it may come. */
export interface ReportRate {
  wait(domainId: string, from: string): Promise<number>
  /** Counts one, unless it has to wait. */
  take(domainId: string, from: string, bytes: number): Promise<number>
  /** What was counted was not taken after all. */
  refund(domainId: string, from: string, bytes: number): Promise<void>
}

/** Counts report mail by domain and by the network that sends it. Where that is not known (`''`) by domain alone: one stranger behind a
 * relay would use up what all others behind it have. */
export function createReportRate(limits: Limits, name: string, times = 1): ReportRate {
  const networks = limits.rate(`${name}-network`, perNetwork(times))
  const domains = limits.rate(`${name}-domain`, perDomain(times))
  const both = limits.rate(`${name}-network-domain`, perNetworkAndDomain(times))

  const countedBy = (domainId: string, from: string, units: number) => [
    { limit: domains, who: domainId, units: 1 },
    ...(from === ''
      ? []
      : [
          { limit: networks, who: from, units },
          { limit: both, who: `${domainId}/${from}`, units },
        ]),
  ]

  return {
    async wait(domainId, from) {
      const waits = countedBy(domainId, from, 1).map(({ limit, who }) => limit.wait(who))
      return Math.max(...(await Promise.all(waits)))
    },
    async take(domainId, from, bytes) {
      const counted = countedBy(domainId, from, unitsOf(bytes))
      const waits = await Promise.all(counted.map(({ limit, who, units }) => limit.take(who, units)))
      const longest = Math.max(...waits)
      if (longest > 0) {
        const granted = counted.filter((_, index) => waits[index] === 0)
        await Promise.all(granted.map(({ limit, who, units }) => limit.refund(who, units)))
      }
      return longest
    },
    async refund(domainId, from, bytes) {
      const counted = countedBy(domainId, from, unitsOf(bytes))
      await Promise.all(counted.map(({ limit, who, units }) => limit.refund(who, units)))
    },
  }
}

const unitsOf = (bytes: number) => Math.max(1, Math.ceil(bytes / UNIT_BYTES))
