import { createHourlyCount } from '../../core/access/hourly-count.ts'
import { MINUTE, type Rate, rateOf } from '../../core/access/rate.ts'
import type { ThrottleBounds } from '../../core/access/throttle.ts'
import { createThrottle, type Try } from '../people/sign-in/throttle.ts'
import type { Clock } from '../ports.ts'
import { createBudgets } from './client-limit.ts'

/** Bounds how often something is done, by whoever does it. */
export interface Limit {
  /** Counts it, several times where it weighs more: the seconds to wait, 0 when it is granted. */
  take(who: string, units?: number): Promise<number>
  /** What `take` would give; counts nothing. */
  wait(who: string): Promise<number>
  /** What was taken was not done after all. Never rejects. */
  refund(who: string, units?: number): Promise<void>
}

/** Makes those who try again and again wait, longer and longer. */
export interface Throttled {
  /** Counts a try of this one, or gives the seconds to wait before the next. */
  take(one: string): Promise<Try | { waitSeconds: number }>
}

/** Bounds what comes within an hour, in all and from each network; from `''`, of which nobody knows whose it is, in all alone. */
export interface HourlyLimit {
  take(from: string): Promise<number>
  wait(from: string): Promise<number>
  refund(from: string): Promise<void>
}

/** Lets each do one thing at a time. */
export interface Turns {
  /** False: this one's last has not ended. */
  begin(who: string): Promise<boolean>
  /** Never rejects. */
  end(who: string): Promise<void>
}

/** What is counted of strangers and accounts: within this process, or over all hosts. What is not known, as the database is away, rejects:
 * nobody gets past a limit by that. `name` says what is counted, has no blank in it, and is that of nothing else. */
export interface Limits {
  rate(name: string, rate: Rate): Limit
  throttle(name: string, bounds: ThrottleBounds): Throttled
  hourly(name: string, limit: number, perNetwork: number): HourlyLimit
  /** `longestMs`: a turn is over by then, whatever became of it. */
  turns(name: string, longestMs: number): Turns
}

const HOUR = 60 * MINUTE

/** So many an hour, all of them at once where they were saved up. */
export const perHour = (times: number): Rate => rateOf(times, HOUR, times - 1)

/** Counts in memory, of each that is asked for by itself. */
export function createLimits(clock: Clock): Limits {
  return {
    rate(_name, rate) {
      const { take, wait, refund } = createBudgets(rate, clock)
      return {
        take: async (who, units) => take(who, units),
        wait: async (who) => wait(who),
        refund: async (who, units) => refund(who, units),
      }
    },
    throttle(_name, bounds) {
      const { take } = createThrottle(bounds, clock)
      return { take: async (one) => take(one) }
    },
    hourly(_name, limit, perNetwork) {
      const { wait, count, uncount } = createHourlyCount(limit, perNetwork, clock)
      return {
        wait: async (from) => wait(from),
        async take(from) {
          const seconds = wait(from)
          if (seconds === 0) count(from)
          return seconds
        },
        refund: async (from) => uncount(from),
      }
    },
    turns() {
      const running = new Set<string>()
      return {
        async begin(who) {
          if (running.has(who)) return false
          running.add(who)
          return true
        },
        end: async (who) => void running.delete(who),
      }
    },
  }
}
