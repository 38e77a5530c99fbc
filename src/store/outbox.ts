import type { StoredEvent } from '../core/event.ts'

/** Events in the order of the writes that made them; each consumer reads them at its own position. */
export interface OutboxStore {
  /** What a consumer has not read, oldest first. One that was never heard of has read nothing. */
  behind(consumer: string, limit: number): Promise<StoredEvent[]>
  /** The consumer has read all events up to this id. A position never goes back. */
  advance(consumer: string, id: number): Promise<void>
  /** Removes what happened before and what every consumer has read; gives how many. */
  forget(before: Date): Promise<number>
}
