import type { Packing } from '../../../core/kept/packed.ts'
import { type AggregateWindow, QueryTooLong } from '../../aggregates.ts'
import { policiesOf, type TlsDayRow, tlsDaysOf } from '../../keeping/tls-slices.ts'
import { type KeptTlsReport, MOST_TLS_FAILURES, type TlsReads, type TlsSummary } from '../../tls-reports.ts'
import type { Tx } from '../sql/database.ts'
import { plain, type Sql, sql } from '../sql/statement.ts'
import { tookTooLong } from '../wire/failures.ts'
import { reportIn } from './writes.ts'

interface ListRow {
  uid: string
  day: number
  receivedAt: number
  authenticated: number
  fileId: string
  reporter: string
  successes: number
  failures: number
}

interface WholeRow extends ListRow {
  seq: number
  packing: Packing
  report: Uint8Array
}

// Sums may be past what is exact in a number: they are the nearest one.
const LISTED = plain(
  'uid, day, received_at, authenticated, file_id, reporter, successes::float8 AS successes, failures::float8 AS failures',
)

/** What there is of a domain, in a window. What is left of one that is gone is told to nobody. */
function within(domainId: string, { from, to, authenticated }: AggregateWindow): Sql {
  const counting = authenticated === undefined ? sql`` : sql` AND authenticated = ${authenticated ? 1 : 0}`
  return sql`domain_id = ${domainId} AND day BETWEEN ${from} AND ${to}${counting}
    AND EXISTS (SELECT 1 FROM domains AS d WHERE d.id = ${domainId})`
}

async function inTime<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (cause) {
    throw tookTooLong(cause) ? new QueryTooLong('A query of TLS reports took too long.') : cause
  }
}

export function tlsReads(db: Tx): TlsReads {
  return {
    summary: (domainId, window) => inTime(summaryOf(db, within(domainId, window))),
    async reports(domainId, window, { limit, offset }) {
      const where = within(domainId, window)
      const [count, rows] = await inTime(
        Promise.all([
          db.first<{ total: number }>(sql`SELECT count(*) AS total FROM tls_reports WHERE ${where}`),
          db.all<ListRow>(
            sql`SELECT ${LISTED} FROM tls_reports WHERE ${where} ORDER BY day DESC, seq DESC LIMIT ${limit} OFFSET ${offset}`,
          ),
        ]),
      )
      return { total: count?.total ?? 0, reports: rows.map(listed) }
    },
    async report(domainId, uid) {
      const row = await db.first<WholeRow>(sql`
        SELECT seq, packing, report, ${LISTED} FROM tls_reports WHERE domain_id = ${domainId} AND uid = ${uid}
          AND EXISTS (SELECT 1 FROM domains AS d WHERE d.id = ${domainId})`)
      return row && whole(row)
    },
    async whole(domainId, window, { after, limit }) {
      const [day, seq] = placeOf(after) ?? [window.from, 0]
      const rows = await inTime(
        db.all<WholeRow>(sql`
          SELECT seq, packing, report, ${LISTED} FROM tls_reports
            WHERE ${within(domainId, window)} AND (day, seq) > (${day}::int4, ${seq}::int8) ORDER BY day, seq LIMIT ${limit}`),
      )
      const last = rows.length === limit ? rows.at(-1) : undefined
      return { reports: rows.map(whole), ...(last && { next: `${last.day}.${last.seq}` }) }
    },
  }
}

function placeOf(after: string | undefined): [day: number, seq: number] | undefined {
  const found = /^(\d{1,9})\.(\d{1,15})$/.exec(after ?? '')
  return found ? [Number(found[1]), Number(found[2])] : undefined
}

const listed = ({ uid, day, receivedAt, authenticated, fileId, reporter, ...sums }: ListRow) => ({
  uid,
  day,
  receivedAt: new Date(receivedAt),
  authenticated: authenticated === 1,
  fileId,
  reporter,
  successes: sums.successes,
  failures: sums.failures,
})

const whole = ({ packing, report: bytes, ...row }: WholeRow): KeptTlsReport => ({
  ...listed(row),
  report: reportIn({ packing, bytes }),
})

interface FailedRow {
  type: string
  host: string
  sessions: number
  all: number
  lastDay: number
}

async function summaryOf(db: Tx, where: Sql): Promise<TlsSummary> {
  const [rows, count, failed] = await Promise.all([
    db.all<TlsDayRow>(sql`
      SELECT day, policy_type AS type, reports, successes::float8 AS successes, failures::float8 AS failures FROM tls_days
        WHERE ${where} ORDER BY day, policy_type`),
    db.first<{ reports: number; latest: number | null }>(
      sql`SELECT count(*) AS reports, max(received_at) AS latest FROM tls_reports WHERE ${where}`,
    ),
    db.all<FailedRow>(sql`
      SELECT type, host, sum(sessions)::float8 AS sessions, count(*) OVER () AS "all", max(day) AS last_day FROM tls_failures
        WHERE ${where} GROUP BY type, host ORDER BY sum(sessions) DESC, type, host LIMIT ${MOST_TLS_FAILURES}`),
  ])
  const policies = policiesOf(rows)
  const sum = (pick: (row: TlsSummary['policies'][number]) => number) =>
    policies.reduce((all, row) => all + pick(row), 0)
  const { reports = 0, latest = null } = count ?? {}
  return {
    reports,
    successes: sum(({ successes }) => successes),
    failures: sum(({ failures }) => failures),
    ...(latest !== null && { latestReportAt: new Date(latest) }),
    days: tlsDaysOf(rows),
    policies,
    failed: failed.map(({ type, host, sessions, lastDay }) => ({ type, host, sessions, lastDay })),
    moreFailed: (failed[0]?.all ?? 0) - failed.length,
  }
}
