import type { Actor } from '../../core/access/permission.ts'
import type { Result } from '../../core/refusal.ts'
import type {
  Delivery,
  DeliveryAttempt,
  DeliveryState,
  Destination,
  DestinationFilter,
  Target,
} from '../../core/watching/destination.ts'
import type { AccountActor } from '../access/actor.ts'

/** Who looks after destinations: somebody of the account, an administrator for the instance's own, or the operator for either. */
export type DestinationActor =
  | AccountActor
  | Extract<Actor, { kind: 'instance_admin' }>
  | (Extract<Actor, { kind: 'operator' }> & { accountId?: string })

/** A destination as those who look after it see it; its URL and secrets are never shown. */
export interface DestinationView extends Omit<Destination, 'secrets'> {
  /** Until when the secret before a rotation signs as well. */
  earlierSecretUntil?: Date
}

/** What a person asks for. */
export interface WantedDestination {
  name: string
  target: Target
  filter: DestinationFilter
  /** `whsec_…` of a webhook, where whoever made it already has one. Absent: one is made. */
  secret?: string
}

/** Deliveries that one replay makes due. */
export const MOST_REPLAYED = 10_000
/** Deliveries that are named one by one at a time. */
export const MOST_NAMED = 1_000

/** The destinations of accounts and of the instance. `not_found` for an unknown id and for one of another account alike; `bad_request`
 * says in a sentence what is wrong, `limit_reached` that the plan allows no more. */
export interface Destinations {
  /** By name. */
  list(actor: DestinationActor): Promise<Result<DestinationView[]>>
  read(actor: DestinationActor, id: string): Promise<Result<DestinationView>>
  /** `secret`: of a webhook, `whsec_…`, told this once. */
  create(
    actor: DestinationActor,
    wanted: WantedDestination,
  ): Promise<Result<{ destination: DestinationView; secret?: string }>>
  /** What is absent stays as it is. */
  change(
    actor: DestinationActor,
    id: string,
    change: Partial<Omit<WantedDestination, 'secret'>>,
  ): Promise<Result<DestinationView>>
  /** A new secret of a webhook, or this one (`whsec_…`); the one before signs as well for 24 hours. */
  rotate(
    actor: DestinationActor,
    id: string,
    secret?: string,
  ): Promise<Result<{ destination: DestinationView; secret: string }>>
  /** Turned on, what failed before no longer counts. */
  setEnabled(actor: DestinationActor, id: string, on: boolean): Promise<Result<DestinationView>>
  /** Sends a test event now, as a delivery like any other. */
  test(actor: DestinationActor, id: string): Promise<Result<Delivery>>
  delete(actor: DestinationActor, id: string): Promise<Result<void>>
  /** Newest first, behind a delivery. */
  deliveries(
    actor: DestinationActor,
    id: string,
    page: { limit: number; after?: string; state?: DeliveryState },
  ): Promise<Result<{ items: Delivery[]; next?: string }>>
  delivery(
    actor: DestinationActor,
    id: string,
    deliveryId: string,
  ): Promise<Result<{ delivery: Delivery; attempts: DeliveryAttempt[] }>>
  /** The same webhook-id once more, of deliveries that are over; gives how many are due by that: at most `MOST_REPLAYED`, the oldest
   * first. `states`: of these alone. */
  replay(
    actor: DestinationActor,
    id: string,
    which: { ids: readonly string[] } | { since: Date; until: Date },
    states?: readonly DeliveryState[],
  ): Promise<Result<number>>
  /** The same event under a new webhook-id. */
  sendAsNew(actor: DestinationActor, id: string, deliveryIds: readonly string[]): Promise<Result<number>>
}
