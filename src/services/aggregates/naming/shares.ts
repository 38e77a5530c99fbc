import type { Clock } from '../../ports.ts'

const DAY_MS = 86_400_000
/** Addresses of one account that are asked about in a day, and when those stop that come from reports nobody is known to have sent. */
const PER_DAY = { proven: 5_000, unproven: 1_000 }

export type Kind = keyof typeof PER_DAY

/** How many addresses of each account may be asked about today. */
export function createShares(clock: Clock) {
  let day = -1
  const taken = new Map<string, number>()

  function ofToday(): Map<string, number> {
    const today = Math.floor(clock.now().getTime() / DAY_MS)
    if (today !== day) taken.clear()
    day = today
    return taken
  }

  return {
    left: (account: string, kind: Kind) => Math.max(0, PER_DAY[kind] - (ofToday().get(account) ?? 0)),
    take(account: string, count: number): void {
      ofToday().set(account, (ofToday().get(account) ?? 0) + count)
    },
  }
}
