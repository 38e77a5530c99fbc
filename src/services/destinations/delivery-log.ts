import { idFrom } from '../../core/access/ids.ts'
import { granted, type Refusal, type Result, refused } from '../../core/refusal.ts'
import type { Delivery, Destination } from '../../core/watching/destination.ts'
import type { Store } from '../../store/store.ts'
import type { Clock, RandomBytes } from '../ports.ts'
import { type Asking, ownerFor } from './asking.ts'
import type { WebhookPayload } from './sending.ts'
import { type DestinationActor, type Destinations, MOST_NAMED, MOST_REPLAYED } from './told.ts'

interface DeliveryLogDeps {
  store: Pick<Store, 'destinations' | 'deliveries'>
  clock: Clock
  random: RandomBytes
  testPayload(destination: Destination, at: Date): WebhookPayload
  poke?(): void
  asking: Asking
  meant(
    actor: DestinationActor,
    id: string,
    does: 'change' | 'send',
  ): Promise<{ destination: Destination } | { refusal: Refusal }>
}

type DeliveryLog = Pick<Destinations, 'test' | 'deliveries' | 'delivery' | 'replay' | 'sendAsNew'>

const MOST_ON_PAGE = 200
const UNKNOWN: Refusal = { kind: 'not_found', what: 'destination' }
const tooManyNamed = refused({
  kind: 'bad_request',
  reason: `At most ${MOST_NAMED} deliveries are named at a time. Name two times between which they were made.`,
})

/** What was and is delivered to a destination. */
export function createDeliveryLog(deps: DeliveryLogDeps): DeliveryLog {
  const { store, clock, random, asking, meant } = deps
  const poke = () => deps.poke?.()

  /** The same, of destinations that are in use. */
  async function inUse(actor: DestinationActor, id: string) {
    const found = await meant(actor, id, 'send')
    return 'destination' in found && found.destination.disabled
      ? { refusal: { kind: 'bad_request', reason: 'It is turned off. Turn it on first.' } as const }
      : found
  }

  async function readable(actor: DestinationActor, id: string): Promise<Refusal | undefined> {
    const refusal = asking.unreadable(actor)
    if (refusal) return refusal
    return (await store.destinations.byId(ownerFor(actor), id)) ? undefined : UNKNOWN
  }

  function testOf(destination: Destination): Delivery {
    const now = clock.now()
    return {
      id: idFrom('dlv', random),
      destinationId: destination.id,
      messageId: idFrom('msg', random),
      type: 'webhook.test',
      body: JSON.stringify(deps.testPayload(destination, now)),
      createdAt: now,
      state: 'due',
      attempts: 0,
      dueAt: now,
    }
  }

  return {
    async test(actor, id) {
      const found = await inUse(actor, id)
      if ('refusal' in found) return refused(found.refusal)
      const delivery = testOf(found.destination)
      const said = await asking.entry(actor, 'destination.tested', found.destination)
      const outcome = await store.deliveries.add(delivery, said)
      if (outcome === 'no_space') return refused({ kind: 'out_of_space' })
      if (outcome !== 'added') return refused(UNKNOWN)
      poke()
      return granted(delivery)
    },
    async deliveries(actor, id, { limit, ...page }) {
      const refusal = await readable(actor, id)
      if (refusal) return refused(refusal)
      const most = Math.min(Math.max(1, Math.floor(limit)), MOST_ON_PAGE)
      return granted(await store.deliveries.list(id, { ...page, limit: most }))
    },
    async delivery(actor, id, deliveryId) {
      const refusal = await readable(actor, id)
      if (refusal) return refused(refusal)
      const read = await store.deliveries.read(id, deliveryId)
      return read ? granted(read) : refused({ kind: 'not_found', what: 'delivery' })
    },
    async replay(actor, id, which, states) {
      if ('ids' in which && which.ids.length > MOST_NAMED) return tooManyNamed
      const found = await inUse(actor, id)
      if ('refusal' in found) return refused(found.refusal)
      const said = await asking.entry(actor, 'destination.replayed', found.destination, factsOf(which))
      const count = await store.deliveries.replay(id, which, MOST_REPLAYED, said, states)
      if (count === 'no_space') return refused({ kind: 'out_of_space' })
      if (count > 0) poke()
      return granted(count)
    },
    async sendAsNew(actor, id, deliveryIds): Promise<Result<number>> {
      if (deliveryIds.length > MOST_NAMED) return tooManyNamed
      const found = await inUse(actor, id)
      if ('refusal' in found) return refused(found.refusal)
      const at = clock.now()
      const copies = [...new Set(deliveryIds)].map((of) => ({
        of,
        id: idFrom('dlv', random),
        messageId: idFrom('msg', random),
        at,
      }))
      const facts = { deliveries: String(copies.length), as: 'new' }
      const said = await asking.entry(actor, 'destination.replayed', found.destination, facts)
      const count = await store.deliveries.copy(id, copies, said)
      if (count === 'no_space') return refused({ kind: 'out_of_space' })
      if (count > 0) poke()
      return granted(count)
    },
  }
}

function factsOf(which: { ids: readonly string[] } | { since: Date; until: Date }): Record<string, string> {
  if ('ids' in which) return { deliveries: String(which.ids.length) }
  return { since: which.since.toISOString(), until: which.until.toISOString() }
}
