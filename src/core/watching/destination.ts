import type { EventType } from '../event.ts'
import type { DestinationKind, DisabledReason } from './destination-kind.ts'

/** Where a destination leads, secrets and all: kept sealed, and never shown again. */
export type Target =
  | { kind: 'webhook' | 'slack' | 'discord' | 'teams'; url: string }
  /** administrators: whoever administers the instance, at the addresses that they have then. An address is of somebody of the account whose
   * the destination is, or of an administrator where it is the instance's. `anyone`: the operator said so, and it may be of anybody. */
  | { kind: 'email'; to: string | 'administrators'; anyone?: true }
  /** `url` with the topic as its path. `token`: an access token of the server. */
  | { kind: 'ntfy'; url: string; token?: string }
  /** Placeholders of docs/alerts.md in URL, headers and body. */
  | {
      kind: 'template'
      url: string
      method: 'POST' | 'PUT'
      headers: Readonly<Record<string, string>>
      body: string
    }

/** What a destination is told. Absent lists: of all monitors, of all domains. */
export interface DestinationFilter {
  types: readonly EventType[]
  monitorIds?: readonly string[]
  domainIds?: readonly string[]
}

/** Where events are sent: a webhook, or a channel that people read. */
export interface Destination {
  /** `dst_` and 16 base62 characters. */
  id: string
  /** Absent: it is the instance's own, and told of the instance alone. */
  accountId?: string
  kind: DestinationKind
  /** 1 to 100 characters. */
  name: string
  /** What may be shown of where it leads: scheme, host and no more of a URL, or an address. */
  shown: string
  filter: DestinationFilter
  /** Ids of sealed secrets. `signing`: of a webhook; `earlier`: signs as well until then. */
  secrets: { target: string; signing?: string; earlier?: { signing: string; until: Date } }
  createdAt: Date
  disabled?: { at: Date; reason: DisabledReason }
  /** Since when nothing was taken. Absent: the last delivery was, or none was tried. */
  failingSince?: Date
}

/** due: it waits for its turn, the first or a later one. given_up: it was tried for as long as it is. dropped: its destination was
 * disabled or changed meanwhile. */
export const DELIVERY_STATES = ['due', 'delivered', 'given_up', 'dropped'] as const
export type DeliveryState = (typeof DELIVERY_STATES)[number]

/** One event for one destination. */
export interface Delivery {
  /** `dlv_` and 16 base62 characters. */
  id: string
  destinationId: string
  /** The webhook-id: the same in each attempt and replay. `msg_` and 16 base62 characters. */
  messageId: string
  type: EventType | 'webhook.test'
  /** JSON of `WebhookPayload`, the same in each attempt; at most 20,000 bytes. */
  body: string
  createdAt: Date
  state: DeliveryState
  attempts: number
  /** When it is tried next. Only of one that is due. */
  dueAt?: Date
  /** How the latest attempt ended, in a sentence. */
  says?: string
}

/** What was sent once and what came back; secrets are masked. */
export interface DeliveryAttempt {
  /** From 1; replays go on counting. */
  number: number
  at: Date
  tookMs: number
  outcome: 'delivered' | 'refused' | 'unreached'
  /** In a sentence. */
  says: string
  request: { method: string; url: string; headers: Readonly<Record<string, string>> }
  /** Absent: there was none. `body`: its first 2,000 characters. */
  response?: { status: number; headers: Readonly<Record<string, string>>; body: string }
}

/** Milliseconds after an attempt until the next one, in order; each is lengthened by up to a tenth of it at random. */
const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
export const RETRY_AFTER_MS: readonly number[] = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
]
/** The longest Retry-After that is obeyed. */
export const MOST_RETRY_AFTER_MS = HOUR
/** A destination that took nothing for so long is disabled. */
export const DISABLED_AFTER_MS = 5 * 24 * HOUR
/** For how long the secret before a rotation signs as well. */
export const EARLIER_SECRET_MS = 24 * HOUR
export const MOST_PAYLOAD_BYTES = 20_000
