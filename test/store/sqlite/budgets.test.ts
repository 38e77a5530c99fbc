import { heapStats } from 'bun:jsc'
import { expect, test } from 'bun:test'
import { type Budget, MINUTE, rateOf } from '../../../src/core/access/rate.ts'
import { type BudgetsOptions, createBudgets, type KeptBudget } from '../../../src/store/sqlite/budgets.ts'
import { openStore } from '../../../src/store/sqlite/open.ts'
import { bucket } from '../../core/rate-model.ts'
import { account } from '../../support/builders.ts'
import { chance } from '../../support/chance.ts'
import { testClock } from '../../support/clock.ts'
import { temporaryDirectory } from '../../support/store.ts'
import { until } from '../../support/until.ts'

const TEN_A_MINUTE = rateOf(10, MINUTE, 2)

/** Budgets over rows in memory. */
function kept(options: Partial<BudgetsOptions> = {}) {
  const clock = testClock()
  const rows = new Map<string, Budget>()
  const writes: string[][] = []
  const budgets = createBudgets({
    now: clock.now,
    read: (id) => rows.get(id),
    async write(written: KeptBudget[]) {
      writes.push(written.map(({ id }) => id))
      for (const { id, ...budget } of written) rows.set(id, budget)
    },
    ...options,
  })
  return { clock, rows, writes, budgets }
}

test('a restart gives nothing back, neither the budget nor what was told', async () => {
  const { directory, remove } = temporaryDirectory()
  const clock = testClock()
  const one = account()
  const open = () => openStore({ directory, migrate: true, clock })
  let store = await open()
  await store.accounts.create(one)
  const restart = async () => {
    await store.close()
    store = await open()
  }
  const take = () => store.accounts.takeSlot(one.id, TEN_A_MINUTE)
  for (let count = 0; count < 3; count += 1) expect((await take()).admitted).toBe(true)
  await restart()
  expect(await take()).toMatchObject({ admitted: false, retryAfter: 6 })
  await restart()
  expect(await take()).toMatchObject({ admitted: false, retryAfter: 12 })
  await restart()
  expect(await take()).toMatchObject({ admitted: false, retryAfter: 12 })
  await restart()
  // The interval is kept too: the slots used weigh as those of the faster plan.
  expect(await store.accounts.takeSlot(one.id, rateOf(100, MINUTE, 2))).toMatchObject({ retryAfter: 2 })
  clock.advance(12_000)
  expect((await take()).admitted).toBe(true)
  await restart()
  expect((await take()).retryAfter).toBeLessThanOrEqual(6)
  await store.close()
  remove()
})

test.each([
  [60, 0],
  [60, 3],
  [2, 1],
  [600, 12],
])('a plan of %i a minute and a burst of %i: restarts change no answer', async (perMinute, burst) => {
  const { directory, remove } = temporaryDirectory()
  const clock = testClock()
  const one = account()
  const open = () => openStore({ directory, migrate: true, clock })
  let store = await open()
  await store.accounts.create(one)
  const rate = rateOf(perMinute, MINUTE, burst)
  const model = bucket(rate)
  const next = chance(perMinute + burst)
  for (let count = 0; count < 200; count += 1) {
    if (next() < 0.5) clock.advance(Math.floor((next() * 2 * rate.interval) / 1000))
    const { admitted, retryAfter } = await store.accounts.takeSlot(one.id, rate)
    expect({ admitted, retryAfter }).toEqual(model(clock.now().getTime() * 1000))
    if (count % 50 !== 25) continue
    await store.close()
    store = await open()
  }
  await store.close()
  remove()
})

test('what was used is written without being asked for, so that a kill does not give it back', async () => {
  const { directory, remove } = temporaryDirectory()
  const clock = testClock()
  const one = account()
  const store = await openStore({ directory, migrate: true, clock })
  await store.accounts.create(one)
  for (let count = 0; count < 30; count += 1) await store.accounts.takeSlot(one.id, TEN_A_MINUTE)
  await until(async () => {
    // Another process, which knows only what is written.
    const other = await openStore({ directory, migrate: false, clock })
    const { admitted } = await other.accounts.takeSlot(one.id, TEN_A_MINUTE)
    await other.close()
    return !admitted
  })
  await store.close()
  remove()
})

test('a stream of requests of many accounts is written now and then, and the last state always', async () => {
  const { budgets, clock, rows, writes } = kept({ everyMs: 50 })
  const fast = rateOf(6000, MINUTE, 1000)
  for (let count = 0; count < 2000; count += 1) {
    budgets.takeSlot(`a${count % 4}`, fast)
    if (count % 100 === 0) await Bun.sleep(1)
  }
  await budgets.close()
  expect(writes.length).toBeGreaterThanOrEqual(2)
  expect(writes.length).toBeLessThan(50)
  const arrival = (clock.now().getTime() + 500 * 10) * 1000
  for (const id of ['a0', 'a1', 'a2', 'a3']) expect(rows.get(id)?.arrival).toBe(arrival)
})

test('a write that failed refuses nobody, is told once, and is tried again with what came since', async () => {
  const failures: unknown[] = []
  const stored = new Map<string, Budget>()
  let broken = true
  let tries = 0
  let recoveries = 0
  const { budgets, clock } = kept({
    async write(written) {
      tries += 1
      if (broken) throw new Error('disk full')
      for (const { id, ...budget } of written) stored.set(id, budget)
    },
    failed: (cause) => failures.push(cause),
    recovered: () => {
      recoveries += 1
    },
    retryMs: 1,
  })
  expect(budgets.takeSlot('one', TEN_A_MINUTE).admitted).toBe(true)
  await until(() => tries > 2)
  expect(budgets.takeSlot('one', TEN_A_MINUTE).admitted).toBe(true)
  expect(budgets.takeSlot('two', TEN_A_MINUTE).admitted).toBe(true)
  broken = false
  await until(() => stored.size === 2)
  expect(stored.get('one')?.arrival).toBe((clock.now().getTime() + 12_000) * 1000)
  await budgets.close()
  expect([failures.length, recoveries]).toEqual([1, 1])
})

test('a disk that takes nothing does not hold up the end', async () => {
  let tries = 0
  const { budgets } = kept({
    write: async () => {
      tries += 1
      throw new Error('disk full')
    },
  })
  budgets.takeSlot('one', TEN_A_MINUTE)
  await budgets.close()
  expect(tries).toBe(2)
})

test('a busy account leaves nothing behind in memory', async () => {
  const { budgets, writes } = kept({ everyMs: 0 })
  const objects = () => {
    Bun.gc(true)
    const { Promise: promises = 0, Function: functions = 0 } = heapStats().objectTypeCounts
    return promises + functions
  }
  async function run(times: number): Promise<void> {
    while (writes.length < times) {
      budgets.takeSlot('busy', rateOf(1_000_000, MINUTE, 1_000_000))
      await Bun.sleep(0)
    }
  }
  await run(50)
  const before = objects()
  await run(1050)
  expect(objects() - before).toBeLessThan(500)
  await budgets.close()
})
