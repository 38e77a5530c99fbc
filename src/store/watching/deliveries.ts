import type { NewAuditEntry } from '../../core/access/audit.ts'
import type {
  Delivery,
  DeliveryAttempt,
  DeliveryState,
  Destination,
} from '../../core/watching/destination.ts'

/** Somebody's hold on a delivery while it is sent. */
export interface DeliveryClaim {
  id: string
  /** `<host>/<start>`: where it is sent, and by which start of the process there. */
  holder: string
  /** Which of the claims there have been on it. */
  number: number
}

export interface ClaimedDelivery extends DeliveryClaim {
  delivery: Delivery
  destination: Destination
  /** When it last became due anew: made, or replayed. */
  begunAt: Date
  /** Attempts since. */
  tries: number
}

export interface DeliveryClaimRequest {
  holder: string
  /** Milliseconds that the claims hold unless they are renewed. */
  leaseMs: number
  /** How many are wanted at most. */
  limit: number
  /** How many the holder sends at once: the shares are shares of these. */
  places: number
  /** How many of one destination may be under way at once, where the last one was taken. */
  perDestination: number
}

/** What comes after an attempt. */
export type AfterAttempt =
  | { kind: 'delivered' }
  /** `holdUntil`: nothing else goes to the destination before then. */
  | { kind: 'again'; at: Date; holdUntil?: Date }
  | { kind: 'given_up' }
  /** Its destination is disabled with it, and told of by an event; what else was due there is dropped. */
  | { kind: 'disable'; reason: 'gone' | 'failing'; said: NewAuditEntry }

/** Deliveries of a destination that wait at most: what comes then is kept as dropped, and can be replayed. */
export const MOST_WAITING = 10_000
/** Deliveries of a destination that are kept, the newest. What waits is kept beside them. */
export const MOST_KEPT = 10_000
/** Attempts of a delivery that are kept. */
export const MOST_ATTEMPTS = 50

/** The outbox of each destination. What is due is told by the engine's own clock. */
export interface DeliveryStore {
  /** Keeps deliveries of events up to that one, and that they were spread, together. An event that was spread before is passed over;
   * gives how many deliveries were kept. */
  spread(upTo: number, deliveries: readonly { event: number; delivery: Delivery }[]): Promise<number>
  add(delivery: Delivery, said: NewAuditEntry): Promise<'added' | 'unknown_destination' | 'no_space'>
  /** Takes deliveries that are due. Destinations take turns, the longest due first; one that took nothing last, or was never tried, gets
   * one at a time. Of the places, those that took nothing last have at most half, of one owner a sixteenth; with those that were never
   * tried, of one owner an eighth, at most three quarters. One owner has at most half of all. One host has at most a quarter, by all who send. */
  claim(request: DeliveryClaimRequest): Promise<ClaimedDelivery[]>
  /** Holds claims for longer; gives those that were lost. */
  renew(claims: readonly DeliveryClaim[], leaseMs: number): Promise<DeliveryClaim[]>
  /** Notes an attempt, whose number counts on from the last, and what comes after it. lost: somebody else has it, or it is gone. */
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
   * stays. `states`: of these alone. */
  replay(
    destinationId: string,
    which: { ids: readonly string[] } | { since: Date; until: Date },
    limit: number,
    said: NewAuditEntry,
    states?: readonly DeliveryState[],
  ): Promise<number | 'no_space'>
  /** Delivers the same bodies under new ids, as many as may wait; gives how many were copied. */
  copy(
    destinationId: string,
    copies: readonly { of: string; id: string; messageId: string; at: Date }[],
    said: NewAuditEntry,
  ): Promise<number | 'no_space'>
  /** Deletes what is over and older, then what belongs to destinations that are gone, at most so many; gives how many. */
  forget(before: Date, limit: number): Promise<number>
  /** Deletes what is over of some destinations behind one and is not among the newest `most` of its own, at most `limit` of each. `next`:
   * where to go on; absent behind the last. */
  trim(most: number, limit: number, after?: string): Promise<{ deleted: number; next?: string }>
}
