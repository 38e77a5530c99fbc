import type { DeliveryAttempt, DeliveryState, Destination } from '../../../core/watching/destination.ts'
import type { WatchingEvent } from '../../../core/watching/events.ts'
import type { AfterAttempt } from '../../watching/deliveries.ts'

/** More of what a stranger answered is not kept: its header fields go first. */
const MOST_KEPT = 16_000
const MOST_BODY = 2_000
const MOST_SAYS = 1_000

/** What is kept of an attempt. */
export function attemptColumns({ request, response, at, tookMs, outcome, says }: DeliveryAttempt) {
  return {
    at: at.getTime(),
    tookMs: Math.round(tookMs),
    outcome,
    says: saidOf(says),
    request: bounded({ ...request, url: request.url.slice(0, MOST_BODY) }),
    response: response ? bounded({ ...response, body: response.body.slice(0, MOST_BODY) }) : null,
  }
}

export const saidOf = (says: string): string => says.slice(0, MOST_SAYS)

type DisabledPayload = Extract<WatchingEvent, { type: 'webhook.disabled' }>['payload']

/** What is told of a destination that is turned off by an attempt. */
export function disabledPayload(
  { name, kind, shown, failingSince }: Destination,
  reason: DisabledPayload['reason'],
  says: string,
): DisabledPayload {
  const since = failingSince?.toISOString()
  return { name, kind, shown, reason, ...(since && { since }), says }
}

/** What a delivery is after an attempt. */
export const STATES = {
  delivered: 'delivered',
  again: 'due',
  given_up: 'given_up',
  disable: 'given_up',
} as const satisfies Record<AfterAttempt['kind'], DeliveryState>

function bounded(of: object): string {
  const text = JSON.stringify(of)
  return text.length <= MOST_KEPT ? text : JSON.stringify({ ...of, headers: {} })
}
