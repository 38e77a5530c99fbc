import { idFrom } from '../../src/core/access/ids.ts'
import type { Delivery, DeliveryAttempt, Destination } from '../../src/core/watching/destination.ts'
import type { Store } from '../../src/store/store.ts'
import { random, THEN } from './builders.ts'
import { entry } from './people.ts'

/** A webhook for scored tests, the instance's own unless an account is named. */
export function destination(changes: Partial<Destination> = {}): Destination {
  const id = idFrom('dst', random)
  return {
    id,
    kind: 'webhook',
    name: `Destination ${id}`,
    shown: `https://${id.slice(4).toLowerCase()}.example.org`,
    filter: { types: ['test.scored'] },
    secrets: { target: `sec_${id}_target`, signing: `sec_${id}_signing` },
    createdAt: THEN,
    ...changes,
  }
}

/** One that is due since it was made. */
export function delivery(destinationId: string, changes: Partial<Delivery> = {}): Delivery {
  const createdAt = changes.createdAt ?? THEN
  return {
    id: idFrom('dlv', random),
    destinationId,
    messageId: idFrom('msg', random),
    type: 'test.scored',
    body: JSON.stringify({ type: 'test.scored', timestamp: createdAt.toISOString(), data: { score: 9 } }),
    createdAt,
    state: 'due',
    attempts: 0,
    dueAt: createdAt,
    ...changes,
  }
}

export function attempt(changes: Partial<DeliveryAttempt> = {}): DeliveryAttempt {
  return {
    number: 1,
    at: THEN,
    tookMs: 12,
    outcome: 'delivered',
    says: 'Delivered: the answer was 204.',
    request: { method: 'POST', url: 'https://example.org', headers: { 'webhook-id': 'msg_1' } },
    response: { status: 204, headers: {}, body: '' },
    ...changes,
  }
}

export const refusedAttempt = (changes: Partial<DeliveryAttempt> = {}): DeliveryAttempt =>
  attempt({
    outcome: 'refused',
    says: 'The answer was 500.',
    response: { status: 500, headers: { 'content-type': 'text/plain' }, body: 'no' },
    ...changes,
  })

/** Adds a destination, of the instance unless an account is named. */
export async function addDestination(
  { destinations }: Pick<Store, 'destinations'>,
  changes: Partial<Destination> = {},
): Promise<Destination> {
  const one = destination(changes)
  const added = await destinations.add(one, 1_000_000, entry('destination.created', { target: one.name }))
  if (added !== 'added') throw new Error(`it was not added: ${added}`)
  return one
}

/** Adds deliveries, in their order. */
export async function addDeliveries({ deliveries }: Pick<Store, 'deliveries'>, some: readonly Delivery[]) {
  for (const one of some) {
    const added = await deliveries.add(one, entry('destination.tested'))
    if (added !== 'added') throw new Error(`it was not added: ${added}`)
  }
}
