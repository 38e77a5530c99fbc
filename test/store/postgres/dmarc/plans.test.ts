import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { SOURCE_GROUPS, SOURCE_ORDERS } from '../../../../src/store/aggregates.ts'
import { factParts } from '../../../../src/store/postgres/dmarc/facts/parts.ts'
import { aggregateReadParts } from '../../../../src/store/postgres/dmarc/reading/parts.ts'
import type { PartOptions } from '../../../../src/store/postgres/options.ts'
import type { Db, Tx } from '../../../../src/store/postgres/sql/database.ts'
import { plain, type Sql, sql } from '../../../../src/store/postgres/sql/statement.ts'
import { addressOf } from '../../../../src/store/postgres/wire/address.ts'
import { type Connection, connect } from '../../../../src/store/postgres/wire/connection.ts'
import { later } from '../../../support/builders.ts'
import { postgresMissing, type TestPostgres, testPostgres } from '../../../support/postgres.ts'
import { FIRST_DAY } from '../../contract/aggregates/recipes.ts'
import { type Owner, owner, record, reportFor } from './stage.ts'

const SOURCES = 3_000
/** Rows that a plan may handle for each record there is. Where each source is looked for among all, it is one for each source. */
const MOST_EACH = 150
const WINDOW = { from: FIRST_DAY - 1, to: FIRST_DAY + 1 }

interface Node {
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Join Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: Node[]
}

/** Rows that were looked at where it was run, by every step of it. */
function handled(node: Node): number {
  const each =
    node['Actual Rows'] +
    (node['Rows Removed by Filter'] ?? 0) +
    (node['Rows Removed by Join Filter'] ?? 0) +
    (node['Rows Removed by Index Recheck'] ?? 0)
  return (node.Plans ?? []).reduce((all, part) => all + handled(part), each * node['Actual Loops'])
}

/** A database that explains what it is asked, and answers it. */
function explaining(connection: Connection) {
  const seen: { rows: number; text: string }[] = []
  async function all<R>(statement: Sql): Promise<R[]> {
    const { rows } = await connection.run(
      sql`${plain('EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) ')}${statement}`,
    )
    const [told] = Object.values(rows[0] ?? {})
    const [{ Plan: plan }] = (typeof told === 'string' ? JSON.parse(told) : told) as [{ Plan: Node }]
    seen.push({ rows: handled(plan), text: statement.text.replace(/\s+/g, ' ').trim() })
    return (await connection.run(statement)).rows as R[]
  }
  const tx: Tx = {
    all,
    first: async <R>(statement: Sql) => (await all<R>(statement))[0],
    run: () => Promise.reject(new Error('These are reads.')),
  }
  const now = () => sql`${later(0).getTime()}::bigint`
  const write = () => Promise.reject(new Error('These are reads.'))
  return { db: { ...tx, soft: tx, reading: tx, now, write } satisfies Db, seen }
}

describe.skipIf(postgresMissing !== undefined)('before the tables have statistics', () => {
  let opened: TestPostgres
  let connection: Connection
  let one: Owner
  beforeAll(async () => {
    opened = await testPostgres()
    const tables = await opened.query<{ name: string }>(
      `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relname LIKE 'dmarc%'`,
    )
    for (const { name } of tables) await opened.query(`ALTER TABLE ${name} SET (autovacuum_enabled = off)`)
    one = await owner(opened.store)
    const pieces = Array.from({ length: SOURCES / 1000 }, (_, piece) =>
      Array.from({ length: 1000 }, (_none, at) => record(one.domain, piece * 1000 + at)),
    )
    await opened.store.aggregates.put(reportFor(one, { pieces, authenticated: true }))
    const [ips, name] = [
      pieces.flat().map(({ ip }) => ip),
      (at: number) => `organization ${at % 1500}.example`,
    ]
    await opened.store.aggregates.name(
      ips.map((ip, at) => ({ ip, askAt: later(1), name: { organization: { name: name(at) } } })),
    )
    connection = await connect({
      address: addressOf({ url: opened.url, tls: 'disable' }),
      program: 'plans',
      statementMs: 60_000,
    })
  })
  afterAll(async () => {
    connection?.end()
    await opened?.done()
  })

  /** Each statement that this asks handles rows in proportion to the records. */
  async function staysLinear(ask: (db: Db) => Promise<unknown>): Promise<void> {
    const { db, seen } = explaining(connection)
    await ask(db)
    expect(seen.length).toBeGreaterThan(0)
    expect(seen.filter(({ rows }) => rows > MOST_EACH * SOURCES)).toEqual([])
    const analysed = await opened.query(
      `SELECT relname FROM pg_class WHERE relkind = 'r' AND relname LIKE 'dmarc%' AND reltuples >= 0`,
    )
    expect(analysed).toEqual([])
  }
  const reads = (db: Db) => aggregateReadParts(db, {} as PartOptions)
  const facts = (db: Db) => factParts(db, {} as PartOptions)

  describe.each(SOURCE_GROUPS)('sources by %s are found without a look through all for each', (groupBy) => {
    test.each(SOURCE_ORDERS)('by %s', (sort) =>
      staysLinear(async (db) => {
        for (const result of [undefined, 'pass', 'fail'] as const) {
          const query = { groupBy, sort, limit: 20, offset: 40, ...(result && { result }) }
          const page = await reads(db).sources(one.domainId, WINDOW, query)
          if (result === undefined) expect(page.messages).toBe(SOURCES)
        }
      }),
    )
  })

  test('and so are those of an organization and of a From domain', () =>
    staysLinear(async (db) => {
      const page = { groupBy: 'ip', sort: 'messages', limit: 20, offset: 0 } as const
      for (const only of [{ organization: 'organization 7.example' }, { headerFrom: one.domain }])
        expect((await reads(db).sources(one.domainId, WINDOW, { ...page, only })).total).toBeGreaterThan(1)
    }))

  test('sums, reports and records', () =>
    staysLinear(async (db) => {
      expect((await reads(db).summary(one.domainId, WINDOW)).sources).toBe(SOURCES)
      await reads(db).reports(one.domainId, WINDOW, { limit: 20, offset: 0, result: 'fail' })
      expect((await reads(db).records(one.domainId, WINDOW, { limit: 100 })).records).toHaveLength(100)
      await reads(db).unnamed(one.domainId, WINDOW, 1000, later(10_000))
      await reads(db).reported(0, 100)
      await reads(db).names(0, 1000)
    }))

  test('who sends, and how it stands', () =>
    staysLinear(async (db) => {
      expect((await facts(db).facts(one.domainId, WINDOW, 1000)).rows.length).toBe(1000)
      await facts(db).policies(one.domainId, WINDOW)
      await facts(db).sourceDays(one.domainId, WINDOW, ['10.0.0.1', '10.0.0.2'])
      await facts(db).standings([one.domainId], WINDOW)
    }))
})
