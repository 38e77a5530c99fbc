import type { FoundTests, TestSearch } from '../../mail-tests.ts'
import type { Connection } from '../connection.ts'
import { TEST_COLUMNS, type TestRow, testOfRow } from './test-row.ts'

type FoundRow = [...TestRow, seq: number, messages: number]

/** Finds tests of an account, newest first. */
export function testSearch({ driver }: Pick<Connection, 'driver'>) {
  const rows = driver
    .prepare<[string, number, number, number], FoundRow>(
      `SELECT ${TEST_COLUMNS}, seq, message_count FROM mail_tests
        WHERE account_id = ? AND seq < ? AND expires_at > ? ORDER BY seq DESC LIMIT ?`,
    )
    .raw()
  return (accountId: string, search: TestSearch, now: Date): FoundTests => {
    const { limit, after = Number.MAX_SAFE_INTEGER } = search
    const found = rows.all(accountId, after, now.getTime(), limit + 1)
    const items = found.slice(0, limit).map((row) => ({ test: testOfRow(row), messages: row[13] }))
    const next = found.length > limit ? found[limit - 1]?.[12] : undefined
    return { items, ...(next !== undefined && { next }) }
  }
}
