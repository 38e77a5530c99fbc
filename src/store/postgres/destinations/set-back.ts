import { LONGEST_HELD_MS, LONGEST_MS } from '../../keeping/destinations/due.ts'
import type { Db } from '../sql/database.ts'
import { sql } from '../sql/statement.ts'
import { hold, look } from './held.ts'

/** Makes due what only another time can have put where it is: it lies too far ahead, or was tried at a time that is still to come. Gives
 * how much. */
export async function deliveriesSetBack(db: Db): Promise<number> {
  const waiting = await db.all<{ id: string }>(
    sql`SELECT id FROM destinations WHERE due_at IS NOT NULL ORDER BY id`,
  )
  let brought = 0
  for (const { id } of waiting) brought += await broughtBack(db, id)
  return brought
}

function broughtBack(db: Db, id: string): Promise<number> {
  const now = db.now()
  return db.write(async (tx) => {
    const [, brought, letGo] = await Promise.all([
      hold(tx, [id]),
      tx.run(sql`UPDATE deliveries AS d SET due_at = ${now}
        WHERE d.destination_id = ${id} AND d.due_at IS NOT NULL AND d.claimed_by IS NULL AND d.due_at > ${now}
          AND (d.due_at > ${now} + ${LONGEST_MS}::bigint
            OR EXISTS (SELECT 1 FROM delivery_attempts AS a WHERE a.delivery_no = d.no AND a.at > ${now}))`),
      tx.run(sql`UPDATE destinations SET held_until = NULL
        WHERE id = ${id} AND held_until > ${now} + ${LONGEST_HELD_MS}::bigint`),
      look(tx, [id]),
    ])
    return brought + letGo
  })
}
