import { afterEach, describe, expect, test } from 'bun:test'
import { AnalysisRoom, USUAL_BYTES } from '../../src/jobs/analysis-room.ts'
import type { AnalysisResult } from '../../src/services/ports.ts'
import { until } from '../support/until.ts'
import { type MisbehavingPool, misbehavingPool } from './misbehaving-pool.ts'

const MB = 1024 ** 2
let opened: MisbehavingPool

afterEach(() => opened?.pool.stop())

/** Whether it has ended by now. */
function followed(result: Promise<AnalysisResult>) {
  let ended: AnalysisResult | undefined
  void result.then((one) => {
    ended = one
  })
  return () => ended
}

describe('more messages are under way than there are processors', () => {
  test('while some wait for answers, others are analysed', async () => {
    opened = misbehavingPool({ processors: 2, most: 6 })
    const { run, pool } = opened
    expect(pool.places).toBe(6)
    const slow = Array.from({ length: 5 }, () => followed(run('wait spf')))
    expect(await run('answer')).toMatchObject({ kind: 'not_a_message' })
    expect(await run('answer')).toMatchObject({ kind: 'not_a_message' })
    expect(slow.map((ended) => ended())).toEqual([undefined, undefined, undefined, undefined, undefined])
  })

  test('one that computes for long lets others go before it', async () => {
    opened = misbehavingPool({ processors: 1, most: 4 })
    const long = [followed(opened.run('hang spf')), followed(opened.run('hang spf'))]
    expect(await opened.run('answer')).toMatchObject({ kind: 'not_a_message' })
    expect(long.map((ended) => ended())).toEqual([undefined, undefined])
  })

  test('processes beyond the processors end when there is nothing to do', async () => {
    opened = misbehavingPool({ processors: 2, most: 5, lingerMs: 50 })
    const { run, pids } = opened
    // Each is at its message for long enough that none can have two.
    const waiting = Array.from({ length: 5 }, () => run('pause'))
    await until(() => pids().length === 5)
    await Promise.all(waiting)
    await until(() => pids().length === 2)
    expect(await run('answer')).toMatchObject({ kind: 'not_a_message' })
  })
})

describe('all of them stay within a bound of memory', () => {
  test('the one that holds most is ended, nothing is blamed, and fewer are tried at once', async () => {
    opened = misbehavingPool({
      processors: 3,
      most: 3,
      totalMemoryBytes: 700 * MB,
      memoryLimitBytes: 2000 * MB,
    })
    const results = [opened.run('hold html'), opened.run('hold html'), opened.run('hold html')]
    expect(await Promise.race(results)).toMatchObject({ kind: 'lost', reason: 'host' })
    expect(opened.pool.places).toBe(1)
  })

  test('there is always room for one', () => {
    const room = new AnalysisRoom({ most: 8, totalMemoryBytes: USUAL_BYTES / 2 })
    expect(room.places([])).toBe(1)
    const one = { held: 4 * USUAL_BYTES }
    expect(room.places([one])).toBe(1)
    expect(room.tooMuch([], new Set([one]))).toBeUndefined()
  })

  test('there are as many as fit with what each holds, or comes to hold', () => {
    const room = new AnalysisRoom({ most: 8, totalMemoryBytes: 6 * USUAL_BYTES })
    const holding = (...shares: number[]) => shares.map((share) => ({ held: share * USUAL_BYTES }))
    expect(room.places([])).toBe(6)
    expect(room.places(holding(0.5, 0.1))).toBe(6)
    expect(room.places(holding(1.5, 1.5))).toBe(5)
    expect(room.places(holding(3, 1))).toBe(4)
    expect(new AnalysisRoom({ most: 2, totalMemoryBytes: 6 * USUAL_BYTES }).places([])).toBe(2)
  })

  test('what has no message is ended first; after that fewer run at once, for a while', () => {
    let now = 0
    const room = new AnalysisRoom({ most: 8, totalMemoryBytes: 4 * USUAL_BYTES }, () => now)
    const idle = { held: USUAL_BYTES }
    const small = { held: USUAL_BYTES }
    const large = { held: 3 * USUAL_BYTES }
    expect(room.tooMuch([idle], new Set([small, large]))).toBe(idle)
    expect(room.tooMuch([], new Set([small, large]))).toBeUndefined()
    large.held *= 2
    expect(room.tooMuch([], new Set([small, large]))).toBe(large)
    expect(room.places([])).toBe(1)
    now += 31_000
    expect(room.places([])).toBe(2)
    now += 90_000
    expect(room.places([])).toBe(4)
  })
})
