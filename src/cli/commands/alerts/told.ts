import type { Delivery, DeliveryAttempt } from '../../../core/watching/destination.ts'
import type { DestinationKind, DisabledReason } from '../../../core/watching/destination-kind.ts'
import type { DestinationView } from '../../../services/destinations/told.ts'
import { when } from '../../table.ts'

/** A destination for programs, without what nobody is shown. */
export function asJson(destination: DestinationView) {
  const { id, kind, name, shown, filter, createdAt, disabled, failingSince, earlierSecretUntil } = destination
  return {
    id,
    kind,
    name,
    leads_to: shown,
    types: filter.types,
    ...(filter.monitorIds && { monitor_ids: filter.monitorIds }),
    ...(filter.domainIds && { domain_ids: filter.domainIds }),
    enabled: disabled === undefined,
    ...(disabled && { disabled_at: disabled.at, disabled_reason: disabled.reason }),
    ...(failingSince && { failing_since: failingSince }),
    ...(earlierSecretUntil && { earlier_secret_until: earlierSecretUntil }),
    created_at: createdAt,
  }
}

/** A delivery for programs. */
export function deliveryJson(delivery: Delivery) {
  const { id, messageId, type, state, attempts, createdAt, dueAt, says } = delivery
  return {
    id,
    webhook_id: messageId,
    type,
    state,
    attempts,
    created_at: createdAt,
    ...(dueAt && { due_at: dueAt }),
    ...(says !== undefined && { says }),
  }
}

/** An attempt for programs. */
export function attemptJson({ number, at, tookMs, outcome, says, request, response }: DeliveryAttempt) {
  return { number, at, took_ms: tookMs, outcome, says, request, ...(response && { response }) }
}

const KINDS: Readonly<Record<DestinationKind, string>> = {
  webhook: 'webhook',
  email: 'e-mail',
  slack: 'Slack',
  discord: 'Discord',
  teams: 'Teams',
  ntfy: 'ntfy',
  template: 'template',
}

export const kindWords = (kind: DestinationKind): string => KINDS[kind]

const REASONS: Readonly<Record<DisabledReason, string>> = {
  gone: 'it answered 410',
  failing: 'nothing was taken for five days',
  person: 'by a person',
}

/** How it is, in words. */
export function stateWords({ disabled, failingSince }: DestinationView): string {
  if (disabled) return `OFF since ${when(disabled.at, '')}: ${REASONS[disabled.reason]}`
  return failingSince ? `FAILING since ${when(failingSince, '')}` : 'on'
}
