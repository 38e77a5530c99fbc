import type { DigestPayload } from '../../../../core/watching/events.ts'
import type { Connection } from '../../connection.ts'

/** Weeks of an account that are kept: a clock that was set back tells none of them anew. */
const WEEKS = 60

export function digestReads({ driver }: Pick<Connection, 'driver'>) {
  const due = driver
    .prepare<[string, string, number], string>(
      `SELECT id FROM accounts AS a WHERE a.id > ? AND a.deleted_at IS NULL
        AND NOT EXISTS (SELECT 1 FROM digests AS d WHERE d.account_id = a.id AND d.week = ?) ORDER BY a.id LIMIT ?`,
    )
    .pluck()
  return {
    due: (week: string, after: string, limit: number): string[] => due.all(after, week, limit),
  }
}

export function digestWrites({ driver }: Pick<Connection, 'driver'>) {
  const account = driver
    .prepare<[string], number>('SELECT 1 FROM accounts WHERE id = ? AND deleted_at IS NULL')
    .pluck()
  const keep = driver.prepare(
    'INSERT INTO digests (account_id, week, at, told) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
  )
  const forget = driver.prepare(
    `DELETE FROM digests WHERE account_id = @accountId AND week < (
      SELECT min(week) FROM (SELECT week FROM digests WHERE account_id = @accountId ORDER BY week DESC LIMIT ${WEEKS}))`,
  )
  const announce = driver.prepare(
    "INSERT INTO outbox (type, account_id, subject, payload, at) VALUES ('digest.weekly', ?, ?, ?, ?)",
  )
  return {
    settle(
      accountId: string,
      week: string,
      at: Date,
      payload?: DigestPayload,
    ): 'settled' | 'known' | 'unknown_account' {
      if (account.get(accountId) === undefined) return 'unknown_account'
      const { changes } = keep.run(accountId, week, at.getTime(), payload ? 1 : 0)
      if (changes === 0) return 'known'
      if (payload) announce.run(accountId, week, JSON.stringify(payload), at.getTime())
      forget.run({ accountId })
      return 'settled'
    },
  }
}
