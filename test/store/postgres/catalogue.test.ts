import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { postgresMissing, type TestPostgres, testPostgres } from '../../support/postgres.ts'
import { testStore } from '../../support/store.ts'
import { DIFFERENCES, ONLY_POSTGRES, ONLY_SQLITE } from './differences.ts'

interface Column {
  table: string
  name: string
  required: boolean
}

/** `table column, column -> table column, column` of each foreign key, `table column, column` of whatever is unique. */
interface Catalogue {
  columns: Column[]
  unique: string[]
  foreign: string[]
}

async function ofSqlite(): Promise<Catalogue> {
  const opened = await testStore()
  const driver = new Database(join(opened.directory, 'mailgauge.db'), { readonly: true })
  const all = <R>(text: string) => driver.query<R, []>(text).all()
  const columns = all<{ table: string; name: string; required: number }>(
    `SELECT t.name AS "table", c.name, (c."notnull" = 1 OR c.pk > 0) AS required FROM sqlite_master t, pragma_table_info(t.name) c
      WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite_%'`,
  ).map((one) => ({ ...one, required: one.required === 1 }))
  const keys = all<{ key: string }>(
    `SELECT t.name || ' ' || (SELECT group_concat(name, ', ') FROM (SELECT name FROM pragma_table_info(t.name) WHERE pk > 0 ORDER BY pk)) AS key
      FROM sqlite_master t WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite_%'
      AND EXISTS (SELECT 1 FROM pragma_table_info(t.name) WHERE pk > 0)`,
  )
  const unique = all<{ key: string | null }>(
    `SELECT t.name || ' ' || (SELECT group_concat(name, ', ') FROM (SELECT name FROM pragma_index_info(i.name) ORDER BY seqno)) AS key
      FROM sqlite_master t, pragma_index_list(t.name) i WHERE t.type = 'table' AND i."unique" = 1`,
  )
  const foreign = all<{ key: string }>(
    `SELECT t.name || ' ' || group_concat(f."from", ', ') || ' -> ' || f."table" || ' ' || f.on_delete AS key
      FROM sqlite_master t, pragma_foreign_key_list(t.name) f WHERE t.type = 'table' GROUP BY t.name, f.id`,
  )
  driver.close()
  await opened.done()
  const named = (some: { key: string | null }[]) => some.map(({ key }) => key).filter((key) => key !== null)
  return { columns, unique: [...new Set([...named(keys), ...named(unique)])], foreign: named(foreign) }
}

async function ofPostgres(query: TestPostgres['query']): Promise<Catalogue> {
  const columns = await query<Column>(
    `SELECT c.relname AS "table", a.attname AS name, a.attnotnull AS required FROM pg_attribute a
      JOIN pg_class c ON c.oid = a.attrelid AND c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace
      WHERE a.attnum > 0 AND NOT a.attisdropped`,
  )
  const unique = await query<{ key: string | null }>(
    `SELECT DISTINCT c.relname || ' ' || (SELECT string_agg(a.attname, ', ' ORDER BY k.at) FROM unnest(i.indkey::int2[]) WITH ORDINALITY AS k(no, at)
        JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.no WHERE k.at <= i.indnkeyatts) AS key
      FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid AND c.relnamespace = 'public'::regnamespace WHERE i.indisunique`,
  )
  const foreign = await query<{ key: string }>(
    `SELECT c.relname || ' ' || (SELECT string_agg(a.attname, ', ' ORDER BY k.at) FROM unnest(f.conkey) WITH ORDINALITY AS k(no, at)
        JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.no) || ' -> ' || f.confrelid::regclass || ' ' ||
        CASE f.confdeltype WHEN 'c' THEN 'CASCADE' WHEN 'n' THEN 'SET NULL' WHEN 'r' THEN 'RESTRICT' ELSE 'NO ACTION' END AS key
      FROM pg_constraint f JOIN pg_class c ON c.oid = f.conrelid WHERE f.contype = 'f' AND c.relnamespace = 'public'::regnamespace`,
  )
  const named = (some: { key: string | null }[]) => some.map(({ key }) => key).filter((key) => key !== null)
  return { columns, unique: named(unique), foreign: named(foreign) }
}

/** What one has and the other lacks, by sentences. */
function differencesOf(sqlite: Catalogue, postgres: Catalogue, tables: ReadonlySet<string>): string[] {
  const shared = (key: string) => tables.has(key.split(' ')[0] ?? '')
  const told = (what: string, one: readonly string[], other: readonly string[], where: string) =>
    one.filter((key) => shared(key) && !other.includes(key)).map((key) => `${what} ${key}: ${where}`)
  const names = ({ columns }: Catalogue) => columns.map(({ table, name }) => `${table} ${name}`)
  const required = ({ columns }: Catalogue, of: Catalogue) =>
    columns
      .filter(({ table, name, required }) => required && names(of).includes(`${table} ${name}`))
      .map(({ table, name }) => `${table} ${name}`)
  return (['column', 'required', 'unique', 'foreign'] as const).flatMap((what) => {
    const [a, b] = {
      column: [names(sqlite), names(postgres)],
      required: [required(sqlite, postgres), required(postgres, sqlite)],
      unique: [sqlite.unique, postgres.unique],
      foreign: [sqlite.foreign, postgres.foreign],
    }[what]
    return [
      ...told(what, a ?? [], b ?? [], 'SQLite alone'),
      ...told(what, b ?? [], a ?? [], 'PostgreSQL alone'),
    ]
  })
}

describe.skipIf(postgresMissing !== undefined)('the tables of PostgreSQL', () => {
  let opened: TestPostgres
  beforeAll(async () => {
    opened = await testPostgres()
  })
  afterAll(() => opened.done())

  test('texts are compared byte by byte, as SQLite does', async () => {
    const other = await opened.query(
      `SELECT c.relname AS table, a.attname AS name FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
        WHERE c.relkind IN ('r', 'i') AND c.relnamespace = 'public'::regnamespace AND a.attnum > 0 AND NOT a.attisdropped
          AND a.attcollation <> 0 AND a.attcollation <> 'pg_catalog."C"'::regcollation ORDER BY 1, 2`,
    )
    expect(other).toEqual([])
    const [row] = await opened.query(
      `SELECT 'b' COLLATE "C" < 'a' COLLATE "C" AS later, 'B' COLLATE "C" < 'a' COLLATE "C" AS bytes`,
    )
    expect(row).toEqual({ later: false, bytes: true })
  })

  test('no column has a type whose values are not plain', async () => {
    const types = await opened.query<{ name: string }>(
      `SELECT DISTINCT format_type(a.atttypid, NULL) AS name FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
        WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace AND a.attnum > 0 AND NOT a.attisdropped`,
    )
    const plain = [
      'bigint',
      'bytea',
      'double precision',
      'integer',
      'smallint',
      'text',
      'text[]',
      'bigint[]',
      'integer[]',
      'tsvector',
    ]
    expect(types.map(({ name }) => name).filter((name) => !plain.includes(name))).toEqual([])
  })

  /** What programs of the form before do not know of, their writes have to undo. */
  const TRIGGERS = [
    'audit_log_stays',
    'dmarc_sums_inserted',
    'dmarc_sums_deleted',
    'dmarc_sums_updated_from',
    'dmarc_sums_updated_to',
  ]
  test('nothing in the database asks for the time or writes by itself, but for what is named', async () => {
    const defaults = await opened.query(
      `SELECT adrelid::regclass::text AS table, pg_get_expr(adbin, adrelid) AS text FROM pg_attrdef
        WHERE pg_get_expr(adbin, adrelid) ~* 'now|clock|timestamp|random|uuid'`,
    )
    expect(defaults).toEqual([])
    const triggers = await opened.query<{ name: string }>(
      'SELECT tgname AS name FROM pg_trigger WHERE NOT tgisinternal',
    )
    expect(triggers.map(({ name }) => name).filter((name) => !TRIGGERS.includes(name))).toEqual([])
  })

  test('whatever refers to a row finds its own rows by an index', async () => {
    const bare = await opened.query(
      `SELECT f.conrelid::regclass || ' ' || f.conname AS key FROM pg_constraint f
        WHERE f.contype = 'f' AND f.connamespace = 'public'::regnamespace AND NOT EXISTS (SELECT 1 FROM pg_index i
          WHERE i.indrelid = f.conrelid AND i.indkey[0] = ANY (f.conkey)) ORDER BY 1`,
    )
    expect(bare).toEqual([])
  })

  test('they are those of SQLite, but for what is named', async () => {
    const [sqlite, postgres] = await Promise.all([ofSqlite(), ofPostgres(opened.query)])
    const tablesOf = ({ columns }: Catalogue) => new Set(columns.map(({ table }) => table))
    const [there, here] = [tablesOf(sqlite), tablesOf(postgres)]
    const onlySqlite = [...there].filter((table) => !here.has(table) && !(table in ONLY_SQLITE)).toSorted()
    const onlyPostgres = [...here]
      .filter((table) => !there.has(table) && !(table in ONLY_POSTGRES))
      .toSorted()
    const found = differencesOf(sqlite, postgres, new Set([...there].filter((table) => here.has(table))))
    expect({
      onlySqlite,
      onlyPostgres,
      unnamed: found.filter((one) => !(one in DIFFERENCES)).toSorted(),
      named: Object.keys(DIFFERENCES).filter((one) => !found.includes(one)),
      there: Object.keys({ ...ONLY_SQLITE }).filter((table) => here.has(table)),
    }).toEqual({ onlySqlite: [], onlyPostgres: [], unnamed: [], named: [], there: [] })
  })
})
