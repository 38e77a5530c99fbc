import { BACKLOG_COUNTED, type Backlog, type UsageStore, type Waiting } from '../../usage.ts'
import type { Db } from '../sql/database.ts'
import { plain, type Sql, sql } from '../sql/statement.ts'
import { POSTPONED, REPEATS } from './usage.ts'

interface LineRow {
  count: number
  oldest: number | null
}

/** How many rows of a partial index there are, and when the first that arrived of them did, so far. */
const waiting = (table: 'messages' | 'report_mails', where: Sql) =>
  sql`SELECT count, (SELECT received_at FROM ${plain(table)} WHERE seq = first) AS oldest FROM (
    SELECT count(*) AS count, min(seq) AS first FROM (
      SELECT seq FROM ${plain(table)} WHERE ${where} LIMIT ${BACKLOG_COUNTED}) AS those) AS counted`

/** Of those who have messages that are due, the first message is next in turn, and the others are behind it. */
const LINE = sql`SELECT count, (SELECT received_at FROM messages WHERE seq = first) AS oldest FROM (
  SELECT count(*) AS count, min(first) AS first FROM (
    SELECT f.seq AS first FROM queue_makers AS q CROSS JOIN LATERAL (
      SELECT m.seq FROM messages AS m WHERE m.maker = q.maker AND m.due_at = 0 ORDER BY m.seq LIMIT 1) AS f
    LIMIT ${BACKLOG_COUNTED}) AS those) AS counted`

const DUE = sql`SELECT count, (SELECT received_at FROM messages WHERE seq = second) AS oldest FROM (
  SELECT count(*) AS count, min(seq) FILTER (WHERE place > 1) AS second FROM (
    SELECT seq, row_number() OVER (PARTITION BY maker ORDER BY seq) AS place FROM (
      SELECT maker, seq FROM messages WHERE due_at = 0 LIMIT ${2 * BACKLOG_COUNTED}) AS those) AS placed) AS counted`

interface EventRow {
  first: number | null
  last: number | null
  unnumbered: number
  read: number | null
}

/** Events get their numbers when they are read; hardly one is left out. */
const EVENTS = sql`SELECT (SELECT min(id) FROM outbox) AS first, (SELECT max(id) FROM outbox) AS last,
  (SELECT count(*) FROM (SELECT 1 FROM outbox WHERE id IS NULL LIMIT ${BACKLOG_COUNTED}) AS those) AS unnumbered,
  (SELECT min(position) FROM outbox_positions) AS read`

/** What waits, for whoever looks every few seconds. */
export function backlogRead(db: Db): UsageStore['backlog'] {
  const line = async (statement: Sql) => (await db.first<LineRow>(statement)) ?? { count: 0, oldest: null }

  async function events(): Promise<Backlog['events']> {
    const row = await db.first<EventRow>(EVENTS)
    const { first = null, last = null, unnumbered = 0, read = null } = row ?? {}
    const numbered = first === null || last === null ? 0 : last - first + 1
    if (read === null) return { kept: numbered + unnumbered, unread: 0 }
    const unread = first === null || last === null ? 0 : Math.max(0, last - Math.max(read, first - 1))
    const since = await db.first<{ at: number }>(
      sql`SELECT coalesce((SELECT at FROM outbox WHERE id > ${read}::bigint ORDER BY id LIMIT 1),
        (SELECT at FROM outbox WHERE id IS NULL ORDER BY seq LIMIT 1)) AS at`,
    )
    return {
      kept: numbered + unnumbered,
      unread: unread + unnumbered,
      ...(since && since.at !== null && { unreadSince: new Date(since.at) }),
    }
  }

  return async () => {
    const [next, due, running, postponed, repeats] = await Promise.all([
      line(LINE),
      line(DUE),
      line(waiting('messages', plain('claimed_by IS NOT NULL'))),
      line(waiting('messages', POSTPONED)),
      line(waiting('messages', REPEATS)),
    ])
    const [mails, later, bytes, told] = await Promise.all([
      line(waiting('report_mails', plain('rank IS NOT NULL'))),
      line(waiting('report_mails', plain('due_at IS NOT NULL AND claimed_by IS NULL'))),
      db.first<{ bytes: number }>(sql`SELECT bytes FROM report_bytes WHERE party = 'waiting'`),
      events(),
    ])
    const behind = Math.min(BACKLOG_COUNTED, Math.max(0, due.count - next.count))
    return {
      messages: {
        line: waits(next),
        behind: waits({ count: behind, oldest: behind === 0 ? null : due.oldest }),
        running: waits(running),
        postponed: waits(postponed),
        repeats: waits(repeats),
      },
      reports: { line: waits(mails), postponed: waits(later), bytes: bytes?.bytes ?? 0 },
      events: told,
    }
  }
}

const waits = ({ count, oldest }: LineRow): Waiting => ({
  count,
  ...(oldest !== null && { oldest: new Date(oldest) }),
})
