import type { Db, Tx } from '../sql/database.ts'
import { sql } from '../sql/statement.ts'

/** From then on nobody finds the destination, which is held, and its secrets are gone. */
export async function destinationLeaves(tx: Tx, id: string, at: Date): Promise<void> {
  await Promise.all([
    tx.run(sql`UPDATE destinations SET deleted_at = ${at.getTime()}::bigint, due_at = NULL WHERE id = ${id}`),
    tx.run(sql`DELETE FROM sealed_secrets WHERE purpose IN ('webhook', 'target') AND owner_id = ${id}`),
  ])
}

/** Deletes some deliveries of a destination that was deleted, and itself behind the last; gives how many rows. */
export const destinationPiece = (db: Db, limit: number): Promise<number> =>
  db.write(async (tx) => {
    const found = await tx.first<{ id: string }>(sql`SELECT id FROM destinations WHERE deleted_at IS NOT NULL
      ORDER BY deleted_at LIMIT 1 FOR UPDATE`)
    if (!found) return 0
    const some = await tx.run(sql`DELETE FROM deliveries WHERE no IN (
      SELECT no FROM deliveries WHERE destination_id = ${found.id} LIMIT ${limit}::bigint)`)
    return some > 0 ? some : tx.run(sql`DELETE FROM destinations WHERE id = ${found.id}`)
  })
