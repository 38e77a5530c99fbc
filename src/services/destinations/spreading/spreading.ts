import { idFrom } from '../../../core/access/ids.ts'
import type { StoredEvent } from '../../../core/event.ts'
import { type Delivery, type Destination, MOST_PAYLOAD_BYTES } from '../../../core/watching/destination.ts'
import type { Store } from '../../../store/store.ts'
import type { Clock, Log, RandomBytes } from '../../ports.ts'
import type { WebhookPayload } from '../sending.ts'
import { wants } from './wants.ts'

export interface SpreadingDeps {
  store: Pick<Store, 'outbox' | 'destinations' | 'deliveries'>
  /** What is told of an event, at most `MOST_PAYLOAD_BYTES`. */
  payloadOf(event: StoredEvent): WebhookPayload
  clock: Clock
  random: RandomBytes
  log: Log
}

const CONSUMER = 'destinations'
const EVENTS_AT_ONCE = 200
/** What one write keeps: it holds up nobody else who writes. */
const DELIVERIES_AT_ONCE = 500
const BYTES_AT_ONCE = 4 * 1024 ** 2

type Spread = { event: number; delivery: Delivery }

/** Makes a delivery of each event for each destination that wants it. */
export function createSpreading({ store, payloadOf, clock, random, log }: SpreadingDeps) {
  /** Nothing: it cannot be told. What stands behind it is not held up by it. */
  function bodyOf(event: StoredEvent): string | undefined {
    try {
      const body = JSON.stringify(payloadOf(event))
      if (Buffer.byteLength(body) <= MOST_PAYLOAD_BYTES) return body
      log.error({ event: event.id, type: event.type }, 'An event is too large to be delivered')
    } catch (cause) {
      log.error({ err: cause, event: event.id, type: event.type }, 'An event could not be put into words')
    }
    return undefined
  }

  function deliveriesOf(event: StoredEvent, destinations: readonly Destination[]): Spread[] {
    const createdAt = clock.now()
    const wanted = destinations.filter((one) => wants(one, event, createdAt))
    const body = wanted.length > 0 ? bodyOf(event) : undefined
    if (body === undefined) return []
    const messageId = idFrom('msg', random)
    return wanted.map(({ id: destinationId }) => ({
      event: event.id,
      delivery: {
        id: idFrom('dlv', random),
        destinationId,
        messageId,
        type: event.type,
        body,
        createdAt,
        state: 'due',
        attempts: 0,
        dueAt: createdAt,
      },
    }))
  }

  async function some(): Promise<{ read: number; kept: number }> {
    const events = await store.outbox.behind(CONSUMER, EVENTS_AT_ONCE)
    const byOwner = Map.groupBy(events, ({ accountId }) => accountId)
    const known = new Map<string | undefined, Promise<Destination[]>>()
    const ofOwner = (accountId: string | undefined) => {
      const types = [...new Set(byOwner.get(accountId)?.map(({ type }) => type))]
      const owner = accountId ? { accountId } : 'instance'
      const found = known.get(accountId) ?? store.destinations.wanting(owner, types)
      known.set(accountId, found)
      return found
    }
    let [waiting, bytes, kept]: [Spread[], number, number] = [[], 0, 0]
    for (const event of events) {
      const more = deliveriesOf(event, await ofOwner(event.accountId))
      waiting.push(...more)
      bytes += more.reduce((sum, { delivery }) => sum + delivery.body.length, 0)
      if (event === events.at(-1) || waiting.length >= DELIVERIES_AT_ONCE || bytes >= BYTES_AT_ONCE) {
        kept += await store.deliveries.spread(event.id, waiting)
        waiting = []
        bytes = 0
      }
    }
    return { read: events.length, kept }
  }

  return {
    /** Spreads what there is; gives how many deliveries were made. */
    async run(isOver: () => boolean = () => false): Promise<number> {
      let made = 0
      for (;;) {
        if (isOver()) return made
        const { read, kept } = await some()
        made += kept
        if (read < EVENTS_AT_ONCE) return made
      }
    },
  }
}
