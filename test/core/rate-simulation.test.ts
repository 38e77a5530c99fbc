import { describe, expect, test } from 'bun:test'
import { MINUTE, obedientShare, rateOf } from '../../src/core/access/rate.ts'
import { runWorkers } from './rate-workers.ts'

/** Requests a minute and burst, each with a burst of at least 1 and of all requests of a second. */
const AMPLE = [
  [600, 100],
  [60, 20],
  [60, 1],
  [59, 1],
  [45, 1],
  [7, 1],
  [2, 3],
  [1, 1],
  [61, 2],
  [90, 2],
  [120, 2],
  [300, 5],
  [3000, 50],
] as const
const WORKERS = [1, 2, 12, 40] as const
/** Milliseconds from an answer to the next request. Below some, the clients stay in step, and who is first stays first. */
const TRIPS = [1, 20, 100]

describe.each(AMPLE)('on a plan of %i a minute and a burst of %i', (perMinute, burst) => {
  const faster = (trip: number, workers: number) => trip * perMinute < 60_000 * workers

  test.each(WORKERS)('%i clients that wait as told get their share, and nobody is left out', (obedient) => {
    for (const trip of TRIPS.filter((one) => faster(one, obedient))) {
      const { sum, shares } = runWorkers({ perMinute, burst, obedient, onTheWay: trip * 1000 })
      expect(sum).toBeGreaterThanOrEqual(obedient === 1 ? 0.95 : 0.45)
      expect(sum).toBeLessThanOrEqual(1)
      if (trip >= 20) expect(Math.min(...shares)).toBeGreaterThan(0.1)
    }
  })

  test('who does not wait gets no more than who does', () => {
    const cheat = runWorkers({ perMinute, burst, obedient: 0, cheating: 1 })
    const honest = runWorkers({ perMinute, burst, obedient: 1, onTheWay: 1000 })
    expect(cheat.sum).toBeLessThanOrEqual(honest.sum + 0.01)
    // A refusal takes no slot where that would make the wait longer than a minute.
    if (perMinute >= 2) expect(cheat.sum).toBeLessThan(0.52)
    for (const obedient of [1, 11, 39]) {
      const mixed = runWorkers({ perMinute, burst, obedient, cheating: 1 })
      const good = runWorkers({ perMinute, burst, obedient: obedient + 1 })
      expect(mixed.sum).toBeGreaterThanOrEqual(0.45)
      expect(mixed.sum).toBeLessThanOrEqual(good.sum + 0.02)
    }
  })
})

test('twelve clients that wait get the burst at once, and then go on', () => {
  const { atOnce, sum, shares } = runWorkers({ perMinute: 600, burst: 100, obedient: 12 })
  expect(atOnce).toBeGreaterThanOrEqual(101)
  expect(sum).toBeGreaterThan(0.8)
  for (const share of shares) expect(share).toBeGreaterThan(0.8)
})

test.each([
  [60, 0],
  [40, 0],
  [50, 0],
  [13, 0],
  [1, 0],
  [100, 0],
  [300, 2],
] as const)(
  'on a plan of %i a minute and a burst of %i a lone client gets what `config check` says',
  (perMinute, burst) => {
    const { sum } = runWorkers({ perMinute, burst, obedient: 1, onTheWay: 25_000 })
    expect(Math.abs(sum - obedientShare(rateOf(perMinute, MINUTE, burst)))).toBeLessThan(0.03)
  },
)
