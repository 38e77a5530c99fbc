import { isLongRange } from '../../../../core/aggregate/report.ts'
import type { AggregateSummary } from '../../../aggregates.ts'
import type { Tx } from '../../sql/database.ts'
import { type Sql, sql } from '../../sql/statement.ts'
import { sumsWithin } from '../sums/rows.ts'
import { type Asked, within } from './asked.ts'
import { COUNTED, type Counted, countsOf, OVERRIDDEN, overridesOf } from './counts.ts'
import { HEAD, type HeadRow, reportOf } from './heads.ts'

const NOTHING: Counted = {
  messages: 0,
  pass: 0,
  dkim: 0,
  spf: 0,
  rawdkim: 0,
  rawspf: 0,
  passed: 0,
  quarantine: 0,
  reject: 0,
}

interface Told {
  days: (Counted & { day: number; reports: number })[]
  whole: (Counted & Record<string, unknown>)[]
  reports: number
  unproven: number
  longrange: number
  latest: number | null
  sources: number
  reporters: number
}

/** Rows of a query as JSON: what is told together is read from one state of the database. */
export const rowsAsJson = (query: Sql): Sql =>
  sql`(SELECT coalesce(json_agg(j), '[]'::json) FROM (${query}) AS j)`

/** How many reporters a window has. A reporter is who the mail of its reports is proved to come from, under however many names; names of which
 * no report has a sender are a reporter each. */
export const reportersOf = (asked: Asked): Sql => sql`(
  SELECT count(DISTINCT s.sender) FROM dmarc_slices AS s WHERE ${within(asked, 's')}
) + (
  SELECT count(*) FROM (
    SELECT s.reporter FROM dmarc_slices AS s WHERE ${within(asked, 's')} GROUP BY s.reporter HAVING count(s.sender) = 0
  ) AS unsent
)`

/** What the reports of a window say. */
export async function summaryOf(db: Tx, asked: Asked | undefined): Promise<AggregateSummary> {
  if (!asked) return summed({ ...NO_REPORTS, days: [], whole: [] })
  const [found, newest] = await Promise.all([told(db, asked), newestOf(db, asked)])
  return { ...summed(found), ...(newest && { policy: { policy: newest.head.policy, end: newest.head.end } }) }
}

const NO_REPORTS = { reports: 0, unproven: 0, longrange: 0, latest: null, sources: 0, reporters: 0 }
/** As isLongRange has it. */
const LONGER_THAN = 25 * 3600
if (isLongRange({ begin: 0, end: LONGER_THAN }) || !isLongRange({ begin: 0, end: LONGER_THAN + 1 }))
  throw new Error('What counts as a long range has changed.')

async function told(db: Tx, asked: Asked): Promise<Told> {
  const row = await db.first<{ told: string }>(sql`
    WITH slices AS (
      SELECT s.day, s.report, s.received_at, s.authenticated, p.begin_at, p.end_at
      FROM dmarc_slices AS s JOIN dmarc_reports AS p ON p.no = s.report WHERE ${within(asked, 's')}
    ), ${sumsWithin(asked)}, kinds AS MATERIALIZED (
      SELECT r.day, r.bits, sum(r.messages) AS messages FROM sums AS r WHERE r.ip <> 0 AND r.header_from <> 0 GROUP BY r.day, r.bits
    )
    SELECT json_build_object(
      'days', ${rowsAsJson(sql`
        SELECT c.day, c.reports, k.messages, k.pass, k.dkim, k.spf, k.rawdkim, k.rawspf, k.passed, k.quarantine, k.reject
        FROM (SELECT s.day, count(*) AS reports FROM slices AS s GROUP BY s.day) AS c
        JOIN (SELECT r.day, ${COUNTED} FROM kinds AS r GROUP BY r.day) AS k ON k.day = c.day
        ORDER BY c.day`)},
      'whole', ${rowsAsJson(sql`SELECT ${COUNTED}, ${OVERRIDDEN} FROM kinds AS r`)},
      'reports', (SELECT count(*) FROM slices),
      'unproven', (SELECT count(*) FROM slices WHERE authenticated = 0),
      'longrange', (SELECT count(*) FROM slices WHERE end_at - begin_at > ${LONGER_THAN}),
      'latest', (SELECT max(received_at) FROM slices),
      'sources', (SELECT count(*) FROM (SELECT DISTINCT r.ip FROM sums AS r WHERE r.ip <> 0) AS i),
      'reporters', ${reportersOf(asked)}
    )::text AS told`)
  return JSON.parse(row?.told ?? '') as Told
}

function summed({ whole: [whole], days, latest, ...of }: Told): AggregateSummary {
  return {
    ...countsOf(whole ?? NOTHING),
    reports: of.reports,
    longRange: of.longrange,
    unauthenticated: of.unproven,
    overrides: overridesOf(whole ?? NOTHING_OVERRIDDEN),
    sources: of.sources,
    reporters: of.reporters,
    ...(latest !== null && { latestReportAt: new Date(latest) }),
    days: days.map(({ day, reports, ...counted }) => ({ day, reports, ...countsOf(counted) })),
  }
}

const NOTHING_OVERRIDDEN = Object.fromEntries(Array.from({ length: 16 }, (_, index) => [`o${index}`, 0]))

/** The report that came last of those for the last day that has any. */
async function newestOf(db: Tx, asked: Asked) {
  const row = await db.first<HeadRow>(sql`
    SELECT ${HEAD} FROM (
      SELECT s.report FROM dmarc_slices AS s WHERE ${within(asked, 's')} ORDER BY s.day DESC, s.received_at DESC, s.report DESC LIMIT 1
    ) AS n JOIN dmarc_reports AS p ON p.no = n.report JOIN dmarc_texts AS d ON d.no = p.policy_domain`)
  return row && reportOf(row)
}
