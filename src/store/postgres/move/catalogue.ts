import type { Table } from '../../keeping/move/rows.ts'
import { MOVED, NOT_MOVED, WITH_TEXTS } from '../../keeping/move/tables.ts'
import { MOVING } from '../migrating/unfinished.ts'
import { plain } from '../sql/statement.ts'
import type { Connection } from '../wire/connection.ts'

interface ColumnRow {
  table: string
  name: string
  type: string
  identity: boolean
  keyAt: number | null
}

/** Tables as they are moved, and which of their columns get numbers. */
export interface Catalogue {
  tables: Table[]
  /** `table column`. */
  numbered: { table: string; column: string }[]
}

/** Where no key says it: rows that are the same in these are the same in all. */
const WITHOUT_KEY: Readonly<Record<string, readonly string[]>> = { monitor_arrivals: ['monitor_id', 'at'] }
/** Where rows with texts are ordered by more than their own key. */
const OTHER_KEYS: Readonly<Record<string, readonly string[]>> = {
  dmarc_records: ['domain', 'day', 'received_at', 'report', 'seq'],
}

/** Throws where a table of the database is neither moved nor named among those that are not. */
export async function catalogueOf(connection: Connection): Promise<Catalogue> {
  const { rows } = await connection.run(
    plain(`SELECT c.relname AS "table", a.attname AS name, format_type(a.atttypid, NULL) AS type, a.attidentity <> '' AS identity,
        array_position(i.indkey::int2[], a.attnum) AS key_at
      FROM pg_attribute AS a JOIN pg_class AS c ON c.oid = a.attrelid AND c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace
        LEFT JOIN pg_index AS i ON i.indrelid = c.oid AND i.indisprimary
      WHERE a.attnum > 0 AND NOT a.attisdropped ORDER BY c.relname, a.attnum`),
  )
  const columns = rows as unknown as ColumnRow[]
  const byTable = Map.groupBy(columns, ({ table }) => table)
  const known = new Set<string>([...MOVED, ...Object.keys(NOT_MOVED), MOVING])
  const forgotten = [...byTable.keys()].filter((table) => !known.has(table))
  if (forgotten.length > 0) throw new Error(`Tables that nothing is moved to: ${forgotten.join(', ')}.`)
  return {
    tables: MOVED.map((name) => tableOf(name, byTable.get(name) ?? [])),
    numbered: columns.filter(({ identity }) => identity).map(({ table, name }) => ({ table, column: name })),
  }
}

function tableOf(name: string, columns: readonly ColumnRow[]): Table {
  const typeOf = (column: string) => columns.find((one) => one.name === column)?.type ?? 'text'
  const own = columns
    .filter(({ keyAt }) => keyAt !== null)
    .toSorted((a, b) => (a.keyAt ?? 0) - (b.keyAt ?? 0))
    .map((column) => column.name)
  return {
    name,
    columns: (WITH_TEXTS[name] ?? columns.map((column) => column.name)).map((column) => ({
      name: column,
      type: typeOf(column),
    })),
    key: OTHER_KEYS[name] ?? WITHOUT_KEY[name] ?? own,
  }
}
