import type { Db } from '../sql/database.ts'
import { plain, type Sql, sql } from '../sql/statement.ts'

/** Rows that fall due, taken into the line by one claim: what is left comes with the next. */
const RETURNING_AT_ONCE = plain('500')
/** A repeat comes before all other messages when it was due for so long: it has to run within ten minutes, however long the line is. */
const OVERDUE_MS = 4 * 60_000

/** What was claimed and not renewed, and what waited out its time, goes into the line; repeats that wait for long before it, the longest
 * first. What somebody is writing now comes with the next claim. The conditions are those of the partial indexes, word for word. Each has a value: the
 * driver sends a statement without any only when those before it are answered. */
export function takenIn(db: Db): [Sql, Sql] {
  const some = (conditions: Sql) => sql`these AS MATERIALIZED (
    SELECT m.seq, m.maker, m.sender, m.due_at FROM messages AS m WHERE ${conditions}
    ORDER BY m.due_at, m.seq LIMIT ${RETURNING_AT_ONCE} FOR NO KEY UPDATE SKIP LOCKED),
  makers AS (
    SELECT DISTINCT ON (t.maker) t.maker, t.sender, t.seq, t.due_at FROM these AS t ORDER BY t.maker, t.due_at, t.seq)`
  const returning = some(sql`m.due_at > 0 AND (m.claimed_by IS NOT NULL OR m.status IS DISTINCT FROM 'scored')
    AND m.due_at <= ${db.now()}`)
  const overdue = some(sql`m.due_at > 0 AND m.claimed_by IS NULL AND m.status = 'scored'
    AND m.due_at <= ${db.now()} - ${OVERDUE_MS}::bigint`)
  return [
    sql`WITH ${returning},
      waiting AS (
        UPDATE messages AS m SET due_at = 0, claimed_by = NULL,
          lost_tries = m.lost_tries + CASE WHEN m.claimed_by IS NULL THEN 0 ELSE ${1}::int END
        FROM these AS t WHERE m.seq = t.seq),
      placed AS MATERIALIZED (
        SELECT f.maker, f.sender, nextval('queue_places') AS place
        FROM (SELECT maker, sender FROM makers ORDER BY due_at, seq) AS f)
      INSERT INTO queue_makers (maker, place, sender) SELECT maker, place, sender FROM placed ORDER BY maker
      ON CONFLICT (maker) DO NOTHING`,
    sql`WITH ${overdue},
      waiting AS (UPDATE messages AS m SET due_at = 0 FROM these AS t WHERE m.seq = t.seq),
      front AS (SELECT coalesce(min(place), 1) AS place FROM queue_makers),
      placed AS (
        SELECT n.maker, n.sender, n.seq, (SELECT place FROM front) - row_number() OVER (ORDER BY n.due_at DESC, n.seq DESC) AS place
        FROM makers AS n)
      INSERT INTO queue_makers (maker, place, sender, first_seq) SELECT maker, place, sender, seq FROM placed ORDER BY maker
      ON CONFLICT (maker) DO UPDATE
        SET place = excluded.place, sender = excluded.sender, first_seq = excluded.first_seq`,
  ]
}
