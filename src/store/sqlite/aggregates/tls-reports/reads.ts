import { type Packing, unpackSync } from '../../../../core/kept/packed.ts'
import type { TlsReport } from '../../../../core/tls-report.ts'
import type { AggregateWindow } from '../../../aggregates.ts'
import { policiesOf, type TlsDayRow, tlsDaysOf } from '../../../keeping/tls-slices.ts'
import {
  type KeptTlsReport,
  MOST_TLS_FAILURES,
  type TlsReads,
  type TlsSummary,
} from '../../../tls-reports.ts'
import type { Reading } from '../../readers/serve.ts'
import { type Prepared, preparing, rowsOf } from '../dmarc/reads/statements.ts'

/** The reads, as they run in a thread. */
export type TlsQueries = {
  [Name in keyof TlsReads as `tls.${Name}`]: (
    ...args: Parameters<TlsReads[Name]>
  ) => Awaited<ReturnType<TlsReads[Name]>>
}

type DayRow = [day: number, type: string, reports: number, successes: number, failures: number]
type ListRow = [
  uid: string,
  day: number,
  receivedAt: number,
  authenticated: number,
  fileId: string,
  reporter: string,
  successes: number,
  failures: number,
]
type WholeRow = [seq: number, packing: Packing, report: Uint8Array, ...ListRow]

const LISTED = 'uid, day, received_at, authenticated, file_id, reporter, successes, failures'

/** A condition for those reports that count, while somebody waits for the answer. */
const counting = ({ authenticated }: AggregateWindow): string =>
  `${authenticated === undefined ? '' : ` AND authenticated = ${authenticated ? 1 : 0}`} AND going(day)`

export function tlsQueries({ driver }: Pick<Reading, 'driver'>): TlsQueries {
  const prepared = preparing(driver)
  return {
    'tls.summary': (domainId, window) => summaryOf(prepared, domainId, window),
    'tls.reports'(domainId, window, { limit, offset }) {
      const where = `domain_id = ? AND day BETWEEN ? AND ?${counting(window)}`
      const asked = [domainId, window.from, window.to]
      const [[total] = [0]] = rowsOf<[number]>(
        prepared(`SELECT count(*) FROM tls_reports WHERE ${where}`),
        ...asked,
      )
      const page = prepared(
        `SELECT ${LISTED} FROM tls_reports WHERE ${where} ORDER BY day DESC, seq DESC LIMIT ? OFFSET ?`,
      )
      return { total, reports: rowsOf<ListRow>(page, ...asked, limit, offset).map(listed) }
    },
    'tls.report'(domainId, uid) {
      const statement = prepared(
        `SELECT seq, packing, report, ${LISTED} FROM tls_reports WHERE domain_id = ? AND uid = ?`,
      )
      const [row] = rowsOf<WholeRow>(statement, domainId, uid)
      return row && whole(row)
    },
    'tls.whole'(domainId, window, { after, limit }) {
      const [day, seq] = placeOf(after) ?? [window.from, 0]
      const statement = prepared(
        `SELECT seq, packing, report, ${LISTED} FROM tls_reports
          WHERE domain_id = ? AND day BETWEEN ? AND ? AND (day, seq) > (?, ?)${counting(window)} ORDER BY day, seq LIMIT ?`,
      )
      const rows = rowsOf<WholeRow>(statement, domainId, window.from, window.to, day, seq, limit)
      const last = rows.length === limit ? rows.at(-1) : undefined
      return { reports: rows.map(whole), ...(last && { next: `${last[4]}.${last[0]}` }) }
    },
  }
}

function placeOf(after: string | undefined): [day: number, seq: number] | undefined {
  const found = /^(\d{1,9})\.(\d{1,15})$/.exec(after ?? '')
  return found ? [Number(found[1]), Number(found[2])] : undefined
}

function listed([uid, day, receivedAt, authenticated, fileId, reporter, successes, failures]: ListRow): Omit<
  KeptTlsReport,
  'report'
> {
  return {
    uid,
    day,
    receivedAt: new Date(receivedAt),
    authenticated: authenticated === 1,
    fileId,
    reporter,
    successes,
    failures,
  }
}

function whole([, packing, bytes, ...row]: WholeRow): KeptTlsReport {
  const report = JSON.parse(new TextDecoder().decode(unpackSync({ packing, bytes }))) as TlsReport
  return { ...listed(row), report }
}

function summaryOf(prepared: Prepared, domainId: string, window: AggregateWindow): TlsSummary {
  const where = `domain_id = ? AND day BETWEEN ? AND ?${counting(window)}`
  const asked = [domainId, window.from, window.to]
  const rows = rowsOf<DayRow>(
    prepared(
      `SELECT day, policy_type, reports, successes, failures FROM tls_days WHERE ${where} ORDER BY day`,
    ),
    ...asked,
  )
  const days = rows.map(dayOf)
  const [[reports, latest] = [0, null]] = rowsOf<[number, number | null]>(
    prepared(`SELECT count(*), max(received_at) FROM tls_reports WHERE ${where}`),
    ...asked,
  )
  const failed = rowsOf<[string, string, number, number, number]>(
    prepared(
      `SELECT type, host, sum(sessions) AS sessions, count(*) OVER (), max(day) FROM tls_failures WHERE ${where}
        GROUP BY type, host ORDER BY sessions DESC, type, host LIMIT ${MOST_TLS_FAILURES}`,
    ),
    ...asked,
  )
  const policies = policiesOf(days)
  const sum = (pick: (row: TlsSummary['policies'][number]) => number) =>
    policies.reduce((all, row) => all + pick(row), 0)
  return {
    reports,
    successes: sum(({ successes }) => successes),
    failures: sum(({ failures }) => failures),
    ...(latest !== null && { latestReportAt: new Date(latest) }),
    days: tlsDaysOf(days),
    policies,
    failed: failed.map(([type, host, sessions, , lastDay]) => ({ type, host, sessions, lastDay })),
    moreFailed: (failed[0]?.[3] ?? 0) - failed.length,
  }
}

const dayOf = ([day, type, reports, successes, failures]: DayRow): TlsDayRow => ({
  day,
  type,
  reports,
  successes,
  failures,
})
