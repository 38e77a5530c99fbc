import { askedTerms, nameIn, PART_BITS } from '../../keeping/terms.ts'
import { TEST_COLUMNS, type TestRow, testOfRow } from '../../keeping/test-row.ts'
import type { FoundTest, FoundTests, TestSearch } from '../../mail-tests.ts'
import type { Connection } from '../connection.ts'
import { type Part, type Span, testBounds } from './bounds.ts'
import { type Filter, filterOf } from './filters.ts'
import { type Places, pageOf, statements } from './places.ts'
import { wordSearch } from './words.ts'

/** Tests that are looked at for one page, where an index leads through them. */
const LOOKS_AT = 100_000
type FoundRow = [
  ...TestRow,
  seq: number,
  messages: number,
  sender: string | null,
  subject: string | null,
  domain: string | null,
  reason: string | null,
]

/** Finds tests of an account, newest first. Each step is of bounded work, however many tests there are, and whatever is looked for. */
export function testSearch(connection: Pick<Connection, 'driver'>) {
  const { driver } = connection
  const bounds = testBounds(connection)
  const byWords = wordSearch(connection)
  const byFilter = filterSearch(connection)
  const deleted = driver
    .prepare<[string], number>('SELECT 1 FROM accounts WHERE id = ? AND deleted_at IS NOT NULL')
    .pluck()
  const named = driver
    .prepare<[string, string, string], number>(
      'SELECT seq FROM mail_tests WHERE (token = ? OR local_part = ?) AND account_id = ?',
    )
    .pluck()
  const rows = driver
    .prepare<[string, string, number], FoundRow>(
      `SELECT ${TEST_COLUMNS}, seq, message_count, sender, test_words.subject, from_domain,
          (SELECT reason FROM messages WHERE messages.seq = latest_seq AND status = 'failed')
        FROM mail_tests LEFT JOIN test_words ON test_seq = seq
        WHERE seq IN (SELECT value FROM json_each(?)) AND account_id = ? AND expires_at > ? ORDER BY seq DESC`,
    )
    .raw()

  function look(accountId: string, search: TestSearch, now: number): Places {
    const { since, until, after, words, limit } = search
    const made = bounds.between(accountId, since, until)
    const span = { from: made.from, to: Math.min(made.to, (after ?? Number.MAX_SAFE_INTEGER) - 1) }
    const filter = filterOf(accountId, search, now)
    if (words === undefined || words.trim() === '') {
      return byFilter(filter, span, bounds.parts(accountId, span, PART_BITS), limit)
    }
    const name = nameIn(words)
    const seq = name && named.get(name, name, accountId)
    if (seq) return byFilter(filter, { from: Math.max(seq, span.from), to: Math.min(seq, span.to) }, [], 1)
    const terms = askedTerms(words)
    if (terms.length === 0) return { places: [] }
    return byWords({ accountId, terms }, filter, bounds.parts(accountId, span, PART_BITS), limit)
  }

  return driver.transaction((accountId: string, search: TestSearch, at: Date): FoundTests => {
    if (deleted.get(accountId)) return { items: [] }
    const now = at.getTime()
    const { places, next } = look(accountId, search, now)
    const found = rows.all(JSON.stringify(places), accountId, now).map(foundTest)
    const { status } = search
    // What earlier versions analysed counts as pending in the index until it is entered.
    const items = status === 'pending' ? found.filter(({ test }) => test.status === status) : found
    return { items, ...(next !== undefined && { next }) }
  })
}

function foundTest(row: FoundRow): FoundTest {
  const [messages, from, subject, domain, reason] = [row[14], row[15], row[16], row[17], row[18]]
  return {
    test: testOfRow(row),
    messages,
    ...(from !== null && { from }),
    ...(subject !== null && { subject }),
    ...(domain !== null && { domain }),
    ...(reason !== null && { reason }),
  }
}

/** By one of the two indexes alone. */
function filterSearch({ driver }: Pick<Connection, 'driver'>) {
  const prepared = statements(driver)
  return ({ index, sql, values }: Filter, span: Span, parts: readonly Part[], limit: number): Places => {
    const { from, rest } = floorOf(span, parts)
    const found = prepared(
      `SELECT seq FROM mail_tests INDEXED BY ${index} WHERE ${sql} AND seq BETWEEN ? AND ? ORDER BY seq DESC LIMIT ?`,
    ).all(...values, from, span.to, limit + 1)
    return pageOf(found, limit, rest ? from : undefined)
  }
}

/** Down to where a page looks at most, and whether there is more below. */
function floorOf({ from }: Span, parts: readonly Part[]): { from: number; rest: boolean } {
  let tests = 0
  for (const [index, part] of parts.entries()) {
    tests += part.tests
    if (tests >= LOOKS_AT && index < parts.length - 1) return { from: part.from, rest: true }
  }
  return { from, rest: false }
}
