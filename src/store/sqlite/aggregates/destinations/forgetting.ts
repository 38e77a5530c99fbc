import { DROPPED } from '../../../keeping/destinations/due.ts'
import type { Connection } from '../../connection.ts'
import { leaving } from './destinations.ts'
import type { DueTimes } from './due.ts'

/** What of deliveries is no longer kept, and what is no longer sent, piece by piece. */
export function forgetting(connection: Connection, due: DueTimes) {
  const { driver } = connection
  const old = driver.prepare<[number, number]>(
    'DELETE FROM deliveries WHERE no IN (SELECT no FROM deliveries WHERE due_at IS NULL AND created_at < ? ORDER BY created_at LIMIT ?)',
  )
  const boundary = driver.prepare<[string, number], { at: number; no: number }>(
    `SELECT created_at AS at, no FROM deliveries INDEXED BY deliveries_by_destination WHERE destination_id = ?
      ORDER BY created_at DESC, no DESC LIMIT 1 OFFSET ?`,
  )
  const beyond = driver.prepare<object>(
    `DELETE FROM deliveries WHERE no IN (SELECT no FROM deliveries INDEXED BY deliveries_by_destination
      WHERE destination_id = @destinationId AND (created_at, no) <= (@at, @no) AND due_at IS NULL
      ORDER BY created_at, no LIMIT @limit)`,
  )
  const off = driver
    .prepare<[string], string>('SELECT id FROM destinations WHERE id = ? AND disabled_at IS NOT NULL')
    .pluck()
  const left = driver
    .prepare<[], string>(
      `SELECT x.id FROM destinations AS x WHERE x.disabled_at IS NOT NULL AND EXISTS (
        SELECT 1 FROM deliveries AS d INDEXED BY deliveries_waiting
          WHERE d.destination_id = x.id AND d.due_at IS NOT NULL AND d.claimed_by IS NULL) LIMIT 1`,
    )
    .pluck()
  const leave = leaving(connection)
  const forgetSecrets = earlierSecrets(connection)

  function dropOf(id: string | undefined): number {
    const destination = id === undefined ? undefined : off.get(id)
    return destination === undefined ? 0 : due.drop(destination, DROPPED.disabled)
  }

  return {
    dropOf,
    /** Of any destination that is turned off. */
    dropLeft: (): number => dropOf(left.get()),
    /** What was left behind by a process that was killed while it dropped is dropped last. */
    forget(before: Date, limit: number, now: Date): number {
      forgetSecrets(now)
      return old.run(before.getTime(), limit).changes || leave.piece(limit) || dropOf(left.get())
    },
    /** What waits counts among the newest, and stays where it does not. */
    trim(destinationId: string, most: number, limit: number): number {
      const from = boundary.get(destinationId, most)
      return from ? beyond.run({ destinationId, ...from, limit }).changes : 0
    },
  }
}

/** Secrets that signed for a while after a rotation. */
function earlierSecrets({ driver }: Pick<Connection, 'driver'>) {
  const secrets = driver.prepare<[number]>(
    `DELETE FROM sealed_secrets WHERE id IN (
      SELECT earlier_secret FROM destinations WHERE earlier_until IS NOT NULL AND earlier_until <= ?)`,
  )
  const forget = driver.prepare<[number]>(
    `UPDATE destinations SET earlier_secret = NULL, earlier_until = NULL
      WHERE earlier_until IS NOT NULL AND earlier_until <= ?`,
  )
  return (now: Date): void => {
    secrets.run(now.getTime())
    forget.run(now.getTime())
  }
}
