import type { Db, Tx } from '../sql/database.ts'
import { sql } from '../sql/statement.ts'

/** Events that get their numbers at once. */
const AT_ONCE = 10_000

/** Gives events that are there and have none their numbers, one process at a time: an event whose transaction ends late comes behind
 * those that were read before it, and not between them. */
export async function numberEvents(db: Db): Promise<void> {
  const waits = await db.first(sql`SELECT 1 AS one FROM outbox WHERE id IS NULL LIMIT 1`)
  if (waits) await db.write(giveNumbers, { lock: ['outbox', 'numbers'] })
}

/** Under the lock, which holds until they are seen by all. */
async function giveNumbers(tx: Tx): Promise<void> {
  await tx.run(sql`WITH these AS MATERIALIZED (
      SELECT seq FROM outbox WHERE id IS NULL ORDER BY seq LIMIT ${AT_ONCE} FOR NO KEY UPDATE),
    numbered AS MATERIALIZED (SELECT seq, nextval('outbox_ids') AS id FROM these ORDER BY seq)
    UPDATE outbox AS o SET id = n.id FROM numbered AS n WHERE o.seq = n.seq`)
}
