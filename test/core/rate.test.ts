import { describe, expect, test } from 'bun:test'
import {
  type Budget,
  MINUTE,
  obedientShare,
  rateOf,
  SECOND,
  type Slot,
  takeSlot,
} from '../../src/core/access/rate.ts'
import { chance } from '../support/chance.ts'
import { bucket } from './rate-model.ts'

/** A budget that remembers; requests come at the seconds named. */
function budget(requestsPerMinute: number, burst: number) {
  const rate = rateOf(requestsPerMinute, MINUTE, burst)
  let kept: Budget | undefined
  return (seconds: number): Slot => {
    const taken = takeSlot(kept, Math.round(seconds * SECOND), rate)
    kept = taken.budget
    return taken.slot
  }
}

describe('a budget of requests', () => {
  test.each([
    ['one at a time at exactly the rate', 60, 0, [0, 1, 2, 3], [true, true, true, true]],
    ['a little too early', 60, 0, [0, 0.999], [true, false]],
    ['a burst of two on top', 60, 2, [0, 0, 0, 0], [true, true, true, false]],
    ['the burst comes back at the rate', 60, 2, [0, 0, 0, 1, 1], [true, true, true, true, false]],
    [
      'after a pause the whole burst is there',
      60,
      2,
      [0, 0, 0, 10, 10, 10, 10],
      [true, true, true, true, true, true, false],
    ],
    ['seven a minute', 7, 0, [0, 8.571, 8.5715], [true, false, true]],
  ] as const)('%s', (_name, requests, burst, times, admitted) => {
    const take = budget(requests, burst)
    expect(times.map((seconds) => take(seconds).admitted)).toEqual([...admitted])
  })

  test('a first refusal costs nothing, one that comes sooner than it was told takes a slot, and only one', () => {
    const take = budget(10, 0)
    expect(take(0)).toMatchObject({ admitted: true, retryAfter: 0, reset: 6 * SECOND })
    expect(take(1)).toMatchObject({ admitted: false, wait: 5 * SECOND, retryAfter: 5 })
    expect(take(2)).toMatchObject({ admitted: false, wait: 10 * SECOND, retryAfter: 10 })
    expect(take(3)).toMatchObject({ admitted: false, wait: 9 * SECOND, retryAfter: 9 })
    expect(take(6)).toMatchObject({ admitted: false, wait: 6 * SECOND, retryAfter: 6 })
    expect(take(12)).toMatchObject({ admitted: true, retryAfter: 0 })
    expect(take(12.5)).toMatchObject({ admitted: false, retryAfter: 6 })
    expect(take(12.6)).toMatchObject({ admitted: false, retryAfter: 12 })
  })

  test('who waits the whole seconds is admitted, and has cost nothing', () => {
    const take = budget(40, 1)
    take(0)
    take(0)
    expect(take(0.1)).toMatchObject({ admitted: false, wait: 1.4 * SECOND, retryAfter: 2 })
    expect(take(2.1)).toMatchObject({ admitted: true, reset: 2.4 * SECOND })
  })

  test('no refusal makes the wait longer than a minute', () => {
    const take = budget(1.5, 0)
    take(0)
    expect(take(1)).toMatchObject({ retryAfter: 39 })
    expect(take(2)).toMatchObject({ retryAfter: 38 })
    expect(take(19)).toMatchObject({ retryAfter: 21 })
    expect(take(20)).toMatchObject({ retryAfter: 60 })
    expect(take(21)).toMatchObject({ retryAfter: 59 })
    const once = budget(1, 5)
    for (let i = 0; i < 6; i += 1) once(0)
    for (let i = 0; i < 1000; i += 1) expect(once(0).retryAfter).toBe(60)
  })

  test('times far ahead, from a clock that was set back, are brought down', () => {
    const ahead = {
      arrival: 1_000_000 * MINUTE,
      interval: SECOND,
      told: 1_000_000 * MINUTE,
      penalised: false,
    }
    const rate = rateOf(60, MINUTE, 2)
    const { budget: kept, slot } = takeSlot(ahead, 0, rate)
    expect(slot).toMatchObject({ admitted: false, wait: MINUTE, retryAfter: 60 })
    expect(takeSlot(kept, MINUTE, rate).slot.admitted).toBe(true)
  })

  test('what was used at a slower rate weighs less at a faster one, and nothing more at a slower one', () => {
    const [slow, fast] = [rateOf(6, MINUTE, 0), rateOf(60, MINUTE, 0)]
    const { budget: used } = takeSlot(undefined, 0, slow)
    expect(takeSlot(used, SECOND, slow).slot).toMatchObject({ wait: 9 * SECOND })
    expect(takeSlot(used, SECOND, fast).slot).toMatchObject({ wait: 0.9 * SECOND })
    const { budget: little } = takeSlot(undefined, 0, fast)
    expect(takeSlot(little, 0, slow).slot).toMatchObject({ wait: SECOND })
    expect(takeSlot({ ...used, interval: 0 }, SECOND, fast).slot).toMatchObject({ wait: 9 * SECOND })
  })

  test('remaining and reset are what they say', () => {
    const take = budget(60, 3)
    expect(take(0)).toMatchObject({ remaining: 3, reset: SECOND })
    expect(take(0)).toMatchObject({ remaining: 2, reset: 2 * SECOND })
    expect(take(0)).toMatchObject({ remaining: 1, reset: 3 * SECOND })
    expect(take(0)).toMatchObject({ remaining: 0, reset: 4 * SECOND })
    expect(take(1.5)).toMatchObject({ admitted: true, remaining: 0 })
  })

  test.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])('whatever comes (series %i), the rules hold', (seed) => {
    const next = chance(seed)
    const rate = rateOf(1 + Math.floor(next() * 300), MINUTE, Math.floor(next() * 40))
    const model = bucket(rate)
    const admitted: number[] = []
    let kept: Budget | undefined
    let now = 0
    for (let i = 0; i < 3000; i += 1) {
      now += next() < 0.5 ? 0 : Math.floor(next() * 2 * rate.interval)
      const { budget: after, slot } = takeSlot(kept, now, rate)
      expect({ admitted: slot.admitted, retryAfter: slot.retryAfter }).toEqual(model(now))
      expect(slot.wait).toBeLessThanOrEqual(MINUTE)
      if (slot.admitted) admitted.push(now)
      kept = after
      if (slot.admitted || next() > 0.05) continue
      now += slot.retryAfter * SECOND
      const told = takeSlot(kept, now, rate)
      expect(told.slot.admitted).toBe(true)
      expect(model(now).admitted).toBe(true)
      admitted.push(now)
      kept = told.budget
    }
    // In no minute are there more than the rate and the burst together.
    const most = Math.ceil(MINUTE / rate.interval) + rate.burst
    for (const [index, at] of admitted.entries())
      expect((admitted[index + most] ?? Infinity) - at).toBeGreaterThanOrEqual(MINUTE - rate.interval)
  })

  test.each([1, 2, 3])('remaining requests are admitted, and not one more (series %i)', (seed) => {
    const next = chance(seed * 77)
    const rate = rateOf(1 + Math.floor(next() * 100), MINUTE, Math.floor(next() * 20))
    let kept: Budget | undefined
    let now = 0
    for (let i = 0; i < 200; i += 1) {
      now += Math.floor(next() * 3 * SECOND)
      let taken = takeSlot(kept, now, rate)
      for (let left = taken.slot.remaining; left > 0; left -= 1) {
        taken = takeSlot(taken.budget, now, rate)
        expect(taken.slot.admitted).toBe(true)
        expect(taken.slot.remaining).toBe(left - 1)
      }
      expect(takeSlot(taken.budget, now, rate).slot.admitted).toBe(false)
      kept = taken.budget
    }
  })
})

test.each([
  [600, 100, 100],
  [60, 1, 100],
  [7, 1, 100],
  [60, 0, 95],
  [40, 0, 73],
  [600, 0, 10],
  [6000, 20, 20],
  [300, 4, 95],
  [1, 0, 100],
])('of %i a minute with a burst of %i a client that obeys gets about %i %%', (requests, burst, percent) => {
  expect(Math.round(obedientShare(rateOf(requests, MINUTE, burst)) * 100)).toBe(percent)
})
