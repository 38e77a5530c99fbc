import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { MINUTE, rateOf } from '../../../src/core/access/rate.ts'
import type { Limits } from '../../../src/services/access/limits.ts'
import { createSharedLimits } from '../../../src/services/access/shared-limits.ts'
import { createBounces } from '../../../src/services/bounces/bounces.ts'
import { createReportRate } from '../../../src/services/intake/report-rate.ts'
import { createThrottle, type Try } from '../../../src/services/people/sign-in/throttle.ts'
import { createTries } from '../../../src/services/people/sign-in/tries.ts'
import type { SharedStore } from '../../../src/store/postgres/open.ts'
import { addressOf } from '../../../src/store/postgres/wire/address.ts'
import { bounce } from '../../support/bounces.ts'
import { testClock } from '../../support/clock.ts'
import { postgresMissing, type TestPostgres, testPostgres } from '../../support/postgres.ts'
import { until } from '../../support/until.ts'

const HOUR_MS = 3_600_000
const SEED = Number(process.env['SEED'] ?? 19)

/** Numbers from 0 to 1 that are the same at each run. */
function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return state / 2 ** 31
  }
}

const limitsOf = (store: SharedStore, host: string): Limits =>
  createSharedLimits({ limits: store.limits, leases: store.leases, holder: { host, start: 'a' } })

const granted = (waits: number[]) => waits.filter((wait) => wait === 0).length

describe.skipIf(postgresMissing !== undefined)('what two hosts count together', () => {
  const clock = testClock()
  let opened: TestPostgres
  let stores: [SharedStore, SharedStore]
  let hosts: [Limits, Limits]
  beforeAll(async () => {
    opened = await testPostgres({ clock })
    stores = [opened.store, await opened.another()]
    hosts = [limitsOf(stores[0], 'mx1'), limitsOf(stores[1], 'mx2')]
  })
  afterAll(() => opened.done())

  const each = <T>(make: (limits: Limits) => T): [T, T] => [make(hosts[0]), make(hosts[1])]

  test('of many at once as many are granted as one host would grant', async () => {
    const limits = each((host) => host.rate('crowd', rateOf(20, 60 * MINUTE, 19)))
    const asked = Array.from({ length: 80 }, (_, at) => limits[at % 2 ? 1 : 0].take('192.0.2.0/24'))
    expect(granted(await Promise.all(asked))).toBe(20)
    expect(await limits[0].wait('192.0.2.0/24')).toBeGreaterThan(0)
    expect(await limits[1].wait('198.51.100.0/24')).toBe(0)
    await limits[0].refund('192.0.2.0/24', 3)
    clock.advance(61_000)
    const again = [1, 2, 3, 4, 5, 6].map((at) => limits[at % 2 ? 1 : 0].take('192.0.2.0/24'))
    expect(granted(await Promise.all(again))).toBe(3)
  })

  test('tries on either host slow each other down as those on one do', async () => {
    // A power of two, so that nothing is rounded in either.
    const bounds = { free: 3, firstWaitMs: 2000, longestWaitMs: 60_000, forgetMs: 32_768 }
    const next = random(SEED)
    const known = createThrottle(bounds, clock)
    let refusals = 0
    for (let step = 0; step < 900; step += 1) {
      const who = `one ${Math.floor(next() * 3)}`
      if (next() < 0.8) clock.advance(Math.floor(next() ** 3 * 40_000))
      const { limits } = stores[next() < 0.5 ? 0 : 1]
      const expected = known.take(who)
      const found = await limits.attempt('model', who, bounds)
      const isRight = next() < 0.4
      if ('waitSeconds' in expected || 'waitSeconds' in found) {
        refusals += 1
        expect(found).toEqual(expected as typeof found)
      } else if (isRight) {
        expected.passed()
        await limits.passed('model', who, bounds, found)
      }
    }
    expect(refusals).toBeGreaterThan(50)
  })

  test('a right try takes back no wait that a later one brought', async () => {
    const bounds = { free: 1, firstWaitMs: 4000, longestWaitMs: 60_000, forgetMs: 60_000 }
    const [one, two] = [stores[0].limits, stores[1].limits]
    const first = await one.attempt('later', 'a', bounds)
    if ('waitSeconds' in first) throw new Error('it has to wait')
    expect(await two.attempt('later', 'a', bounds)).toHaveProperty('until')
    await one.passed('later', 'a', bounds, first)
    expect(await one.attempt('later', 'a', bounds)).toEqual({ waitSeconds: 4 })
  })

  test('whoever tries passwords gains nothing by another host', async () => {
    const tries = each((limits) => createTries({ audit: stores[0].audit, clock, limits }))
    const asked = Array.from({ length: 40 }, (_, at) =>
      tries[at % 2 ? 1 : 0].password(`192.0.2.${at}/32`, 'ann@example.org', undefined),
    )
    const turns = await Promise.all(asked)
    // Five are free, and the sixth makes all others wait.
    expect(turns.filter((turn) => 'passed' in turn)).toHaveLength(6)
    const keys = await opened.query<{ key: string }>(`SELECT key FROM limits WHERE key LIKE 'sign-in-%'`)
    expect(keys.length).toBeGreaterThan(6)
    expect(keys.filter(({ key }) => key.includes('@'))).toEqual([])
  })

  test('who is right again and again never waits', async () => {
    const [one, two] = each((limits) =>
      limits.throttle('right', { free: 2, firstWaitMs: 5000, longestWaitMs: 60_000, forgetMs: 600_000 }),
    )
    for (let at = 0; at < 10; at += 1) {
      const turn = await (at % 2 ? one : two).take('ann')
      if ('waitSeconds' in turn) throw new Error('it has to wait')
      await passed(turn)
    }
    async function passed(turn: Try) {
      const arrival = async () => {
        const text = `SELECT arrival::text FROM limits WHERE key = 'right ann'`
        return (await opened.query<{ arrival: string }>(text))[0]?.arrival
      }
      const before = await arrival()
      turn.passed()
      await until(async () => (await arrival()) !== before)
    }
  })

  test('within any hour no more mail of a role comes than may, from anywhere', async () => {
    const [one, two] = each((limits) => limits.hourly('hour', 20, 6))
    const next = random(SEED)
    const taken: { at: number; from: string }[] = []
    for (let step = 0; step < 400; step += 1) {
      clock.advance(Math.floor(next() * 60_000))
      const from = next() < 0.2 ? '' : `192.0.2.${Math.floor(next() * 3)}`
      if ((await (next() < 0.5 ? one : two).take(from)) === 0) taken.push({ at: clock.now().getTime(), from })
    }
    const mostIn = (times: number[]) =>
      Math.max(...times.map((from) => times.filter((at) => at >= from && at < from + HOUR_MS).length))
    expect(mostIn(taken.map(({ at }) => at))).toBeLessThanOrEqual(20)
    const own = taken.filter(({ from }) => from === '192.0.2.1').map(({ at }) => at)
    expect(mostIn(own)).toBeLessThanOrEqual(6)
    expect(taken.length).toBeGreaterThan(20)
  })

  test('report mail is bounded by what all hosts took, and what was not stored does not count', async () => {
    const [one, two] = each((limits) => createReportRate(limits, 'reports'))
    // 500 units of 48 KiB each, of the 1000 that one network may send a domain.
    const bytes = 500 * 48 * 1024
    expect(await one.take('domain', '192.0.2.1', bytes)).toBe(0)
    expect(await two.take('domain', '192.0.2.1', bytes)).toBe(0)
    expect(await one.wait('domain', '192.0.2.1')).toBeGreaterThan(0)
    expect(await two.take('domain', '192.0.2.1', 1)).toBeGreaterThan(0)
    expect(await two.wait('another', '192.0.2.1')).toBe(0)
    expect(await two.wait('domain', '')).toBe(0)
    await two.refund('domain', '192.0.2.1', bytes)
    clock.advance(60_000)
    expect(await one.wait('domain', '192.0.2.1')).toBe(0)
  })

  test('each does one thing at a time, on whichever host', async () => {
    const [one, two] = each((limits) => limits.turns('turn', 60_000))
    expect(await one.begin('account')).toBe(true)
    expect(await one.begin('account')).toBe(false)
    expect(await two.begin('account')).toBe(false)
    expect(await two.begin('another')).toBe(true)
    await one.end('account')
    expect(await two.begin('account')).toBe(true)
    const both = await Promise.all([one.begin('once'), two.begin('once')])
    expect(both.filter(Boolean)).toHaveLength(1)
    clock.advance(61_000)
    // The host that had it is gone.
    expect(await one.begin('account')).toBe(true)
  })

  test('what visitors may ask for is one allowance', async () => {
    const [one, two] = each((limits) =>
      createBounces({
        runner: { explain: async () => bounce() },
        clock,
        limits,
        enabled: true,
        perHour: 3,
        maxBytes: 1000,
      }),
    )
    const raw = new TextEncoder().encode('550 5.1.1 no such user')
    for (const host of [one, two, one]) expect((await host.explain(raw, '192.0.2.9')).ok).toBe(true)
    expect(await two.explain(raw, '192.0.2.9')).toMatchObject({ refusal: { kind: 'rate_limited' } })
  })

  test('nobody gets past a limit while the database is away', async () => {
    const gone = await opened.another({ address: addressOf({ url: opened.url, tls: 'disable' }) })
    const limits = limitsOf(gone, 'mx3')
    await gone.close()
    await expect(limits.rate('away', rateOf(1, MINUTE, 0)).take('a')).rejects.toThrow()
    await expect(createTries({ audit: stores[0].audit, clock, limits }).other('a')).rejects.toThrow()
    await expect(limits.turns('away', 1000).begin('a')).rejects.toThrow()
    await limits.rate('away', rateOf(1, MINUTE, 0)).refund('a')
  })
})
