import type { RecordChange, RecordVersion, SeenRecords } from '../../core/watching/records.ts'

/** Whose records are remembered: those of a domain of an account, or of the last sender of a monitor. They go with it. */
export type RecordOwner = { domainId: string } | { monitorId: string }

/** Versions that are kept of one place; the oldest go first. */
export const MOST_VERSIONS = 200

/** Everything that the DNS has said of what is watched. */
export interface RecordHistoryStore {
  /** Keeps what a look found at the places that answered, and gives what changed. The first look at a place changes nothing. */
  keep(owner: RecordOwner, at: Date, seen: readonly SeenRecords[]): Promise<RecordChange[] | 'unknown_owner'>
  /** What every place says now. */
  current(owner: RecordOwner): Promise<RecordVersion[]>
  /** Newest first, of all places. */
  versions(owner: RecordOwner, limit: number): Promise<RecordVersion[]>
}
