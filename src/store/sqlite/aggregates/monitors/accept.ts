import { keptLocalPart } from '../../../../core/watching/address.ts'
import { BYTES_PER_HOUR, MESSAGES_PER_HOUR } from '../../../../core/watching/monitor.ts'
import type { Connection } from '../../connection.ts'
import type { MailRecord, RecordMessage } from '../../mail/record.ts'
import { RolledBack } from '../../rolled-back.ts'
import { messageKeeper, packedOnce } from '../message-accept.ts'
import { ARRIVALS, HOUR_MS } from './reads.ts'

/** Mail for monitors on its way to the writer. */
export interface MonitorMailParcel extends MailRecord {
  messages: (RecordMessage & { monitorId: string; expiresAt: number })[]
}

/** Bytes of the messages of an hour that are kept. */
const BYTES = `SELECT coalesce(sum(m.size), 0) FROM (SELECT test_seq FROM monitor_tests WHERE monitor_id = ? ORDER BY test_seq DESC
    LIMIT ${MESSAGES_PER_HOUR}) AS w CROSS JOIN messages AS m ON m.test_seq = w.test_seq WHERE m.received_at > ?`

/** Makes a test for each message, together with it. */
export function monitorAcceptWrites(connection: Connection) {
  const { driver } = connection
  const resident = driver.prepare<[string], { localPart: string; accountId: string }>(
    `SELECT m.local_part AS localPart, m.account_id AS accountId FROM monitors AS m WHERE m.id = ? AND m.local_part IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM accounts INDEXED BY accounts_deleted
        WHERE accounts.id = m.account_id AND deleted_at IS NOT NULL)`,
  )
  const arrivals = driver.prepare<[string, number, number], number>(ARRIVALS).pluck()
  const bytes = driver.prepare<[string, number], number>(BYTES).pluck()
  const note = driver.prepare('INSERT INTO monitor_arrivals (monitor_id, at) VALUES (?, ?)')
  const forget = driver.prepare('DELETE FROM monitor_arrivals WHERE monitor_id = ? AND (at <= ? OR at > ?)')
  const makeTest = driver.prepare(
    `INSERT INTO mail_tests (token, local_part, source, account_id, created_at, expires_at)
      VALUES (@token, @localPart, 'monitor', @accountId, @receivedAt, @expiresAt)`,
  )
  // Others are looked at when it is analysed, or when they would be late.
  const lookAtSilent = driver.prepare(
    `UPDATE monitors SET due_at = ?, is_changed = 1 WHERE id = ? AND json_extract(standing, '$.state') = 'silent'`,
  )
  const keepTest = driver.prepare('INSERT INTO monitor_tests (test_seq, monitor_id) VALUES (?, ?)')
  const keep = messageKeeper(connection)

  /** Whether the hour has room for one more, which it takes. */
  function takePlace(monitorId: string, size: number, now: number): boolean {
    const since = now - HOUR_MS
    if ((arrivals.get(monitorId, since, now) ?? 0) >= MESSAGES_PER_HOUR) return false
    const held = bytes.get(monitorId, since) ?? 0
    if (held > 0 && held + size > BYTES_PER_HOUR) return false
    forget.run(monitorId, since, now)
    note.run(monitorId, now)
    return true
  }

  return {
    accept({ messages, parcels }: MonitorMailParcel, now: Date): 'stored' | 'unknown_monitor' | 'too_many' {
      const packed = packedOnce(parcels)
      for (const { monitorId, token, expiresAt, parcel, ...message } of messages) {
        const found = resident.get(monitorId)
        if (!found) throw new RolledBack('unknown_monitor')
        if (!takePlace(monitorId, message.size, now.getTime())) throw new RolledBack('too_many')
        const { localPart, accountId } = found
        const { receivedAt } = message
        const made = makeTest.run({
          token,
          localPart: keptLocalPart(localPart, token),
          accountId,
          receivedAt,
          expiresAt,
        })
        const testSeq = Number(made.lastInsertRowid)
        keepTest.run(testSeq, monitorId)
        lookAtSilent.run(now.getTime(), monitorId)
        keep({ ...message, testSeq, maker: accountId, sender: '', packed: packed(parcel) })
      }
      return 'stored'
    },
  }
}
