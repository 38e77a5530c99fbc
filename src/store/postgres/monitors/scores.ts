import { MOST_SCORES } from '../../watching/monitors.ts'
import { type Sql, sql } from '../sql/statement.ts'

/** Of so many messages one brings the scores back to their bound. */
const TRIMMED_EVERY = 64

/** Notes how a message of a monitor scored; part of the transaction that ends an analysis. A monitor that is being deleted meanwhile
 * is waited for, and is none then. */
export function noteScore(
  monitorId: string | null,
  { seq, receivedAt }: { seq: number; receivedAt: number },
  score: number | null,
): Sql[] {
  if (monitorId === null) return []
  const note = sql`WITH own AS MATERIALIZED (SELECT id FROM monitors WHERE id = ${monitorId} FOR KEY SHARE)
    INSERT INTO monitor_scores (monitor_id, at, message_seq, score)
      SELECT id, ${receivedAt}::bigint, ${seq}::bigint, ${score}::double precision FROM own
    ON CONFLICT (monitor_id, at, message_seq) DO UPDATE SET score = excluded.score`
  if (seq % TRIMMED_EVERY !== 0) return [note]
  return [
    note,
    sql`DELETE FROM monitor_scores WHERE monitor_id = ${monitorId} AND at < (
      SELECT at FROM monitor_scores WHERE monitor_id = ${monitorId} ORDER BY at DESC LIMIT 1 OFFSET ${MOST_SCORES})`,
  ]
}
