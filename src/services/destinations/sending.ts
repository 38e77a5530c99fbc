import type { EventType } from '../../core/event.ts'
import type { Delivery, DeliveryAttempt, Destination, Target } from '../../core/watching/destination.ts'
import type { DestinationKind } from '../../core/watching/destination-kind.ts'

/** What is sent to every destination: of a webhook it is the body, of others the message is made of it. `data` is JSON in snake_case. */
export interface WebhookPayload {
  type: EventType | 'webhook.test'
  /** When it happened, ISO 8601. */
  timestamp: string
  data: Readonly<Record<string, unknown>>
}

/** One attempt that is to be made. */
export interface Sending {
  destination: Destination
  target: Target
  delivery: Delivery
  payload: WebhookPayload
  /** Of a webhook: the secret in use, then the one before a rotation. */
  signingSecrets: readonly Uint8Array[]
  at: Date
}

/** What became of an attempt. */
export interface Sent extends Omit<DeliveryAttempt, 'number' | 'at'> {
  /** What the other side asks for, where it does. */
  retryAfterMs?: number
  /** It answered 410: nothing more is wanted there. */
  gone?: true
}

/** Makes one attempt; never rejects, and ends within its own time. */
export type Send = (sending: Sending) => Promise<Sent>

/** How each kind is sent. */
export type Senders = Readonly<Record<DestinationKind, Send>>
