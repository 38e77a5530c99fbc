import { describe, expect, test } from 'bun:test'
import { MINUTE, rateOf, SECOND, type Slot, takeSlot, wholeSeconds } from '../../src/core/rate.ts'

/** A budget that remembers; requests come at the seconds named. */
function budget(requestsPerMinute: number, burst: number, penalty?: number) {
  const rate = rateOf(requestsPerMinute, MINUTE, burst)
  let arrival: number | undefined
  return (seconds: number): Slot => {
    const slot = takeSlot(arrival, Math.round(seconds * SECOND), rate, penalty)
    arrival = slot.arrival
    return slot
  }
}

/** A small generator of its own, so that a failure can be seen again. */
function chance(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
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

  test('a refused request takes a slot where there is a penalty', () => {
    const take = budget(60, 0, MINUTE)
    expect(take(0).admitted).toBe(true)
    expect(take(0.5)).toMatchObject({ admitted: false, wait: 1.5 * SECOND })
    expect(take(1)).toMatchObject({ admitted: false, wait: 2 * SECOND })
    expect(take(3).admitted).toBe(true)
  })

  test('the wait never exceeds the penalty, however many are refused', () => {
    const take = budget(60, 5, MINUTE)
    let slot = take(0)
    for (let i = 0; i < 1000; i += 1) slot = take(0)
    expect(slot).toMatchObject({ admitted: false, wait: MINUTE, remaining: 0 })
    expect(take(60).admitted).toBe(true)
  })

  test('an arrival far ahead, from a clock that was set back, is brought down', () => {
    const slot = takeSlot(1_000_000 * MINUTE, 0, rateOf(60, MINUTE, 0), MINUTE)
    expect(slot).toMatchObject({ admitted: false, wait: MINUTE })
  })

  test('remaining and reset are what they say', () => {
    const take = budget(60, 3)
    expect(take(0)).toMatchObject({ remaining: 3, reset: SECOND })
    expect(take(0)).toMatchObject({ remaining: 2, reset: 2 * SECOND })
    expect(take(0)).toMatchObject({ remaining: 1, reset: 3 * SECOND })
    expect(take(0)).toMatchObject({ remaining: 0, reset: 4 * SECOND })
    expect(take(1.5)).toMatchObject({ admitted: true, remaining: 0 })
  })

  test.each([1, 2, 3, 4, 5, 6, 7, 8])('whatever comes (series %i), the rules hold', (seed) => {
    const next = chance(seed)
    const requests = 1 + Math.floor(next() * 300)
    const burst = Math.floor(next() * 40)
    const take = budget(requests, burst, MINUTE)
    const admitted: number[] = []
    let now = 0
    for (let i = 0; i < 2000; i += 1) {
      now += next() < 0.5 ? 0 : next() * (120 / requests)
      const slot = take(now)
      if (slot.admitted) admitted.push(now)
      expect(slot.wait).toBeLessThanOrEqual(Math.max(MINUTE, rateOf(requests, MINUTE, burst).interval))
      // A client that is alone and waits the whole seconds it is told is admitted.
      if (!slot.admitted && next() < 0.05) {
        now += Math.max(1, wholeSeconds(slot.wait))
        expect(take(now).admitted).toBe(true)
        admitted.push(now)
      }
    }
    // In no minute are there more than the rate and the burst together.
    for (const [index, from] of admitted.entries()) {
      const within = admitted.slice(index).filter((at) => at - from < 60).length
      expect(within).toBeLessThanOrEqual(requests + burst + 1)
    }
  })

  test.each([1, 2, 3])('remaining requests are admitted, and not one more (series %i)', (seed) => {
    const next = chance(seed * 77)
    const rate = rateOf(1 + Math.floor(next() * 100), MINUTE, Math.floor(next() * 20))
    let arrival: number | undefined
    let now = 0
    for (let i = 0; i < 200; i += 1) {
      now += Math.floor(next() * 3 * SECOND)
      let slot = takeSlot(arrival, now, rate)
      for (let left = slot.remaining; left > 0; left -= 1) {
        slot = takeSlot(slot.arrival, now, rate)
        expect(slot.admitted).toBe(true)
        expect(slot.remaining).toBe(left - 1)
      }
      expect(takeSlot(slot.arrival, now, rate).admitted).toBe(false)
      arrival = slot.arrival
    }
  })
})
