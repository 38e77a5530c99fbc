import type { AnalysedAgain } from '../../messages.ts'
import type { Db, Tx } from '../sql/database.ts'
import { locking } from '../sql/locks.ts'
import { sql } from '../sql/statement.ts'

type Answer = 'waits' | 'unknown_message' | 'under_way' | 'too_many'

/** Makes messages due that were analysed: those with a report as repeats are, others as those that waited out their time. */
export function analysedAgain(db: Db) {
  async function again(tx: Tx, token: string, { messageId, mostWaiting }: AnalysedAgain): Promise<Answer> {
    const which = messageId === undefined ? sql`m.seq = t.latest_seq` : sql`m.id = ${messageId}`
    // Those that earlier versions analysed have no maker.
    const found = await tx.first<{ seq: number; maker: string }>(sql`SELECT m.seq,
        CASE WHEN m.maker <> '' THEN m.maker ELSE coalesce(t.account_id, t.client, 'test/' || t.seq) END AS maker
      FROM mail_tests AS t JOIN messages AS m ON m.test_seq = t.seq AND ${which} WHERE t.token = ${token}`)
    if (!found) return 'unknown_message'
    const { seq, maker } = found
    const most = Math.min(mostWaiting, Number.MAX_SAFE_INTEGER)
    // Whoever else makes messages of this maker due waits meanwhile: how many there are is a bound.
    const [, message, waiting] = await Promise.all([
      tx.all(locking(['queue', maker])),
      // A repeat that is still to come is brought forward.
      tx.first<{ isFree: boolean }>(sql`SELECT m.status IS NOT NULL
          AND (m.due_at IS NULL OR (m.claimed_by IS NULL AND m.due_at > ${db.now()})) AS is_free
        FROM messages AS m WHERE m.seq = ${seq}::bigint FOR NO KEY UPDATE`),
      tx.first<{ count: number }>(sql`SELECT
          (SELECT count(*) FROM (SELECT 1 FROM messages WHERE maker = ${maker} AND due_at > 0 AND claimed_by IS NULL
            LIMIT ${most}::bigint) AS w)
          + (SELECT count(*) FROM (SELECT 1 FROM messages WHERE maker = ${maker} AND due_at = 0
            LIMIT ${most}::bigint) AS b) AS count`),
    ])
    if (!message) return 'unknown_message'
    if (!message.isFree) return 'under_way'
    if (waiting && waiting.count >= most) return 'too_many'
    await tx.run(
      sql`UPDATE messages SET due_at = ${db.now()}, maker = ${maker}, blamed = '[]' WHERE seq = ${seq}::bigint`,
    )
    return 'waits'
  }

  return (token: string, which: AnalysedAgain): Promise<Answer> => db.write((tx) => again(tx, token, which))
}
