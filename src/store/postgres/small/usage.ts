import type { Blame } from '../../../core/message.ts'
import type { DelayedMessage, UsageStore } from '../../usage.ts'
import type { Db } from '../sql/database.ts'
import { plain, sql } from '../sql/statement.ts'

const MOST_DELAYED = 50

/** Of messages that were tried in vain; the conditions are those of the partial index, word for word. */
export const POSTPONED = plain(
  "due_at > 0 AND (claimed_by IS NOT NULL OR status IS DISTINCT FROM 'scored') AND claimed_by IS NULL",
)
export const REPEATS = plain("due_at > 0 AND claimed_by IS NULL AND status = 'scored'")

interface Counts {
  waiting: number
  running: number
  postponed: number
  repeats: number
  oldest: number | null
}

interface DelayedRow {
  id: string
  receivedAt: number
  dueAt: number
  lostTries: number
  blamed: string
}

interface HeldRow {
  accountId: string | null
  tests: number
  messages: number
  bytes: number
  last: number
}

export function usagePart(db: Db): Omit<UsageStore, 'backlog'> {
  return {
    async queue() {
      const [counts, rows] = await Promise.all([
        db.first<Counts>(
          sql`WITH waiting AS (SELECT count(*) AS messages, min(seq) AS first FROM messages WHERE due_at = 0)
          SELECT waiting.messages AS waiting, (SELECT received_at FROM messages WHERE seq = waiting.first) AS oldest,
            (SELECT count(*) FROM messages WHERE claimed_by IS NOT NULL) AS running,
            (SELECT count(*) FROM messages WHERE ${POSTPONED}) AS postponed,
            (SELECT count(*) FROM messages WHERE ${REPEATS}) AS repeats FROM waiting`,
        ),
        db.all<DelayedRow>(
          sql`WITH late AS MATERIALIZED (SELECT seq FROM messages WHERE ${POSTPONED})
          SELECT id, received_at, due_at, lost_tries, blamed FROM messages
            WHERE seq IN (SELECT seq FROM late ORDER BY seq LIMIT ${MOST_DELAYED}) ORDER BY seq`,
        ),
      ])
      const { oldest = null, ...some } = counts ?? { waiting: 0, running: 0, postponed: 0, repeats: 0 }
      const arrivals = [...(oldest === null ? [] : [oldest]), ...rows.map(({ receivedAt }) => receivedAt)]
      return {
        ...some,
        ...(arrivals.length > 0 && { oldest: new Date(Math.min(...arrivals)) }),
        delayed: rows.map(delayedMessage),
      }
    },
    async held(after, limit) {
      const rows = await db.all<HeldRow>(
        sql`SELECT account_id, count(*) AS tests, sum(message_count)::bigint AS messages, sum(held_bytes)::bigint AS bytes,
          max(seq) AS last FROM (
            SELECT seq, account_id, message_count, held_bytes FROM mail_tests WHERE seq > ${after}::bigint
              ORDER BY seq LIMIT ${limit}) AS those
          GROUP BY account_id`,
      )
      const seen = rows.reduce((sum, { tests }) => sum + tests, 0)
      const owners = rows.map(({ accountId, tests, messages, bytes }) => ({
        ...(accountId !== null && { accountId }),
        tests,
        messages,
        bytes,
      }))
      return { owners, ...(seen === limit && { next: Math.max(...rows.map(({ last }) => last)) }) }
    },
    async roleMailBytes() {
      const row = await db.first<{ bytes: number }>(
        sql`SELECT coalesce(sum(size), 0)::bigint AS bytes FROM role_mail`,
      )
      return row?.bytes ?? 0
    },
  }
}

function delayedMessage({ id, receivedAt, dueAt, lostTries, blamed }: DelayedRow): DelayedMessage {
  const steps: Blame[] = JSON.parse(blamed)
  return { id, receivedAt: new Date(receivedAt), dueAt: new Date(dueAt), lostTries, blamed: steps }
}
