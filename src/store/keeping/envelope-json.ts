import type { Envelope } from '../../core/message.ts'

/** Reads what JSON.stringify made of an envelope: its two times are Dates again. */
export function envelopeFromJson(json: string): Envelope {
  const envelope = JSON.parse(json)
  return {
    ...envelope,
    connectedAt: new Date(envelope.connectedAt),
    receivedAt: new Date(envelope.receivedAt),
  }
}
