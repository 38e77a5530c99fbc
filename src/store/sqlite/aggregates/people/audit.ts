import { and, desc, eq, gte, inArray, lt, lte, type SQL, sql } from 'drizzle-orm'
import type { AuditEntry, NewAuditEntry } from '../../../../core/access/audit.ts'
import type { AuditQuery } from '../../../audit.ts'
import type { Queries } from '../../connection.ts'
import { auditLog } from '../../schema/people.ts'
import { present } from '../present.ts'

function entryOf(row: typeof auditLog.$inferSelect): AuditEntry {
  const { actorKind, actorId, actorName, ...rest } = row
  return { ...present(rest), actor: { kind: actorKind, ...present({ id: actorId, name: actorName }) } }
}

/** What a deleted account left behind is of nobody any more. */
const stands = sql`not exists (select 1 from accounts indexed by accounts_deleted
  where accounts.id = ${auditLog.accountId} and deleted_at is not null)`

function conditions(query: AuditQuery): SQL[] {
  const { accountId, personId, action, actorId, actorKind, since, until, before } = query
  const isOlder = (id: number) =>
    sql`(${auditLog.at}, ${auditLog.id}) < ((select at from audit_log where id = ${id}), ${id})`
  return [
    stands,
    ...(accountId === undefined ? [] : [eq(auditLog.accountId, accountId)]),
    ...(personId === undefined ? [] : [eq(auditLog.personId, personId)]),
    ...(action === undefined ? [] : [eq(auditLog.action, action)]),
    ...(actorId === undefined ? [] : [eq(auditLog.actorId, actorId)]),
    // Those without an id; the condition is that of the index, word for word.
    ...(actorKind === undefined ? [] : [sql`actor_id is null and ${eq(auditLog.actorKind, actorKind)}`]),
    ...(since === undefined ? [] : [gte(auditLog.at, since)]),
    ...(until === undefined ? [] : [lte(auditLog.at, until)]),
    ...(before === undefined ? [] : [isOlder(before)]),
  ]
}

export function auditReads(queries: Queries) {
  return {
    list: (query: AuditQuery): AuditEntry[] =>
      queries
        .select()
        .from(auditLog)
        .where(and(...conditions(query)))
        .orderBy(desc(auditLog.at), desc(auditLog.id))
        .limit(query.limit)
        .all()
        .map(entryOf),
  }
}

/** Writes what was done, in the transaction that does it. */
export type Recorder = (entry: NewAuditEntry | undefined) => void

/** Part of every write that makes an entry. */
export function recorder(queries: Queries): Recorder {
  return (entry) => {
    if (!entry) return
    const { actor, ...rest } = entry
    queries
      .insert(auditLog)
      .values({ ...rest, actorKind: actor.kind, actorId: actor.id ?? null, actorName: actor.name ?? null })
      .run()
  }
}

export function auditWrites(queries: Queries) {
  const record = recorder(queries)
  return {
    add: (entry: NewAuditEntry): void => record(entry),
    deleteBefore(at: Date, limit: number): number {
      const old = queries
        .select({ id: auditLog.id })
        .from(auditLog)
        .where(lt(auditLog.at, at))
        .orderBy(auditLog.at)
        .limit(limit)
      return queries.delete(auditLog).where(inArray(auditLog.id, old)).run().changes
    },
  }
}
