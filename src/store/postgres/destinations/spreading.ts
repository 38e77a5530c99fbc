import type { Delivery } from '../../../core/watching/destination.ts'
import { DROPPED } from '../../keeping/destinations/due.ts'
import { type DeliveryStore, MOST_WAITING } from '../../watching/deliveries.ts'
import { record } from '../people/recording.ts'
import type { Db, Tx } from '../sql/database.ts'
import { plain, sql } from '../sql/statement.ts'
import { whenFull } from '../wire/failures.ts'
import { hold, look } from './held.ts'

const MOST = plain(String(MOST_WAITING))

/** How deliveries are made. */
export function spreading(db: Db): Pick<DeliveryStore, 'spread' | 'add' | 'copy'> {
  return {
    spread: (upTo, deliveries) => db.write((tx) => spread(tx, upTo, deliveries)),
    add: (delivery, said) =>
      db
        .write(async (tx) => {
          const to = await tx.first(sql`SELECT id FROM destinations
            WHERE id = ${delivery.destinationId} AND deleted_at IS NULL FOR NO KEY UPDATE`)
          if (!to) return 'unknown_destination'
          await insert(tx, [delivery])
          await look(tx, [delivery.destinationId])
          await record(tx, said)
          return 'added'
        })
        .catch(whenFull),
    copy: (destinationId, copies, said) =>
      db
        .write(async (tx) => {
          await hold(tx, [destinationId])
          const made = await copy(tx, destinationId, copies)
          await look(tx, [destinationId])
          if (made > 0) await record(tx, said)
          return made
        })
        .catch(whenFull),
  }
}

/** The position is held first: whoever spreads the same events at once sees how far this one came. */
async function spread(
  tx: Tx,
  upTo: number,
  deliveries: Parameters<DeliveryStore['spread']>[1],
): Promise<number> {
  const position = await tx.first<{
    position: number
  }>(sql`INSERT INTO outbox_positions AS p (consumer, position)
    VALUES ('destinations', 0) ON CONFLICT (consumer) DO UPDATE SET position = p.position RETURNING p.position`)
  const asked = [...new Set(deliveries.map(({ delivery }) => delivery.destinationId))]
  const [open, waiting] = await Promise.all([
    tx.all<{ id: string }>(sql`SELECT id FROM destinations
      WHERE id = ANY(${asked}) AND disabled_at IS NULL AND deleted_at IS NULL ORDER BY id FOR NO KEY UPDATE`),
    tx.all<{ id: string; count: number }>(sql`SELECT x.id, (${waitingOf(sql`x.id`)}) AS count
      FROM unnest(${asked}::text[]) AS x (id)`),
  ])
  const isOpen = new Set(open.map(({ id }) => id))
  const fresh = deliveries
    .filter(({ event, delivery }) => event > (position?.position ?? 0) && isOpen.has(delivery.destinationId))
    .map(({ delivery }) => delivery)
  const room = new Map(waiting.map(({ id, count }) => [id, MOST_WAITING - count]))
  const kept = fresh.map((delivery): Delivery => {
    const left = room.get(delivery.destinationId) ?? 0
    room.set(delivery.destinationId, left - 1)
    return left > 0 ? delivery : { ...delivery, state: 'dropped', says: DROPPED.tooMany }
  })
  await insert(tx, kept)
  await Promise.all([
    look(tx, [...new Set(kept.map(({ destinationId }) => destinationId))]),
    tx.run(
      sql`UPDATE outbox_positions SET position = greatest(position, ${upTo}::bigint) WHERE consumer = 'destinations'`,
    ),
  ])
  return fresh.length
}

const waitingOf = (id: ReturnType<typeof sql>) => sql`SELECT count(*) FROM (SELECT 1 FROM deliveries AS w
  WHERE w.destination_id = ${id} AND w.due_at IS NOT NULL AND w.claimed_by IS NULL LIMIT ${MOST}) AS waiting`

/** In their order, to destinations that are held. */
async function insert(tx: Tx, deliveries: readonly Delivery[]): Promise<void> {
  if (deliveries.length === 0) return
  const rows = deliveries.map(({ createdAt, dueAt = createdAt, ...rest }) => ({
    ...rest,
    at: createdAt.getTime(),
    due: rest.state === 'due' ? dueAt.getTime() : null,
    says: rest.says ?? null,
  }))
  await tx.run(sql`WITH given AS (
      SELECT * FROM unnest(${rows.map(({ id }) => id)}::text[], ${rows.map(({ destinationId }) => destinationId)}::text[],
        ${rows.map(({ messageId }) => messageId)}::text[], ${rows.map(({ type }) => type)}::text[],
        ${rows.map(({ at }) => at)}::bigint[], ${rows.map(({ state }) => state)}::text[], ${rows.map(({ says }) => says)}::text[],
        ${rows.map(({ due }) => due)}::bigint[], ${rows.map(({ body }) => body)}::text[])
        WITH ORDINALITY AS g (id, destination_id, message_id, type, created_at, state, says, due_at, body, place)),
    made AS (
      INSERT INTO deliveries (id, destination_id, message_id, type, created_at, state, says, due_at, begun_at)
      SELECT id, destination_id, message_id, type, created_at, state, says, due_at, created_at FROM given ORDER BY place
      RETURNING no, id)
    INSERT INTO delivery_bodies (delivery_no, body) SELECT m.no, g.body FROM made AS m JOIN given AS g ON g.id = m.id`)
}

/** Gives how many there was room for. */
function copy(tx: Tx, destinationId: string, copies: Parameters<DeliveryStore['copy']>[1]): Promise<number> {
  return tx.run(sql`WITH room AS (SELECT ${MOST} - (${waitingOf(sql`${destinationId}`)}) AS left),
    given AS (
      SELECT g.id, g.message_id, g.at, g.place, d.type, b.body
      FROM unnest(${copies.map(({ of }) => of)}::text[], ${copies.map(({ id }) => id)}::text[],
        ${copies.map(({ messageId }) => messageId)}::text[], ${copies.map(({ at }) => at.getTime())}::bigint[])
        WITH ORDINALITY AS g (source, id, message_id, at, place)
        JOIN deliveries AS d ON d.id = g.source AND d.destination_id = ${destinationId}
        JOIN delivery_bodies AS b ON b.delivery_no = d.no
      ORDER BY g.place LIMIT (SELECT greatest(r.left, 0) FROM room AS r)),
    made AS (
      INSERT INTO deliveries (id, destination_id, message_id, type, created_at, state, due_at, begun_at)
      SELECT id, ${destinationId}, message_id, type, at, 'due', at, at FROM given ORDER BY place RETURNING no, id)
    INSERT INTO delivery_bodies (delivery_no, body) SELECT m.no, g.body FROM made AS m JOIN given AS g ON g.id = m.id`)
}
