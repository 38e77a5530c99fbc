import { afterEach, describe, expect, test } from 'bun:test'
import { AnalysisRoom, expectedBytes, USUAL_BYTES } from '../../src/jobs/analysis-room.ts'
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
      totalMemoryBytes: 800 * MB,
      memoryLimitBytes: 2000 * MB,
    })
    const results = [opened.run('hold html'), opened.run('hold html'), opened.run('hold html')]
    expect(await Promise.race(results)).toMatchObject({ kind: 'lost', reason: 'host' })
    expect(opened.pool.places).toBeLessThan(3)
  })

  test('a large message waits for room, and smaller ones pass it', async () => {
    opened = misbehavingPool({ processors: 4, most: 4, totalMemoryBytes: 700 * MB })
    const { run, pool } = opened
    const large = Array.from({ length: 2 }, () => followed(run('wait html', [], new Uint8Array(2 * MB))))
    // One has begun; the other does not take the place of those that fit.
    expect(pool.places).toBeGreaterThan(2)
    expect(await run('answer')).toMatchObject({ kind: 'not_a_message' })
    expect(large.map((ended) => ended())).toEqual([undefined, undefined])
  })

  test('a large message has its turn when there is room, and one runs though it may need more', async () => {
    opened = misbehavingPool({ processors: 4, most: 4, totalMemoryBytes: 300 * MB })
    const large = Array.from({ length: 2 }, () => opened.run('answer', [], new Uint8Array(2 * MB)))
    for (const one of large) expect(await one).toMatchObject({ kind: 'not_a_message' })
  })
})

describe('how many there may be', () => {
  const holding = (...shares: number[]) =>
    new Set(shares.map((share) => ({ held: share * USUAL_BYTES, expected: USUAL_BYTES })))

  test('there is always room for one', () => {
    const room = new AnalysisRoom({ most: 8, totalMemoryBytes: USUAL_BYTES / 2 })
    expect(room.places(new Set())).toBe(1)
    expect(room.places(holding(4))).toBe(1)
    expect(room.tooMuch([], holding(4))).toBeUndefined()
  })

  test('as many as fit with what each holds, or comes to hold', () => {
    const room = new AnalysisRoom({ most: 8, totalMemoryBytes: 6 * USUAL_BYTES })
    expect(room.places(new Set())).toBe(6)
    expect(room.places(holding(0.5, 0.1))).toBe(6)
    expect(room.places(holding(1.5, 1.5))).toBe(5)
    expect(room.places(holding(3, 1))).toBe(4)
    expect(room.places(new Set([{ held: 0, expected: 3 * USUAL_BYTES }]))).toBe(4)
    expect(new AnalysisRoom({ most: 2, totalMemoryBytes: 6 * USUAL_BYTES }).places(new Set())).toBe(2)
  })

  test('it is tight past four fifths of the memory, whoever holds it', () => {
    const room = new AnalysisRoom({ most: 8, totalMemoryBytes: 10 * USUAL_BYTES })
    expect(room.isTight([...holding(5, 3)])).toBe(false)
    expect(room.isTight([...holding(5, 3.1)])).toBe(true)
  })

  test('what is expected grows with the message', () => {
    expect(expectedBytes(0)).toBe(USUAL_BYTES)
    expect(expectedBytes(10_000)).toBeLessThan(USUAL_BYTES * 1.01)
    expect(expectedBytes(2 * MB)).toBeGreaterThan(350 * MB)
    expect(expectedBytes(25 * MB)).toBeGreaterThan(540 * MB)
    expect(expectedBytes(25 * MB)).toBeLessThan(600 * MB)
  })

  test('what has no message is ended first; after that fewer run at once, for a while', () => {
    let now = 0
    const room = new AnalysisRoom({ most: 8, totalMemoryBytes: 4 * USUAL_BYTES }, () => now)
    const [idle, small, large] = [...holding(1.1, 1, 3)]
    if (!idle || !small || !large) throw new Error('three are made')
    expect(room.tooMuch([idle], new Set([small, large]))).toBe(idle)
    expect(room.tooMuch([], new Set([small, large]))).toBeUndefined()
    large.held *= 2
    expect(room.tooMuch([], new Set([small, large]))).toBe(large)
    expect(room.places(new Set())).toBe(1)
    now += 31_000
    expect(room.places(new Set())).toBe(2)
    now += 90_000
    expect(room.places(new Set())).toBe(4)
  })
})
