/** A budget of one request per interval, with `burst` more that may come at once. Times are whole microseconds. */
export interface Rate {
  interval: number
  burst: number
}

/** What is kept of a budget from one request to the next. */
export interface Budget {
  /** The theoretical arrival time of the next request. */
  arrival: number
  /** The interval of the rate that `arrival` was reckoned by; 0: not known. */
  interval: number
  /** The latest time that a request refused since the last admission was told to come again at. Absent: none was refused. */
  told?: number
  /** Whether a request refused since the last admission took a slot. */
  penalised: boolean
}

/** What one request got of its budget. */
export interface Slot {
  admitted: boolean
  /** Until a request will be admitted, if none comes before; 0 while one would be admitted now. */
  wait: number
  /** Whole seconds to wait before asking again, at least 1; 0 when admitted. */
  retryAfter: number
  /** Requests that would be admitted now. */
  remaining: number
  /** Until the whole budget is free again. */
  reset: number
}

export const SECOND = 1_000_000
export const MINUTE = 60 * SECOND

/** No refused request takes a slot that would make the wait longer than this. */
const LONGEST_WAIT = MINUTE

/** At most `requests` per `period` in the long run, the first `burst` + 1 of them at once. */
export function rateOf(requests: number, period: number, burst: number): Rate {
  return { interval: Math.ceil(period / Math.max(1, requests)), burst }
}

/** A budget after a request, and what the request got of it. */
interface Taken {
  budget: Budget
  slot: Slot
}

/** GCRA: takes a slot at `now`. A refused request takes one too when it comes sooner than one refused since the last
 * admission was told to come; only one does between two admissions. */
export function takeSlot(kept: Budget | undefined, now: number, rate: Rate): Taken {
  const { interval } = rate
  const tolerance = interval * rate.burst
  const due = Math.max(arrivalAt(kept, now, interval), now)
  if (due - tolerance > now) return refusal(kept, due, now, rate)
  const arrival = due + interval
  const wait = Math.max(0, arrival - tolerance - now)
  const remaining = wait > 0 ? 0 : Math.floor((now + tolerance - arrival) / interval) + 1
  return {
    budget: { arrival, interval, penalised: false },
    slot: { admitted: true, wait, retryAfter: 0, remaining, reset: arrival - now },
  }
}

/** The same for what counts as several: the first slot decides, and the others are paid off before the next one comes. */
export function takeSlots(kept: Budget | undefined, now: number, rate: Rate, slots: number): Taken {
  const taken = takeSlot(kept, now, rate)
  if (slots <= 1 || !taken.slot.admitted) return taken
  const { interval, burst } = rate
  const arrival = taken.budget.arrival + (slots - 1) * interval
  const left = now + interval * burst - arrival
  return {
    budget: { ...taken.budget, arrival },
    slot: {
      ...taken.slot,
      wait: Math.max(0, -left),
      remaining: left < 0 ? 0 : Math.floor(left / interval) + 1,
      reset: arrival - now,
    },
  }
}

function refusal(kept: Budget | undefined, due: number, now: number, { interval, burst }: Rate): Taken {
  const open = now + interval * burst
  // A time that lies too far ahead is brought down: the clock was set back, or the plan was changed.
  const from = Math.min(due, open + Math.max(interval, LONGEST_WAIT))
  const tooSoon = kept?.told !== undefined && now < kept.told
  const costs = tooSoon && !kept.penalised && from + interval - open <= LONGEST_WAIT
  const arrival = costs ? from + interval : from
  const wait = arrival - open
  const retryAfter = Math.max(1, wholeSeconds(wait))
  const told = Math.max(kept?.told ?? 0, now + retryAfter * SECOND)
  return {
    budget: { arrival, interval, told, penalised: costs || kept?.penalised === true },
    slot: { admitted: false, wait, retryAfter, remaining: 0, reset: arrival - now },
  }
}

/** What was used at a slower rate weighs no more than at the new one: a faster plan counts at once. */
function arrivalAt(kept: Budget | undefined, now: number, interval: number): number {
  if (!kept) return now
  if (interval >= kept.interval) return kept.arrival
  return now + Math.ceil((Math.max(0, kept.arrival - now) * interval) / kept.interval)
}

/** From a refused request of a client until the one that follows the wait, besides the wait: both ways of both. */
const ON_THE_WAY = 50_000

/** The share of a rate that a client gets which alone uses it up, and waits the whole seconds it is told; 1 where the
 * burst makes up for them, which takes a burst of at least 1 and of all requests of a second. */
export function obedientShare({ interval, burst }: Rate): number {
  if (burst >= 1 && burst * interval >= SECOND) return 1
  const pause = Math.max(1, wholeSeconds(interval - ON_THE_WAY / 2)) * SECOND + ON_THE_WAY
  return Math.min(1, ((burst + 1) * interval) / pause)
}

/** Whole seconds, rounded up. */
export function wholeSeconds(microseconds: number): number {
  return Math.ceil(microseconds / SECOND)
}
