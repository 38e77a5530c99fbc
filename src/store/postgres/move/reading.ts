import type { Row, Table, Value } from '../../keeping/move/rows.ts'
import { DAY_SUMS } from '../../keeping/move/tables.ts'
import { plain, sql } from '../sql/statement.ts'
import type { Connection } from '../wire/connection.ts'

const AT_ONCE = 500
const [STRIDE, NAME] = [4, 1] as const

/** Rows of a table in the order of its key, bytes by their checksums and texts in the place of their numbers: as they came. */
export async function* writtenRows(connection: Connection, table: Table): AsyncGenerator<Row> {
  for await (const page of pagesOf(connection, selectOf(table))) {
    const rows = page.map((row) => table.columns.map((_, at) => row[`c${at}`] ?? null))
    yield* table.name === 'dmarc_seen' ? await withNames(connection, rows) : rows
  }
}

/** The sums of days, of the rows that are there: domain, day, authenticated, and DAY_SUMS. */
export async function* daySumsOf(connection: Connection): AsyncGenerator<Row> {
  for await (const page of pagesOf(connection, DAYS)) {
    yield* page.map((row) =>
      ['domain', 'day', 'authenticated', ...DAY_SUMS].map((_, at) => row[`c${at}`] ?? null),
    )
  }
}

async function* pagesOf(connection: Connection, select: string): AsyncGenerator<Record<string, Value>[]> {
  await connection.run(plain('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY'))
  try {
    await connection.run(plain(`DECLARE written NO SCROLL CURSOR FOR ${select}`))
    for (;;) {
      const { rows } = await connection.run(plain(`FETCH ${AT_ONCE} FROM written`))
      yield rows as Record<string, Value>[]
      if (rows.length < AT_ONCE) return
    }
  } finally {
    await connection.run(plain('ROLLBACK')).catch(() => {})
  }
}

/** What each column of rows with texts is read of, where it is not the one of its name in `t`. */
const READ_OF: Readonly<
  Record<string, { from: string; columns: Readonly<Record<string, string>>; order?: string }>
> = {
  dmarc_reports: {
    from: `dmarc_reports AS t JOIN dmarc_texts AS a ON a.no = t.reporter JOIN dmarc_texts AS b ON b.no = t.reporter_name
      JOIN dmarc_texts AS d ON d.no = t.policy_domain JOIN dmarc_texts AS p ON p.no = t.policy LEFT JOIN dmarc_texts AS s ON s.no = t.sender`,
    columns: {
      reporter: 'a.text',
      reporter_name: 'b.text',
      policy_domain: 'd.text',
      policy: 'p.text',
      sender: 's.text',
    },
  },
  dmarc_slices: {
    from: `dmarc_slices AS t JOIN dmarc_domains AS n ON n.no = t.domain JOIN dmarc_texts AS a ON a.no = t.reporter
      LEFT JOIN dmarc_texts AS s ON s.no = t.sender`,
    columns: { account_id: 'n.account_id', reporter: 'a.text', sender: 's.text' },
  },
  dmarc_records: {
    from: `dmarc_slices AS o JOIN dmarc_records AS t ON t.domain = o.domain AND t.day = o.day AND t.report = o.report
      JOIN dmarc_domains AS n ON n.no = t.domain JOIN dmarc_texts AS h ON h.no = t.header_from
      LEFT JOIN dmarc_texts AS f ON f.no = t.envelope_from LEFT JOIN dmarc_texts AS e ON e.no = t.envelope_to
      JOIN dmarc_results AS r ON r.no = t.results`,
    columns: {
      account_id: 'n.account_id',
      header_from: 'h.text',
      envelope_from: 'f.text',
      envelope_to: 'e.text',
      results: 'r.results',
    },
    order: 'o.domain, o.day, o.received_at, o.report, t.seq',
  },
  dmarc_seen: {
    from: 'dmarc_seen AS t JOIN dmarc_domains AS n ON n.no = t.domain',
    columns: { account_id: 'n.account_id' },
  },
}

function selectOf({ name, columns, key }: Table): string {
  const of = READ_OF[name] ?? { from: `"${name}" AS t`, columns: {} }
  const value = (column: string) => of.columns[column] ?? `t."${column}"`
  const all = columns.map(({ name: column, type }, at) => `${shownAs(type, value(column))} AS c${at}`)
  return `SELECT ${all.join(', ')} FROM ${of.from} ORDER BY ${of.order ?? key.map((column) => `t."${column}"`).join(', ')}`
}

function shownAs(type: string, value: string): string {
  if (type === 'bytea') return `encode(sha256(${value}), 'hex') || ':' || octet_length(${value})`
  if (type === 'tsvector')
    return `array_to_json(ARRAY(SELECT u FROM unnest(tsvector_to_array(${value})) AS u ORDER BY u COLLATE "C"))::text`
  return value
}

/** Numbers of names in traits become the names. */
async function withNames(connection: Connection, rows: readonly Row[]): Promise<Row[]> {
  const lists = rows.map((row) => JSON.parse(String(row.at(-1))) as number[])
  const numbers = new Set(lists.flatMap((list) => list.filter((_, at) => at % STRIDE === NAME)))
  const { rows: found } = await connection.run(
    sql`SELECT no, text FROM dmarc_texts WHERE no = ANY (${[...numbers]}::int8[])`,
  )
  const texts = new Map(found.map(({ no, text }) => [Number(no), String(text)]))
  return rows.map((row, index) => {
    const named = (lists[index] ?? []).map((one, at) =>
      at % STRIDE === NAME ? (texts.get(one) ?? null) : one,
    )
    return [...row.slice(0, -1), JSON.stringify(named)]
  })
}

const of = (condition: string) => `coalesce(sum(r.messages) FILTER (WHERE ${condition}), 0)::int8`
/** As keeping/dmarc/bits.ts has them. */
const DISPOSITION = '((r.bits >> 4) & 3)'

const SUMS: Record<(typeof DAY_SUMS)[number], string> = {
  reports: 'count(DISTINCT r.report)',
  messages: 'sum(r.messages)::int8',
  pass: of('r.bits & 3 <> 0'),
  dkim: of('r.bits & 1 <> 0'),
  spf: of('r.bits & 2 <> 0'),
  raw_dkim: of('r.bits & 4 <> 0'),
  raw_spf: of('r.bits & 8 <> 0'),
  none: of(`${DISPOSITION} = 0`),
  passed: of(`${DISPOSITION} = 1`),
  quarantine: of(`${DISPOSITION} = 2`),
  reject: of(`${DISPOSITION} = 3`),
  forwarded: of('r.bits & (1 << 6) <> 0'),
  mailing_list: of('r.bits & (1 << 7) <> 0'),
  trusted_forwarder: of('r.bits & (1 << 8) <> 0'),
  local_policy: of('r.bits & (1 << 9) <> 0'),
  sampled_out: of('r.bits & (1 << 10) <> 0'),
  policy_test_mode: of('r.bits & (1 << 11) <> 0'),
  other: of('r.bits & (1 << 12) <> 0'),
}

const DAYS = `SELECT r.domain AS c0, r.day AS c1, r.authenticated AS c2, ${DAY_SUMS.map((name, at) => `${SUMS[name]} AS c${at + 3}`).join(', ')}
  FROM dmarc_records AS r GROUP BY r.domain, r.day, r.authenticated ORDER BY r.domain, r.day, r.authenticated`
