import type { WatchingEvent } from '../../../../core/watching/events.ts'
import { standingText } from '../../../keeping/monitors/rows.ts'
import { MOST_SCORES, MOST_TOLD_ALERTS, type SettledMonitor } from '../../../watching/monitors.ts'
import type { Connection } from '../../connection.ts'

/** What looks at monitors leave behind. */
export function monitorWatchWrites({ driver }: Pick<Connection, 'driver'>) {
  const own = driver.prepare<[string], { accountId: string; domainId: string | null; isChanged: number }>(
    `SELECT m.account_id AS accountId, m.domain_id AS domainId, m.is_changed AS isChanged FROM monitors AS m WHERE m.id = ?
      AND NOT EXISTS (SELECT 1 FROM accounts INDEXED BY accounts_deleted
        WHERE accounts.id = m.account_id AND deleted_at IS NOT NULL)`,
  )
  const version = driver
    .prepare<[string], number>('SELECT version FROM monitor_watch WHERE monitor_id = ?')
    .pluck()
  const keep = driver.prepare(
    `INSERT INTO monitor_watch (monitor_id, version, state) VALUES (?, ?, ?)
      ON CONFLICT (monitor_id) DO UPDATE SET version = excluded.version, state = excluded.state`,
  )
  const stand = driver.prepare('UPDATE monitors SET standing = ?, due_at = ?, is_changed = 0 WHERE id = ?')
  const last = driver
    .prepare<[string], number>('SELECT coalesce(max(no), 0) FROM monitor_told WHERE monitor_id = ?')
    .pluck()
  const tell = driver.prepare(
    'INSERT INTO monitor_told (monitor_id, no, at, type, subject, payload) VALUES (?, ?, ?, ?, ?, ?)',
  )
  const trim = driver.prepare('DELETE FROM monitor_told WHERE monitor_id = ? AND no <= ?')
  const announce = driver.prepare(
    'INSERT INTO outbox (type, account_id, subject, payload, at, domain_id) VALUES (?, ?, ?, ?, ?, ?)',
  )
  const forget = driver.prepare(
    `DELETE FROM monitor_scores WHERE (monitor_id, at, message_seq) IN
      (SELECT monitor_id, at, message_seq FROM monitor_scores WHERE at < ? ORDER BY at LIMIT ?)`,
  )
  return {
    settle(
      id: string,
      was: number,
      { standing, state, at, dueAt }: SettledMonitor,
      events: readonly WatchingEvent[],
    ): 'settled' | 'outdated' | 'unknown_monitor' {
      const found = own.get(id)
      if (!found) return 'unknown_monitor'
      if ((version.get(id) ?? 0) !== was) return 'outdated'
      const { accountId, domainId, isChanged } = found
      keep.run(id, was + 1, state)
      // What was changed meanwhile is looked at once more.
      stand.run(standingText(standing), isChanged ? at.getTime() : (dueAt?.getTime() ?? null), id)
      let no = last.get(id) ?? 0
      for (const { type, subject, payload } of events) {
        const text = JSON.stringify(payload)
        no += 1
        tell.run(id, no, at.getTime(), type, subject, text)
        announce.run(type, accountId, subject, text, at.getTime(), domainId)
      }
      if (events.length > 0) trim.run(id, no - MOST_TOLD_ALERTS)
      return 'settled'
    },
    forgetScores: (before: Date, limit: number): number => forget.run(before.getTime(), limit).changes,
  }
}

/** Of so many messages one brings the scores back to their bound. */
const TRIMMED_EVERY = 64

/** Knows whose monitor a test is, and notes how its messages score: part of the transaction that ends an analysis. */
export function monitorRecorder({ driver }: Pick<Connection, 'driver'>) {
  const monitorOf = driver
    .prepare<[number], string>('SELECT monitor_id FROM monitor_tests WHERE test_seq = ?')
    .pluck()
  const note = driver.prepare(
    `INSERT INTO monitor_scores (monitor_id, at, message_seq, score) SELECT id, @at, @seq, @score FROM monitors WHERE id = @id
      ON CONFLICT DO UPDATE SET score = excluded.score`,
  )
  const trim = driver.prepare(
    `DELETE FROM monitor_scores WHERE monitor_id = @id AND at < (SELECT at FROM monitor_scores WHERE monitor_id = @id
      ORDER BY at DESC LIMIT 1 OFFSET ${MOST_SCORES})`,
  )
  return {
    /** Whose test it is. Absent: no monitor's. */
    of: (testSeq: number): string | undefined => monitorOf.get(testSeq),
    note(id: string, { seq, receivedAt }: { seq: number; receivedAt: Date }, score: number | null): void {
      note.run({ id, at: receivedAt.getTime(), seq, score })
      if (seq % TRIMMED_EVERY === 0) trim.run({ id })
    },
  }
}
