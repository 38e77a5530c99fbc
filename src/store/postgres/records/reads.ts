import type { RecordVersion, WatchedRecord } from '../../../core/watching/records.ts'
import type { RecordHistoryStore, RecordOwner } from '../../watching/record-history.ts'
import type { Db } from '../sql/database.ts'
import { type Sql, sql } from '../sql/statement.ts'

interface VersionRow {
  record: WatchedRecord
  name: string
  texts: string
  firstSeenAt: number
  lastSeenAt: number
  isCurrent: boolean
}

/** Which row is the owner's; the table is called l. */
export const isOf = (owner: RecordOwner): Sql =>
  'domainId' in owner ? sql`l.domain_id = ${owner.domainId}` : sql`l.monitor_id = ${owner.monitorId}`

/** Nothing is checked: only this store wrote it. */
export const textsIn = (texts: string): string[] => JSON.parse(texts)

type RecordReads = Omit<RecordHistoryStore, 'keep' | 'putOff'>

export function recordReads(db: Db): RecordReads {
  return {
    async current(owner) {
      // The latest version of a place is the one with the highest number.
      const rows = await db.all<VersionRow>(sql`
        SELECT DISTINCT ON (v.record, v.name) v.record, v.name, v.texts, v.first_seen_at, v.last_seen_at, true AS is_current
          FROM record_looks AS l JOIN record_versions AS v ON v.look = l.no WHERE ${isOf(owner)}
          ORDER BY v.record, v.name, v.no DESC`)
      return rows.map(versionOf)
    },
    async versions(owner, limit) {
      const rows = await db.all<VersionRow>(sql`
        SELECT v.record, v.name, v.texts, v.first_seen_at, v.last_seen_at,
            v.no = max(v.no) OVER (PARTITION BY v.record, v.name) AS is_current
          FROM record_looks AS l JOIN record_versions AS v ON v.look = l.no WHERE ${isOf(owner)}
          ORDER BY v.first_seen_at DESC, v.record, v.name, v.no DESC LIMIT ${limit}`)
      return rows.map(versionOf)
    },
    async begin(owner) {
      const row = await db.first<{ state: string; lookedAt: number | null; dueAt: number | null }>(
        sql`SELECT l.state, l.looked_at, l.due_at FROM record_looks AS l WHERE ${isOf(owner)}`,
      )
      return (
        row && {
          state: row.state,
          ...(row.lookedAt !== null && { lookedAt: new Date(row.lookedAt) }),
          ...(row.dueAt !== null && { dueAt: new Date(row.dueAt) }),
        }
      )
    },
    async nextLook(owner) {
      const row = await db.first<{ dueAt: number | null }>(
        sql`SELECT l.due_at FROM record_looks AS l WHERE ${isOf(owner)}`,
      )
      return row && row.dueAt !== null ? new Date(row.dueAt) : undefined
    },
    due: (now, of, { limit, leave }) =>
      of === 'domains' ? dueDomains(db, now, limit, leave) : dueMonitors(db, now, limit, leave),
  }
}

async function dueDomains(db: Db, now: Date, limit: number, leave: readonly string[]) {
  const rows = await db.all<{ accountId: string; id: string; domain: string }>(sql`
    SELECT l.account_id, d.id, d.domain FROM record_looks AS l JOIN domains AS d ON d.id = l.domain_id
      WHERE l.due_at IS NOT NULL AND l.monitor_id IS NULL AND l.due_at <= ${now.getTime()}::bigint
        AND l.account_id <> ALL (${leave}::text[]) ORDER BY l.due_at, l.account_id LIMIT ${limit}`)
  return rows.map(({ accountId, id, domain }) => ({ accountId, owner: { domainId: id }, domain }))
}

async function dueMonitors(db: Db, now: Date, limit: number, leave: readonly string[]) {
  const rows = await db.all<{ accountId: string; id: string }>(sql`
    SELECT l.account_id, l.monitor_id AS id FROM record_looks AS l
      WHERE l.due_at IS NOT NULL AND l.domain_id IS NULL AND l.due_at <= ${now.getTime()}::bigint
        AND l.account_id <> ALL (${leave}::text[]) ORDER BY l.due_at, l.account_id LIMIT ${limit}`)
  return rows.map(({ accountId, id }) => ({ accountId, owner: { monitorId: id } }))
}

const versionOf = ({
  record,
  name,
  texts,
  firstSeenAt,
  lastSeenAt,
  isCurrent,
}: VersionRow): RecordVersion => ({
  record,
  name,
  values: textsIn(texts),
  firstSeenAt: new Date(firstSeenAt),
  lastSeenAt: new Date(lastSeenAt),
  current: isCurrent,
})
