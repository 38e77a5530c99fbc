import type { MailTest } from '../../../core/mail-test.ts'
import { TEST_COLUMNS, type TestRow, testOfRow } from '../../keeping/test-row.ts'
import type { Page } from '../../mail-tests.ts'
import type { Connection } from '../connection.ts'

/** Tests are counted in blocks of 1,024 by the order in which they were made, as the triggers of the table have it. */
const BLOCK_BITS = 10
const BLOCK = 1 << BLOCK_BITS
const LAST = Number.MAX_SAFE_INTEGER

interface Which {
  accountId: string
  now: number
  limit: number
  offset: number
}

type Block = [block: number, tests: number]

/**
 * Pages of an account's tests, newest first. No page takes longer for being far behind, or for there being many: tests are
 * passed over in blocks, and only within one by themselves.
 */
export function testLists({ driver }: Connection): (which: Which) => Page<MailTest> {
  const inAll = driver
    .prepare<[string], number>('SELECT coalesce(sum(tests), 0) FROM test_counts WHERE account_id = ?')
    .pluck()
  const blocks = driver
    .prepare<[string], Block>('SELECT block, tests FROM test_counts WHERE account_id = ? ORDER BY block DESC')
    .raw()
  // Hardly any: they are deleted every few minutes. By itself SQLite would rather look at all tests of the account.
  const expired = driver
    .prepare<[number, string], Block>(
      `SELECT seq >> ${BLOCK_BITS}, count(*) FROM mail_tests INDEXED BY mail_tests_by_expiry
        WHERE expires_at <= ? AND account_id = ? GROUP BY 1`,
    )
    .raw()
  const rows = driver
    .prepare<[string, number, number, number, number], TestRow>(
      `SELECT ${TEST_COLUMNS} FROM mail_tests WHERE seq IN (
        SELECT seq FROM mail_tests WHERE account_id = ? AND seq <= ? AND expires_at > ? ORDER BY seq DESC LIMIT ? OFFSET ?
      ) ORDER BY seq DESC`,
    )
    .raw()
  const deleted = driver
    .prepare<[string], number>('SELECT 1 FROM accounts WHERE id = ? AND deleted_at IS NOT NULL')
    .pluck()
  // Items and total of the same moment.
  return driver.transaction(({ accountId, now, limit, offset }: Which): Page<MailTest> => {
    if (deleted.get(accountId)) return { items: [], total: 0 }
    const gone = new Map(expired.all(now, accountId))
    const total = [...gone.values()].reduce((left, some) => left - some, inAll.get(accountId) ?? 0)
    if (offset >= total) return { items: [], total }
    const { last, rest } =
      offset < BLOCK ? { last: LAST, rest: offset } : placeOf(blocks.all(accountId), gone, offset)
    return { items: rows.all(accountId, last, now, limit, rest).map(testOfRow), total }
  })
}

/** The block that holds the test at this place: where it ends, and how many of it come before. */
function placeOf(blocks: readonly Block[], gone: ReadonlyMap<number, number>, offset: number) {
  let rest = offset
  for (const [block, tests] of blocks) {
    const held = tests - (gone.get(block) ?? 0)
    if (rest < held) return { last: (block + 1) * BLOCK - 1, rest }
    rest -= held
  }
  return { last: LAST, rest: offset }
}
