import type { AggregatePage, AggregateSlice } from '../../../../aggregates.ts'
import { type DayRow, daysOf, latestOf } from './days.ts'
import { reportByNo } from './heads.ts'
import { type Asked, counting, firstOf, type Prepared, rowsOf } from './statements.ts'

const COLUMNS =
  's.report, s.records, s.messages, s.pass, s.dkim, s.spf, s.none, s.passed, s.quarantine, s.reject'

/** Numbers of the columns. */
type Row = [number, number, number, number, number, number, number, number, number, number]

/** A page of the reports of a window, newest first: whole days are passed over by what is counted of them. */
export function reportsOf(
  prepared: Prepared,
  asked: Asked,
  page: AggregatePage,
): { total: number; reports: AggregateSlice[]; latestReportAt?: Date } {
  const reporter = page.reporter === undefined ? undefined : textNo(prepared, page.reporter)
  const all = daysOf(prepared, asked)
  const latest = latestOf(all)
  if (page.reporter !== undefined && reporter === undefined) return { total: 0, reports: [], ...latest }
  const days = reporter === undefined ? all : daysOfReporter(prepared, asked, reporter)
  const counts = perDay(days, page.result)
  const total = counts.reduce((sum, { count }) => sum + count, 0)
  const rows: Row[] = []
  let offset = page.offset
  for (const { day, count } of counts.toReversed()) {
    if (rows.length >= page.limit) break
    if (offset < count)
      rows.push(
        ...ofDay(prepared, asked, { ...page, day, reporter, offset, limit: page.limit - rows.length }),
      )
    offset = Math.max(0, offset - count)
  }
  return { total, reports: rows.flatMap((row) => sliceOf(prepared, row) ?? []), ...latest }
}

/** One report about a domain. */
export function reportOf(prepared: Prepared, domain: number, uid: string): AggregateSlice | undefined {
  const found = firstOf<[number, number, number]>(
    prepared('SELECT no, day, received_at FROM dmarc_reports WHERE uid = ?'),
    uid,
  )
  if (!found) return undefined
  const [no, day, receivedAt] = found
  const statement = prepared(`
    SELECT ${COLUMNS} FROM dmarc_slices AS s WHERE s.domain = ? AND s.day = ? AND s.received_at = ? AND s.report = ?`)
  const row = firstOf<Row>(statement, domain, day, receivedAt, no)
  return row && sliceOf(prepared, row)
}

export function textNo(prepared: Prepared, text: string): number | undefined {
  return firstOf<[number]>(prepared('SELECT no FROM dmarc_texts WHERE text = ?'), text)?.[0]
}

type Counted = Pick<DayRow, 'day' | 'reports' | 'failing'>

function daysOfReporter(prepared: Prepared, asked: Asked, reporter: number): Counted[] {
  const statement = prepared(`
    SELECT d.day, r.reports, r.failing_reports
    FROM dmarc_days AS d CROSS JOIN dmarc_day_reporters AS r
      ON r.domain = d.domain AND r.day = d.day AND r.reporter = ? AND r.authenticated = d.authenticated
    WHERE d.domain = ? AND d.day BETWEEN ? AND ?${counting(asked, 'd')}
    ORDER BY d.day`)
  const rows = rowsOf<[number, number, number]>(statement, reporter, asked.domain, asked.from, asked.to)
  return rows.map(([day, reports, failing]) => ({ day, reports, failing }))
}

/** Days in order, and how many reports of each are looked for. */
function perDay(rows: readonly Counted[], result: AggregatePage['result']) {
  const days = new Map<number, number>()
  for (const { day, reports, failing } of rows) {
    const count = result === undefined ? reports : result === 'fail' ? failing : reports - failing
    days.set(day, (days.get(day) ?? 0) + count)
  }
  return [...days].map(([day, count]) => ({ day, count }))
}

interface DayPage extends Pick<AggregatePage, 'limit' | 'offset' | 'result'> {
  day: number
  reporter: number | undefined
}

const RESULTS = { pass: ' AND s.pass = s.messages', fail: ' AND s.pass < s.messages' }

function ofDay(prepared: Prepared, asked: Asked, page: DayPage): Row[] {
  const { day, reporter, result, limit, offset } = page
  const statement = prepared(`
    SELECT ${COLUMNS} FROM dmarc_slices AS s
    WHERE s.domain = ? AND s.day = ?${counting(asked, 's')}${result === undefined ? '' : RESULTS[result]}${reporter === undefined ? '' : ` AND s.reporter = ${Number(reporter)}`}
    ORDER BY s.received_at DESC, s.report DESC LIMIT ? OFFSET ?`)
  return rowsOf<Row>(statement, asked.domain, day, limit, offset)
}

function sliceOf(prepared: Prepared, row: Row): AggregateSlice | undefined {
  const [no, records, messages, pass, dkim, spf, none, passed, quarantine, reject] = row
  const report = reportByNo(prepared, no)
  return (
    report && {
      ...report,
      records,
      messages,
      pass,
      dkimAligned: dkim,
      spfAligned: spf,
      dispositions: { none, pass: passed, quarantine, reject },
    }
  )
}
