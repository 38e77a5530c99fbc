import { DROPPED, DROPPED_AT_ONCE } from '../../keeping/destinations/due.ts'
import type { Tx } from '../sql/database.ts'
import { plain, sql } from '../sql/statement.ts'

/** Holds destinations until the end of the transaction: whoever changes what is due there holds them first. */
export async function hold(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.run(sql`SELECT id FROM destinations WHERE id = ANY(${ids}) ORDER BY id FOR NO KEY UPDATE`)
}

/** Notes of destinations that are held when the first of their deliveries may be sent. */
export async function look(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.run(sql`UPDATE destinations AS x SET due_at = n.due_at FROM (
      SELECT o.id, CASE WHEN o.disabled_at IS NULL AND o.deleted_at IS NULL THEN (
          SELECT greatest(d.due_at, coalesce(o.held_until, 0)) FROM deliveries AS d
          WHERE d.destination_id = o.id AND d.due_at IS NOT NULL AND d.claimed_by IS NULL ORDER BY d.due_at LIMIT 1) END AS due_at
      FROM destinations AS o WHERE o.id = ANY(${ids})) AS n
    WHERE x.id = n.id AND x.due_at IS DISTINCT FROM n.due_at`)
}

/** Drops some of those that nobody is sending, of a destination that is held; gives how many. */
export async function drop(tx: Tx, id: string): Promise<number> {
  const [dropped] = await Promise.all([
    tx.run(sql`UPDATE deliveries SET state = 'dropped', due_at = NULL, says = ${DROPPED.disabled} WHERE no IN (
      SELECT no FROM deliveries WHERE destination_id = ${id} AND due_at IS NOT NULL AND claimed_by IS NULL
      LIMIT ${plain(String(DROPPED_AT_ONCE))})`),
    look(tx, [id]),
  ])
  return dropped
}

/** Claims ended on deliveries of destinations that are held: they wait again, or are dropped where it was turned off. */
export async function claimsEnded(tx: Tx, ids: readonly string[]): Promise<void> {
  const off = await tx.all<{ id: string }>(
    sql`SELECT id FROM destinations WHERE id = ANY(${ids}) AND disabled_at IS NOT NULL`,
  )
  await look(tx, ids)
  for (const { id } of off) await drop(tx, id)
}
