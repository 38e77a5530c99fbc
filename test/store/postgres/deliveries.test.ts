import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Store } from '../../../src/store/store.ts'
import type { ClaimedDelivery } from '../../../src/store/watching/deliveries.ts'
import { account } from '../../support/builders.ts'
import { testClock } from '../../support/clock.ts'
import {
  addDeliveries,
  addDestination,
  attempt,
  delivery,
  destination,
  refusedAttempt,
} from '../../support/destinations.ts'
import { entry as said } from '../../support/people.ts'
import { postgresMissing, type TestPostgres, testPostgres } from '../../support/postgres.ts'

const ROUNDS = 20

describe.skipIf(postgresMissing !== undefined)('hosts that deliver over one database', () => {
  const clock = testClock()
  let opened: TestPostgres
  let one: Store
  let other: Store
  beforeAll(async () => {
    opened = await testPostgres({ clock })
    one = opened.store
    other = await opened.another()
  })
  afterAll(() => opened.done())

  const now = (ms = 0) => new Date(clock.now().getTime() + ms)
  const request = (holder: string, limit = 16) => ({
    holder,
    leaseMs: 60_000,
    limit,
    places: 16,
    perDestination: 2,
  })
  /** What destinations say of their deliveries, against the deliveries themselves. */
  const wrong = () =>
    opened.query(`SELECT x.id, x.due_at, n.due_at AS counted FROM destinations AS x LEFT JOIN LATERAL (
        SELECT greatest(min(d.due_at), coalesce(x.held_until, 0)) AS due_at FROM deliveries AS d
        WHERE d.destination_id = x.id AND d.due_at IS NOT NULL AND d.claimed_by IS NULL HAVING count(*) > 0) AS n ON true
      WHERE x.due_at IS DISTINCT FROM CASE WHEN x.disabled_at IS NULL AND x.deleted_at IS NULL THEN n.due_at END`)

  async function drain(): Promise<void> {
    for (;;) {
      const some = await one.deliveries.claim({
        ...request('drain/1', 1000),
        places: 100_000,
        perDestination: 100,
      })
      for (const held of some)
        await one.deliveries.settle(held, attempt({ at: now() }), { kind: 'delivered' })
      if (some.length === 0) return
    }
  }

  test('events that two spread at once are delivered once', async () => {
    const [a, b] = [await addDestination(one), await addDestination(one)]
    let made = 0
    for (let event = 1; event <= ROUNDS; event += 1) {
      const both = () => [a, b].map(({ id }) => ({ event, delivery: delivery(id, { createdAt: now() }) }))
      const counts = await Promise.all([
        one.deliveries.spread(event, both()),
        other.deliveries.spread(event, both()),
        other.deliveries.spread(event, both()),
      ])
      expect(counts.toSorted()).toEqual([0, 0, 2])
      made += 1
    }
    for (const { id } of [a, b]) {
      expect((await other.deliveries.list(id, { limit: 1000 })).items).toHaveLength(made)
    }
    expect(await wrong()).toEqual([])
    await drain()
  }, 60_000)

  test('three that claim get each delivery once, and what destinations say stays true', async () => {
    const made = new Set<string>()
    for (let at = 0; at < 12; at += 1) {
      const to = await addDestination(one)
      const some = Array.from({ length: 4 }, () => delivery(to.id, { createdAt: now(-at) }))
      await addDeliveries(one, some)
      for (const { id } of some) made.add(id)
    }
    const got: string[] = []
    /** Each is given back once: somebody else may have it then. */
    async function end(store: Store, held: ClaimedDelivery) {
      if (held.number === 1) return store.deliveries.giveBack(held)
      got.push(held.id)
      const settled = await store.deliveries.settle(held, attempt({ at: now() }), { kind: 'delivered' })
      expect(settled).toBe('settled')
    }
    async function worker(store: Store, holder: string) {
      for (let idle = 0; idle < 3; idle += 1) {
        for (const held of await store.deliveries.claim(request(holder, 3))) {
          idle = 0
          await end(store, held)
        }
      }
    }
    await Promise.all([worker(one, 'here/1'), worker(other, 'there/1'), worker(other, 'elsewhere/1')])
    await worker(one, 'here/1')
    expect(got.toSorted()).toEqual([...made].toSorted())
    expect(await wrong()).toEqual([])
  }, 120_000)

  test('a destination and its host are spared by all hosts, places are each host’s own', async () => {
    await drain()
    const to = await addDestination(one)
    await addDeliveries(
      one,
      Array.from({ length: 6 }, () => delivery(to.id, { createdAt: now() })),
    )
    expect(await one.deliveries.claim(request('here/1'))).toHaveLength(1)
    expect(await other.deliveries.claim(request('there/1'))).toEqual([])
    await one.deliveries.releaseOf('here')
    await drain()
    // Of many owners: those that were never tried have three quarters of the places of each.
    for (let at = 0; at < 40; at += 1) {
      const owner = account()
      await one.accounts.create(owner)
      const { id } = await addDestination(one, { accountId: owner.id })
      await addDeliveries(one, [delivery(id, { createdAt: now() })])
    }
    expect(await one.deliveries.claim(request('here/1'))).toHaveLength(12)
    expect(await other.deliveries.claim(request('there/1'))).toHaveLength(12)
    expect(await one.deliveries.releaseOf('her')).toBe(0)
    expect(await one.deliveries.releaseOf('here')).toBe(12)
    expect(await other.deliveries.releaseOf('there')).toBe(12)
    expect(await wrong()).toEqual([])
    await drain()
  }, 60_000)

  test('a claim that ran out and was taken by another host is settled, renewed and given back by that one alone', async () => {
    const to = await addDestination(one)
    await addDeliveries(one, [delivery(to.id, { createdAt: now() })])
    const [first] = await one.deliveries.claim(request('here/1'))
    clock.advance(60_000)
    const [second] = await other.deliveries.claim(request('there/1'))
    if (!first || !second) throw new Error('it was not claimed')
    const again = { kind: 'again' as const, at: now(1) }
    expect(await one.deliveries.settle(first, refusedAttempt({ at: now() }), again)).toBe('lost')
    expect(await one.deliveries.renew([first, second], 60_000)).toEqual([first])
    await one.deliveries.giveBack(first)
    const outcomes = await Promise.all([
      other.deliveries.settle(second, attempt({ at: now() }), { kind: 'delivered' }),
      one.deliveries.settle(second, attempt({ at: now() }), { kind: 'delivered' }),
    ])
    expect(outcomes.toSorted()).toEqual(['lost', 'settled'])
    expect((await one.deliveries.read(to.id, first.id))?.attempts).toHaveLength(1)
  })

  test('of many that are added at once as many as may be are, and one of a name', async () => {
    const owner = account()
    await one.accounts.create(owner)
    const add = (store: Store, name: string, accountId?: string) =>
      store.destinations.add(
        destination({ name, ...(accountId !== undefined && { accountId }) }),
        accountId === undefined ? 1_000_000 : 5,
        said('destination.created'),
      )
    const some = await Promise.all(
      Array.from({ length: 12 }, (_, at) => add(at % 2 ? one : other, `name ${at}`, owner.id)),
    )
    expect(some.filter((outcome) => outcome === 'added')).toHaveLength(5)
    expect(some.filter((outcome) => outcome === 'full')).toHaveLength(7)
    const same = await Promise.all(
      Array.from({ length: 6 }, (_, at) => add(at % 2 ? one : other, 'the same')),
    )
    expect(same.toSorted()).toEqual(['added', ...Array.from({ length: 5 }, () => 'name_taken' as const)])
  })

  test('what is spread while a destination is turned off is not left waiting', async () => {
    const position = 1_000_000
    for (let round = 0; round < ROUNDS; round += 1) {
      const to = await addDestination(one)
      const event = position + round
      const disabled = { at: now(), reason: 'person' as const }
      await Promise.all([
        one.deliveries.spread(event, [{ event, delivery: delivery(to.id, { createdAt: now() }) }]),
        other.destinations.change('instance', to.id, { disabled }, said('destination.disabled')),
        other.deliveries.claim(request(`round${round}/1`)),
      ])
      await one.deliveries.releaseOf(`round${round}`)
      expect((await one.deliveries.list(to.id, { limit: 10, state: 'due' })).items).toEqual([])
    }
    expect(await wrong()).toEqual([])
  }, 60_000)
})
