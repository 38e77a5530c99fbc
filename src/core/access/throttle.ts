/** How those who try again and again are made to wait. */
export interface ThrottleBounds {
  /** Tries that need no wait. */
  free: number
  /** The wait after the next one; it doubles with each. */
  firstWaitMs: number
  longestWaitMs: number
  /** One try is forgotten after each such time. */
  forgetMs: number
}

/** Milliseconds to wait after a try, of so many that are not forgotten. */
export function waitAfter(tries: number, { free, firstWaitMs, longestWaitMs }: ThrottleBounds): number {
  if (tries <= free) return 0
  return Math.min(longestWaitMs, firstWaitMs * 2 ** Math.min(30, Math.floor(tries - free - 1e-9)))
}
