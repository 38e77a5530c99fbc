import { OVERRIDES } from '../../../../../core/aggregate/report.ts'
import { COUNTED } from './counts.ts'
import { type Asked, counting, type Prepared, rowsOf } from './statements.ts'

const COLUMNS = ['reports', 'failing_reports', 'long_range', ...COUNTED, ...OVERRIDES] as const
const UNTIL_COUNTED = 3

/** A day of a domain, of reports that are authenticated or not. */
export interface DayRow {
  day: number
  authenticated: boolean
  latestReceivedAt: number
  reports: number
  failing: number
  longRange: number
  counted: readonly number[]
  overrides: readonly number[]
}

/** The days of a window that have reports, in order; one row each for those that are authenticated and those that are not. */
export function daysOf(prepared: Prepared, asked: Asked): DayRow[] {
  const statement = prepared(`
    SELECT d.day, d.authenticated, d.latest_received_at, ${COLUMNS.map((name) => `d.${name}`).join(', ')}
    FROM dmarc_days AS d
    WHERE d.domain = ? AND d.day BETWEEN ? AND ?${counting(asked, 'd')}
    ORDER BY d.day, d.authenticated`)
  return rowsOf<number[]>(statement, asked.domain, asked.from, asked.to).map(dayRow)
}

function dayRow([day = 0, authenticated, latestReceivedAt = 0, ...rest]: number[]): DayRow {
  const [reports = 0, failing = 0, longRange = 0] = rest
  const counted = UNTIL_COUNTED + COUNTED.length
  return {
    day,
    authenticated: authenticated === 1,
    latestReceivedAt,
    reports,
    failing,
    longRange,
    counted: rest.slice(UNTIL_COUNTED, counted),
    overrides: rest.slice(counted),
  }
}

/** When the last report came of those that count for the days. */
export function latestOf(rows: readonly DayRow[]): { latestReportAt?: Date } {
  const latest = rows.reduce((last, row) => Math.max(last, row.latestReceivedAt), 0)
  return latest > 0 ? { latestReportAt: new Date(latest) } : {}
}
