import type { StoredEvent } from '../../../core/event.ts'
import type { Store } from '../../store.ts'
import type { PartOptions } from '../options.ts'
import type { Db } from '../sql/database.ts'
import { sql } from '../sql/statement.ts'
import { numberEvents } from './numbering.ts'

interface Row {
  id: number
  type: string
  accountId: string | null
  subject: string
  payload: string
  at: number
}

/** Events, and how far each consumer has read them. */
export function outboxParts(db: Db, _of: PartOptions): Pick<Store, 'outbox'> {
  return {
    outbox: {
      async behind(consumer, limit) {
        await numberEvents(db)
        const rows = await db.all<Row>(sql`SELECT id, type, account_id, subject, payload, at FROM outbox
          WHERE id > coalesce((SELECT position FROM outbox_positions WHERE consumer = ${consumer}), 0)
          ORDER BY id LIMIT ${limit}`)
        return rows.map(eventOf)
      },
      async advance(consumer, id) {
        // Never goes back: what was told is not told again.
        await db.run(sql`INSERT INTO outbox_positions AS p (consumer, position) VALUES (${consumer}, ${id}::bigint)
          ON CONFLICT (consumer) DO UPDATE SET position = greatest(p.position, excluded.position)`)
      },
      forget: (before) =>
        // Without a consumer only age counts; what has no number yet was read by none.
        db.run(sql`DELETE FROM outbox WHERE at < ${before.getTime()}::bigint
          AND (NOT EXISTS (SELECT 1 FROM outbox_positions) OR id <= (SELECT min(position) FROM outbox_positions))`),
    },
  }
}

/** Nothing is checked: only this store wrote it. */
function eventOf({ id, type, accountId, subject, payload, at }: Row): StoredEvent {
  const happened = { id, type, subject, payload: JSON.parse(payload), at: new Date(at) } as StoredEvent
  return accountId === null ? happened : { ...happened, accountId }
}
