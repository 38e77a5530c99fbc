import { type Budget, MINUTE, rateOf, SECOND, takeSlot } from '../../src/core/access/rate.ts'
import { chance } from '../support/chance.ts'

export interface Workload {
  perMinute: number
  burst: number
  /** Workers that wait the whole seconds they are told, and ask again at once when they were admitted. */
  obedient: number
  /** Workers that ask fifty times for each request of the rate, whatever they are told. */
  cheating?: number
  /** Microseconds from an answer to the next request, on average: it is up to half of it more or less. */
  onTheWay?: number
}

export interface Outcome {
  /** What all of them were admitted, as a share of the rate. */
  sum: number
  obedient: number
  cheating: number
  /** What each obedient one was admitted, as a share of what it would be if all got the same. */
  shares: number[]
  /** Most that were admitted within the first second. */
  atOnce: number
}

/** A service and its clients in a time of their own, long enough that what a burst gives at first weighs little. */
export function runWorkers({
  perMinute,
  burst,
  obedient,
  cheating = 0,
  onTheWay = 20_000,
}: Workload): Outcome {
  const rate = rateOf(perMinute, MINUTE, burst)
  const next = chance(perMinute * 131 + burst * 17 + obedient * 3 + cheating)
  const all = obedient + cheating
  const requests = 1500 + 30 * burst
  const end = Math.ceil((requests / perMinute) * MINUTE)
  const due = Array.from({ length: all }, () => Math.floor(next() * SECOND))
  const admitted = due.map(() => 0)
  const trip = () => Math.floor(onTheWay * (0.5 + next()))
  let kept: Budget | undefined
  let atOnce = 0
  for (;;) {
    const who = earliest(due)
    const now = due[who] ?? end
    if (now >= end) break
    // The clock of the service has milliseconds.
    const { budget, slot } = takeSlot(kept, Math.floor(now / 1000) * 1000, rate)
    kept = budget
    admitted[who] = (admitted[who] ?? 0) + (slot.admitted ? 1 : 0)
    if (slot.admitted && now < 2 * SECOND) atOnce += 1
    const obeys = who < obedient
    due[who] = now + (obeys ? slot.retryAfter * SECOND + trip() : Math.min(250_000, rate.interval / 50))
  }
  const sum = (numbers: number[]) => numbers.reduce((a, b) => a + b, 0)
  const share = (numbers: number[]) => sum(numbers) / (requests + burst + 1)
  const [good, bad] = [admitted.slice(0, obedient), admitted.slice(obedient)]
  return {
    sum: share(admitted),
    obedient: share(good),
    cheating: share(bad),
    shares: good.map((count) => (count * obedient) / Math.max(1, sum(good))),
    atOnce,
  }
}

function earliest(times: number[]): number {
  let first = 0
  for (const [index, time] of times.entries()) if (time < (times[first] ?? Infinity)) first = index
  return first
}
