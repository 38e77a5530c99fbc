import type { NewAuditEntry } from '../../../../core/access/audit.ts'
import type { Delivery, DeliveryState } from '../../../../core/watching/destination.ts'
import { DROPPED } from '../../../keeping/destinations/due.ts'
import { MOST_WAITING } from '../../../watching/deliveries.ts'
import type { Connection } from '../../connection.ts'
import { recorder } from '../people/audit.ts'
import { deliveryClaims } from './claims.ts'
import { dueTimes } from './due.ts'
import { forgetting } from './forgetting.ts'
import { settling } from './settling.ts'

/** The outbox consumer that spreads events over destinations. */
export const SPREADING = 'destinations'

const INSERT = `INSERT INTO deliveries (id, destination_id, message_id, type, created_at, state, says, due_at, begun_at)
  VALUES (@id, @destinationId, @messageId, @type, @createdAt, @state, @says, @dueAt, @createdAt)`

const OVER = 'destination_id = @destinationId AND due_at IS NULL AND claimed_by IS NULL'
const AGAIN = `UPDATE deliveries SET state = 'due', due_at = @now, begun_at = @now, tries = 0`

export function deliveryWrites(connection: Connection) {
  const { driver, queries } = connection
  const record = recorder(queries)
  const due = dueTimes(connection)
  const inserting = inserter(connection)
  const position = driver
    .prepare<[], number>(`SELECT position FROM outbox_positions WHERE consumer = '${SPREADING}'`)
    .pluck()
  const read = driver.prepare<[number]>(
    `INSERT INTO outbox_positions (consumer, position) VALUES ('${SPREADING}', ?)
      ON CONFLICT (consumer) DO UPDATE SET position = max(position, excluded.position)`,
  )
  const open = driver
    .prepare<[string], number>(
      'SELECT 1 FROM destinations WHERE id = ? AND disabled_at IS NULL AND deleted_at IS NULL',
    )
    .pluck()
  const waiting = driver
    .prepare<[string], number>(
      `SELECT count(*) FROM (SELECT 1 FROM deliveries INDEXED BY deliveries_waiting
        WHERE destination_id = ? AND due_at IS NOT NULL AND claimed_by IS NULL LIMIT ${MOST_WAITING})`,
    )
    .pluck()
  const there = driver
    .prepare<[string], number>('SELECT 1 FROM destinations WHERE id = ? AND deleted_at IS NULL')
    .pluck()
  const againOne = driver.prepare(
    `${AGAIN} WHERE id = @id AND ${OVER} AND state IN (SELECT value FROM json_each(@states))`,
  )
  const againBetween = driver.prepare(
    `${AGAIN} WHERE no IN (SELECT no FROM deliveries INDEXED BY deliveries_by_destination WHERE ${OVER}
      AND created_at >= @since AND created_at < @until AND state IN (SELECT value FROM json_each(@states))
      ORDER BY created_at LIMIT @limit)`,
  )
  const copied = driver.prepare<[string, string], { type: Delivery['type']; body: string }>(
    `SELECT d.type, b.body FROM deliveries AS d JOIN delivery_bodies AS b ON b.delivery_no = d.no
      WHERE d.id = ? AND d.destination_id = ?`,
  )

  return {
    ...deliveryClaims(connection, due),
    ...settling(connection, due),
    ...forgetting(connection, due),
    spread(upTo: number, deliveries: readonly { event: number; delivery: Delivery }[]): number {
      const from = position.get() ?? 0
      const fresh = deliveries.filter(
        ({ event, delivery }) => event > from && open.get(delivery.destinationId) !== undefined,
      )
      const room = new Map<string, number>()
      for (const { delivery } of fresh) {
        const { destinationId } = delivery
        const left = room.get(destinationId) ?? MOST_WAITING - (waiting.get(destinationId) ?? 0)
        room.set(destinationId, left - 1)
        if (left > 0) inserting(delivery)
        else inserting({ ...delivery, state: 'dropped', says: DROPPED.tooMany })
      }
      for (const id of room.keys()) due.look(id)
      read.run(upTo)
      return fresh.length
    },
    add(delivery: Delivery, said: NewAuditEntry): 'added' | 'unknown_destination' {
      if (there.get(delivery.destinationId) === undefined) return 'unknown_destination'
      inserting(delivery)
      due.look(delivery.destinationId)
      record(said)
      return 'added'
    },
    replay(
      destinationId: string,
      which: { ids: readonly string[] } | { since: Date; until: Date },
      limit: number,
      said: NewAuditEntry,
      states: readonly DeliveryState[],
      now: Date,
    ): number {
      const asked = { destinationId, now: now.getTime(), states: JSON.stringify(states) }
      const replayed =
        'ids' in which
          ? which.ids.slice(0, limit).reduce((sum, id) => sum + againOne.run({ ...asked, id }).changes, 0)
          : againBetween.run({
              ...asked,
              since: which.since.getTime(),
              until: which.until.getTime(),
              limit,
            }).changes
      due.look(destinationId)
      if (replayed > 0) record(said)
      return replayed
    },
    copy(
      destinationId: string,
      copies: readonly { of: string; id: string; messageId: string; at: Date }[],
      said: NewAuditEntry,
    ): number {
      const room = MOST_WAITING - (waiting.get(destinationId) ?? 0)
      let made = 0
      for (const { of, id, messageId, at } of copies) {
        if (made >= room) break
        const body = copied.get(of, destinationId)
        if (!body) continue
        inserting({
          id,
          destinationId,
          messageId,
          ...body,
          createdAt: at,
          state: 'due',
          attempts: 0,
          dueAt: at,
        })
        made += 1
      }
      due.look(destinationId)
      if (made > 0) record(said)
      return made
    },
  }
}

function inserter({ driver }: Pick<Connection, 'driver'>) {
  const insert = driver.prepare(INSERT)
  const body = driver.prepare('INSERT INTO delivery_bodies (delivery_no, body) VALUES (?, ?)')
  return (delivery: Delivery): void => {
    const { id, destinationId, messageId, type, createdAt, state, says = null, dueAt = createdAt } = delivery
    const at = createdAt.getTime()
    const { lastInsertRowid } = insert.run({
      id,
      destinationId,
      messageId,
      type,
      createdAt: at,
      state,
      says,
      dueAt: state === 'due' ? dueAt.getTime() : null,
    })
    body.run(lastInsertRowid, delivery.body)
  }
}
