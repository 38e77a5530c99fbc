import type { NewEvent } from '../../core/event.ts'
import type { Destination } from '../../core/watching/destination.ts'
import type { WebhookPayload } from '../../services/destinations/sending.ts'

/** What destinations are told of an event. */
export function payloadOf(
  { type, subject, at, payload }: NewEvent,
  site: { baseUrl: string },
): WebhookPayload {
  return { type, timestamp: at.toISOString(), data: { subject, ...payload, service: site.baseUrl } }
}

/** What a destination is told when a person tries it. */
export function testPayload(
  { id, name }: Pick<Destination, 'id' | 'name'>,
  at: Date,
  site: { baseUrl: string },
): WebhookPayload {
  return {
    type: 'webhook.test',
    timestamp: at.toISOString(),
    data: { destination_id: id, name, service: site.baseUrl },
  }
}
