import type { AggregatePage, AggregateSlice } from '../../../aggregates.ts'
import type { Tx } from '../../sql/database.ts'
import { plain, type Sql, sql } from '../../sql/statement.ts'
import { type Asked, within } from './asked.ts'
import { HEAD, type HeadRow, reportOf } from './heads.ts'

const COUNTS = plain('s.records, s.messages, s.pass, s.dkim, s.spf, s.none, s.passed, s.quarantine, s.reject')

interface SliceRow extends HeadRow {
  records: number
  messages: number
  pass: number
  dkim: number
  spf: number
  none: number
  passed: number
  quarantine: number
  reject: number
}

const RESULTS = { pass: sql` AND s.pass = s.messages`, fail: sql` AND s.pass < s.messages` }

/** A text of an account by what it says: its number. */
export const textNo = (accountId: string, text: string): Sql => sql`(
  SELECT no FROM dmarc_texts
  WHERE account_id = ${accountId} AND hash = substring(sha256(convert_to(${text}::text, 'UTF8')) FOR 16))`

/** A page of the reports of a window, newest first. */
export async function reportsOf(
  db: Tx,
  asked: Asked,
  { limit, offset, result, reporter }: AggregatePage,
): Promise<{ total: number; reports: AggregateSlice[]; latestReportAt?: Date }> {
  const by = reporter === undefined ? sql`` : sql` AND s.reporter = ${textNo(asked.accountId, reporter)}`
  const those = sql`${within(asked, 's')}${by}${result === undefined ? sql`` : RESULTS[result]}`
  const [of, rows] = await Promise.all([
    db.first<{ total: number; latest: number | null }>(sql`
      SELECT (SELECT count(*) FROM dmarc_slices AS s WHERE ${those}) AS total,
        (SELECT max(s.received_at) FROM dmarc_slices AS s WHERE ${within(asked, 's')}) AS latest`),
    db.all<SliceRow>(sql`
      SELECT ${HEAD}, ${COUNTS} FROM (
        SELECT s.day AS on_day, s.received_at AS came_at, s.report, ${COUNTS} FROM dmarc_slices AS s WHERE ${those}
        ORDER BY s.day DESC, s.received_at DESC, s.report DESC LIMIT ${limit} OFFSET ${offset}
      ) AS s JOIN dmarc_reports AS p ON p.no = s.report JOIN dmarc_texts AS d ON d.no = p.policy_domain
      ORDER BY s.on_day DESC, s.came_at DESC, s.report DESC`),
  ])
  const latest = of?.latest ?? undefined
  return {
    total: of?.total ?? 0,
    reports: rows.map(sliceOf),
    ...(latest !== undefined && { latestReportAt: new Date(latest) }),
  }
}

/** One report about a domain. */
export async function oneReport(db: Tx, domainId: string, uid: string): Promise<AggregateSlice | undefined> {
  const row = await db.first<SliceRow>(sql`
    SELECT ${HEAD}, ${COUNTS}
    FROM dmarc_domains AS n JOIN dmarc_reports AS p ON p.uid = ${uid}
    JOIN dmarc_slices AS s ON s.domain = n.no AND s.day = p.day AND s.received_at = p.received_at AND s.report = p.no
    JOIN dmarc_texts AS d ON d.no = p.policy_domain
    WHERE n.domain_id = ${domainId}`)
  return row && sliceOf(row)
}

function sliceOf(row: SliceRow): AggregateSlice {
  const { records, messages, pass, dkim, spf, none, passed, quarantine, reject } = row
  return {
    ...reportOf(row),
    records,
    messages,
    pass,
    dkimAligned: dkim,
    spfAligned: spf,
    dispositions: { none, pass: passed, quarantine, reject },
  }
}
