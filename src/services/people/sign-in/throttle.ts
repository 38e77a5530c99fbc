import { type ThrottleBounds, waitAfter } from '../../../core/access/throttle.ts'
import { type Clock, ticksOf } from '../../ports.ts'

/** A try that was let through. */
export interface Try {
  /** It was right: it does not count. What was tried before does. */
  passed(): void
}

/** Makes those who try again and again wait, longer and longer. */
export interface Throttle {
  /** Counts a try of this one, or gives the seconds to wait before the next. */
  take(one: string): Try | { waitSeconds: number }
}

interface Kept {
  level: number
  /** When `level` was right. */
  at: number
  /** No try before. */
  until: number
}

/** Past it the one that tried longest ago is forgotten. */
const MOST_KEPT = 20_000

/** Counts in memory, and each try before it is known how it ends, so that many at once gain nothing. */
export function createThrottle(bounds: ThrottleBounds, clock: Clock): Throttle {
  const kept = new Map<string, Kept>()

  function keep(one: string, state: Kept): void {
    kept.delete(one)
    kept.set(one, state)
    const oldest = kept.size > MOST_KEPT ? kept.keys().next().value : undefined
    if (oldest !== undefined) kept.delete(oldest)
  }

  return {
    take(one) {
      const now = ticksOf(clock)
      const before = kept.get(one) ?? { level: 0, at: now, until: now }
      if (now < before.until) return { waitSeconds: Math.ceil((before.until - now) / 1000) }
      const level = Math.max(0, before.level - (now - before.at) / bounds.forgetMs) + 1
      keep(one, { level, at: now, until: now + waitAfter(level, bounds) })
      return {
        passed() {
          const after = kept.get(one)
          if (!after) return
          const left = Math.max(0, after.level - 1)
          keep(one, {
            ...after,
            level: left,
            until: Math.min(after.until, after.at + waitAfter(left, bounds)),
          })
        },
      }
    },
  }
}
