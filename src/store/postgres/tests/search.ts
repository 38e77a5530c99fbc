import { askedTerms, nameIn } from '../../keeping/terms.ts'
import type { FoundTest, FoundTests, MailTestStore, TestSearch } from '../../mail-tests.ts'
import type { Db } from '../sql/database.ts'
import { joined, plain, type Sql, sql } from '../sql/statement.ts'
import { STANDS, TEST, type TestRow, testOf } from './rows.ts'
import { termQuestion } from './terms.ts'

/** Tests of the account that are looked at for one page. */
const LOOKS_AT = 100_000
/** By how many places the order of tests may differ from that of their times, which their hosts gave. */
const OUT_OF_ORDER = 10_000

type FoundRow = TestRow & {
  seq: number
  messages: number
  sender: string | null
  subject: string | null
  domain: string | null
  reason: string | null
}

/** Finds tests of an account, newest first. A page looks at so many tests and no more. */
export function testSearch(db: Db): MailTestStore['find'] {
  /** The test that is named by its token or its address. */
  async function named(accountId: string, name: string): Promise<number | undefined> {
    const row = await db.first<{ seq: number }>(
      sql`SELECT t.seq FROM mail_tests AS t WHERE (t.token = ${name} OR t.local_part = ${name}) AND t.account_id = ${accountId}`,
    )
    return row?.seq
  }

  return async (accountId, search): Promise<FoundTests> => {
    const words = search.words?.trim() === '' ? undefined : search.words
    const name = words === undefined ? undefined : nameIn(words)
    const seq = name === undefined ? undefined : await named(accountId, name)
    if (seq !== undefined) return page(db, accountId, search, sql`AND t.seq = ${seq}::bigint`)
    if (words === undefined) return page(db, accountId, search, sql``)
    const terms = askedTerms(words)
    if (terms.length === 0) return { items: [] }
    const question = termQuestion(accountId, terms)
    return page(
      db,
      accountId,
      search,
      sql`AND EXISTS (
      SELECT 1 FROM test_words AS o WHERE o.test_seq = t.seq AND o.terms @@ ${question}::tsquery)`,
    )
  }
}

async function page(db: Db, accountId: string, search: TestSearch, also: Sql): Promise<FoundTests> {
  const { limit } = search
  const rows = await db.all<(FoundRow | { token: null }) & { rest: number | null }>(
    sql`WITH top AS MATERIALIZED (SELECT ${topOf(accountId, search)} AS seq),
      rest AS MATERIALIZED (
        SELECT max(l.seq) AS seq FROM (
          SELECT t.seq FROM mail_tests AS t, top WHERE t.account_id = ${accountId} AND t.seq <= top.seq
            ORDER BY t.seq DESC OFFSET ${LOOKS_AT} LIMIT 1) AS l),
      found AS (
        SELECT t.seq FROM mail_tests AS t
        WHERE ${conditions(db, accountId, search)} AND t.seq <= (SELECT seq FROM top)
          AND t.seq > coalesce((SELECT seq FROM rest), 0) ${also}
        ORDER BY t.seq DESC LIMIT ${limit + 1})
    SELECT rest.seq AS rest, ${TEST}, t.seq, t.message_count AS messages, w.sender, w.subject, t.from_domain AS domain,
      (SELECT m.reason FROM messages AS m WHERE m.seq = t.latest_seq AND m.status = 'failed') AS reason
    FROM rest LEFT JOIN found ON true LEFT JOIN mail_tests AS t ON t.seq = found.seq
      LEFT JOIN test_words AS w ON w.test_seq = t.seq
    ORDER BY found.seq DESC`,
  )
  const found = rows.flatMap((row) => (row.token === null ? [] : [row]))
  const items = found.slice(0, limit)
  const rest = rows[0]?.rest ?? undefined
  const next = found.length > limit ? items.at(-1)?.seq : rest === undefined ? undefined : rest + 1
  return { items: items.map(foundTest), ...(next !== undefined && { next }) }
}

/** The last place that is looked at. */
function topOf(accountId: string, { until, after }: TestSearch): Sql {
  const behind = sql`${(after ?? Number.MAX_SAFE_INTEGER) - 1}::bigint`
  if (!until) return behind
  return sql`least(${behind}, ${OUT_OF_ORDER} + coalesce((
    SELECT t.seq FROM mail_tests AS t WHERE t.account_id = ${accountId} AND t.created_at < ${until.getTime()}::bigint
      ORDER BY t.account_id DESC, t.created_at DESC LIMIT 1), 0))`
}

function conditions(db: Db, accountId: string, search: TestSearch): Sql {
  const { domain, status, sources, minScore, maxScore, since, until } = search
  const all = [sql`t.account_id = ${accountId}`, sql`t.expires_at > ${db.now()}`, STANDS]
  if (domain !== undefined) all.push(sql`t.from_domain = ${domain.toLowerCase()}`)
  if (status === 'pending') all.push(plain('t.outcome IS NULL'))
  else if (status) all.push(sql`t.outcome = ${status}`)
  if (sources) all.push(sql`t.source = ANY (${[...sources]}::text[])`)
  if (minScore !== undefined) all.push(sql`t.score >= ${minScore}::double precision`)
  if (maxScore !== undefined) all.push(sql`t.score <= ${maxScore}::double precision`)
  if (since) all.push(sql`t.created_at >= ${since.getTime()}::bigint`)
  if (until) all.push(sql`t.created_at < ${until.getTime()}::bigint`)
  return joined(all, ' AND ')
}

function foundTest(row: FoundRow): FoundTest {
  const { messages, sender: from, subject, domain, reason } = row
  return {
    test: testOf(row),
    messages,
    ...(from !== null && { from }),
    ...(subject !== null && { subject }),
    ...(domain !== null && { domain }),
    ...(reason !== null && { reason }),
  }
}
