import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { Sent } from '../../../src/services/destinations/sending.ts'
import { MOST_WAITING } from '../../../src/store/watching/deliveries.ts'
import { account, later } from '../../support/builders.ts'
import { testClock } from '../../support/clock.ts'
import { addWebhook, byHand, openVault, openWorker, sent } from '../../support/delivering.ts'
import { addDeliveries, delivery } from '../../support/destinations.ts'
import { testStore } from '../../support/store.ts'
import { until } from '../../support/until.ts'

let clock = testClock()
let opened: Awaited<ReturnType<typeof testStore>>
let vault = openVault()
const workers: { stop(graceMs: number): Promise<number> }[] = []
beforeEach(async () => {
  clock = testClock()
  vault = openVault()
  opened = await testStore({ clock })
})
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop(0)))
  await opened.done()
})

function work(
  options: Partial<Parameters<typeof openWorker>[0]> & Pick<Parameters<typeof openWorker>[0], 'send'>,
) {
  const worker = openWorker({ ...vault, store: opened.store, clock, ...options })
  workers.push(worker)
  worker.start()
  return worker
}

const states = async (destinationId: string, state: 'delivered' | 'due') =>
  (await opened.store.deliveries.list(destinationId, { limit: 200, state })).items

async function owned() {
  const one = account()
  await opened.store.accounts.create(one)
  return { accountId: one.id }
}

describe('two workers', () => {
  test('send everything once between them, never the same at a time, and no more than two to one endpoint', async () => {
    const made: string[] = []
    const to: string[] = []
    for (let at = 0; at < 20; at += 1) {
      const { id } = await addWebhook(opened.store, vault, await owned())
      to.push(id)
      const some = Array.from({ length: 8 }, () => delivery(id, { createdAt: clock.now() }))
      await addDeliveries(opened.store, some)
      made.push(...some.map((one) => one.messageId))
    }
    const came: string[] = []
    const underWay = new Map<string, number>()
    let most = 0
    const send = async ({
      delivery: { messageId, id },
      destination,
    }: {
      delivery: { messageId: string; id: string }
      destination: { id: string }
    }): Promise<Sent> => {
      came.push(messageId)
      for (const key of [id, destination.id]) underWay.set(key, (underWay.get(key) ?? 0) + 1)
      expect(underWay.get(id)).toBe(1)
      most = Math.max(most, underWay.get(destination.id) ?? 0)
      await Bun.sleep(Math.random() * 5)
      for (const key of [id, destination.id]) underWay.set(key, (underWay.get(key) ?? 0) - 1)
      return sent(200)
    }
    const holders = ['here', 'there'].map((host) => ({ host, start: 'one' }))
    const both = holders.map((holder) => work({ send, holder }))
    await until(async () => {
      for (const worker of both) worker.poke()
      return (await Promise.all(to.map((id) => states(id, 'due')))).every((some) => some.length === 0)
    })
    expect(came.toSorted()).toEqual(made.toSorted())
    expect(most).toBeLessThanOrEqual(2)
  })

  test('of which one goes without a word: the other sends what it had once its claim ran out, under the same webhook-id', async () => {
    const { id } = await addWebhook(opened.store, vault)
    const one = delivery(id, { createdAt: clock.now() })
    await addDeliveries(opened.store, [one])
    const request = { leaseMs: 60_000, limit: 1, places: 64, perDestination: 2 }
    const [gone] = await opened.store.deliveries.claim({ ...request, holder: 'there/killed' })
    expect(gone?.id).toBe(one.id)
    const hand = byHand()
    const worker = work({ send: hand.send })
    await Bun.sleep(0)
    clock.advance(60_000)
    // Nothing is due by itself: who has no word from a neighbour looks now and then.
    const again = work({ send: hand.send, holder: { host: 'here', start: 'later' } })
    again.poke()
    worker.poke()
    const { sending, answer } = await hand.next(0)
    expect(sending.delivery.messageId).toBe(one.messageId)
    answer(sent(200))
    await until(async () => (await states(id, 'delivered')).length === 1)
    expect(hand.came).toHaveLength(1)
    if (gone)
      expect(
        await opened.store.deliveries.settle(
          gone,
          { ...sent(200), number: 1, at: later(0) },
          { kind: 'delivered' },
        ),
      ).toBe('lost')
  })
})

describe('endpoints that do not answer', () => {
  test('hold up nobody who does: it is sent while all of them still hang', async () => {
    const dead: string[] = []
    for (let at = 0; at < 12; at += 1) {
      const owner = await owned()
      for (let more = 0; more < 8; more += 1) dead.push((await addWebhook(opened.store, vault, owner)).id)
    }
    const good = await addWebhook(opened.store, vault, await owned())
    const hand = byHand()
    const isDead = (id: string) => dead.includes(id)
    const worker = work({
      send: (sending) => (isDead(sending.destination.id) ? hand.send(sending) : Promise.resolve(sent(200))),
    })
    const first = delivery(good.id, { createdAt: clock.now() })
    await addDeliveries(opened.store, [first])
    worker.poke()
    await until(async () => (await states(good.id, 'delivered')).length === 1)
    // Five for each of them, all due for longer than what comes to the good one.
    for (const id of dead)
      await addDeliveries(
        opened.store,
        Array.from({ length: 5 }, () => delivery(id, { createdAt: later(-1_000_000) })),
      )
    worker.poke()
    await until(() => worker.running() === 48)
    for (let turn = 0; turn < 5; turn += 1) {
      await addDeliveries(opened.store, [delivery(good.id, { createdAt: clock.now() })])
      worker.poke()
      await until(async () => (await states(good.id, 'delivered')).length === turn + 2)
    }
    expect(hand.came.length).toBe(48)
    expect(worker.running()).toBe(48)
  })

  test('of one account hold up no other account, not even its first delivery', async () => {
    const greedy = await owned()
    const hand = byHand()
    const dead: string[] = []
    for (let at = 0; at < 60; at += 1) dead.push((await addWebhook(opened.store, vault, greedy)).id)
    for (const id of dead) await addDeliveries(opened.store, [delivery(id, { createdAt: later(-1000) })])
    const good = await addWebhook(opened.store, vault, await owned())
    const worker = work({
      send: (sending) =>
        dead.includes(sending.destination.id) ? hand.send(sending) : Promise.resolve(sent(200)),
    })
    await until(() => hand.came.length >= 8)
    await addDeliveries(opened.store, [delivery(good.id, { createdAt: clock.now() })])
    worker.poke()
    await until(async () => (await states(good.id, 'delivered')).length === 1)
    expect(hand.came).toHaveLength(8)
  })
})

describe('what waits', () => {
  test('is held in the store alone: of thousands no more are in memory than are under way', async () => {
    const to: string[] = []
    const body = JSON.stringify({ type: 'test.scored', timestamp: '', data: { text: 'x'.repeat(19_000) } })
    for (let at = 0; at < 10; at += 1) {
      const { id } = await addWebhook(opened.store, vault, await owned())
      to.push(id)
      const some = Array.from({ length: 150 }, (_, event) => ({
        event: at * 1000 + event + 1,
        delivery: delivery(id, { createdAt: clock.now(), body }),
      }))
      await opened.store.deliveries.spread(at * 1000 + 999, some)
    }
    let [held, most] = [0, 0]
    const { deliveries } = opened.store
    const watched = {
      ...opened.store,
      deliveries: {
        ...deliveries,
        async claim(request: Parameters<typeof deliveries.claim>[0]) {
          const some = await deliveries.claim(request)
          held += some.length
          most = Math.max(most, held)
          return some
        },
        async settle(...of: Parameters<typeof deliveries.settle>) {
          const settled = await deliveries.settle(...of)
          held -= 1
          return settled
        },
      },
    }
    const worker = work({ store: watched, send: async () => sent(200) })
    await until(async () => {
      worker.poke()
      return (await Promise.all(to.map((id) => states(id, 'due')))).every((some) => some.length === 0)
    })
    const all = await Promise.all(to.map((id) => states(id, 'delivered')))
    expect(all.flat()).toHaveLength(1500)
    expect(most).toBeLessThanOrEqual(64)
    expect(worker.most()).toBeLessThanOrEqual(20)
  })

  test('is bounded for each destination: what comes beyond is kept as dropped, and can be replayed', async () => {
    const { id } = await addWebhook(opened.store, vault)
    const spread = async (from: number, count: number) => {
      const some = Array.from({ length: count }, (_, index) => ({
        event: from + index,
        delivery: delivery(id, { createdAt: clock.now(), body: '{}' }),
      }))
      await opened.store.deliveries.spread(from + count - 1, some)
    }
    for (let at = 0; at < MOST_WAITING; at += 2000) await spread(at + 1, 2000)
    await spread(MOST_WAITING + 10, 3)
    const dropped = await opened.store.deliveries.list(id, { limit: 10, state: 'dropped' })
    expect(dropped.items.map(({ says }) => says)).toEqual(
      Array(3).fill('It was not sent: too many deliveries waited.'),
    )
  })
})

describe('a worker that stops', () => {
  test('waits for what is under way, and gives back what takes longer', async () => {
    const [one, two] = [await addWebhook(opened.store, vault), await addWebhook(opened.store, vault)]
    for (const { id } of [one, two])
      await addDeliveries(opened.store, [delivery(id, { createdAt: clock.now() })])
    const hand = byHand()
    const worker = work({ send: hand.send })
    await hand.next(1)
    const [first] = hand.came
    const [answered, other] = first?.sending.destination.id === one.id ? [one, two] : [two, one]
    first?.answer(sent(200))
    // What became of it is kept after it was sent.
    await until(async () => (await states(answered.id, 'delivered')).length === 1)
    expect(await worker.stop(200)).toBe(1)
    const next = work({ send: async () => sent(200), holder: { host: 'there', start: 'x' } })
    next.poke()
    await until(async () => (await states(other.id, 'delivered')).length === 1)
  })

  test('and starts again takes up at once what it had claimed, under the same webhook-id', async () => {
    const { id } = await addWebhook(opened.store, vault)
    const one = delivery(id, { createdAt: clock.now() })
    await addDeliveries(opened.store, [one])
    const request = { leaseMs: 3_600_000, limit: 1, places: 64, perDestination: 2 }
    await opened.store.deliveries.claim({ ...request, holder: 'here/killed' })
    const hand = byHand()
    work({ send: hand.send, holder: { host: 'here', start: 'next' } })
    const { sending, answer } = await hand.next(0)
    expect(sending.delivery).toMatchObject({ messageId: one.messageId, attempts: 0 })
    answer(sent(200))
  })

  test('cannot keep what became of an attempt: nothing is sent twice at a time, and it rests', async () => {
    const { id } = await addWebhook(opened.store, vault)
    await addDeliveries(opened.store, [delivery(id, { createdAt: clock.now() })])
    let [sendings, refusals] = [0, 0]
    const { deliveries } = opened.store
    const full = {
      ...opened.store,
      deliveries: {
        ...deliveries,
        settle: (...of: Parameters<typeof deliveries.settle>) => {
          refusals += 1
          return refusals > 1 ? deliveries.settle(...of) : Promise.reject(new Error('the disk is full'))
        },
      },
    }
    const worker = work({
      store: full,
      restMs: 1,
      send: async () => {
        sendings += 1
        return sent(200)
      },
    })
    await until(() => refusals === 1)
    await Bun.sleep(20)
    expect(sendings).toBe(1)
    clock.advance(60_000)
    await until(async () => {
      worker.poke()
      const claimed = await deliveries.releaseOf('here')
      return claimed > 0 || sendings === 2
    })
    await until(async () => {
      worker.poke()
      return (await states(id, 'delivered')).length === 1
    })
    expect(sendings).toBe(2)
  })
})
