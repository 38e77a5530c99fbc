import { createHash } from 'node:crypto'
import { MINUTE, type Rate, rateOf } from '../../core/access/rate.ts'
import type { LeaseStore } from '../../store/claims.ts'
import type { LimitStore } from '../../store/hosts/limits.ts'
import type { HourlyLimit, Limit, Limits, Turns } from './limits.ts'

const HOUR = 60 * MINUTE

export interface SharedLimitsDeps {
  limits: LimitStore
  leases: LeaseStore
  holder: { host: string; start: string }
}

/** Counts in the database that hosts share, by its time. */
export function createSharedLimits({ limits, leases, holder }: SharedLimitsDeps): Limits {
  const name = `${holder.host}/${holder.start}`

  const rateLimit = (limit: string, rate: Rate): Limit => ({
    take: async (who, units) => (await limits.take(limit, keyOf(who), rate, units)).retryAfter,
    wait: async (who) => (await limits.peek(limit, keyOf(who), rate)).retryAfter,
    refund: (who, units) => limits.refund(limit, keyOf(who), rate, units).catch(nothing),
  })

  return {
    rate: rateLimit,
    throttle: (limit, bounds) => ({
      async take(one) {
        const key = keyOf(one)
        const counted = await limits.attempt(limit, key, bounds)
        if ('waitSeconds' in counted) return counted
        // Whoever was right waits for no more than that; what is not taken back is forgotten by itself.
        return { passed: () => void limits.passed(limit, key, bounds, counted).catch(nothing) }
      },
    }),
    hourly: (limit, most, perNetwork) =>
      hourly(rateLimit(`${limit}-all`, anyHour(most)), rateLimit(`${limit}-network`, anyHour(perNetwork))),
    turns: (limit, longestMs) => leased(leases, (who) => `${limit} ${keyOf(who)}`, name, longestMs),
  }
}

/** What is not given back costs whoever it was a little more, and lets nobody past a limit. */
const nothing = () => {}

/** Never more than so many within any hour: half of them at once, and the others as the time goes. */
function anyHour(most: number): Rate {
  return rateOf(Math.ceil(most / 2), HOUR, Math.floor(most / 2))
}

function hourly(all: Limit, ofNetwork: Limit): HourlyLimit {
  const both = (from: string, how: 'take' | 'wait') =>
    Promise.all([all[how](''), from === '' ? 0 : ofNetwork[how](from)])
  return {
    wait: async (from) => Math.max(...(await both(from, 'wait'))),
    async take(from) {
      const [inAll, own] = await both(from, 'take')
      if (inAll > 0 && own === 0 && from !== '') await ofNetwork.refund(from)
      if (own > 0 && inAll === 0) await all.refund('')
      return Math.max(inAll, own)
    },
    async refund(from) {
      await Promise.all([all.refund(''), from === '' ? undefined : ofNetwork.refund(from)])
    },
  }
}

/** A lease that its holder asks for again is its own: within a process the names that run are known beside it. */
function leased(
  leases: LeaseStore,
  leaseOf: (who: string) => string,
  holder: string,
  longestMs: number,
): Turns {
  const running = new Set<string>()
  return {
    async begin(who) {
      if (running.has(who)) return false
      running.add(who)
      try {
        const isFree = await leases.take(leaseOf(who), holder, longestMs)
        if (!isFree) running.delete(who)
        return isFree
      } catch (cause) {
        running.delete(who)
        throw cause
      }
    },
    async end(who) {
      await leases.release(leaseOf(who), holder).catch(nothing)
      running.delete(who)
    },
  }
}

/** Addresses of people who only tried are not kept, and what strangers typed takes no more room than an address of a network. */
function keyOf(who: string): string {
  return /^[0-9a-zA-Z.:/_-]{0,100}$/.test(who) ? who : createHash('sha256').update(who).digest('base64url')
}
