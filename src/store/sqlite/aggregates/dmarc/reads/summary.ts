import { OVERRIDES, type Override } from '../../../../../core/aggregate/report.ts'
import type { AggregateSummary, DayCounts } from '../../../../aggregates.ts'
import { size, union } from './bitmaps.ts'
import { addUp, COUNTED, countsOf } from './counts.ts'
import { type DayRow, daysOf, latestOf } from './days.ts'
import { reportByNo } from './heads.ts'
import { partsOf } from './parts.ts'
import { rowsOfSources } from './source-rows.ts'
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

/** Numbers from here on are in no set. */
const MOST_IN_SETS = 262_144

/** How many sources and reporters a window has. */
export function distinct(prepared: Prepared, asked: Asked): { sources: number; reporters: number } {
  const given = prepared('SELECT d.sources, d.reporters FROM dmarc_domains AS d WHERE d.no = ?')
  const [sources = 0, reporters = 0] = firstOf<[number, number]>(given, asked.domain) ?? []
  const inSets = ofSets(prepared, asked)
  return {
    sources: sources > MOST_IN_SETS ? countedSources(prepared, asked) : inSets.sources,
    reporters: reporters > MOST_IN_SETS ? countedReporters(prepared, asked) : inSets.reporters,
  }
}

function countedSources(prepared: Prepared, asked: Asked): number {
  const statement = prepared(`
    SELECT count(*) FROM (
      SELECT ip FROM (${rowsOfSources(asked, ['ip'], ['messages'])}) GROUP BY ip HAVING total(messages) > 0
    )`)
  return firstOf<[number]>(statement, { ...asked, parts: JSON.stringify(partsOf(prepared, asked)) })?.[0] ?? 0
}

function countedReporters(prepared: Prepared, asked: Asked): number {
  const statement = prepared(`
    SELECT count(DISTINCT r.reporter)
    FROM (SELECT DISTINCT day FROM dmarc_days WHERE domain = :domain AND day BETWEEN :from AND :to) AS d
    CROSS JOIN dmarc_day_reporters AS r ON r.domain = :domain AND r.day = d.day
    WHERE going(d.day)${counting(asked, 'r')}`)
  return firstOf<[number]>(statement, asked)?.[0] ?? 0
}

/** All sets of a window as one value each, with their lengths: handing over hundreds of small ones costs more than what is in them. */
const JOINED = ['sources', 'reporters']
  .map((name) => `CAST(group_concat(s.${name}, '') AS BLOB), group_concat(length(s.${name}))`)
  .join(', ')

function ofSets(prepared: Prepared, asked: Asked): { sources: number; reporters: number } {
  const statement = prepared(`
    SELECT ${JOINED} FROM dmarc_day_sets AS s
    WHERE s.domain = ? AND s.day BETWEEN ? AND ?${counting(asked, 's')}`)
  type Joined = [octets: Uint8Array | null, lengths: string | null]
  const row = firstOf<[...Joined, ...Joined]>(statement, asked.domain, asked.from, asked.to)
  const [sources = null, lengths = null, reporters = null, others = null] = row ?? []
  return { sources: size(union(apart(sources, lengths))), reporters: size(union(apart(reporters, others))) }
}

function* apart(octets: Uint8Array | null, lengths: string | null): Generator<Uint8Array> {
  let at = 0
  for (const length of lengths?.split(',').map(Number) ?? []) {
    yield octets?.subarray(at, at + length) ?? new Uint8Array()
    at += length
  }
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
