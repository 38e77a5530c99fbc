const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
/** A mail that was not read through no fault of its own. */
const FIRST_WAIT_MS = 5_000
const LONGEST_WAIT_MS = 10 * MINUTE_MS

/** When a mail whose sender could not be found out is asked about again: soon at first, and for a day. Absent: no more. */
export function askedAgainAt(receivedAt: Date, now: Date): Date | undefined {
  const age = Math.max(0, now.getTime() - receivedAt.getTime())
  if (age >= DAY_MS) return undefined
  const wait = Math.min(Math.max(5 * MINUTE_MS, age), DAY_MS - age + MINUTE_MS)
  return new Date(now.getTime() + wait)
}

/** When a mail is tried again after so many tries that came to nothing. */
export function triedAgainAt(lostTries: number, now: Date): Date {
  const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(lostTries, 10))
  return new Date(now.getTime() + wait)
}
