import type { Db, Tx } from '../sql/database.ts'
import { type Sql, sql } from '../sql/statement.ts'

/** From then on nobody finds the destinations, and their secrets are gone. They are held first, or their account is. */
async function leave(tx: Tx, at: Date, which: Sql): Promise<void> {
  await Promise.all([
    tx.run(sql`SELECT x.id FROM destinations AS x WHERE ${which} ORDER BY x.id FOR NO KEY UPDATE`),
    tx.run(sql`DELETE FROM sealed_secrets AS s USING destinations AS x
      WHERE s.purpose IN ('webhook', 'target') AND s.owner_id = x.id AND ${which}`),
    tx.run(
      sql`UPDATE destinations AS x SET deleted_at = ${at.getTime()}::bigint, due_at = NULL WHERE ${which}`,
    ),
  ])
}

export const destinationLeaves = (tx: Tx, id: string, at: Date): Promise<void> =>
  leave(tx, at, sql`x.id = ${id}`)

/** Part of the transaction that deletes an account. */
export const destinationsLeave = (tx: Tx, accountId: string, at: Date): Promise<void> =>
  leave(tx, at, sql`x.account_id = ${accountId}`)

/** Deletes some deliveries of an account that was deleted, and its destinations behind their last; gives how many rows. */
export const destinationPieceOf = (db: Db, accountId: string, limit: number): Promise<number> =>
  pieceOf(db, sql`x.account_id = ${accountId} ORDER BY x.id LIMIT 1`, limit)

/** The same of a destination that was deleted. */
export const destinationPiece = (db: Db, limit: number): Promise<number> =>
  pieceOf(db, sql`x.deleted_at IS NOT NULL ORDER BY x.deleted_at LIMIT 1`, limit)

async function pieceOf(db: Db, first: Sql, limit: number): Promise<number> {
  return db.write(async (tx) => {
    const found = await tx.first<{ id: string }>(
      sql`SELECT x.id FROM destinations AS x WHERE ${first} FOR UPDATE`,
    )
    if (!found) return 0
    const some = await tx.run(sql`DELETE FROM deliveries WHERE no IN (
      SELECT no FROM deliveries WHERE destination_id = ${found.id} LIMIT ${limit}::bigint)`)
    return some > 0 ? some : tx.run(sql`DELETE FROM destinations WHERE id = ${found.id}`)
  })
}
