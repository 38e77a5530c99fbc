import type { Connection } from '../../../connection.ts'
import type { Interned } from '../interned.ts'
import type { Memory } from '../memory.ts'
import {
  addRecord,
  DAY_COUNTS,
  named,
  noCounts,
  overridesOf,
  type RecordRow,
  SLICE_COUNTS,
  SOURCE_COUNTS,
} from './counts.ts'
import { createDaySets } from './day-sets.ts'
import { createRecords } from './records.ts'
import { createReporters } from './reporters.ts'
import { createSeen } from './seen.ts'
import { sliceSources } from './slice-sources.ts'
import { createSourceLedger } from './source-ledger.ts'
import { adding } from './statements.ts'

/** What the rows of a report share. */
export interface ReportFacts {
  no: number
  day: number
  receivedAt: number
  /** dmarc_texts: by what it is known, and its name as it stands. */
  reporter: number
  reporterName: number
  authenticated: number
  isLong: boolean
}

/** Records, and all that is counted of them: each change leaves every sum equal to that of the records. */
export interface Ledger {
  enter(report: ReportFacts, domain: number, rows: readonly RecordRow[]): void
  /** `isOld`: for their age, so that the first days of sources stay. */
  remove(report: ReportFacts, domain: number, rows: readonly RecordRow[], isOld?: boolean): void
  /** No more writes of this report follow soon. */
  done(report: number): void
}

/** Of slices in which records come or go in several writes. */
const SLICES_REMEMBERED = 8

export function createLedger(
  connection: Pick<Connection, 'driver'>,
  memory: Memory,
  interned: Interned,
): Ledger {
  const records = createRecords(connection, interned)
  const sourceLedger = createSourceLedger(connection, createSeen(connection, memory, interned))
  const slices = createSlices(connection)
  const days = createDays(connection)
  const reporters = createReporters(connection, interned)
  const sets = createDaySets(connection)
  const known = memory.part<string, ReturnType<typeof sliceSources>>(SLICES_REMEMBERED)

  /** Read from the records where another write, or an earlier start, left the slice. */
  function sourcesOf({ no, day }: ReportFacts, domain: number, held: number) {
    return known.get(`${domain}/${no}`) ?? sliceSources(held > 0 ? records.pairs(domain, day, no) : [])
  }

  function change(
    report: ReportFacts,
    domain: number,
    rows: readonly RecordRow[],
    sign: 1 | -1,
    isOld: boolean,
  ) {
    const { day, authenticated } = report
    const place = { domain, day, authenticated }
    const total = noCounts()
    for (const row of rows) addRecord(total, row)
    const signed = (counts: readonly number[]) => (sign > 0 ? counts : counts.map((count) => -count))
    const { slice, day: ofDay } = named(total)
    const { before, after, reports, failing } = slices.change(
      report,
      domain,
      sign * rows.length,
      signed(slice),
    )
    const sources = sourcesOf(report, domain, before)
    const numbers = sourceLedger(place, rows, sign, { sources, isOld })
    if (after > rows.length) known.set(`${domain}/${report.no}`, sources)
    else known.delete(`${domain}/${report.no}`)
    if (sign > 0) records.insert(domain, report, rows)
    else records.delete(domain, report, rows)
    const reporter = { in: [] as number[], out: [] as number[] }
    if (reports > 0) reporter.in.push(reporters.add(domain, report.reporter, report.reporterName))
    const isLast = days.reporter(place, report.reporter, [reports, failing, ...signed(total)])
    if (reports < 0) {
      const number = reporters.remove(domain, report.reporter)
      if (isLast) reporter.out.push(number)
    }
    const counts = [
      reports,
      failing,
      report.isLong ? reports : 0,
      ...signed([...ofDay, ...overridesOf(rows)]),
    ]
    const isEmpty = days.change(place, counts, report.receivedAt)
    sets.change(place, { sources: numbers, reporters: reporter }, isEmpty)
  }

  return {
    enter: (report, domain, rows) => change(report, domain, rows, 1, false),
    remove: (report, domain, rows, isOld = false) => change(report, domain, rows, -1, isOld),
    done(report) {
      for (const key of known.keys()) if (key.endsWith(`/${report}`)) known.delete(key)
    },
  }
}

/** What a change makes of the reports that a day counts. */
interface SliceChange {
  before: number
  after: number
  reports: number
  failing: number
}

function createSlices({ driver }: Pick<Connection, 'driver'>) {
  const key = ['domain', 'day', 'received_at', 'report']
  const at = key.map((column) => `${column} = ?`).join(' AND ')
  const read = driver
    .prepare<number[], [number, number]>(`SELECT records, messages > pass FROM dmarc_slices WHERE ${at}`)
    .raw()
  const add = driver
    .prepare<number[], [number, number]>(
      `${adding('dmarc_slices', key, ['records', ...SLICE_COUNTS], {
        columns: ['reporter', 'authenticated'],
      })} RETURNING records, messages > pass`,
    )
    .raw()
  const drop = driver.prepare(`DELETE FROM dmarc_slices WHERE ${at}`)
  return {
    change(report: ReportFacts, domain: number, rows: number, counts: readonly number[]): SliceChange {
      const { day, receivedAt, no, reporter, authenticated } = report
      const [before, wasFailing] = read.get(domain, day, receivedAt, no) ?? [0, 0]
      const values = [domain, day, receivedAt, no, rows, ...counts, reporter, authenticated]
      const [after = 0, isFailing = 0] = add.get(...values) ?? []
      if (after === 0) drop.run(domain, day, receivedAt, no)
      const reports = (after > 0 ? 1 : 0) - (before > 0 ? 1 : 0)
      return { before, after, reports, failing: isFailing - wasFailing }
    },
  }
}

function createDays({ driver }: Pick<Connection, 'driver'>) {
  const key = ['domain', 'day', 'authenticated']
  const at = key.map((column) => `${column} = ?`).join(' AND ')
  const add = driver
    .prepare<number[], [number, number]>(
      `${adding('dmarc_days', key, ['reports', 'failing_reports', 'long_range', ...DAY_COUNTS], {
        columns: ['latest_received_at'],
        set: 'latest_received_at = max(latest_received_at, excluded.latest_received_at)',
      })} RETURNING reports, latest_received_at`,
    )
    .raw()
  const drop = driver.prepare(`DELETE FROM dmarc_days WHERE ${at}`)
  const latest = driver
    .prepare<[number, number, number], [number]>(
      `SELECT received_at FROM dmarc_slices WHERE domain = ? AND day = ? AND authenticated = ?
        ORDER BY received_at DESC LIMIT 1`,
    )
    .raw()
  const setLatest = driver.prepare(`UPDATE dmarc_days SET latest_received_at = ? WHERE ${at}`)
  const reporterKey = ['domain', 'day', 'reporter', 'authenticated']
  const addReporter = driver
    .prepare<number[], [number]>(
      `${adding('dmarc_day_reporters', reporterKey, ['reports', 'failing_reports', ...SOURCE_COUNTS])}
        RETURNING reports`,
    )
    .raw()
  const dropReporter = driver.prepare(
    `DELETE FROM dmarc_day_reporters WHERE ${reporterKey.map((column) => `${column} = ?`).join(' AND ')}`,
  )

  type Of = { domain: number; day: number; authenticated: number }
  return {
    /** Says whether the day has no report any more. */
    change({ domain, day, authenticated }: Of, counts: readonly number[], receivedAt: number): boolean {
      const [reports = 0, last = 0] = add.get(domain, day, authenticated, ...counts, receivedAt) ?? []
      if (reports === 0) drop.run(domain, day, authenticated)
      else if ((counts[0] ?? 0) < 0 && last === receivedAt) {
        setLatest.run(latest.get(domain, day, authenticated)?.[0] ?? last, domain, day, authenticated)
      }
      return reports === 0
    },
    /** Says whether the day has no report of it any more. */
    reporter({ domain, day, authenticated }: Of, reporter: number, counts: readonly number[]): boolean {
      const [reports] = addReporter.get(domain, day, reporter, authenticated, ...counts) ?? []
      if (reports === 0) dropReporter.run(domain, day, reporter, authenticated)
      return reports === 0
    },
  }
}
