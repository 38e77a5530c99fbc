import { and, desc, eq, gte, inArray, lt, lte, type SQL, sql } from 'drizzle-orm'
import type { AuditEntry, NewAuditEntry } from '../../../../core/access/audit.ts'
import type { AuditQuery } from '../../../audit.ts'
import { present } from '../../../keeping/present.ts'
import type { Queries } from '../../connection.ts'
import { auditLog } from '../../schema/people.ts'

function entryOf(row: typeof auditLog.$inferSelect): AuditEntry {
  const { actorKind, actorId, actorName, ...rest } = row
  return { ...present(rest), actor: { kind: actorKind, ...present({ id: actorId, name: actorName }) } }
}

/** What a deleted account left behind is of nobody any more. */
const stands = sql`not exists (select 1 from accounts indexed by accounts_deleted
  where accounts.id = ${auditLog.accountId} and deleted_at is not null)`

/** The condition of the indexes by action, word for word. */
const NOT_OF_TESTS = sql`action not in ('test.created', 'test.deleted')`

function conditions(query: AuditQuery): SQL[] {
  const { accountId, personId, action, actorId, actorKind, since, until, before } = query
  const isOlder = (id: number) =>
    sql`(${auditLog.at}, ${auditLog.id}) < ((select at from audit_log where id = ${id}), ${id})`
  return [
    stands,
    ...(accountId === undefined ? [] : [eq(auditLog.accountId, accountId)]),
    ...(personId === undefined ? [] : [eq(auditLog.personId, personId)]),
    ...(action === undefined ? [] : [eq(auditLog.action, action)]),
    ...(action === undefined || action.startsWith('test.') ? [] : [NOT_OF_TESTS]),
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
  const raw = (name: string) => sql`${sql.placeholder(name)}`
  // Made once: to put the statement together takes longer than to run it.
  const insert = queries
    .insert(auditLog)
    .values({
      at: raw('at'),
      accountId: raw('accountId'),
      personId: raw('personId'),
      actorKind: raw('actorKind'),
      actorId: raw('actorId'),
      actorName: raw('actorName'),
      action: raw('action'),
      target: raw('target'),
      details: raw('details'),
      client: raw('client'),
    })
    .prepare()
  return (entry) => {
    if (!entry) return
    const { at, actor, action, accountId, personId, target, details, client } = entry
    insert.run({
      at: at.getTime(),
      accountId: accountId ?? null,
      personId: personId ?? null,
      actorKind: actor.kind,
      actorId: actor.id ?? null,
      actorName: actor.name ?? null,
      action,
      target: target ?? null,
      details: details === undefined ? null : JSON.stringify(details),
      client: client ?? null,
    })
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
