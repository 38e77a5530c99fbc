import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { WatchingEvent } from '../../../src/core/watching/events.ts'
import type { Store } from '../../../src/store/store.ts'
import { account, THEN } from '../../support/builders.ts'
import { monitor } from '../../support/monitors.ts'
import { entry } from '../../support/people.ts'
import { postgresMissing, type TestPostgres, testPostgres } from '../../support/postgres.ts'

describe.skipIf(postgresMissing !== undefined)('monitors of several hosts', () => {
  let opened: TestPostgres
  let stores: [Store, Store]

  beforeAll(async () => {
    opened = await testPostgres()
    stores = [opened.store, await opened.another()]
  })
  afterAll(() => opened.done())

  async function owner() {
    const made = account()
    await stores[0].accounts.create(made)
    return made.id
  }
  const both = <T>(count: number, work: (store: Store, at: number) => Promise<T>) =>
    Promise.all(Array.from({ length: count }, (_, at) => work(stores[at % 2] ?? stores[0], at)))

  test('an account has no more than it may, and no two of one name, whoever makes them', async () => {
    const accountId = await owner()
    const said = entry('monitor.created')
    const same = await both(6, (store) => store.monitors.add(monitor(accountId, { name: 'One' }), 3, said))
    expect(same.filter((answer) => answer === 'added')).toHaveLength(1)
    const others = await both(10, (store) => store.monitors.add(monitor(accountId), 3, said))
    expect(others.filter((answer) => answer === 'added')).toHaveLength(2)
    expect(others.filter((answer) => answer === 'full')).toHaveLength(8)
    expect(await stores[1].monitors.list(accountId)).toHaveLength(3)
    const renamed = await both(4, async (store, at) => {
      const [first, second] = await store.monitors.list(accountId)
      const id = (at < 2 ? first : second)?.id ?? ''
      return store.monitors.change(accountId, id, { settings: { name: 'Same' } }, entry('monitor.changed'))
    })
    expect(renamed.toSorted()).toEqual(['changed', 'changed', 'name_taken', 'name_taken'])
  })

  test('of looks at one monitor one is kept, and its events are told once', async () => {
    const one = monitor(await owner())
    await stores[0].monitors.add(one, 10, entry('monitor.created'))
    const { id, name, standing } = one
    const payload = { monitor: id, name, kind: 'mail' as const, state: 'alerting' as const, reasons: [] }
    const event: WatchingEvent = { type: 'monitor.alert', subject: id, payload }
    for (let version = 0; version < 5; version++) {
      const look = { standing, state: `{"v":${version}}`, at: THEN }
      const answers = await both(4, (store) => store.monitors.settle(id, version, look, [event]))
      expect(answers.toSorted()).toEqual(['outdated', 'outdated', 'outdated', 'settled'])
    }
    expect(await stores[1].monitors.told(id, 100)).toHaveLength(5)
    const written = (await stores[1].outbox.behind(crypto.randomUUID(), 10_000)).filter(
      ({ subject }) => subject === id,
    )
    expect(written).toHaveLength(5)
  })
})
