import type { Tx } from '../sql/database.ts'
import { sql } from '../sql/statement.ts'

/** Records of a verified domain are looked at, and of what watches it: part of the transaction that verifies it. */
export async function beginsToBeWatched(
  tx: Tx,
  { id, accountId }: { id: string; accountId: string },
  verifiedAt: Date,
): Promise<void> {
  const at = verifiedAt.getTime()
  await Promise.all([
    tx.run(sql`INSERT INTO record_looks (domain_id, account_id, due_at, state) VALUES (${id}, ${accountId}, ${at}::bigint, '{}')
      ON CONFLICT (domain_id) DO UPDATE SET due_at = excluded.due_at`),
    tx.run(sql`UPDATE record_looks SET due_at = ${at}::bigint
      WHERE monitor_id = (SELECT id FROM monitors WHERE domain_id = ${id})`),
  ])
}

/** Nobody looks at its records any more: part of the transaction that ends its being verified. */
export async function endsToBeWatched(tx: Tx, id: string): Promise<void> {
  await tx.run(sql`UPDATE record_looks SET due_at = NULL
    WHERE no = ANY (ARRAY(SELECT l.no FROM record_looks AS l WHERE l.domain_id = ${id}
      UNION ALL SELECT l.no FROM monitors AS m JOIN record_looks AS l ON l.monitor_id = m.id WHERE m.domain_id = ${id}))`)
}
