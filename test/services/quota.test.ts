import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createQuota } from '../../src/services/quota.ts'
import type { Store } from '../../src/store/store.ts'
import { account, plan } from '../support/builders.ts'
import { testClock } from '../support/clock.ts'
import { type TestStore, testStore } from '../support/store.ts'
import { until } from '../support/until.ts'

const log = { info() {}, warn() {}, error() {} }
let opened: TestStore
beforeAll(async () => {
  opened = await testStore()
})
afterAll(() => opened.done())

async function newAccount() {
  const one = account()
  await opened.store.accounts.create(one)
  return one
}
const tenAMinute = plan({ ratePerMinute: 10, burst: 2 })

test('of many requests at once exactly the burst and one are admitted', async () => {
  const quota = createQuota({ store: opened.store, clock: testClock(), log })
  const one = await newAccount()
  const admissions = await Promise.all(Array.from({ length: 50 }, () => quota.admit(one, tenAMinute)))
  expect(admissions.map(({ admitted }) => admitted)).toEqual([
    ...Array(3).fill(true),
    ...Array(47).fill(false),
  ])
  expect(admissions.slice(0, 4)).toEqual([
    { admitted: true, retryAfterSeconds: 0, limit: 10, remaining: 2, resetSeconds: 6 },
    { admitted: true, retryAfterSeconds: 0, limit: 10, remaining: 1, resetSeconds: 12 },
    { admitted: true, retryAfterSeconds: 0, limit: 10, remaining: 0, resetSeconds: 18 },
    { admitted: false, retryAfterSeconds: 12, limit: 10, remaining: 0, resetSeconds: 24 },
  ])
  expect(admissions.at(-1)?.retryAfterSeconds).toBe(60)
  await quota.flush()
})

test('who waits as long as told is admitted, even after many refusals', async () => {
  const clock = testClock()
  const quota = createQuota({ store: opened.store, clock, log })
  const one = await newAccount()
  let admission = await quota.admit(one, tenAMinute)
  for (let round = 0; round < 5; round += 1) {
    for (let i = 0; i < 1 + round * 5; i += 1) admission = await quota.admit(one, tenAMinute)
    if (admission.admitted) continue
    clock.advance(admission.retryAfterSeconds * 1000)
    expect((await quota.admit(one, tenAMinute)).admitted).toBe(true)
  }
  await quota.flush()
})

test('a faster plan counts with the next request', async () => {
  const quota = createQuota({ store: opened.store, clock: testClock(), log })
  const one = await newAccount()
  for (let i = 0; i < 20; i += 1) await quota.admit(one, tenAMinute)
  expect((await quota.admit(one, tenAMinute)).retryAfterSeconds).toBe(60)
  const faster = plan({ ratePerMinute: 600, burst: 100 })
  expect((await quota.admit(one, faster)).admitted).toBe(true)
  await quota.flush()
})

test('accounts have budgets of their own', async () => {
  const quota = createQuota({ store: opened.store, clock: testClock(), log })
  const [one, two] = [await newAccount(), await newAccount()]
  for (let i = 0; i < 3; i += 1) await quota.admit(one, tenAMinute)
  expect((await quota.admit(one, tenAMinute)).admitted).toBe(false)
  expect((await quota.admit(two, tenAMinute)).admitted).toBe(true)
  await quota.flush()
})

test('a restart does not give the budget back, flushed or not', async () => {
  const clock = testClock()
  const one = await newAccount()
  const before = createQuota({ store: opened.store, clock, log })
  for (let i = 0; i < 30; i += 1) await before.admit(one, tenAMinute)
  await before.flush()
  const after = createQuota({ store: opened.store, clock, log })
  expect(await after.admit(one, tenAMinute)).toMatchObject({ admitted: false, retryAfterSeconds: 60 })

  const two = await newAccount()
  const killed = createQuota({ store: opened.store, clock, log })
  for (let i = 0; i < 30; i += 1) await killed.admit(two, tenAMinute)
  // The first save knows one request, the second all.
  await until(async () => {
    const at = await opened.store.accounts.arrivalTime(two.id)
    return at !== undefined && at.getTime() > clock.now().getTime() + 30_000
  })
  const again = createQuota({ store: opened.store, clock, log })
  expect((await again.admit(two, tenAMinute)).admitted).toBe(false)
  await Promise.all([after.flush(), killed.flush(), again.flush()])
})

test('a stream of requests is written now and then, and the last state always', async () => {
  const clock = testClock()
  const one = await newAccount()
  let writes = 0
  const { accounts } = opened.store
  const store: Store = {
    ...opened.store,
    accounts: {
      ...accounts,
      saveArrivalTime: (id, at) => {
        writes += 1
        return accounts.saveArrivalTime(id, at)
      },
    },
  }
  const quota = createQuota({ store, clock, log })
  const fast = plan({ ratePerMinute: 6000, burst: 1000 })
  for (let i = 0; i < 500; i += 1) await quota.admit(one, fast)
  await quota.flush()
  expect(writes).toBeGreaterThanOrEqual(2)
  expect(writes).toBeLessThan(20)
  expect(await accounts.arrivalTime(one.id)).toEqual(new Date(clock.now().getTime() + 500 * 10))
})

test('a write that failed is told to the operator, not to who asks, and a later one is tried', async () => {
  const one = await newAccount()
  const { accounts } = opened.store
  let broken = true
  const store: Store = {
    ...opened.store,
    accounts: {
      ...accounts,
      saveArrivalTime: async (id, at) => {
        if (broken) throw new Error('disk full')
        await accounts.saveArrivalTime(id, at)
      },
    },
  }
  const told: unknown[] = []
  const quota = createQuota({
    store,
    clock: testClock(),
    log: { ...log, error: (facts: Record<string, unknown>) => told.push(facts['account']) },
  })
  for (let count = 0; count < 3; count += 1) {
    expect(await quota.admit(one, tenAMinute)).toMatchObject({ admitted: true })
    await Bun.sleep(1)
  }
  expect(told).toEqual([one.id])
  broken = false
  await quota.flush()
  expect(await accounts.arrivalTime(one.id)).toBeDefined()
})
