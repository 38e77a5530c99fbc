import { describe, expect, test } from 'bun:test'
import { MAIL_TEST_SOURCES, type MailTestSource } from '../../../src/core/mail-test.ts'
import { askedTerms, matchOf, termsOf } from '../../../src/store/keeping/terms.ts'
import type { TestSearch } from '../../../src/store/mail-tests.ts'
import { openWriter } from '../../../src/store/sqlite/connection.ts'
import { MIGRATIONS, migrate } from '../../../src/store/sqlite/migrations.ts'
import { earlierTests } from '../../../src/store/sqlite/test-search/earlier.ts'
import { type Entry, enteringTests } from '../../../src/store/sqlite/test-search/entering.ts'
import { testSearch } from '../../../src/store/sqlite/test-search/search.ts'

const SEED = Number(process.env['SEED'] ?? 11)
const NOW = new Date(5_000_000)

/** mulberry32 */
function seeded(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) % below
  }
}

interface Row {
  seq: number
  accountId: string
  source: MailTestSource
  expiresAt: number
  entry?: Entry
}

function database() {
  const connection = openWriter(':memory:')
  migrate(connection.driver, true)
  const { driver } = connection
  driver.exec(
    "INSERT INTO accounts (id, name, plan, created_at) VALUES ('one', 'one', 'p', 1), ('two', 'two', 'p', 1)",
  )
  const insert = driver.prepare(
    `INSERT INTO mail_tests (seq, token, local_part, source, account_id, created_at, expires_at)
      VALUES (?, hex(randomblob(9)), hex(randomblob(9)), ?, ?, ?, ?)`,
  )
  const message = driver.prepare(
    'INSERT INTO messages (seq, id, test_seq, received_at, size, status, score) VALUES (?, ?, ?, 1, 1, ?, ?)',
  )
  const entering = enteringTests(connection)
  return {
    connection,
    add({ seq, accountId, source, expiresAt, entry }: Row): void {
      insert.run(seq, source, accountId, seq * 10, expiresAt)
      if (!entry) return
      message.run(seq, `msg_${seq}`, seq, entry.outcome, entry.score)
      entering.ended(seq, seq, entry)
    },
  }
}

const WORDS = [
  'your',
  'order',
  'yours',
  'orange',
  'invoice',
  'news',
  'newsletter',
  'sale',
  'zebra',
  '東京',
  'café',
]
const DOMAINS = ['a.example', 'b.example', 'rare.example']

function entryOf(next: (below: number) => number): Entry | undefined {
  if (next(4) === 0) return undefined
  if (next(20) === 0) return { outcome: 'failed', score: null, fromDomain: null }
  const subject = Array.from({ length: 1 + next(4) }, () => WORDS[next(WORDS.length)]).join(' ')
  const fromDomain = DOMAINS[next(30) === 0 ? 2 : next(2)] ?? ''
  const words = { from: `x@${fromDomain}`, subject }
  return { outcome: 'scored', score: next(101) / 10, fromDomain, words }
}

function rowsOf(next: (below: number) => number): Row[] {
  let seq = 0
  return Array.from({ length: 3_000 }, () => {
    // Over many parts of the order of all tests, some of them empty.
    seq += 1 + next(next(300) === 0 ? 20_000 : 20)
    const entry = entryOf(next)
    return {
      seq,
      accountId: next(4) === 0 ? 'two' : 'one',
      source: MAIL_TEST_SOURCES[next(10) === 0 ? 1 + next(4) : 0] ?? 'api',
      expiresAt: next(20) === 0 ? 1 : 9e9,
      ...(entry && { entry }),
    }
  })
}

function holdsWords({ entry }: Row, words = ''): boolean {
  const asked = words.split(' ').filter((word) => word !== '')
  if (asked.length === 0) return true
  const text = `x ${entry?.fromDomain?.replace('.', ' ')} ${entry?.words?.subject}`.split(' ')
  return entry?.words !== undefined && asked.every((word) => text.some((one) => one.startsWith(word)))
}

function holdsScore({ entry }: Row, { minScore, maxScore }: Omit<TestSearch, 'limit'>): boolean {
  if (minScore === undefined && maxScore === undefined) return true
  const score = entry?.score ?? Number.NaN
  return score >= (minScore ?? 0) && score <= (maxScore ?? 10)
}

function holds(row: Row, accountId: string, search: Omit<TestSearch, 'limit'>): boolean {
  const { entry, seq } = row
  const conditions = [
    row.accountId === accountId && row.expiresAt > NOW.getTime(),
    search.status === undefined || (entry?.outcome ?? 'pending') === search.status,
    !search.sources || search.sources.includes(row.source),
    holdsScore(row, search),
    search.domain === undefined || entry?.fromDomain === search.domain,
    !search.since || seq * 10 >= search.since.getTime(),
    !search.until || seq * 10 < search.until.getTime(),
    holdsWords(row, search.words),
  ]
  return conditions.every(Boolean)
}

function searchOf(next: (below: number) => number, last: number): Omit<TestSearch, 'limit'> {
  const word = () => (WORDS[next(9)] ?? '').slice(0, 1 + next(7))
  const low = next(101) / 10
  return {
    ...(next(2) === 0 && { words: Array.from({ length: 1 + next(3) }, word).join(' ') }),
    ...(next(3) === 0 && { status: (['pending', 'scored', 'failed'] as const)[next(3)] ?? 'failed' }),
    ...(next(3) === 0 && {
      sources: next(2) === 0 ? (['api'] as const) : (['dashboard', 'upload'] as const),
    }),
    ...(next(4) === 0 && { minScore: low }),
    ...(next(4) === 0 && { maxScore: next(101) / 10 }),
    ...(next(3) === 0 && { domain: DOMAINS[next(3)] ?? '' }),
    ...(next(4) === 0 && { since: new Date(next(last) * 10) }),
    ...(next(4) === 0 && { until: new Date(next(last) * 10) }),
  }
}

/** Over all pages. */
function foundBy(
  find: ReturnType<typeof testSearch>,
  accountId: string,
  search: Omit<TestSearch, 'limit'>,
  limit: number,
): number[] {
  const found: number[] = []
  let after: number | undefined
  do {
    const page = find(accountId, { ...search, limit, ...(after !== undefined && { after }) }, NOW)
    found.push(...page.items.map(({ test: { createdAt } }) => createdAt.getTime() / 10))
    if (page.next !== undefined) expect(page.next).toBeLessThan(after ?? Number.MAX_SAFE_INTEGER)
    after = page.next
  } while (after !== undefined)
  return found
}

describe('tests that are searched', () => {
  test(`every search finds what holds, all of it, newest first, over its pages (SEED=${SEED})`, () => {
    const next = seeded(SEED)
    const { connection, add } = database()
    const rows = rowsOf(next)
    connection.driver.exec('BEGIN')
    for (const row of rows) add(row)
    connection.driver.exec('COMMIT')
    const find = testSearch(connection)
    for (let i = 0; i < 400; i += 1) {
      const accountId = next(4) === 0 ? 'two' : 'one'
      const search = searchOf(next, rows.at(-1)?.seq ?? 1)
      const expected = rows
        .filter((row) => holds(row, accountId, search))
        .map(({ seq }) => seq)
        .toReversed()
      expect({ search, found: foundBy(find, accountId, search, 1 + next(200)) }).toEqual({
        search,
        found: expected,
      })
    }
  })

  test('no step reads all tests, or all that match in other accounts', () => {
    const { connection, add } = database()
    const { driver } = connection
    add({ seq: 1, accountId: 'one', source: 'api', expiresAt: 9e9 })
    const entry = {
      outcome: 'scored',
      score: 1,
      fromDomain: 'a.example',
      words: { from: 'a', subject: 'b c' },
    } as const
    add({ seq: 2, accountId: 'one', source: 'api', expiresAt: 9e9, entry })
    const plans = new Map<string, string>()
    const prepare = driver.prepare.bind(driver)
    driver.prepare = ((sql: string) => {
      const values = Array.from(sql.matchAll(/\?/g), () => 1)
      const steps = prepare(`EXPLAIN QUERY PLAN ${sql}`).all(values) as { detail: string }[]
      plans.set(sql, steps.map(({ detail }) => detail).join('; '))
      return prepare(sql)
    }) as typeof driver.prepare
    const find = testSearch(connection)
    const filters: Partial<TestSearch>[] = [
      {},
      { status: 'pending' },
      { status: 'scored', minScore: 1, maxScore: 2, sources: ['api', 'dashboard'] },
      { domain: 'a.example' },
      { since: new Date(1), until: new Date(9e9) },
    ]
    for (const filter of filters) {
      for (const words of [undefined, 'b', 'b c', 'a'.repeat(26)]) {
        find('one', { limit: 50, ...filter, ...(words !== undefined && { words }) }, NOW)
      }
    }
    enteringTests(connection)
    expect(plans.size).toBeGreaterThan(15)
    for (const [sql, plan] of plans) {
      expect([sql, plan]).toEqual([
        sql,
        expect.not.stringMatching(/SCAN (?!json_each|test_terms VIRTUAL TABLE INDEX \d+:M1)|TEMP B-TREE/),
      ])
    }
  })
})

describe('what an earlier version analysed', () => {
  test('is entered afterwards, newest first, with the domain of its sender', () => {
    const connection = openWriter(':memory:')
    const { driver } = connection
    migrate(driver, true, MIGRATIONS.slice(0, 15))
    driver.exec("INSERT INTO accounts (id, name, plan, created_at) VALUES ('one', 'one', 'p', 1)")
    const senders = [
      'Shop <news@Shop.Example.com>',
      'a@bücher.example',
      'only words',
      '"x@y.example" <z@w.example>',
      '<>',
    ]
    for (const [index, from] of senders.entries()) {
      const seq = index + 1
      driver.exec(`INSERT INTO mail_tests (seq, token, local_part, source, account_id, created_at, expires_at, latest_seq)
        VALUES (${seq}, 't${seq}', 'l${seq}', 'api', 'one', ${seq * 10}, 900000000, ${seq})`)
      driver.exec(`INSERT INTO messages (seq, id, test_seq, received_at, size, status, score)
        VALUES (${seq}, 'm${seq}', ${seq}, 1, 1, 'scored', 7.5)`)
      const text = JSON.stringify({ headline: { from, date: '', subject: `old number ${seq}` }, checks: [] })
      driver.prepare('INSERT INTO reports (message_seq, report) VALUES (?, ?)').run(seq, text)
    }
    driver.exec(`INSERT INTO mail_tests (seq, token, local_part, source, account_id, created_at, expires_at, latest_seq)
      VALUES (6, 't6', 'l6', 'api', 'one', 60, 900000000, 6), (7, 't7', 'l7', 'anonymous', NULL, 70, 900000000, 7)`)
    driver.exec(`INSERT INTO messages (seq, id, test_seq, received_at, size, status, score)
      VALUES (6, 'm6', 6, 1, 1, 'failed', NULL), (7, 'm7', 7, 1, 1, 'scored', 3)`)
    migrate(driver, true)
    const find = testSearch(connection)
    const all = (search: Partial<TestSearch> = {}) =>
      find('one', { limit: 50, ...search }, NOW).items.map(({ test: one }) => one.token)
    expect(all()).toEqual(['t6', 't5', 't4', 't3', 't2', 't1'])
    expect(all({ status: 'pending' })).toEqual([])
    const enter = earlierTests(connection, enteringTests(connection))
    expect([enter(2), enter(3), enter(3), enter(3)]).toEqual([2, 3, 1, 0])
    expect(all({ words: 'old numb' })).toEqual(['t5', 't4', 't3', 't2', 't1'])
    expect(all({ status: 'failed' })).toEqual(['t6'])
    expect(all({ minScore: 7.5 })).toEqual(['t5', 't4', 't3', 't2', 't1'])
    expect(all({ domain: 'shop.example.com' })).toEqual(['t1'])
    expect(all({ domain: 'xn--bcher-kva.example' })).toEqual(['t2'])
    expect(all({ domain: 'w.example' })).toEqual(['t4'])
    expect(
      driver
        .prepare('SELECT count(*) FROM mail_tests WHERE account_id IS NULL AND outcome IS NOT NULL')
        .pluck()
        .get(),
    ).toBe(0)
  })
})

describe('terms', () => {
  test('hold letters and digits alone, begin with their account and part, and are bounded', () => {
    const hostile = '"a" OR b* NEAR(c) _d_ \u0000 \ud800 e\u0301 ﷺ 東京都 ß ſ İ 👍 №'.repeat(2_000)
    for (const term of termsOf('one', 20_000, [hostile]).split(' ')) {
      expect(term).toMatch(/^[0-9a-f]{10}_2_[\p{L}\p{N}]{1,60}$/u)
      expect(term).not.toMatch(/[A-Z"*]/)
    }
    expect(termsOf('one', 1, [hostile]).length).toBeLessThan(20_000)
    expect(termsOf('one', 1, ['a']).slice(0, 10)).not.toBe(termsOf('two', 1, ['a']).slice(0, 10))
    expect(askedTerms(hostile).length).toBeLessThanOrEqual(8)
    expect(matchOf('one', 2, askedTerms('"x" OR y*'))).toMatch(
      /^"\w+_2_or"\* AND "\w+_2_x"\* AND "\w+_2_y"\*$/,
    )
  })
})
