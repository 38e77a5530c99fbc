import type { EventType } from '../../../core/event.ts'
import type {
  Delivery,
  DeliveryAttempt,
  DeliveryState,
  Destination,
} from '../../../core/watching/destination.ts'
import type { DestinationKind, DisabledReason } from '../../../core/watching/destination-kind.ts'
import type { DestinationOwner } from '../../watching/destinations.ts'

export interface DestinationRow {
  id: string
  accountId: string | null
  kind: DestinationKind
  name: string
  shown: string
  filter: string
  targetSecret: string
  signingSecret: string | null
  earlierSecret: string | null
  earlierUntil: number | null
  createdAt: number
  disabledAt: number | null
  disabledReason: DisabledReason | null
  failingSince: number | null
}

/** Nothing is checked: only this store wrote it. */
export function destinationOf(row: DestinationRow): Destination {
  const { id, accountId, kind, name, shown, filter, targetSecret, signingSecret } = row
  const { earlierSecret, earlierUntil, disabledAt, disabledReason, failingSince } = row
  const earlier =
    earlierSecret !== null && earlierUntil !== null
      ? { signing: earlierSecret, until: new Date(earlierUntil) }
      : undefined
  return {
    id,
    ...(accountId !== null && { accountId }),
    kind,
    name,
    shown,
    filter: JSON.parse(filter),
    secrets: {
      target: targetSecret,
      ...(signingSecret !== null && { signing: signingSecret }),
      ...(earlier && { earlier }),
    },
    createdAt: new Date(row.createdAt),
    ...(disabledAt !== null &&
      disabledReason !== null && { disabled: { at: new Date(disabledAt), reason: disabledReason } }),
    ...(failingSince !== null && { failingSince: new Date(failingSince) }),
  }
}

/** null is the instance. */
export const ownerId = (owner: DestinationOwner): string | null =>
  owner === 'instance' ? null : owner.accountId

export interface DeliveryRow {
  no: number
  id: string
  destinationId: string
  messageId: string
  type: EventType | 'webhook.test'
  body: string
  createdAt: number
  state: DeliveryState
  attempts: number
  dueAt: number | null
  says: string | null
}

export function deliveryOf(row: DeliveryRow): Delivery {
  const { id, destinationId, messageId, type, body, createdAt, state, attempts, dueAt, says } = row
  return {
    id,
    destinationId,
    messageId,
    type,
    body,
    createdAt: new Date(createdAt),
    state,
    attempts,
    ...(dueAt !== null && { dueAt: new Date(dueAt) }),
    ...(says !== null && { says }),
  }
}

export interface AttemptRow {
  number: number
  at: number
  tookMs: number
  outcome: DeliveryAttempt['outcome']
  says: string
  request: string
  response: string | null
}

export const attemptOf = ({ at, request, response, ...row }: AttemptRow): DeliveryAttempt => ({
  ...row,
  at: new Date(at),
  request: JSON.parse(request),
  ...(response !== null && { response: JSON.parse(response) }),
})
