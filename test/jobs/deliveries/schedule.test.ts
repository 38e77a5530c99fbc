import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { RETRY_AFTER_MS } from '../../../src/core/watching/destination.ts'
import type { Send, Sending } from '../../../src/services/destinations/sending.ts'
import { DAY } from '../../support/builders.ts'
import { testClock } from '../../support/clock.ts'
import { addWebhook, openVault, openWorker, sent } from '../../support/delivering.ts'
import { addDeliveries, delivery } from '../../support/destinations.ts'
import { testStore } from '../../support/store.ts'
import { until } from '../../support/until.ts'

const HOUR = 3_600_000

let clock = testClock()
let opened: Awaited<ReturnType<typeof testStore>>
let vault = openVault()
beforeEach(async () => {
  clock = testClock()
  vault = openVault()
  opened = await testStore({ clock })
})
afterEach(() => opened.done())

/** Lets the time pass until what is next is due, over and over; gives the hours at which attempts were made. */
async function follow(send: Send, until_: () => Promise<boolean>, chance = () => 0) {
  const { store } = opened
  const begun = clock.now().getTime()
  const attempts: { at: number; sending: Sending }[] = []
  const worker = openWorker({
    ...vault,
    store,
    clock,
    chance,
    send: (sending) => {
      attempts.push({ at: clock.now().getTime() - begun, sending })
      return send(sending)
    },
  })
  worker.start()
  for (;;) {
    // What is due by now may be begun at any moment: the time passes only when nothing runs.
    const before = attempts.length
    const next = await until(
      async () => (await until_()) || (worker.trying() === 0 && (await store.deliveries.nextDue())),
    )
    if (next === true) break
    if (worker.trying() > 0) continue
    clock.set(new Date(Math.max(next.getTime(), clock.now().getTime())))
    worker.poke()
    await until(() => attempts.length > before)
  }
  await worker.stop(0)
  return attempts
}

const stateOf = async (destinationId: string, id: string) =>
  (await opened.store.deliveries.read(destinationId, id))?.delivery.state

describe('a webhook that never takes anything', () => {
  test('is tried at 0, 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h behind each other, then given up', async () => {
    const { id } = await addWebhook(opened.store, vault)
    const one = delivery(id, { createdAt: clock.now() })
    await addDeliveries(opened.store, [one])
    const attempts = await follow(
      async () => sent(500),
      async () => (await stateOf(id, one.id)) === 'given_up',
    )
    const sums = [0, ...RETRY_AFTER_MS].map((_, index) =>
      RETRY_AFTER_MS.slice(0, index).reduce((sum, wait) => sum + wait, 0),
    )
    expect(attempts.map(({ at }) => at)).toEqual(sums)
    expect(new Set(attempts.map(({ sending }) => sending.delivery.messageId))).toEqual(
      new Set([one.messageId]),
    )
    const read = await opened.store.deliveries.read(id, one.id)
    expect(read?.attempts.map(({ number, at }) => [number, at.getTime() - one.createdAt.getTime()])).toEqual(
      sums.map((at, index) => [index + 1, at]),
    )
    expect((await opened.store.destinations.byId('instance', id))?.disabled).toBeUndefined()
  })

  test('waits longer by chance, by up to a tenth', async () => {
    const { id } = await addWebhook(opened.store, vault)
    const one = delivery(id, { createdAt: clock.now() })
    await addDeliveries(opened.store, [one])
    const attempts = await follow(
      async () => sent(500),
      async () => (await stateOf(id, one.id)) === 'given_up',
      () => 1,
    )
    expect(attempts.at(-1)?.at).toBe(RETRY_AFTER_MS.reduce((sum, wait) => sum + Math.ceil(wait * 1.1), 0))
  })

  test('is disabled when nothing was taken for five days, and not before', async () => {
    const { id } = await addWebhook(opened.store, vault)
    const begun = clock.now()
    const some = Array.from({ length: 6 }, (_, day) =>
      delivery(id, { createdAt: new Date(begun.getTime() + day * DAY) }),
    )
    await addDeliveries(opened.store, some)
    const attempts = await follow(
      async () => sent(500),
      async () => (await opened.store.destinations.byId('instance', id))?.disabled !== undefined,
    )
    const last = attempts.at(-1)?.at ?? 0
    expect(last).toBeGreaterThanOrEqual(5 * DAY)
    expect(last).toBeLessThan(5 * DAY + 5 * HOUR)
    expect(await opened.store.destinations.byId('instance', id)).toMatchObject({
      disabled: { reason: 'failing' },
      failingSince: begun,
    })
    expect((await opened.store.deliveries.list(id, { limit: 10, state: 'due' })).items).toEqual([])
    const [told] = await opened.store.outbox.behind('a test', 10)
    expect(told).toMatchObject({ type: 'webhook.disabled', subject: id, payload: { reason: 'failing' } })
  })
})

test('one that answers 410 is disabled at once', async () => {
  const { id } = await addWebhook(opened.store, vault)
  const one = delivery(id, { createdAt: clock.now() })
  await addDeliveries(opened.store, [one])
  const attempts = await follow(
    async () => sent(410),
    async () => (await opened.store.destinations.byId('instance', id))?.disabled !== undefined,
  )
  expect(attempts).toHaveLength(1)
  expect(await stateOf(id, one.id)).toBe('given_up')
})

test('one that works again gets everything, and counts as working', async () => {
  const { id } = await addWebhook(opened.store, vault)
  const some = Array.from({ length: 5 }, () => delivery(id, { createdAt: clock.now() }))
  await addDeliveries(opened.store, some)
  const begun = clock.now().getTime()
  await follow(
    async () => sent(clock.now().getTime() - begun < HOUR ? 503 : 200),
    async () =>
      (await opened.store.deliveries.list(id, { limit: 10, state: 'delivered' })).items.length === 5,
  )
  expect((await opened.store.destinations.byId('instance', id))?.failingSince).toBeUndefined()
})

test('one that asks to wait gets nothing before that, whatever is due', async () => {
  const { id } = await addWebhook(opened.store, vault)
  const some = Array.from({ length: 4 }, () => delivery(id, { createdAt: clock.now() }))
  await addDeliveries(opened.store, some)
  const begun = clock.now().getTime()
  const attempts = await follow(
    async () => (clock.now().getTime() - begun < 1 ? sent(429, { retryAfterMs: 600_000 }) : sent(204)),
    async () =>
      (await opened.store.deliveries.list(id, { limit: 10, state: 'delivered' })).items.length === 4,
  )
  const at = attempts.map((one) => one.at)
  // Two were on their way before it said so.
  expect(at.filter((one) => one < 600_000).length).toBeLessThanOrEqual(2)
  expect(at.filter((one) => one >= 600_000)).toHaveLength(4)
})
