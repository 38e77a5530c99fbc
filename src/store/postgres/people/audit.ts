import type { AuditActor, AuditEntry } from '../../../core/access/audit.ts'
import type { AuditQuery, AuditStore } from '../../audit.ts'
import { present } from '../../keeping/present.ts'
import type { Db } from '../sql/database.ts'
import { joined, plain, type Sql, sql } from '../sql/statement.ts'
import { record } from './recording.ts'
import { stands } from './rules.ts'

interface AuditRow {
  id: number
  at: number
  accountId: string | null
  personId: string | null
  actorKind: AuditActor['kind']
  actorId: string | null
  actorName: string | null
  action: AuditEntry['action']
  target: string | null
  details: string | null
  client: string | null
}

function entryOf({ actorKind, actorId, actorName, at, details, ...row }: AuditRow): AuditEntry {
  return {
    ...present(row),
    at: new Date(at),
    actor: { kind: actorKind, ...present({ id: actorId, name: actorName }) },
    ...(details !== null && { details: JSON.parse(details) }),
  }
}

/** The condition of the indexes by action, word for word. */
const NOT_OF_TESTS = plain(`l.action NOT IN ('test.created', 'test.deleted')`)

function conditions(query: AuditQuery): Sql[] {
  const { accountId, personId, action, actorId, actorKind, since, until, before } = query
  return [
    stands(accountId),
    ...(accountId === undefined ? [] : [sql`l.account_id = ${accountId}`]),
    ...(personId === undefined ? [] : [sql`l.person_id = ${personId}`]),
    ...(action === undefined ? [] : [sql`l.action = ${action}`]),
    ...(action === undefined || action.startsWith('test.') ? [] : [NOT_OF_TESTS]),
    ...(actorId === undefined ? [] : [sql`l.actor_id = ${actorId}`]),
    // Those without an id; the condition is that of the index, word for word.
    ...(actorKind === undefined ? [] : [sql`l.actor_id IS NULL AND l.actor_kind = ${actorKind}`]),
    ...(since === undefined ? [] : [sql`l.at >= ${since.getTime()}::bigint`]),
    ...(until === undefined ? [] : [sql`l.at <= ${until.getTime()}::bigint`]),
    ...(before === undefined
      ? []
      : [sql`(l.at, l.id) < ((SELECT at FROM audit_log WHERE id = ${before}::bigint), ${before}::bigint)`]),
  ]
}

export function auditPart(db: Db): AuditStore {
  return {
    add: (entry) => record(db, entry),
    async list(query) {
      const rows = await db.all<AuditRow>(
        sql`SELECT l.id, l.at, l.account_id, l.person_id, l.actor_kind, l.actor_id, l.actor_name, l.action, l.target, l.details,
            l.client
          FROM audit_log AS l WHERE ${joined(conditions(query), ' AND ')} ORDER BY l.at DESC, l.id DESC LIMIT ${query.limit}`,
      )
      return rows.map(entryOf)
    },
    deleteBefore: (at, limit) =>
      db.run(sql`DELETE FROM audit_log WHERE id = ANY (ARRAY(
        SELECT id FROM audit_log WHERE at < ${at.getTime()}::bigint ORDER BY at LIMIT ${limit}))`),
  }
}
