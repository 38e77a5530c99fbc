import type { NewEvent } from '../../../core/event.ts'
import { type Destination, MOST_PAYLOAD_BYTES } from '../../../core/watching/destination.ts'
import type { WebhookPayload } from '../sending.ts'
import { type EventData, eventData } from './event-data.ts'
import { fitted } from './fit.ts'
import { PLACES } from './links.ts'

/** The service that tells, without a slash at its end. */
export interface Teller {
  baseUrl: string
}

/** What destinations are told of an event: the same of the same event, at most 20,000 bytes of JSON. */
export function payloadOf(event: NewEvent, teller: Teller): WebhookPayload {
  return payload(event.type, event.at, eventData(event), teller)
}

/** What a destination is told when a person tries it. */
export function testPayload(
  { id, name, accountId }: Pick<Destination, 'id' | 'name' | 'accountId'>,
  at: Date,
  teller: Teller,
): WebhookPayload {
  const data = { destination_id: id, name, says: 'This is a test. Events of this destination arrive here.' }
  const place = accountId === undefined ? PLACES.instanceDestination(id) : PLACES.destination(id)
  return payload('webhook.test', at, { data, place }, teller)
}

function payload(
  type: WebhookPayload['type'],
  at: Date,
  { data, place }: EventData,
  { baseUrl }: Teller,
): WebhookPayload {
  const frame = { type, timestamp: at.toISOString() }
  const link = { link: `${baseUrl}${place}` }
  const taken = Buffer.byteLength(JSON.stringify({ ...frame, data: link }))
  return { ...frame, data: { ...fitted(data, MOST_PAYLOAD_BYTES - taken), ...link } }
}
