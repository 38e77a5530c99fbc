import type { DeliveryStore } from '../../watching/deliveries.ts'
import type { DestinationOwner } from '../../watching/destinations.ts'
import type { Db } from '../sql/database.ts'
import { sql } from '../sql/statement.ts'
import { drop } from './held.ts'
import { destinationPiece } from './leaving.ts'
import { ownedBy } from './rows.ts'

/** Destinations that are looked at at once: of each as many entries of an index are read as are kept. */
const LOOKED_AT = 20

/** Drops some of what waits for a destination that is turned off; gives how many. */
function dropOf(db: Db, id: string | undefined): Promise<number> {
  if (id === undefined) return Promise.resolve(0)
  return db.write(async (tx) => {
    const off = await tx.first(
      sql`SELECT id FROM destinations WHERE id = ${id} AND disabled_at IS NOT NULL FOR NO KEY UPDATE`,
    )
    return off ? drop(tx, id) : 0
  })
}

/** Drops what waits for a destination of that owner, where it is turned off. */
export async function dropAllOf(db: Db, id: string, owner: DestinationOwner): Promise<void> {
  const found = await db.first(
    sql`SELECT x.id FROM destinations AS x WHERE x.id = ${id} AND ${ownedBy(owner)}`,
  )
  while (found && (await dropOf(db, id)) > 0);
}

/** The same of any destination. */
export async function dropLeft(db: Db): Promise<number> {
  const left = await db.first<{
    id: string
  }>(sql`SELECT x.id FROM destinations AS x WHERE x.disabled_at IS NOT NULL AND EXISTS (
    SELECT 1 FROM deliveries AS d WHERE d.destination_id = x.id AND d.due_at IS NOT NULL AND d.claimed_by IS NULL) LIMIT 1`)
  return dropOf(db, left?.id)
}

/** What of deliveries is no longer kept, and what is no longer sent, piece by piece. */
export function forgetting(db: Db): Pick<DeliveryStore, 'forget' | 'trim'> {
  return {
    /** What was left behind by a process that was killed while it dropped is dropped last. */
    async forget(before, limit) {
      await forgetSecrets(db)
      const old = await db.run(sql`DELETE FROM deliveries WHERE due_at IS NULL AND no IN (
        SELECT no FROM deliveries WHERE due_at IS NULL AND created_at < ${before.getTime()}::bigint
        ORDER BY created_at LIMIT ${limit}::bigint)`)
      return old || (await destinationPiece(db, limit)) || dropLeft(db)
    },
    /** What waits counts among the newest, and stays where it does not. */
    async trim(most, limit, after = '') {
      const looked = await db.all<{
        id: string
        at: number | null
        no: number | null
      }>(sql`SELECT x.id, b.created_at AS at, b.no
        FROM (SELECT id FROM destinations WHERE id > ${after} ORDER BY id LIMIT ${LOOKED_AT}::bigint) AS x
        LEFT JOIN LATERAL (SELECT d.created_at, d.no FROM deliveries AS d WHERE d.destination_id = x.id
          ORDER BY d.created_at DESC, d.no DESC LIMIT 1 OFFSET ${most}::bigint) AS b ON true ORDER BY x.id`)
      let deleted = 0
      for (const { id, at, no } of looked) {
        if (at === null || no === null) continue
        deleted += await db.run(sql`DELETE FROM deliveries WHERE due_at IS NULL AND no IN (
          SELECT no FROM deliveries WHERE destination_id = ${id} AND (created_at, no) <= (${at}::bigint, ${no}::bigint)
            AND due_at IS NULL ORDER BY created_at, no LIMIT ${limit}::bigint)`)
      }
      const last = looked.at(-1)?.id
      return deleted > 0 ? { deleted, next: after } : { deleted, ...(last !== undefined && { next: last }) }
    },
  }
}

/** Secrets that signed for a while after a rotation. */
async function forgetSecrets(db: Db): Promise<void> {
  await db.run(sql`WITH over AS MATERIALIZED (
      SELECT id, earlier_secret FROM destinations WHERE earlier_until IS NOT NULL AND earlier_until <= ${db.now()}
      ORDER BY id FOR NO KEY UPDATE),
    gone AS (DELETE FROM sealed_secrets WHERE id IN (SELECT earlier_secret FROM over))
    UPDATE destinations AS x SET earlier_secret = NULL, earlier_until = NULL FROM over AS o WHERE x.id = o.id`)
}
