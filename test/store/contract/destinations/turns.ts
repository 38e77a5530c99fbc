import { expect, test } from 'bun:test'
import type { Destination } from '../../../../src/core/watching/destination.ts'
import type { ClaimedDelivery, DeliveryClaimRequest } from '../../../../src/store/watching/deliveries.ts'
import { account } from '../../../support/builders.ts'
import {
  addDeliveries,
  addDestination,
  attempt,
  delivery,
  refusedAttempt,
} from '../../../support/destinations.ts'
import { entry as said } from '../../../support/people.ts'
import type { TheStore } from '../../contract.ts'

const MANY = { holder: 'here/1', leaseMs: 60_000, limit: 10_000, places: 40_000, perDestination: 2 }

/** Each test begins and ends with nothing due. */
export function deliveryTurnContract(store: TheStore): void {
  const deliveries = () => store().deliveries
  const now = (ms = 0) => new Date(store.now().getTime() + ms)
  const claim = (changes: Partial<DeliveryClaimRequest> = {}) => deliveries().claim({ ...MANY, ...changes })
  const ids = (some: readonly ClaimedDelivery[]) => some.map(({ id }) => id)

  async function drain(): Promise<void> {
    await store.pass(MANY.leaseMs)
    await store().clockSetBack()
    for (;;) {
      const some = await claim({ perDestination: 1000 })
      for (const one of some) await deliveries().settle(one, attempt({ at: now() }), { kind: 'delivered' })
      if (some.length === 0) return
    }
  }

  async function inTurn(work: () => Promise<void>): Promise<void> {
    await drain()
    await work()
    await drain()
  }

  /** One that is due for so long, the instance's own unless an account is named. */
  async function due({ id }: Destination, forMs: number) {
    const one = delivery(id, { createdAt: now(-forMs) })
    await addDeliveries(store(), [one])
    return one.id
  }

  /** A destination whose last delivery was taken, or was not. */
  async function tried(outcome: 'taken' | 'not taken', changes: Partial<Destination> = {}) {
    const to = await addDestination(store(), changes)
    await due(to, 0)
    const [claimed] = await claim()
    if (claimed?.destination.id !== to.id) throw new Error('it was not claimed')
    if (outcome === 'taken') await deliveries().settle(claimed, attempt({ at: now() }), { kind: 'delivered' })
    else await deliveries().settle(claimed, refusedAttempt({ at: now() }), { kind: 'given_up' })
    return to
  }

  /** Of an account that has nothing else. */
  async function owned(): Promise<{ accountId: string }> {
    const owner = account()
    await store().accounts.create(owner)
    return { accountId: owner.id }
  }

  test('destinations take turns, the longest due first; of one no more than may be are under way', () =>
    inTurn(async () => {
      const [one, two] = [await tried('taken'), await tried('taken')]
      const first = await due(one, 900)
      const second = await due(one, 800)
      const third = await due(one, 700)
      const other = await due(two, 100)
      await due(two, -5000)
      expect(await deliveries().nextDue()).toEqual(now(-900))
      expect(ids(await claim())).toEqual([first, other, second])
      expect(ids(await claim())).toEqual([])
      expect(await deliveries().nextDue()).toEqual(now(-700))
      expect(ids(await claim({ perDestination: 3 }))).toEqual([third])
      expect(await deliveries().nextDue()).toEqual(now(5000))
      await store.pass(5000)
      expect(await claim()).toHaveLength(1)
      expect(await deliveries().nextDue()).toBeUndefined()
    }))

  test('a claim gives the whole delivery with its destination', () =>
    inTurn(async () => {
      const to = await addDestination(store())
      const one = delivery(to.id, { createdAt: now(-5) })
      await addDeliveries(store(), [one])
      const [claimed] = await claim()
      expect(claimed).toStrictEqual({
        id: one.id,
        holder: 'here/1',
        number: 1,
        begunAt: one.createdAt,
        tries: 0,
        delivery: one,
        destination: to,
      })
    }))

  test("what is claimed is nobody else's until the claim runs out, is given back, or its host starts again", () =>
    inTurn(async () => {
      const one = await due(await addDestination(store()), 10)
      const [first] = await claim({ leaseMs: 1000 })
      if (!first) throw new Error('it was not claimed')
      expect(await claim({ holder: 'there/1' })).toEqual([])
      await store.pass(600)
      expect(await deliveries().renew([first], 1000)).toEqual([])
      await store.pass(600)
      expect(await claim({ holder: 'there/1' })).toEqual([])
      await store.pass(400)
      const [second] = await claim({ holder: 'there/1' })
      expect(second).toMatchObject({ id: one, holder: 'there/1', number: 2 })
      expect(await deliveries().renew([first], 1000)).toMatchObject([{ id: one, holder: 'here/1' }])
      expect(await deliveries().settle(first, attempt(), { kind: 'delivered' })).toBe('lost')
      await deliveries().giveBack(first)
      expect(await claim()).toEqual([])
      if (second) await deliveries().giveBack(second)
      expect(ids(await claim({ holder: 'there/2' }))).toEqual([one])
      expect(await deliveries().releaseOf('ther')).toBe(0)
      expect(await deliveries().releaseOf('there')).toBe(1)
      const [last] = await claim()
      expect(last).toMatchObject({ id: one, delivery: { attempts: 0 } })
    }))

  test('two workers that claim at once never get the same, and all there is between them', () =>
    inTurn(async () => {
      const made = new Set<string>()
      for (let at = 0; at < 10; at += 1) {
        const to = await addDestination(store())
        for (let more = 0; more < 5; more += 1) made.add(await due(to, at * 10 + more))
      }
      const got: string[] = []
      const worker = async (holder: string) => {
        for (;;) {
          const some = await claim({ holder, limit: 3 })
          for (const one of some) {
            got.push(one.id)
            expect(await deliveries().settle(one, attempt({ at: now() }), { kind: 'delivered' })).toBe(
              'settled',
            )
          }
          if (some.length === 0) return
        }
      }
      await Promise.all([worker('here/1'), worker('there/1'), worker('there/2')])
      expect(got.toSorted()).toEqual([...made].toSorted())
    }))

  test('those that took nothing last have half of the places, with those never tried three quarters', () =>
    inTurn(async () => {
      const made = { failing: [] as string[], untried: [] as string[], good: [] as string[] }
      for (let at = 0; at < 12; at += 1) {
        made.failing.push((await tried('not taken', await owned())).id)
        made.good.push((await tried('taken', await owned())).id)
        made.untried.push((await addDestination(store(), await owned())).id)
      }
      const makeDue = async (some: readonly string[], forMs: number) =>
        addDeliveries(
          store(),
          some.map((id) => delivery(id, { createdAt: now(-forMs) })),
        )
      await makeDue(made.failing, 3000)
      await makeDue(made.untried, 2000)
      await makeDue(made.good, 1000)
      const some = await claim({ limit: 16, places: 16, perDestination: 1 })
      const count = (those: readonly string[]) =>
        some.filter(({ destination: { id } }) => those.includes(id)).length
      expect([count(made.failing), count(made.untried), count(made.good)]).toEqual([8, 4, 4])
    }))

  test('a destination that takes what it gets is not kept waiting by any number that do not', () =>
    inTurn(async () => {
      const failing: Destination[] = []
      for (let at = 0; at < 40; at += 1) failing.push(await tried('not taken', await owned()))
      const good = await tried('taken', await owned())
      for (const to of failing) for (let more = 0; more < 3; more += 1) await due(to, 100_000 + more)
      const request = { limit: 16, places: 16 }
      const before = await claim(request)
      expect(before).toHaveLength(8)
      const one = await due(good, 1)
      expect(ids(await claim({ limit: 8, places: 16 }))).toEqual([one])
      expect(await claim({ limit: 7, places: 16 })).toEqual([])
    }))

  test('one owner has half of the places, and one host a quarter', () =>
    inTurn(async () => {
      const [greedy, modest] = [await owned(), await owned()]
      const shown = 'https://hooks.example.org'
      const made = { greedy: [] as Destination[], modest: [] as Destination[] }
      for (let at = 0; at < 20; at += 1) {
        made.greedy.push(await tried('taken', greedy))
        made.modest.push(await tried('taken', { ...modest, shown }))
      }
      for (const to of made.greedy) await due(to, 1000)
      for (const to of made.modest) await due(to, 500)
      const some = await claim({ limit: 16, places: 16 })
      const of = (owner: string) =>
        some.filter(({ destination: { accountId } }) => accountId === owner).length
      expect([of(greedy.accountId), of(modest.accountId)]).toEqual([8, 4])
    }))

  test('a destination that asks to wait is sent nothing before, whatever else is due there', () =>
    inTurn(async () => {
      const to = await tried('taken')
      const [one, two] = [await due(to, 20), await due(to, 10)]
      const [claimed] = await claim({ perDestination: 1 })
      if (!claimed) throw new Error('it was not claimed')
      const after = { kind: 'again' as const, at: now(3_600_000), holdUntil: now(30_000) }
      await deliveries().settle(claimed, refusedAttempt({ at: now() }), after)
      expect(await deliveries().nextDue()).toEqual(now(30_000))
      await store.pass(29_999)
      expect(await claim()).toEqual([])
      await store.pass(1)
      expect(ids(await claim())).toEqual([two])
      expect((await deliveries().read(to.id, one))?.delivery.dueAt).toEqual(now(3_570_000))
      await store.pass(3_570_000)
    }))

  test('one that was never tried, or took nothing last, is sent one at a time', () =>
    inTurn(async () => {
      const all = [await tried('taken'), await tried('not taken'), await addDestination(store())]
      for (const to of all) for (let more = 0; more < 3; more += 1) await due(to, more)
      const some = await claim()
      const counts = all.map((to) => some.filter(({ destination: { id } }) => id === to.id).length)
      expect(counts).toEqual([2, 1, 1])
    }))

  test('of one owner, what does not answer keeps what was never tried from nothing', () =>
    inTurn(async () => {
      const owner = await owned()
      const failing: Destination[] = []
      for (let at = 0; at < 10; at += 1) failing.push(await tried('not taken', owner))
      for (const to of failing) for (let more = 0; more < 5; more += 1) await due(to, 5000)
      const fresh = await addDestination(store(), owner)
      const one = await due(fresh, 1)
      const some = ids(await claim({ limit: 16, places: 16 }))
      expect(some).toHaveLength(2)
      expect(some).toContain(one)
    }))

  test('what was tried by a clock that was ahead is due once it is set back', () =>
    inTurn(async () => {
      const [to, other] = [await addDestination(store()), await addDestination(store())]
      const ids = [await due(to, 1), await due(other, 1)]
      for (const claimed of await claim()) {
        const at = claimed.id === ids[0] ? now(7_200_000) : now(-1)
        const after = { kind: 'again' as const, at: new Date(at.getTime() + 300_000), holdUntil: at }
        await deliveries().settle(claimed, refusedAttempt({ at }), after)
      }
      await store().clockSetBack()
      expect((await claim()).map(({ id }) => id)).toEqual(ids.slice(0, 1))
      await store.pass(300_000)
    }))

  test('what a clock that was ahead put off is due once it is set back', () =>
    inTurn(async () => {
      const [to, other] = [await addDestination(store()), await addDestination(store())]
      const one = await due(to, -40 * 3_600_000)
      const soon = await due(other, -20 * 3_600_000)
      expect(await claim()).toEqual([])
      await store().clockSetBack()
      expect(ids(await claim())).toEqual([one])
      await store.pass(20 * 3_600_000)
      expect(ids(await claim())).toContain(soon)
      await store().destinations.delete('instance', to.id, said('destination.deleted'))
    }))
}
