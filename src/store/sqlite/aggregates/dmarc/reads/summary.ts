import { OVERRIDES, type Override } from '../../../../../core/aggregate/report.ts'
import type { AggregateSummary, DayCounts } from '../../../../aggregates.ts'
import { addUp, COUNTED, countsOf } from './counts.ts'
import { type DayRow, daysOf, latestOf } from './days.ts'
import { distinct } from './distinct.ts'
import { reportByNo } from './heads.ts'
import { type Asked, counting, firstOf, type Prepared } from './statements.ts'

/** What roll-ups say of a window: some hundred rows, whatever was reported. */
export function summaryOf(prepared: Prepared, asked: Asked | undefined): AggregateSummary {
  const rows = asked ? daysOf(prepared, asked) : []
  const newest = asked && newestOf(prepared, asked, rows)
  return {
    ...countsOf(
      addUp(
        rows.map(({ counted }) => counted),
        COUNTED.length,
      ),
    ),
    reports: sum(rows, 'reports'),
    longRange: sum(rows, 'longRange'),
    unauthenticated: sum(
      rows.filter(({ authenticated }) => !authenticated),
      'reports',
    ),
    overrides: overridesOf(rows),
    ...(asked ? distinct(prepared, asked) : { sources: 0, reporters: 0 }),
    ...(newest && { policy: { policy: newest.head.policy, end: newest.head.end } }),
    ...latestOf(rows),
    days: byDay(rows),
  }
}

const sum = (rows: readonly DayRow[], of: 'reports' | 'longRange') =>
  rows.reduce((all, row) => all + row[of], 0)

function overridesOf(rows: readonly DayRow[]): Record<Override, number> {
  const sums = addUp(
    rows.map(({ overrides }) => overrides),
    OVERRIDES.length,
  )
  return Object.fromEntries(OVERRIDES.map((name, index) => [name, sums[index] ?? 0])) as Record<
    Override,
    number
  >
}

function byDay(rows: readonly DayRow[]): DayCounts[] {
  const days = Map.groupBy(rows, ({ day }) => day)
  return [...days].map(([day, of]) => ({
    day,
    reports: sum(of, 'reports'),
    ...countsOf(
      addUp(
        of.map(({ counted }) => counted),
        COUNTED.length,
      ),
    ),
  }))
}

/** The report that came last of those for the last day that has any. */
function newestOf(prepared: Prepared, asked: Asked, rows: readonly DayRow[]) {
  const last = rows.findLast(({ reports }) => reports > 0)
  if (!last) return undefined
  const statement = prepared(`
    SELECT s.report FROM dmarc_slices AS s WHERE s.domain = ? AND s.day = ?${counting(asked, 's')}
    ORDER BY s.received_at DESC, s.report DESC LIMIT 1`)
  const [no] = firstOf<[number]>(statement, asked.domain, last.day) ?? []
  return no === undefined ? undefined : reportByNo(prepared, no)
}
