import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { DigestDeps } from '../../../src/services/digest/digests.ts'
import { QueryTooLong } from '../../../src/store/aggregates.ts'
import { type TestStore, testStore } from '../../support/store.ts'
import { madeDomain, report, scene, toldTo } from './scene.ts'

let opened: TestStore
beforeAll(async () => {
  opened = await testStore()
})
afterAll(() => opened.done())

const MONDAY = '2026-11-23T08:00:00.000Z'
const MINUTE = 60_000
const HOUR = 60 * MINUTE

describe('when', () => {
  test('on Mondays at 08:00 UTC and not before, once a week, by whatever runs', async () => {
    const { store } = opened
    const domain = await madeDomain(store)
    for (const day of ['2026-11-10', '2026-11-18', '2026-11-25', '2026-12-02'])
      await report(store, domain, day, 10, 9)
    const { clock, start } = scene(store)
    const weeks = async () => (await toldTo(store, domain.accountId)).map(({ subject }) => subject)
    clock.set('2026-11-22T23:00:00.000Z')
    let digests = start()
    await digests.run()
    // What was the week before when it began.
    const before = await weeks()
    clock.set('2026-11-23T07:59:00.000Z')
    await digests.run()
    expect(await weeks()).toEqual(before)
    for (let hour = 0; hour < 24 * 14; hour += 1) {
      clock.set(new Date(Date.parse(MONDAY) + hour * HOUR))
      if (hour % 5 === 0) digests = start()
      await digests.run()
    }
    expect(await weeks()).toEqual([...before, '2026-11-23', '2026-11-30'])
  })

  test('after a service that was off: within the week, and only the last one', async () => {
    const { store } = opened
    const domain = await madeDomain(store)
    for (const day of ['2026-11-18', '2026-11-25', '2026-12-02']) await report(store, domain, day, 10, 9)
    const { clock, start } = scene(store)
    clock.set('2026-12-11T15:00:00.000Z')
    await start().run()
    expect((await toldTo(store, domain.accountId)).map(({ subject }) => subject)).toEqual(['2026-12-07'])
  })

  test('a clock that was ahead, or is set back, tells no week twice', async () => {
    const { store } = opened
    const domain = await madeDomain(store)
    await report(store, domain, '2026-11-18', 10, 9)
    const { clock, start } = scene(store)
    for (const now of [MONDAY, '2027-11-24T00:00:00.000Z', MONDAY, '2026-11-26T00:00:00.000Z']) {
      clock.set(now)
      await start().run()
    }
    expect((await toldTo(store, domain.accountId)).map(({ subject }) => subject)).toEqual(['2026-11-23'])
  })

  test('two processes at once tell it once', async () => {
    const { store } = opened
    const domain = await madeDomain(store)
    await report(store, domain, '2026-11-18', 10, 9)
    const { clock, start } = scene(store)
    clock.set(MONDAY)
    const all = [start(), start(), start()]
    await Promise.all(all.map((digests) => digests.run()))
    for (const digests of all) await digests.run()
    expect(await toldTo(store, domain.accountId)).toHaveLength(1)
  })

  test('an account whose reports cannot be read in time is told later; the others are not kept waiting', async () => {
    const { store } = opened
    const [slow, other] = [await madeDomain(store), await madeDomain(store)]
    for (const domain of [slow, other]) await report(store, domain, '2026-11-18', 10, 9)
    let isSlow = true
    const standings: DigestDeps['store']['aggregates']['standings'] = async (ids, window) => {
      if (isSlow && ids.includes(slow.id)) throw new QueryTooLong()
      return store.aggregates.standings(ids, window)
    }
    const { clock, start } = scene(store, { aggregates: { standings } })
    clock.set(MONDAY)
    const digests = start()
    await digests.run()
    expect(await toldTo(store, slow.accountId)).toHaveLength(0)
    expect(await toldTo(store, other.accountId)).toHaveLength(1)
    isSlow = false
    clock.advance(MINUTE)
    await digests.run()
    expect(await toldTo(store, slow.accountId)).toHaveLength(1)
    expect(await toldTo(store, other.accountId)).toHaveLength(1)
  })
})
