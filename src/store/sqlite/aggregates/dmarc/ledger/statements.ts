/** An insert that adds its counts where the row is there. */
export function adding(
  table: string,
  key: readonly string[],
  counts: readonly string[],
  also: { columns: readonly string[]; set: string } = { columns: [], set: '' },
): string {
  const columns = [...key, ...counts, ...also.columns]
  const sums = counts.map((column) => `${column} = ${column} + excluded.${column}`)
  return `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})
    ON CONFLICT (${key.join(', ')}) DO UPDATE SET ${[...sums, ...(also.set ? [also.set] : [])].join(', ')}`
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
