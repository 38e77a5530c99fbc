import { DELIVERY_STATES } from '../../../core/watching/destination.ts'
import type { DeliveryStore } from '../../watching/deliveries.ts'
import { record } from '../people/recording.ts'
import type { Db } from '../sql/database.ts'
import { sql } from '../sql/statement.ts'
import { whenFull } from '../wire/failures.ts'
import { hold, look } from './held.ts'

const OVER = DELIVERY_STATES.filter((state) => state !== 'due')

/** Makes deliveries that are over due again. */
export function replaying(db: Db): Pick<DeliveryStore, 'replay'> {
  return {
    replay: (destinationId, which, limit, said, states = OVER) => {
      const over = sql`d.destination_id = ${destinationId} AND d.due_at IS NULL AND d.claimed_by IS NULL
        AND d.state = ANY(${states})`
      const these =
        'ids' in which
          ? sql`d.id = ANY(${which.ids.slice(0, limit)})`
          : sql`d.no IN (SELECT d.no FROM deliveries AS d WHERE ${over} AND d.created_at >= ${which.since.getTime()}::bigint
              AND d.created_at < ${which.until.getTime()}::bigint ORDER BY d.created_at, d.no LIMIT ${limit}::bigint)`
      return db
        .write(async (tx) => {
          const [, replayed] = await Promise.all([
            hold(tx, [destinationId]),
            tx.run(sql`UPDATE deliveries AS d SET state = 'due', due_at = ${db.now()}, begun_at = ${db.now()}, tries = 0
              WHERE ${over} AND ${these}`),
            look(tx, [destinationId]),
          ])
          if (replayed > 0) await record(tx, said)
          return replayed
        })
        .catch(whenFull)
    },
  }
}
