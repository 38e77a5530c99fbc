import type { Connection } from '../../../connection.ts'

/** An insert that adds its counts where the row is there; of so many rows. `zeros`: counts that are 0. */
export function adding(
  table: string,
  key: readonly string[],
  counts: readonly string[],
  {
    columns: others = [],
    set = '',
    zeros = [],
    rows = 1,
  }: { columns?: readonly string[]; set?: string; zeros?: readonly string[]; rows?: number } = {},
): string {
  const columns = [...key, ...counts, ...others]
  const values = `(${[...columns.map(() => '?'), ...zeros.map(() => '0')].join(', ')})`
  const sums = counts.map((column) => `${column} = ${column} + excluded.${column}`)
  return `INSERT INTO ${table} (${[...columns, ...zeros].join(', ')}) VALUES ${Array(rows).fill(values).join(', ')}
    ON CONFLICT (${key.join(', ')}) DO UPDATE SET ${[...sums, ...(set ? [set] : [])].join(', ')}`
}

/** `(?, ?), (?, ?)` */
export const valuesOf = (columns: number, rows: number): string =>
  Array(rows)
    .fill(`(${Array(columns).fill('?').join(', ')})`)
    .join(', ')

/** Rows that one statement takes: fewer calls of SQLite. */
const ROWS_AT_ONCE = 8

type Value = number | string | null

/** Writes rows, many by one statement. `width`: so many of the values of each, where not all. */
export function manyRows(
  { driver }: Pick<Connection, 'driver'>,
  sqlOf: (rows: number) => string,
  width?: number,
): (rows: readonly (readonly Value[])[]) => void {
  const [many, one] = [driver.prepare<[Value[]]>(sqlOf(ROWS_AT_ONCE)), driver.prepare<[Value[]]>(sqlOf(1))]
  return (rows) => {
    let at = 0
    for (; at + ROWS_AT_ONCE <= rows.length; at += ROWS_AT_ONCE) {
      many.run(valuesFrom(rows, at, at + ROWS_AT_ONCE, width))
    }
    for (; at < rows.length; at += 1) one.run(valuesFrom(rows, at, at + 1, width))
  }
}

function valuesFrom(rows: readonly (readonly Value[])[], from: number, end: number, width?: number): Value[] {
  const values: Value[] = []
  for (let at = from; at < end; at += 1) {
    const row = rows[at] ?? []
    const columns = width ?? row.length
    for (let column = 0; column < columns; column += 1) values.push(row[column] ?? null)
  }
  return values
}

/** Rows by the first of their columns, which are their key. */
export function byKey(
  columns: number,
): (a: readonly (number | null)[], b: readonly (number | null)[]) => number {
  return (a, b) => {
    for (let at = 0; at < columns; at += 1) {
      const order = (a[at] ?? 0) - (b[at] ?? 0)
      if (order !== 0) return order
    }
    return 0
  }
}

/** Makes rows of the same key one, in the order of their keys: counts are added, of what stands behind them the greatest stays. The rows are
 * changed. */
export function summed(rows: number[][], keyColumns: number, counts: number): number[][] {
  const order = byKey(keyColumns)
  const sums: number[][] = []
  for (const row of rows.sort(order)) {
    const sum = sums.at(-1)
    if (sum && order(sum, row) === 0) addTo(sum, row, keyColumns, keyColumns + counts)
    else sums.push(row)
  }
  return sums
}

function addTo(sum: number[], row: readonly number[], from: number, end: number): void {
  for (let at = from; at < row.length; at += 1) {
    const [a = 0, b = 0] = [sum[at], row[at]]
    sum[at] = at < end ? a + b : Math.max(a, b)
  }
}

const MONTHS = 12
const DAY_MS = 86_400_000

/** The month of a day, as dmarc_month_sources names it. */
export function monthOf(day: number): number {
  if (day === latest.day) return latest.month
  latest = { day, month: monthOfDate(day) }
  return latest.month
}

/** Most that come one after the other are of the same day. */
let latest = { day: Number.NaN, month: Number.NaN }

function monthOfDate(day: number): number {
  const date = new Date(day * DAY_MS)
  return date.getUTCFullYear() * MONTHS + date.getUTCMonth()
}

/** The first day of a month. */
export const firstDayOf = (month: number): number =>
  Date.UTC(Math.floor(month / MONTHS), month % MONTHS, 1) / DAY_MS
