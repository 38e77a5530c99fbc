import type { Db, Tx } from '../sql/database.ts'
import { sql } from '../sql/statement.ts'

/** Events that get their numbers in one transaction. */
const AT_ONCE = 1000

/** Gives events that are there and have none their numbers, one process at a time: an event whose transaction ends late comes behind
 * those that were read before it, and not between them. Before every look at what a consumer has not read. */
export async function numberEvents(db: Db): Promise<void> {
  const waits = await db.first(sql`SELECT seq FROM outbox WHERE id IS NULL ORDER BY seq LIMIT 1`)
  if (!waits) return
  // The lock holds until the numbers are seen by all.
  while ((await db.write(giveNumbers, { lock: ['outbox', 'numbers'] })) === AT_ONCE);
}

const giveNumbers = (tx: Tx): Promise<number> =>
  tx.run(sql`WITH these AS MATERIALIZED (
      SELECT seq FROM outbox WHERE id IS NULL ORDER BY seq LIMIT ${AT_ONCE} FOR NO KEY UPDATE),
    numbered AS MATERIALIZED (SELECT seq, nextval('outbox_ids') AS id FROM these ORDER BY seq)
    UPDATE outbox AS o SET id = n.id FROM numbered AS n WHERE o.seq = n.seq`)
