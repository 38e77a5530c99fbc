import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Budget } from '../../../src/core/access/rate.ts'
import { MINUTE, rateOf, type Slot, takeSlot } from '../../../src/core/access/rate.ts'
import type { Store } from '../../../src/store/store.ts'
import { account, apiKey, DAY, mailTest, random } from '../../support/builders.ts'
import { testClock } from '../../support/clock.ts'
import { entry } from '../../support/people.ts'
import { postgresMissing, type TestPostgres, testPostgres } from '../../support/postgres.ts'
import { seeded } from '../../support/strange-life.ts'

const SEED = Number(process.env['SEED'] ?? 5)
const times = <T>(count: number, make: (at: number) => T) =>
  Array.from({ length: count }, (_, at) => make(at))

/** What only two hosts over one database could break. */
describe.skipIf(postgresMissing !== undefined)('accounts and tests of two hosts', () => {
  const clock = testClock()
  let opened: TestPostgres
  let hosts: [Store, Store]
  beforeAll(async () => {
    opened = await testPostgres({ clock })
    hosts = [opened.store, await opened.another()]
  })
  afterAll(() => opened.done())

  const host = (at: number) => hosts[at % 2] as Store
  async function made(): Promise<string> {
    const one = account()
    await host(0).accounts.create(one)
    return one.id
  }

  test('of 400 slots taken at one instant exactly the burst and one are given, as core gives them', async () => {
    const id = await made()
    const rate = rateOf(1, MINUTE, 29)
    const slots = await Promise.all(times(400, (at) => host(at).accounts.takeSlot(id, rate)))
    const now = clock.now().getTime() * 1000
    let budget: Budget | undefined
    const expected = times(400, () => {
      const taken = takeSlot(budget, now, rate)
      budget = taken.budget
      return taken.slot
    })
    const order = (some: readonly Slot[]) => some.map((slot) => JSON.stringify(slot)).toSorted()
    expect(order(slots)).toEqual(order(expected))
    expect(slots.filter(({ admitted }) => admitted)).toHaveLength(30)
  })

  test('slots are those of core, whichever host gives them, over random steps', async () => {
    const next = seeded(SEED)
    const id = await made()
    const rates = [rateOf(10, MINUTE, 3), rateOf(60, MINUTE, 0), rateOf(1, 60 * MINUTE, 2)]
    let budget: Budget | undefined
    for (let step = 0; step < 500; step++) {
      if (next(10) < 7) clock.advance(Math.floor((next(100) / 100) ** 4 * 40_000))
      const rate = rates[next(rates.length)] ?? rateOf(1, MINUTE, 1)
      const taken = takeSlot(budget, clock.now().getTime() * 1000, rate)
      budget = taken.budget
      expect(await host(next(2)).accounts.takeSlot(id, rate)).toEqual(taken.slot)
    }
  })

  test('of 50 tests allocated at once on two hosts as many are made as there are units', async () => {
    const id = await made()
    const allowance = { month: '2026-11', units: 20 }
    const answers = await Promise.all(
      times(50, (at) => host(at).mailTests.allocate({ test: mailTest({ accountId: id }), allowance })),
    )
    expect(answers.filter((answer) => answer === 'allocated')).toHaveLength(20)
    expect(answers.filter((answer) => answer === 'allowance_exhausted')).toHaveLength(30)
    expect(await host(1).accounts.usage(id, '2026-11')).toEqual({ tests: 20, fullReports: 0 })
    expect((await host(1).mailTests.listByAccount(id, { limit: 1, offset: 0 })).total).toBe(20)
  })

  test('an idempotency key that is used on two hosts at once makes one test, which all get, and spends one unit', async () => {
    for (let round = 0; round < 10; round++) {
      const id = await made()
      const tests = times(8, () => mailTest({ accountId: id, source: 'api' }))
      const idempotency = { key: 'once', expiresAt: new Date(clock.now().getTime() + DAY) }
      const allowance = { month: '2026-11', units: 3 }
      const answers = await Promise.all(
        tests.map((one, at) =>
          host(at).mailTests.allocate({
            test: { ...one, createdAt: clock.now() },
            idempotency,
            allowance,
            entry: entry('test.created', { accountId: id }),
          }),
        ),
      )
      const first = answers.indexOf('allocated')
      for (const [at, answer] of answers.entries()) {
        if (at !== first) expect(answer).toMatchObject({ replayed: { token: tests[first]?.token } })
      }
      expect((await host(0).mailTests.listByAccount(id, { limit: 9, offset: 0 })).total).toBe(1)
      expect(await host(0).accounts.usage(id, '2026-11')).toMatchObject({ tests: 1 })
      expect(await host(0).audit.list({ accountId: id, limit: 9 })).toHaveLength(1)
    }
  })

  test('a key whose request was refused is not used up', async () => {
    const id = await made()
    const idempotency = { key: 'refused', expiresAt: new Date(clock.now().getTime() + DAY) }
    const allocate = (units: number) =>
      host(units).mailTests.allocate({
        test: mailTest({ accountId: id, createdAt: clock.now() }),
        idempotency,
        allowance: { month: '2026-11', units },
      })
    expect(await allocate(0)).toBe('allowance_exhausted')
    expect(await allocate(1)).toBe('allocated')
  })

  test('nothing is made for an account after another host deleted it', async () => {
    for (let round = 0; round < 20; round++) {
      const id = await made()
      const [tests, keys] = await Promise.all([
        Promise.allSettled(times(6, () => host(0).mailTests.allocate({ test: mailTest({ accountId: id }) }))),
        Promise.allSettled(times(6, () => host(0).apiKeys.create(apiKey(id), random(32)))),
        host(1).accounts.delete(id, entry('account.deleted', { accountId: id })),
      ])
      expect(tests.length + keys.length).toBe(12)
      expect(await host(0).apiKeys.list(id)).toEqual([])
      await expect(host(0).mailTests.allocate({ test: mailTest({ accountId: id }) })).rejects.toThrow(
        'no such account',
      )
    }
    while ((await host(1).accounts.deleteRest(100)) > 0);
    expect(await opened.query('SELECT id FROM accounts WHERE deleted_at IS NOT NULL')).toEqual([])
    expect(
      await opened.query(
        'SELECT t.seq FROM mail_tests AS t WHERE t.account_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM accounts AS a WHERE a.id = t.account_id)',
      ),
    ).toEqual([])
  })

  test('of two renamings to one name at once one is done', async () => {
    for (let round = 0; round < 10; round++) {
      const [one, two] = [await made(), await made()]
      const name = `wanted ${round} ${one}`
      const answers = await Promise.all(
        [one, two].map((id, at) =>
          host(at).accounts.rename(id, name, entry('account.renamed', { accountId: id })),
        ),
      )
      expect(answers.toSorted()).toEqual(['name_taken', 'renamed'])
    }
  })

  test('what tests without an account hold is exact when they come and go on two hosts at once', async () => {
    const clients = ['2001:db8:1::/64', '2001:db8:2::/64', undefined]
    const tests = times(60, () => mailTest())
    await Promise.all(
      tests.map((test, at) => {
        const client = clients[at % 3]
        return host(at).mailTests.allocate({ test, ...(client !== undefined && { client }) })
      }),
    )
    await Promise.all(tests.slice(0, 30).map(({ token }, at) => host(at).mailTests.delete(token)))
    const held = await host(0).mailTests.anonymousHeld(clients[0])
    expect(held).toEqual({ all: 30 * 512, client: 10 * 512 })
    clock.advance(3_000_000_000)
    const gone = await Promise.all([
      host(0).mailTests.deleteExpired(100),
      host(1).mailTests.deleteExpired(100),
    ])
    expect(gone[0] + gone[1]).toBeGreaterThanOrEqual(30)
    await host(0).mailTests.forgetCounts()
    expect(await opened.query('SELECT client, bytes::int FROM anonymous_bytes')).toEqual([
      { client: '', bytes: 0 },
    ])
  })
})
