/** A budget of one request per interval, with `burst` more that may come at once. Times are whole microseconds. */
export interface Rate {
  interval: number
  burst: number
}

/** What one request did to its budget. */
export interface Slot {
  admitted: boolean
  /** The theoretical arrival time of the next request, to be kept for it: the whole state of a budget. */
  arrival: number
  /** Until a request will be admitted, if none comes before; 0 while one would be admitted now. */
  wait: number
  /** Requests that would be admitted now. */
  remaining: number
  /** Until the whole budget is free again. */
  reset: number
}

export const SECOND = 1_000_000
export const MINUTE = 60 * SECOND

/** At most `requests` per `period` in the long run, the first `burst` + 1 of them at once. */
export function rateOf(requests: number, period: number, burst: number): Rate {
  return { interval: Math.ceil(period / Math.max(1, requests)), burst }
}

/** GCRA: takes a slot at `now`. With `penalty`, a refused request takes one too, as long as the wait does not exceed
 * that much; without it, a refused request leaves the budget as it was. */
export function takeSlot(arrival: number | undefined, now: number, rate: Rate, penalty?: number): Slot {
  const { interval } = rate
  const tolerance = interval * rate.burst
  const due = Math.max(arrival ?? now, now)
  const admitted = due - tolerance <= now
  const next = nextArrival(due, admitted)
  const wait = Math.max(0, next - tolerance - now)
  return {
    admitted,
    arrival: next,
    wait,
    remaining: wait > 0 ? 0 : Math.floor((now + tolerance - next) / interval) + 1,
    reset: next - now,
  }

  function nextArrival(from: number, granted: boolean): number {
    if (granted) return from + interval
    if (penalty === undefined) return from
    // Also brings a time down that lies too far ahead: the clock was set back, or the plan was changed.
    return Math.min(from + interval, now + tolerance + penalty)
  }
}

/** Whole seconds, rounded up. */
export function wholeSeconds(microseconds: number): number {
  return Math.ceil(microseconds / SECOND)
}
