import type { NewAuditEntry } from '../../core/access/audit.ts'
import type { EventType } from '../../core/event.ts'
import type { Destination, DestinationFilter } from '../../core/watching/destination.ts'

/** Whose destinations: those of an account, or the instance's own. */
export type DestinationOwner = { accountId: string } | 'instance'

/** What is changed of a destination; what is absent stays. Secrets that it no longer has are deleted with it. */
export interface DestinationChange {
  name?: string
  filter?: DestinationFilter
  /** Another place: the id of the sealed secret, and what may be shown of it. */
  target?: { secret: string; shown: string }
  /** Another signing secret. The one in use signs as well until then; one that did so before it no longer does. */
  rotate?: { secret: string; until: Date }
  /** null: it is in use again, and what failed before no longer counts. Disabled, what was due is dropped. */
  disabled?: NonNullable<Destination['disabled']> | null
}

/** Webhooks and channels. */
export interface DestinationStore {
  add(
    destination: Destination,
    most: number,
    said: NewAuditEntry,
  ): Promise<'added' | 'full' | 'name_taken' | 'unknown_account' | 'no_space'>
  byId(owner: DestinationOwner, id: string): Promise<Destination | undefined>
  /** By name. */
  list(owner: DestinationOwner): Promise<Destination[]>
  /** Those in use that ask for one of these types. */
  wanting(owner: DestinationOwner, types: readonly EventType[]): Promise<Destination[]>
  change(
    owner: DestinationOwner,
    id: string,
    change: DestinationChange,
    said: NewAuditEntry,
  ): Promise<'changed' | 'name_taken' | 'unknown_destination' | 'no_space'>
  /** With its secrets; its deliveries follow piece by piece. */
  delete(owner: DestinationOwner, id: string, said: NewAuditEntry): Promise<'deleted' | 'unknown_destination'>
  /** Of all owners: how many took nothing since then and are still tried, and how many were disabled for it. */
  failing(since: Date): Promise<{ tried: number; disabled: number }>
}
