import type { NewAuditEntry } from '../../core/access/audit.ts'
import type {
  Delivery,
  DeliveryAttempt,
  DeliveryState,
  Destination,
  DestinationFilter,
} from '../../core/watching/destination.ts'

/** Whose destinations: those of an account, or the instance's own. */
export type DestinationOwner = { accountId: string } | 'instance'

/** What is changed of a destination; what is absent stays. null: it is not so from now on. */
export interface DestinationChange {
  name?: string
  filter?: DestinationFilter
  shown?: string
  secrets?: Destination['secrets']
  disabled?: NonNullable<Destination['disabled']> | null
}

/** Somebody's hold on a delivery while it is sent. */
export interface DeliveryClaim {
  id: string
  holder: string
  /** Which of the claims there have been on it. */
  number: number
}

export interface ClaimedDelivery extends DeliveryClaim {
  delivery: Delivery
  destination: Destination
}

/** What comes after an attempt. */
export type AfterAttempt =
  | { kind: 'delivered' }
  | { kind: 'again'; at: Date }
  | { kind: 'given_up' }
  /** Its destination is disabled with it, and told of by an event. */
  | { kind: 'disable'; reason: 'gone' | 'failing' }

/** Webhooks and channels, and what is delivered to them. */
export interface DestinationStore {
  add(
    destination: Destination,
    most: number,
    said: NewAuditEntry,
  ): Promise<'added' | 'full' | 'unknown_account' | 'no_space'>
  byId(owner: DestinationOwner, id: string): Promise<Destination | undefined>
  /** By name. */
  list(owner: DestinationOwner): Promise<Destination[]>
  change(
    owner: DestinationOwner,
    id: string,
    change: DestinationChange,
    said: NewAuditEntry,
  ): Promise<'changed' | 'unknown_destination'>
  /** With its secrets and deliveries. */
  delete(owner: DestinationOwner, id: string, said: NewAuditEntry): Promise<'deleted' | 'unknown_destination'>
}

/** The outbox of each destination. What is due is told by the engine's own clock. */
export interface DeliveryStore {
  /** Keeps deliveries of events up to that one, and that they were spread, together: each event is spread once. */
  spread(upTo: number, deliveries: readonly Delivery[]): Promise<void>
  add(delivery: Delivery, said?: NewAuditEntry): Promise<'added' | 'unknown_destination' | 'no_space'>
  /** Takes deliveries that are due, the longest due first, at most so many at once of a destination, counted with those that are
   * claimed; `leave`: none of these destinations. */
  claim(request: {
    holder: string
    leaseMs: number
    limit: number
    perDestination: number
    leave?: readonly string[]
  }): Promise<ClaimedDelivery[]>
  /** Notes an attempt and what comes after it. lost: somebody else has it, or it is gone. */
  settle(claim: DeliveryClaim, attempt: DeliveryAttempt, after: AfterAttempt): Promise<'settled' | 'lost'>
  /** Lets it be claimed again as it was. */
  giveBack(claim: DeliveryClaim): Promise<void>
  /** Ends the claims that earlier starts of a host left behind; gives how many. */
  releaseOf(host: string): Promise<number>
  /** When the next is due. Absent: none is. */
  nextDue(): Promise<Date | undefined>
  /** Newest first, behind a delivery. */
  list(
    destinationId: string,
    page: { limit: number; after?: string; state?: DeliveryState },
  ): Promise<{ items: Delivery[]; next?: string }>
  /** With its attempts, oldest first. */
  read(
    destinationId: string,
    id: string,
  ): Promise<{ delivery: Delivery; attempts: DeliveryAttempt[] } | undefined>
  /** Makes deliveries that are over due again, by their ids or made between two times, at most `limit`; gives how many. Their webhook-id
   * stays. */
  replay(
    destinationId: string,
    which: { ids: readonly string[] } | { since: Date; until: Date },
    limit: number,
    said: NewAuditEntry,
  ): Promise<number>
  /** Deletes what is over and older, at most so many; gives how many. */
  forget(before: Date, limit: number): Promise<number>
}
