import { expect, test } from 'bun:test'
import { MOST_ATTEMPTS, MOST_WAITING } from '../../../../src/store/watching/deliveries.ts'
import { account, DAY, later } from '../../../support/builders.ts'
import {
  addDeliveries,
  addDestination,
  attempt,
  delivery,
  destination,
  refusedAttempt,
} from '../../../support/destinations.ts'
import { entry as said } from '../../../support/people.ts'
import type { TheStore } from '../../contract.ts'

const REPLAYED = said('destination.replayed')

export function deliveryContract(store: TheStore): void {
  const deliveries = () => store().deliveries
  const now = (ms = 0) => new Date(store.now().getTime() + ms)
  const stateOf = async (destinationId: string, id: string) =>
    (await deliveries().read(destinationId, id))?.delivery

  /** The claim on one that is due. */
  async function claimed(destinationId: string) {
    const request = { holder: 'here/1', leaseMs: 60_000, limit: 1000, places: 4000, perDestination: 1 }
    const all = await deliveries().claim(request)
    for (const other of all.filter((one) => one.destination.id !== destinationId))
      await deliveries().settle(other, attempt(), { kind: 'delivered' })
    const found = all.find((one) => one.destination.id === destinationId)
    if (!found) throw new Error('it was not claimed')
    return found
  }

  test('an event is spread once, whoever reads it and how often', async () => {
    const [one, two] = [await addDestination(store()), await addDestination(store())]
    const from = 1_000_000 + Math.floor(Math.random() * 1_000_000_000)
    const of = (event: number, id: string) => ({ event, delivery: delivery(id, { createdAt: now() }) })
    expect(await deliveries().spread(from, [of(from, one.id), of(from, two.id)])).toBe(2)
    // Another worker had read the first one as well.
    const second = [of(from, one.id), of(from + 1, one.id)]
    expect(await deliveries().spread(from + 1, second)).toBe(1)
    expect(await deliveries().spread(from + 1, second)).toBe(0)
    expect((await deliveries().list(one.id, { limit: 10 })).items).toHaveLength(2)
    expect((await deliveries().list(two.id, { limit: 10 })).items).toHaveLength(1)
    expect(await store().outbox.behind('destinations', 10)).toEqual([])
  })

  test('nothing is spread to what is turned off or gone', async () => {
    const off = await addDestination(store(), { disabled: { at: later(0), reason: 'person' } })
    const gone = await addDestination(store())
    await store().destinations.delete('instance', gone.id, said('destination.deleted'))
    const event = 2_000_000_000 + Math.floor(Math.random() * 1_000_000_000)
    const some = [off, gone, { id: 'dst_none' }].map(({ id }) => ({ event, delivery: delivery(id) }))
    expect(await deliveries().spread(event, some)).toBe(0)
  })

  test('a delivery is read as it was made, newest first, by state and behind another', async () => {
    const { id } = await addDestination(store())
    const made = (at: number) => delivery(id, { createdAt: later(at), dueAt: later(DAY * 365) })
    const [first, second, third, fourth] = [made(1), made(2), made(2), made(3)]
    const some = [first, second, third, fourth]
    await addDeliveries(store(), some)
    expect((await deliveries().list(id, { limit: 10 })).items).toStrictEqual(some.toReversed())
    const page = await deliveries().list(id, { limit: 2 })
    expect(page).toStrictEqual({ items: [fourth, third], next: third.id })
    expect(await deliveries().list(id, { limit: 2, after: third.id })).toStrictEqual({
      items: [second, first],
    })
    expect(await deliveries().list(id, { limit: 2, after: 'dlv_none' })).toEqual({ items: [] })
    expect((await deliveries().list(id, { limit: 9, state: 'due' })).items).toHaveLength(4)
    expect((await deliveries().list(id, { limit: 9, state: 'delivered' })).items).toEqual([])
    expect(await deliveries().read(id, first.id)).toStrictEqual({ delivery: first, attempts: [] })
    expect(await deliveries().read('dst_none', first.id)).toBeUndefined()
  })

  test('attempts are kept with what came back, and count on', async () => {
    const { id } = await addDestination(store())
    const one = delivery(id, { createdAt: now() })
    await addDeliveries(store(), [one])
    const refused = refusedAttempt({ at: now(), tookMs: 7.6 })
    await deliveries().settle(await claimed(id), refused, { kind: 'again', at: now(5000) })
    expect(await stateOf(id, one.id)).toStrictEqual({
      ...one,
      attempts: 1,
      dueAt: now(5000),
      says: 'The answer was 500.',
    })
    expect(await store().destinations.byId('instance', id)).toMatchObject({ failingSince: now() })
    await store.pass(5000)
    const taken = attempt({ at: now() })
    const again = await claimed(id)
    expect(again).toMatchObject({ tries: 1, begunAt: one.createdAt, delivery: { attempts: 1 } })
    expect(await deliveries().settle(again, taken, { kind: 'delivered' })).toBe('settled')
    expect(await deliveries().read(id, one.id)).toStrictEqual({
      delivery: (({ dueAt: _, ...rest }) => ({ ...rest, state: 'delivered', attempts: 2, says: taken.says }))(
        one,
      ),
      attempts: [
        { ...refused, number: 1, tookMs: 8 },
        { ...taken, number: 2 },
      ],
    })
    expect((await store().destinations.byId('instance', id))?.failingSince).toBeUndefined()
    expect(await deliveries().settle(again, taken, { kind: 'delivered' })).toBe('lost')
  })

  test('of what a stranger answers only so much is kept, and of a delivery so many attempts', async () => {
    const { id } = await addDestination(store())
    const one = delivery(id, { createdAt: now() })
    await addDeliveries(store(), [one])
    const headers = { 'x-long': 'y'.repeat(100_000) }
    const long = refusedAttempt({
      at: now(),
      says: 's'.repeat(5000),
      request: { method: 'POST', url: `https://example.org/${'u'.repeat(9000)}`, headers },
      response: { status: 500, headers, body: 'b'.repeat(9000) },
    })
    await deliveries().settle(await claimed(id), long, { kind: 'again', at: now() })
    const [kept] = (await deliveries().read(id, one.id))?.attempts ?? []
    expect(kept?.request).toMatchObject({ headers: {} })
    expect(kept?.response).toEqual({ status: 500, headers: {}, body: 'b'.repeat(2000) })
    expect([kept?.says.length, kept?.request.url.length]).toEqual([1000, 2000])
    for (let more = 0; more < MOST_ATTEMPTS; more += 1)
      await deliveries().settle(await claimed(id), refusedAttempt({ at: now() }), {
        kind: 'again',
        at: now(),
      })
    const { attempts, delivery: after } = (await deliveries().read(id, one.id)) ?? {}
    expect([attempts?.length, attempts?.at(0)?.number, after?.attempts]).toEqual([MOST_ATTEMPTS, 2, 51])
    await deliveries().settle(await claimed(id), attempt(), { kind: 'delivered' })
  })

  test('an attempt that disables drops the rest, tells of it in an event, and leaves an entry', async () => {
    const owner = account()
    await store().accounts.create(owner)
    const accountId = owner.id
    const { id, name, shown } = await addDestination(store(), { accountId })
    const [one, two] = [delivery(id, { createdAt: now() }), delivery(id, { createdAt: now() })]
    await addDeliveries(store(), [one, two])
    const gone = refusedAttempt({ at: now(), says: 'The answer was 410.' })
    const off = said('destination.disabled', { accountId, target: name, details: { reason: 'gone' } })
    await deliveries().settle(await claimed(id), gone, { kind: 'disable', reason: 'gone', said: off })
    expect(await stateOf(id, one.id)).toMatchObject({ state: 'given_up', says: 'The answer was 410.' })
    expect(await stateOf(id, two.id)).toMatchObject({ state: 'dropped', attempts: 0 })
    expect(await store().destinations.byId({ accountId }, id)).toMatchObject({
      disabled: { at: now(), reason: 'gone' },
      failingSince: now(),
    })
    const events = (await store().outbox.behind('a test of destinations', 100_000)).filter(
      ({ subject }) => subject === id,
    )
    expect(events).toMatchObject([
      {
        type: 'webhook.disabled',
        accountId,
        at: now(),
        payload: {
          name,
          kind: 'webhook',
          shown,
          reason: 'gone',
          since: now().toISOString(),
          says: gone.says,
        },
      },
    ])
    const [logged] = await store().audit.list({ accountId, action: 'destination.disabled', limit: 1 })
    expect(logged).toMatchObject({ target: name, details: { reason: 'gone' } })
  })

  test('what was on its way when it was turned off or deleted is not sent again', async () => {
    const [off, gone] = [await addDestination(store()), await addDestination(store())]
    const [one, two] = [off, gone].map(({ id }) => delivery(id, { createdAt: now() }))
    await addDeliveries(
      store(),
      [one, two].filter((each) => each !== undefined),
    )
    const request = { holder: 'here/1', leaseMs: 1000, limit: 1000, places: 4000, perDestination: 1 }
    const all = await deliveries().claim(request)
    const [ofOff, ofGone] = [off, gone].map(({ id }) => all.find(({ destination: to }) => to.id === id))
    const disabled = { at: now(), reason: 'person' as const }
    await store().destinations.change('instance', off.id, { disabled }, said('destination.disabled'))
    await store().destinations.delete('instance', gone.id, said('destination.deleted'))
    const again = { kind: 'again' as const, at: now() }
    if (!ofOff || !ofGone || !one || !two) throw new Error('they were not claimed')
    expect(await deliveries().settle(ofOff, refusedAttempt(), again)).toBe('settled')
    expect(await stateOf(off.id, one.id)).toMatchObject({ state: 'dropped', attempts: 1 })
    const disable = { kind: 'disable' as const, reason: 'gone' as const, said: said('destination.disabled') }
    expect(await deliveries().settle(ofGone, refusedAttempt(), disable)).toBe('settled')
    const told = await store().outbox.behind('a test of destinations', 100_000)
    expect(told.filter(({ subject }) => subject === gone.id)).toEqual([])
  })

  test('a replay makes what is over due again, under the same webhook-id, and its tries begin anew', async () => {
    const { id } = await addDestination(store())
    const one = delivery(id, { createdAt: now() })
    await addDeliveries(store(), [one])
    await deliveries().settle(await claimed(id), refusedAttempt({ at: now() }), { kind: 'given_up' })
    await store.pass(1000)
    const before = (await store().audit.list({ action: 'destination.replayed', limit: 1000 })).length
    expect(await deliveries().replay(id, { ids: [one.id, one.id, 'dlv_none'] }, 10, REPLAYED)).toBe(1)
    expect(await stateOf(id, one.id)).toMatchObject({
      state: 'due',
      attempts: 1,
      dueAt: now(),
      messageId: one.messageId,
    })
    expect(await deliveries().replay(id, { ids: [one.id] }, 10, REPLAYED)).toBe(0)
    expect((await store().audit.list({ action: 'destination.replayed', limit: 1000 })).length).toBe(
      before + 1,
    )
    const again = await claimed(id)
    expect(again).toMatchObject({ tries: 0, begunAt: now(), delivery: { messageId: one.messageId } })
    await deliveries().settle(again, attempt({ at: now() }), { kind: 'delivered' })
    expect((await deliveries().read(id, one.id))?.attempts.map(({ number }) => number)).toEqual([1, 2])
  })

  test('a range is replayed from its beginning up to its end, the oldest first, of the states that are asked for', async () => {
    const { id } = await addDestination(store())
    const some = [0, 1, 2, 3].map((at) => delivery(id, { createdAt: later(at), state: 'delivered' }))
    const lost = delivery(id, { createdAt: later(2), state: 'given_up' })
    await addDeliveries(store(), [...some, lost])
    const range = { since: later(1), until: later(3) }
    expect(await deliveries().replay(id, range, 100, REPLAYED, ['given_up', 'dropped'])).toBe(1)
    expect(await deliveries().replay(id, range, 1, REPLAYED)).toBe(1)
    const due = async () =>
      (await deliveries().list(id, { limit: 10, state: 'due' })).items.map((one) => one.id)
    expect(await due()).toEqual([lost.id, some[1]?.id ?? ''])
    expect(await deliveries().replay(id, range, 100, REPLAYED)).toBe(1)
    expect((await due()).toSorted()).toEqual([some[1]?.id ?? '', some[2]?.id ?? '', lost.id].toSorted())
    expect(await deliveries().replay(destination().id, range, 100, REPLAYED)).toBe(0)
  })

  test('a copy has the same body under new ids', async () => {
    const [{ id }, other] = [await addDestination(store()), await addDestination(store())]
    const one = delivery(id, { createdAt: later(0), state: 'delivered' })
    await addDeliveries(store(), [one])
    const copy = { of: one.id, id: 'dlv_copy', messageId: 'msg_copy', at: later(9) }
    const copied = said('destination.replayed')
    expect(await deliveries().copy(other.id, [copy], copied)).toBe(0)
    expect(await deliveries().copy(id, [copy, { ...copy, of: 'dlv_none' }], copied)).toBe(1)
    expect(await stateOf(id, 'dlv_copy')).toStrictEqual({
      ...one,
      id: 'dlv_copy',
      messageId: 'msg_copy',
      createdAt: later(9),
      dueAt: later(9),
      state: 'due',
    })
  })

  test('copies wait in no greater number than others', async () => {
    const { id } = await addDestination(store())
    const one = delivery(id, { createdAt: later(0), state: 'delivered' })
    await addDeliveries(store(), [one])
    const copies = (count: number) =>
      deliveries().copy(
        id,
        Array.from({ length: count }, () => {
          const { id: copied, messageId } = delivery(id)
          return { of: one.id, id: copied, messageId, at: later(9) }
        }),
        said('destination.replayed'),
      )
    expect(await copies(MOST_WAITING - 1)).toBe(MOST_WAITING - 1)
    expect(await copies(3)).toBe(1)
    expect(await copies(3)).toBe(0)
  })

  test('what is over and old is forgotten with its attempts, what is due stays', async () => {
    const { id } = await addDestination(store())
    const [old, due, young] = [
      delivery(id, { createdAt: later(-DAY), state: 'delivered' }),
      delivery(id, { createdAt: later(-DAY), dueAt: later(400 * DAY) }),
      delivery(id, { createdAt: later(0), state: 'delivered' }),
    ]
    await addDeliveries(store(), [old, due, young])
    while ((await deliveries().forget(later(-1), 1)) > 0);
    const left = (await deliveries().list(id, { limit: 10 })).items.map((one) => one.id)
    expect(left.toSorted()).toEqual([due.id, young.id].toSorted())
  })

  test('of each destination the newest are kept, and what waits', async () => {
    const [many, few] = [await addDestination(store()), await addDestination(store())]
    const made = (id: string, at: number, state: 'delivered' | 'due') =>
      delivery(id, { createdAt: later(at), state, ...(state === 'due' && { dueAt: later(400 * DAY) }) })
    const old = [made(many.id, 1, 'delivered'), made(many.id, 2, 'due'), made(many.id, 3, 'delivered')]
    const kept = [4, 5, 6].map((at) => made(many.id, at, 'delivered'))
    const others = [1, 2, 3].map((at) => made(few.id, at, 'delivered'))
    await addDeliveries(store(), [...kept, ...old, ...others])
    for (let after: string | undefined = ''; after !== undefined; )
      after = (await deliveries().trim(3, 1, after)).next
    const idsOf = async (id: string) => (await deliveries().list(id, { limit: 9 })).items.map((one) => one.id)
    expect(await idsOf(many.id)).toEqual([...kept.map(({ id }) => id).toReversed(), old[1]?.id ?? ''])
    expect(await idsOf(few.id)).toHaveLength(3)
  })
}
