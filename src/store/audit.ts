import type { AuditAction, AuditActor, AuditEntry, NewAuditEntry } from '../core/access/audit.ts'

export interface AuditQuery {
  /** Of this account; absent: of the whole instance. */
  accountId?: string
  /** About this person's own sign-in. */
  personId?: string
  action?: AuditAction
  /** The id of who did it. */
  actorId?: string
  /** Of those who have no id. */
  actorKind?: AuditActor['kind']
  since?: Date
  until?: Date
  /** Entries older than this one. */
  before?: number
  limit: number
}

/** Only ever added to: what other stores change writes its entry in the same transaction. */
export interface AuditStore {
  /** What changed nothing in the store itself: a failed sign-in, an export. */
  add(entry: NewAuditEntry): Promise<void>
  /** Newest first. */
  list(query: AuditQuery): Promise<AuditEntry[]>
  /** What is older than it is to be kept. */
  deleteBefore(at: Date, limit: number): Promise<number>
}
