import { type Clock, ticksOf } from '../ports.ts'

/** So long a page of DMARC reports waits for what has to be worked out: it is shown without, and says so. */
export const PAGE_PATIENCE_MS = 30

/** So old may what was told be where what is true now is not there in time: whatever came meanwhile, and where no report did. What names
 * and the DNS say is kept about as long anyway. */
const RECENT_MS = 10_000
const SAME_MS = 20 * 60_000

export const isRecent = (at: number, clock: Clock): boolean => Math.abs(ticksOf(clock) - at) < RECENT_MS

/** Whether what was told then is good enough for a page that does not wait. */
export const isGood = (at: number, isSame: boolean, clock: Clock): boolean =>
  Math.abs(ticksOf(clock) - at) < (isSame ? SAME_MS : RECENT_MS)

/** What is promised. Undefined: it was not there in time; what becomes of it is for others to see. */
export async function inTime<T>(promised: Promise<T>, patienceMs: number): Promise<T | undefined> {
  const late = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => late.resolve(undefined), patienceMs)
  promised.catch(() => {})
  return Promise.race([promised, late.promise]).finally(() => clearTimeout(timer))
}
