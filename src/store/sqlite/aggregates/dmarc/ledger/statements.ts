import type { Connection } from '../../../connection.ts'

/** An insert that adds its counts where the row is there; of so many rows. */
export function adding(
  table: string,
  key: readonly string[],
  counts: readonly string[],
  {
    columns: others = [],
    set = '',
    rows = 1,
  }: { columns?: readonly string[]; set?: string; rows?: number } = {},
): string {
  const columns = [...key, ...counts, ...others]
  const sums = counts.map((column) => `${column} = ${column} + excluded.${column}`)
  return `INSERT INTO ${table} (${columns.join(', ')}) VALUES ${valuesOf(columns.length, rows)}
    ON CONFLICT (${key.join(', ')}) DO UPDATE SET ${[...sums, ...(set ? [set] : [])].join(', ')}`
}

/** `(?, ?), (?, ?)` */
export const valuesOf = (columns: number, rows: number): string =>
  Array(rows)
    .fill(`(${Array(columns).fill('?').join(', ')})`)
    .join(', ')

/** Rows that one statement takes: fewer calls of SQLite. */
const ROWS_AT_ONCE = 8

type Value = number | null

/** Writes rows, many by one statement. */
export function manyRows(
  { driver }: Pick<Connection, 'driver'>,
  sqlOf: (rows: number) => string,
): (rows: readonly (readonly Value[])[]) => void {
  const [many, one] = [driver.prepare<Value[]>(sqlOf(ROWS_AT_ONCE)), driver.prepare<Value[]>(sqlOf(1))]
  return (rows) => {
    let at = 0
    for (; at + ROWS_AT_ONCE <= rows.length; at += ROWS_AT_ONCE) {
      many.run(...rows.slice(at, at + ROWS_AT_ONCE).flat())
    }
    for (const row of rows.slice(at)) one.run(...row)
  }
}

const MONTHS = 12
const DAY_MS = 86_400_000

/** The month of a day, as dmarc_month_sources names it. */
export function monthOf(day: number): number {
  const date = new Date(day * DAY_MS)
  return date.getUTCFullYear() * MONTHS + date.getUTCMonth()
}

/** The first day of a month. */
export const firstDayOf = (month: number): number =>
  Date.UTC(Math.floor(month / MONTHS), month % MONTHS, 1) / DAY_MS
