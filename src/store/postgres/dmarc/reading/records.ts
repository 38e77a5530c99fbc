import type { Results } from '../../../../core/aggregate/report.ts'
import type { RecordPlace, ReportedRecord } from '../../../aggregates.ts'
import { verdictsOf } from '../../../keeping/dmarc/bits.ts'
import type { Tx } from '../../sql/database.ts'
import { plain, type Sql, sql } from '../../sql/statement.ts'
import { type Asked, within } from './asked.ts'
import { reportsByNo } from './heads.ts'
import { NAMED, type NameRow, nameOf } from './names.ts'

/** Where a record stands: behind the reports of its day that came before. */
export interface Place {
  day: number
  receivedAt: number
  report: number
  seq: number
}

const PLACE = /^(\d{1,9})\.(\d{1,15})\.(\d{1,15})\.(\d{1,9})$/

/** As it is handed out, and handed in again. */
export const placeOf = ({ day, receivedAt, report, seq }: Place): RecordPlace =>
  `${day}.${receivedAt}.${report}.${seq}`

/** Undefined: it is none. */
export function readPlace(text: RecordPlace): Place | undefined {
  const [, ...numbers] = PLACE.exec(text) ?? []
  const [day, receivedAt, report, seq] = numbers.map(Number)
  return day === undefined || receivedAt === undefined || report === undefined || seq === undefined
    ? undefined
    : { day, receivedAt, report, seq }
}

export interface RecordsAt {
  after?: RecordPlace
  limit: number
  uid?: string
}

/** Records behind a place, in the order of days and, within one, of when reports came. */
export async function recordsOf(
  db: Tx,
  asked: Asked,
  { after, limit, uid }: RecordsAt,
): Promise<{ records: ReportedRecord[]; next?: RecordPlace }> {
  const at = after === undefined ? undefined : readPlace(after)
  if ((after !== undefined && !at) || limit <= 0) return { records: [] }
  const behind = at
    ? sql` AND (s.day, s.received_at, s.report) >= (${at.day}, ${at.receivedAt}, ${at.report})
      AND (s.day, s.received_at, s.report, r.seq) > (${at.day}, ${at.receivedAt}, ${at.report}, ${at.seq})`
    : sql``
  const only =
    uid === undefined ? sql`` : sql` AND s.report = (SELECT no FROM dmarc_reports WHERE uid = ${uid})`
  const order = plain('s.day, s.received_at, s.report, r.seq')
  return pageOf(db, await rowsOf(db, asked, sql`${behind}${only}`, order, limit), limit)
}

export async function pageOf(
  db: Tx,
  rows: readonly Row[],
  limit: number,
): Promise<{ records: ReportedRecord[]; next?: RecordPlace }> {
  const records = await recordsFrom(db, rows)
  const last = rows.at(-1)
  return last && rows.length === limit ? { records, next: placeOf(last) } : { records }
}

interface Row extends Place, NameRow {
  ip: string
  messages: number
  bits: number
  headerFrom: string
  envelopeFrom: string | null
  envelopeTo: string | null
  results: string
}

/** So many records of a window that meet a condition, with what their numbers stand for. The order has the names of s and r. */
export function rowsOf(db: Tx, asked: Asked, which: Sql, order: Sql, limit: number): Promise<Row[]> {
  return db.all<Row>(sql`
    SELECT s.day, s.received_at, s.report, r.seq, r.messages, r.bits, i.ip, ${NAMED}, h.text AS header_from,
      f.text AS envelope_from, t.text AS envelope_to, x.results
    FROM dmarc_slices AS s JOIN dmarc_records AS r ON r.domain = s.domain AND r.day = s.day AND r.report = s.report
    JOIN dmarc_ips AS i ON i.no = r.ip LEFT JOIN dmarc_organizations AS o ON o.no = i.organization
    JOIN dmarc_texts AS h ON h.no = r.header_from JOIN dmarc_results AS x ON x.no = r.results
    LEFT JOIN dmarc_texts AS f ON f.no = r.envelope_from LEFT JOIN dmarc_texts AS t ON t.no = r.envelope_to
    WHERE ${within(asked, 's')}${which}
    ORDER BY ${order} LIMIT ${limit}`)
}

async function recordsFrom(db: Tx, rows: readonly Row[]): Promise<ReportedRecord[]> {
  const reports = await reportsByNo(db, [...new Set(rows.map(({ report }) => report))])
  return rows.flatMap((row): ReportedRecord[] => {
    const report = reports.get(row.report)
    if (!report) return []
    const { uid, head, receivedAt, authenticated } = report
    const { dkim, spf, disposition } = verdictsOf(row.bits)
    const { envelopeFrom, envelopeTo } = row
    const record = {
      ip: row.ip,
      count: row.messages,
      dkim,
      spf,
      disposition,
      headerFrom: row.headerFrom,
      ...(envelopeFrom !== null && { envelopeFrom }),
      ...(envelopeTo !== null && { envelopeTo }),
      results: JSON.parse(row.results) as Results,
    }
    return [{ report: { uid, head, receivedAt, authenticated }, record, name: nameOf(row) }]
  })
}
