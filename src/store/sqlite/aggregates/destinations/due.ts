import { DROPPED_AT_ONCE, LONGEST_HELD_MS, LONGEST_MS } from '../../../keeping/destinations/due.ts'
import type { Connection } from '../../connection.ts'

/** Keeps what destinations say of their deliveries: whatever changes one of these, or the destination itself, calls `look` for it. */
export function dueTimes({ driver }: Pick<Connection, 'driver'>) {
  const look = driver.prepare<[string]>(
    `UPDATE destinations SET due_at = CASE WHEN disabled_at IS NULL AND deleted_at IS NULL THEN (
        SELECT max(d.due_at, coalesce(destinations.held_until, 0)) FROM deliveries AS d
        WHERE d.destination_id = destinations.id AND d.due_at IS NOT NULL AND d.claimed_by IS NULL ORDER BY d.due_at LIMIT 1
      ) END WHERE id = ?`,
  )
  const drop = driver.prepare<[string, string]>(
    `UPDATE deliveries SET state = 'dropped', due_at = NULL, says = ? WHERE no IN (
      SELECT no FROM deliveries INDEXED BY deliveries_waiting
        WHERE destination_id = ? AND due_at IS NOT NULL AND claimed_by IS NULL LIMIT ${DROPPED_AT_ONCE})`,
  )
  return {
    /** When the first of them may be sent. */
    look: (destinationId: string): void => void look.run(destinationId),
    /** Drops some of those that nobody is sending; gives how many. */
    drop(destinationId: string, says: string): number {
      const { changes } = drop.run(says, destinationId)
      look.run(destinationId)
      return changes
    },
  }
}

export type DueTimes = ReturnType<typeof dueTimes>

/** Makes due what only another time can have put where it is: it lies too far ahead, or was tried at a time that is still to come. Gives
 * how much. */
export function deliveriesBroughtBack(connection: Pick<Connection, 'driver'>): (now: Date) => number {
  const { driver } = connection
  const { look } = dueTimes(connection)
  const waiting = driver
    .prepare<[], string>('SELECT id FROM destinations INDEXED BY destinations_due WHERE due_at IS NOT NULL')
    .pluck()
  const bring = driver.prepare(
    `UPDATE deliveries INDEXED BY deliveries_waiting SET due_at = @now
      WHERE destination_id = @id AND due_at IS NOT NULL AND claimed_by IS NULL AND due_at > @now AND (due_at > @latest
        OR EXISTS (SELECT 1 FROM delivery_attempts AS a WHERE a.delivery_no = deliveries.no AND a.at > @now))`,
  )
  const letGo = driver.prepare<[string, number]>(
    'UPDATE destinations SET held_until = NULL WHERE id = ? AND held_until > ?',
  )
  return (at) => {
    const now = at.getTime()
    let brought = 0
    for (const id of waiting.all()) {
      brought += bring.run({ id, now, latest: now + LONGEST_MS }).changes
      brought += letGo.run(id, now + LONGEST_HELD_MS).changes
      look(id)
    }
    return brought
  }
}
