import { describe, expect, test } from 'bun:test'
import { createThrottle } from '../../../src/services/people/sign-in/throttle.ts'

const BOUNDS = { free: 3, firstWaitMs: 2000, longestWaitMs: 60_000, forgetMs: 30_000 }

function throttled() {
  let now = 0
  const throttle = createThrottle(BOUNDS, { now: () => new Date(now) })
  const wait = (one = 'a') => {
    const taken = throttle.take(one)
    return 'waitSeconds' in taken ? taken.waitSeconds : 0
  }
  return { throttle, wait, pass: (ms: number) => (now += ms) }
}

describe('who tries again and again', () => {
  test('waits after some tries, and longer each time, up to a bound', () => {
    const { wait, pass } = throttled()
    expect([wait(), wait(), wait(), wait()]).toEqual([0, 0, 0, 0])
    expect(wait()).toBe(2)
    const waits: number[] = []
    for (let i = 0; i < 8; i += 1) {
      pass(wait() * 1000)
      expect(wait()).toBe(0)
      waits.push(wait())
    }
    expect(waits).toEqual(waits.toSorted((a, b) => a - b))
    expect(waits[0]).toBeGreaterThanOrEqual(2)
    expect(waits.at(-1)).toBeLessThanOrEqual(60)
    expect(waits.at(-1)).toBeGreaterThan(20)
  })

  test('a refused try costs nothing, and others are not concerned', () => {
    const { wait, pass } = throttled()
    for (let i = 0; i < 4; i += 1) wait()
    for (let i = 0; i < 50; i += 1) expect(wait()).toBe(2)
    expect(wait('b')).toBe(0)
    pass(2000)
    expect(wait()).toBe(0)
  })

  test('what was tried is forgotten one by one', () => {
    const { wait, pass } = throttled()
    for (let i = 0; i < 4; i += 1) wait()
    pass(4 * 30_000)
    expect([wait(), wait(), wait(), wait()]).toEqual([0, 0, 0, 0])
    expect(wait()).toBe(2)
  })

  test('a right try does not count, and does not wash off the wrong ones', () => {
    const { throttle, wait } = throttled()
    for (let i = 0; i < 20; i += 1) {
      const taken = throttle.take('a')
      if ('waitSeconds' in taken) throw new Error('it has to wait')
      taken.passed()
    }
    for (let i = 0; i < 4; i += 1) expect(wait()).toBe(0)
    expect(wait()).toBe(2)
    const other = throttled()
    for (let i = 0; i < 3; i += 1) other.wait()
    const right = other.throttle.take('a')
    if ('waitSeconds' in right) throw new Error('it has to wait')
    right.passed()
    expect(other.wait()).toBe(0)
    expect(other.wait()).toBe(2)
  })

  test('many at once gain nothing: each counts before it ends', () => {
    const { wait } = throttled()
    const all = Array.from({ length: 100 }, () => wait())
    expect(all.filter((seconds) => seconds === 0)).toHaveLength(4)
  })

  test('strangers without number do not fill the memory', () => {
    const { wait } = throttled()
    for (let i = 0; i < 4; i += 1) wait('a')
    expect(wait('a')).toBe(2)
    for (let i = 0; i < 25_000; i += 1) wait(`stranger ${i}`)
    expect(wait('a')).toBe(0)
  })
})
