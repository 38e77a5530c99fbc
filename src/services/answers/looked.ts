import { type Clock, ticksOf } from '../ports.ts'

/** What people looked at lately: it is worked out again before they look the next time. */
export interface Looked {
  /** Somebody looked. `again` does nothing where what they saw is still true. */
  saw(key: string, accountId: string, again: () => Promise<unknown>): void
  /** Works out again what was looked at within the hour, the last first, with a rest behind each. */
  prepare(isOver: () => boolean): Promise<void>
}

interface Seen {
  accountId: string
  at: number
  again: () => Promise<unknown>
}

const FOR_MS = 3_600_000
const MOST = { all: 100, account: 20 }
/** As many times as long as it took, and no longer than this, nothing is done; in steps, as the end may come. */
const REST = 9
const LONGEST_REST_MS = 3_000
const STEP_MS = 100

async function rest(ms: number, isOver: () => boolean): Promise<void> {
  const until = performance.now() + ms
  for (let left = ms; left > 0 && !isOver(); left = until - performance.now())
    await Bun.sleep(Math.min(left, STEP_MS))
}

export function createLooked(clock: Clock): Looked {
  const seen = new Map<string, Seen>()

  function dropOldest(most: number, isOf: (one: Seen) => boolean): void {
    const those = [...seen].filter(([, one]) => isOf(one))
    for (const [key] of those.slice(0, Math.max(0, those.length - most))) seen.delete(key)
  }

  return {
    saw(key, accountId, again) {
      seen.delete(key)
      seen.set(key, { accountId, at: ticksOf(clock), again })
      dropOldest(MOST.account, (one) => one.accountId === accountId)
      dropOldest(MOST.all, () => true)
    },
    async prepare(isOver) {
      for (const [key, { at, again }] of [...seen].reverse()) {
        if (isOver()) return
        if (ticksOf(clock) - at > FOR_MS) {
          seen.delete(key)
          continue
        }
        const began = performance.now()
        // Who looks is told what is wrong.
        await again().catch(() => {})
        await rest(Math.min(REST * (performance.now() - began), LONGEST_REST_MS), isOver)
      }
    },
  }
}
