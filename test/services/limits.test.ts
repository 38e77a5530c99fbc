import { describe, expect, test } from 'bun:test'
import { MINUTE, rateOf } from '../../src/core/access/rate.ts'
import { createLimits } from '../../src/services/access/limits.ts'
import { createSharedLimits } from '../../src/services/access/shared-limits.ts'
import { createBounces } from '../../src/services/bounces/bounces.ts'
import { orRefunded } from '../../src/services/intake/counted.ts'
import { bounce } from '../support/bounces.ts'
import { testClock } from '../support/clock.ts'

describe('counting in memory', () => {
  test('several count as so many, and what is given back can be taken again', async () => {
    const limit = createLimits(testClock()).rate('tests', rateOf(60, 60 * MINUTE, 9))
    expect(await limit.take('a', 10)).toBe(0)
    expect(await limit.wait('a')).toBeGreaterThan(0)
    await limit.refund('a', 2)
    expect(await limit.take('a')).toBe(0)
    expect(await limit.take('a')).toBe(0)
    expect(await limit.take('a')).toBeGreaterThan(0)
  })

  test('a wait that is only asked for costs nothing', async () => {
    const limit = createLimits(testClock()).rate('tests', rateOf(60, 60 * MINUTE, 0))
    for (let asked = 0; asked < 5; asked += 1) expect(await limit.wait('a')).toBe(0)
    expect(await limit.take('a')).toBe(0)
    expect(await limit.wait('a')).toBe(60)
    expect(await limit.wait('a')).toBe(60)
  })

  test('of an hour what was given back leaves its room to others', async () => {
    const hourly = createLimits(testClock()).hourly('role', 2, 1)
    expect([await hourly.take('a'), await hourly.take('b')]).toEqual([0, 0])
    expect(await hourly.take('c')).toBe(3600)
    await hourly.refund('a')
    expect(await hourly.wait('b')).toBe(3600)
    expect(await hourly.take('c')).toBe(0)
  })

  test('each does one thing at a time', async () => {
    const turns = createLimits(testClock()).turns('tries', 1000)
    expect(await turns.begin('a')).toBe(true)
    expect(await turns.begin('a')).toBe(false)
    expect(await turns.begin('b')).toBe(true)
    await turns.end('a')
    expect(await turns.begin('a')).toBe(true)
  })
})

describe('counting where the database does not answer', () => {
  const silent = () => Promise.reject(new Error('The database does not answer.'))
  const limits = createSharedLimits({
    limits: { take: silent, peek: silent, refund: silent, attempt: silent, passed: silent, forget: silent },
    leases: { take: silent, release: silent, releaseOf: silent },
    holder: { host: 'mx1', start: 'a' },
  })

  test('lets nobody through, and nothing that is given back fails', async () => {
    const rate = limits.rate('tests', rateOf(1, MINUTE, 0))
    await expect(rate.take('a')).rejects.toThrow('does not answer')
    await expect(rate.wait('a')).rejects.toThrow('does not answer')
    await rate.refund('a')
    const hourly = limits.hourly('role', 10, 5)
    await expect(hourly.take('a')).rejects.toThrow('does not answer')
    await hourly.refund('a')
    const bounds = { free: 1, firstWaitMs: 1000, longestWaitMs: 1000, forgetMs: 1000 }
    await expect(limits.throttle('tries', bounds).take('a')).rejects.toThrow('does not answer')
    const turns = limits.turns('turns', 1000)
    await expect(turns.begin('a')).rejects.toThrow('does not answer')
    await turns.end('a')
  })

  test('does no work for a visitor, who may come again', async () => {
    let read = 0
    const runner = {
      explain: async () => {
        read += 1
        return bounce()
      },
    }
    const clock = testClock()
    const bounces = createBounces({ runner, clock, limits, enabled: true, perHour: 3, maxBytes: 1000 })
    const raw = new TextEncoder().encode('550 5.1.1 no such user')
    for (const _ of [1, 2]) await expect(bounces.explain(raw, '192.0.2.1')).rejects.toThrow('does not answer')
    expect(read).toBe(0)
  })
})

describe('what is counted before it is stored', () => {
  test('is given back unless it was stored, also where storing fails', async () => {
    let refunds = 0
    const refund = async () => {
      refunds += 1
    }
    expect(await orRefunded(async () => 'stored', refund)).toBe('stored')
    expect(refunds).toBe(0)
    expect(await orRefunded(async () => 'full', refund)).toBe('full')
    expect(refunds).toBe(1)
    const fails = orRefunded(() => Promise.reject(new Error('no')), refund)
    await expect(fails).rejects.toThrow('no')
    expect(refunds).toBe(2)
  })
})
