import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createQuota } from '../../src/services/access/quota.ts'
import { account, plan } from '../support/builders.ts'
import { testClock } from '../support/clock.ts'
import { type TestStore, testStore } from '../support/store.ts'

const clock = testClock()
let opened: TestStore
beforeAll(async () => {
  opened = await testStore({ clock })
})
afterAll(() => opened.done())

async function newAccount() {
  const one = account()
  await opened.store.accounts.create(one)
  return one
}
const quota = () => createQuota({ store: opened.store })
const tenAMinute = plan({ ratePerMinute: 10, burst: 2 })

test('of many requests at once exactly the burst and one are admitted, and one refusal takes a slot', async () => {
  const one = await newAccount()
  const admissions = await Promise.all(Array.from({ length: 50 }, () => quota().admit(one, tenAMinute)))
  expect(admissions.slice(0, 5)).toEqual([
    { admitted: true, retryAfterSeconds: 0, limit: 10, remaining: 2, resetSeconds: 6 },
    { admitted: true, retryAfterSeconds: 0, limit: 10, remaining: 1, resetSeconds: 12 },
    { admitted: true, retryAfterSeconds: 0, limit: 10, remaining: 0, resetSeconds: 18 },
    { admitted: false, retryAfterSeconds: 6, limit: 10, remaining: 0, resetSeconds: 18 },
    { admitted: false, retryAfterSeconds: 12, limit: 10, remaining: 0, resetSeconds: 24 },
  ])
  expect(admissions.slice(3).filter(({ admitted }) => admitted)).toEqual([])
  expect(admissions.at(-1)?.retryAfterSeconds).toBe(12)
})

test('who waits as long as told is admitted, even after many refusals', async () => {
  const one = await newAccount()
  for (let round = 0; round < 5; round += 1) {
    let admission = await quota().admit(one, tenAMinute)
    for (let i = 0; i < 1 + round * 5; i += 1) admission = await quota().admit(one, tenAMinute)
    if (admission.admitted) continue
    clock.advance(admission.retryAfterSeconds * 1000)
    expect((await quota().admit(one, tenAMinute)).admitted).toBe(true)
  }
})

test('of what a burst leaves no more is told than the rate', async () => {
  const one = await newAccount()
  const admission = await quota().admit(one, plan({ ratePerMinute: 10, burst: 500 }))
  expect(admission).toMatchObject({ limit: 10, remaining: 10 })
})

test('a faster plan counts with the next request', async () => {
  const one = await newAccount()
  for (let i = 0; i < 20; i += 1) await quota().admit(one, tenAMinute)
  expect((await quota().admit(one, tenAMinute)).retryAfterSeconds).toBe(12)
  const faster = plan({ ratePerMinute: 600, burst: 100 })
  expect((await quota().admit(one, faster)).admitted).toBe(true)
})
