import type { WatchingEvent } from '../../../core/watching/events.ts'
import { MESSAGES_PER_HOUR } from '../../../core/watching/monitor.ts'
import type { MonitorMessageRow, MonitorStore } from '../../watching/monitors.ts'
import type { Db } from '../sql/database.ts'
import { type Sql, sql } from '../sql/statement.ts'
import { monitorsWhere, STANDS } from './selected.ts'

const HOUR_MS = 3_600_000

/** Messages of a monitor within the last hour, counted up to the bound. What a clock that was ahead noted does not count. */
export const arrivalsOf = (db: Db, monitorId: Sql) =>
  sql`(SELECT count(*) FROM (SELECT 1 FROM monitor_arrivals AS r WHERE r.monitor_id = ${monitorId}
    AND r.at > ${sinceHour(db)} AND r.at <= ${db.now()} LIMIT ${MESSAGES_PER_HOUR}) AS these)`

/** An hour before now. */
export const sinceHour = (db: Db) => sql`${db.now()} - ${HOUR_MS}::bigint`

interface MessageRow {
  seq: number
  token: string
  messageId: string
  receivedAt: number
  score: number | null
  status: 'scored' | 'failed' | null
  subject: string | null
}

interface ToldRow {
  at: number
  type: string
  subject: string
  payload: string
}

export type MonitorReads = Pick<
  MonitorStore,
  | 'byId'
  | 'list'
  | 'all'
  | 'ofDomain'
  | 'byBadge'
  | 'mailbox'
  | 'due'
  | 'begin'
  | 'told'
  | 'messages'
  | 'scores'
>

export function monitorReads(db: Db): MonitorReads {
  const all = (conditions: Sql) => monitorsWhere(db, conditions)
  return {
    byId: async (accountId, id) => (await all(sql`m.id = ${id} AND m.account_id = ${accountId}`))[0],
    list: (accountId) => all(sql`m.account_id = ${accountId} ORDER BY m.name`),
    all: (after, limit) => all(sql`m.id > ${after} ORDER BY m.id LIMIT ${limit}`),
    ofDomain: async (domainId) => (await all(sql`m.domain_id = ${domainId}`))[0],
    byBadge: async (badge) => (await all(sql`m.badge = ${badge}`))[0],
    async mailbox(localPart) {
      const row = await db.first<{ monitorId: string; accountId: string; came: number }>(
        sql`SELECT m.id AS monitor_id, m.account_id, ${arrivalsOf(db, sql`m.id`)} AS came FROM monitors AS m
          WHERE m.local_part = ${localPart} AND ${STANDS}`,
      )
      if (!row) return undefined
      const { came, ...found } = row
      return { ...found, full: came >= MESSAGES_PER_HOUR }
    },
    async due(now, limit) {
      const rows = await db.all<{ id: string }>(sql`SELECT m.id FROM monitors AS m
        WHERE ${STANDS} AND m.due_at <= ${now.getTime()}::bigint ORDER BY m.due_at LIMIT ${limit}`)
      return rows.map(({ id }) => id)
    },
    begin: (id) => begin(db, id),
    async told(id, limit) {
      const rows = await db.all<ToldRow>(sql`SELECT at, type, subject, payload FROM monitor_told
        WHERE monitor_id = ${id} ORDER BY no DESC LIMIT ${limit}`)
      // Nothing is checked: only this store wrote it.
      return rows.map(({ at, type, subject, payload }) => ({
        at: new Date(at),
        event: { type, subject, payload: JSON.parse(payload) } as WatchingEvent,
      }))
    },
    async messages(id, { limit, after = Number.MAX_SAFE_INTEGER }) {
      const found = await db.all<MessageRow>(messagesOf(db, id, { limit: limit + 1, after }))
      const shown = found.slice(0, limit)
      const last = shown.at(-1)
      return { items: shown.map(messageOf), ...(found.length > limit && last && { next: last.seq }) }
    },
    async scores(id, since, limit) {
      const rows = await db.all<{ at: number; score: number | null }>(
        sql`SELECT at, score FROM monitor_scores WHERE monitor_id = ${id} AND at >= ${since.getTime()}::bigint
          ORDER BY at DESC, message_seq DESC LIMIT ${limit}`,
      )
      return rows.map(({ at, score }) => ({ at: new Date(at), ...(score !== null && { score }) }))
    },
  }
}

interface KeptRow {
  version: number | null
  state: string | null
  arrivedAt: number | null
}

async function begin(db: Db, id: string): ReturnType<MonitorStore['begin']> {
  const [[monitor], kept] = await Promise.all([
    monitorsWhere(db, sql`m.id = ${id}`),
    db.first<KeptRow>(sql`SELECT w.version, w.state, (SELECT max(at) FROM monitor_arrivals WHERE monitor_id = ${id}) AS arrived_at
      FROM (SELECT 1) AS one LEFT JOIN monitor_watch AS w ON w.monitor_id = ${id}`),
  ])
  if (!monitor) return undefined
  const { version = null, state = null, arrivedAt = null } = kept ?? {}
  return {
    monitor,
    ...(version !== null && state !== null && { kept: { version, state } }),
    ...(arrivedAt !== null && { arrivedAt: new Date(arrivedAt) }),
  }
}

/** One message for each test; the newest where somebody put more into it. */
const messagesOf = (db: Db, id: string, { limit, after }: { limit: number; after: number }) =>
  sql`SELECT w.test_seq AS seq, t.token, m.id AS message_id, m.received_at, m.score, m.status, words.subject
    FROM monitor_tests AS w JOIN mail_tests AS t ON t.seq = w.test_seq
      JOIN LATERAL (SELECT n.id, n.received_at, n.score, n.status FROM messages AS n WHERE n.test_seq = t.seq
        ORDER BY n.seq DESC LIMIT 1) AS m ON true
      LEFT JOIN test_words AS words ON words.test_seq = t.seq
    WHERE w.monitor_id = ${id} AND w.test_seq < ${after}::bigint AND t.expires_at > ${db.now()}
    ORDER BY w.test_seq DESC LIMIT ${limit}`

function messageOf({ token, messageId, receivedAt, score, status, subject }: MessageRow): MonitorMessageRow {
  return {
    token,
    messageId,
    receivedAt: new Date(receivedAt),
    ...(score !== null && { score }),
    status: status ?? 'pending',
    ...(subject !== null && { subject }),
  }
}
