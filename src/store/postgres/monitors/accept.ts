import { ROW_BYTES } from '../../../core/space.ts'
import { keptLocalPart } from '../../../core/watching/address.ts'
import { BYTES_PER_HOUR, MESSAGES_PER_HOUR } from '../../../core/watching/monitor.ts'
import type { MonitorMessage, MonitorStore } from '../../watching/monitors.ts'
import { type Arrivals, arrivalsOf as arriving, givenMessages, KEPT } from '../messages/arrivals.ts'
import { DatabaseSilent, type Db, type Tx } from '../sql/database.ts'
import { joined, type Sql, sql } from '../sql/statement.ts'
import { whenFull } from '../wire/failures.ts'
import { arrivalsOf, sinceHour } from './reads.ts'
import { STANDS } from './selected.ts'

interface Resident {
  id: string
  localPart: string
  accountId: string
}

/** What came to a monitor within the hour. */
interface Came {
  id: string
  messages: number
  bytes: number
}

type Accepted = Awaited<ReturnType<MonitorStore['accept']>>

/** Makes a test for each message, together with it. The monitor's row is held while its hour is looked at. */
export function monitorAcceptor(db: Db): MonitorStore['accept'] {
  async function acceptAll(tx: Tx, given: readonly MonitorMessage[], arrivals: Arrivals): Promise<Accepted> {
    const ids = [...new Set(given.map(({ monitorId }) => monitorId))]
    const [residents, came] = await Promise.all([
      tx.all<Resident>(sql`SELECT m.id, m.local_part, m.account_id FROM monitors AS m
        WHERE m.id = ANY(${ids}) AND m.local_part IS NOT NULL AND ${STANDS} ORDER BY m.id FOR NO KEY UPDATE OF m`),
      tx.all<Came>(sql`SELECT m.id, ${arrivalsOf(db, sql`m.id`)} AS messages,
          (SELECT coalesce(sum(n.size), 0) FROM (SELECT test_seq FROM monitor_tests WHERE monitor_id = m.id
            ORDER BY test_seq DESC LIMIT ${MESSAGES_PER_HOUR}) AS w
            JOIN messages AS n ON n.test_seq = w.test_seq WHERE n.received_at > ${sinceHour(db)}) AS bytes
        FROM monitors AS m WHERE m.id = ANY(${ids})`),
    ])
    const refused = refusalOf(given, residents, came)
    if (refused) return refused
    await Promise.all([
      tx.run(sql`DELETE FROM monitor_arrivals WHERE monitor_id = ANY(${ids})
        AND (at <= ${sinceHour(db)} OR at > ${db.now()})`),
      tx.run(statementOf(db, arrivals, placesOf(given, residents))),
      // Others are looked at when it is analysed, or when they would be late. Not read as JSON: PostgreSQL refuses
      // the \u0000 that texts of strangers may have there. In those a quotation mark has a backslash before it.
      tx.run(sql`UPDATE monitors SET due_at = ${db.now()}, is_changed = 1
        WHERE id = ANY(${ids}) AND position('"state":"silent"' IN standing) > 0`),
    ])
    return 'stored'
  }

  /** Whether what may have been done was. */
  async function areKept(given: readonly MonitorMessage[]): Promise<boolean> {
    const ids = given.map(({ id }) => id)
    const row = await db
      .first<{ kept: number }>(sql`SELECT count(*) AS kept FROM messages WHERE id = ANY(${ids})`)
      .catch(() => undefined)
    return row?.kept === ids.length
  }

  return async (given) => {
    const arrivals = await arriving(given)
    try {
      return await db.write((tx) => acceptAll(tx, given, arrivals))
    } catch (cause) {
      if (cause instanceof DatabaseSilent && (await areKept(given))) return 'stored'
      return whenFull(cause)
    }
  }
}

/** Whether each has a place in the hour of its monitor, one behind the other. */
function refusalOf(
  given: readonly MonitorMessage[],
  residents: readonly Resident[],
  came: readonly Came[],
): 'unknown_monitor' | 'too_many' | undefined {
  const hours = new Map(came.map((one) => [one.id, { ...one }]))
  const known = new Set(residents.map(({ id }) => id))
  for (const { monitorId, raw } of given) {
    const hour = hours.get(monitorId)
    if (!hour || !known.has(monitorId)) return 'unknown_monitor'
    if (hour.messages >= MESSAGES_PER_HOUR) return 'too_many'
    if (hour.bytes > 0 && hour.bytes + raw.byteLength > BYTES_PER_HOUR) return 'too_many'
    hour.messages += 1
    hour.bytes += raw.byteLength
  }
  return undefined
}

function placesOf(given: readonly MonitorMessage[], residents: readonly Resident[]): Sql[] {
  const byId = new Map(residents.map((one) => [one.id, one]))
  return given.flatMap(({ monitorId, token, expiresAt }) => {
    const one = byId.get(monitorId)
    const kept = one && keptLocalPart(one.localPart, token)
    return one
      ? [
          sql`(${token}::text, ${monitorId}::text, ${kept}::text, ${one.accountId}::text, ${expiresAt.getTime()}::bigint)`,
        ]
      : []
  })
}

const statementOf = (db: Db, arrivals: Arrivals, places: readonly Sql[]) =>
  sql`WITH ${givenMessages(arrivals)},
    place (token, monitor_id, local_part, account_id, expires_at) AS (VALUES ${joined(places, ', ')}),
    room AS (
      INSERT INTO mail_tests (token, local_part, source, account_id, created_at, expires_at, message_count, message_bytes, held_bytes)
        SELECT p.token, p.local_part, 'monitor', p.account_id, g.received_at, p.expires_at, 1, g.size, g.held + ${ROW_BYTES}::bigint
        FROM place AS p JOIN given AS g ON g.token = p.token ORDER BY g.no
      RETURNING seq, token, account_id, client),
    ${KEPT},
    owned AS (
      INSERT INTO monitor_tests (test_seq, monitor_id)
        SELECT r.seq, p.monitor_id FROM room AS r JOIN place AS p ON p.token = r.token RETURNING test_seq)
    INSERT INTO monitor_arrivals (monitor_id, at) SELECT p.monitor_id, ${db.now()} FROM place AS p`
