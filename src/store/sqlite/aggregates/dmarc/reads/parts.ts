import { type Asked, type Prepared, rowsOf } from './statements.ts'

/** Of which rows of the roll-ups of sources a window is made: so that the fewest are read, whole months, and days beside them or away
 * from them. */
export interface Parts {
  days: number[]
  months: number[]
  /** Days of these months that are outside the window. */
  without: number[]
}

const DAY_MS = 86_400_000

/** Months as roll-ups number them. */
export function monthOf(day: number): number {
  const date = new Date(day * DAY_MS)
  return date.getUTCFullYear() * 12 + date.getUTCMonth()
}

const firstDayOf = (month: number): number => Date.UTC(Math.floor(month / 12), month % 12, 1) / DAY_MS

/** How much of a month has to be read for its own rows, measured on its days: most sources send on many of them. */
const MONTH_SHARE = 1 / 4

/** Parts of a window, by how many reports the days have. */
export function partsOf(prepared: Prepared, { domain, from, to }: Asked): Parts {
  const [first, last] = [monthOf(from), monthOf(to)]
  const statement = prepared(`
    SELECT d.day, total(d.reports) FROM dmarc_days AS d WHERE d.domain = ? AND d.day BETWEEN ? AND ? GROUP BY d.day`)
  const rows = rowsOf<[number, number]>(statement, domain, firstDayOf(first), firstDayOf(last + 1) - 1)
  const parts: Parts = { days: [], months: [], without: [] }
  for (const [month, days] of Map.groupBy(rows, ([day]) => monthOf(day))) {
    const inside = days.filter(([day]) => day >= from && day <= to)
    const outside = days.filter(([day]) => day < from || day > to)
    const [wanted, unwanted] = [reportsOn(inside), reportsOn(outside)]
    if (inside.length === 0) continue
    if (unwanted + (wanted + unwanted) * MONTH_SHARE < wanted && inside.length > 2) {
      parts.months.push(month)
      parts.without.push(...outside.map(([day]) => day))
    } else parts.days.push(...inside.map(([day]) => day))
  }
  return parts
}

const reportsOn = (days: readonly (readonly [day: number, reports: number])[]) =>
  days.reduce((all, [, reports]) => all + reports, 0)
