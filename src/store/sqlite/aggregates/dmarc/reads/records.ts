import type { Results } from '../../../../../core/aggregate/report.ts'
import type { RecordPlace, ReportedRecord } from '../../../../aggregates.ts'
import { verdictsOf } from '../../../../keeping/dmarc/bits.ts'
import { unpackRows } from '../../../../keeping/dmarc/columns.ts'
import type { RecordRow } from '../../../../keeping/dmarc/counts.ts'
import { reportByNo } from './heads.ts'
import { ipsOf, textsOf } from './source-names.ts'
import { type Asked, counting, firstOf, type Prepared } from './statements.ts'

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

/** A record with its place. */
export type Row = Place & RecordRow

export interface RecordsAt {
  after?: RecordPlace
  limit: number
  uid?: string
}

/** Records behind a place, in the order of days and, within one, of when reports came. */
export function recordsOf(
  prepared: Prepared,
  asked: Asked,
  { after, limit, uid }: RecordsAt,
): { records: ReportedRecord[]; next?: RecordPlace } {
  const only = uid === undefined ? undefined : beginOf(prepared, uid)
  const at = after === undefined ? only : readPlace(after)
  const isElsewhere = uid !== undefined && (only === undefined || at?.report !== only.report)
  if (isElsewhere || (after !== undefined && !at)) return { records: [] }
  const rows = at ? restOf(prepared, asked, at, limit) : []
  if (uid === undefined && rows.length < limit) {
    const from = at ?? { day: asked.from, receivedAt: -1, report: -1 }
    rows.push(...following(prepared, asked, from, limit - rows.length))
  }
  const records = recordsFrom(prepared, rows)
  const last = rows.at(-1)
  return last && rows.length === limit ? { records, next: placeOf(last) } : { records }
}

function beginOf(prepared: Prepared, uid: string): Place | undefined {
  const statement = prepared('SELECT day, received_at, no FROM dmarc_reports WHERE uid = ?')
  const [day, receivedAt, report] = firstOf<[number, number, number]>(statement, uid) ?? []
  if (day === undefined || receivedAt === undefined || report === undefined) return undefined
  return { day, receivedAt, report, seq: -1 }
}

type PieceRow = [day: number, receivedAt: number, report: number, records: number, rows: string]

const COLUMNS = 's.day, s.received_at, s.report, p.records, p.rows'
/** What is not counted yet is in no list either. */
export const COUNTED = `NOT EXISTS (
      SELECT 1 FROM dmarc_uncounted AS u WHERE u.domain = p.domain AND u.report = p.report AND u.piece = p.piece)`

/** Of the report at the place. */
function restOf(prepared: Prepared, asked: Asked, at: Place, limit: number): Row[] {
  if (at.day < asked.from || at.day > asked.to) return []
  const statement = prepared(`
    SELECT ${COLUMNS}
    FROM dmarc_slices AS s CROSS JOIN dmarc_pieces AS p ON p.report = s.report AND p.domain = s.domain
    WHERE s.domain = ? AND s.day = ? AND s.received_at = ? AND s.report = ?${counting(asked, 's')} AND ${COUNTED}
      AND p.piece >= coalesce((
        SELECT piece FROM dmarc_pieces WHERE report = s.report AND domain = s.domain AND piece <= ? ORDER BY piece DESC LIMIT 1), 0)
    ORDER BY p.report, p.domain, p.piece`)
  const { domain } = asked
  const pieces = statement.iterate(domain, at.day, at.receivedAt, at.report, at.seq)
  return someRows(pieces as Iterable<PieceRow>, limit, at.seq)
}

/** Of the reports behind it. */
function following(
  prepared: Prepared,
  asked: Asked,
  { day, receivedAt, report }: Omit<Place, 'seq'>,
  limit: number,
): Row[] {
  const statement = prepared(`
    SELECT ${COLUMNS}
    FROM dmarc_slices AS s CROSS JOIN dmarc_pieces AS p ON p.report = s.report AND p.domain = s.domain
    WHERE s.domain = ? AND (s.day, s.received_at, s.report) > (?, ?, ?) AND s.day <= ?${counting(asked, 's')} AND going(s.report)
      AND ${COUNTED}
    ORDER BY s.day, s.received_at, s.report, p.piece`)
  const pieces = statement.iterate(asked.domain, day, receivedAt, report, asked.to)
  return someRows(pieces as Iterable<PieceRow>, limit)
}

/** Pieces are read until they have enough. */
function someRows(pieces: Iterable<PieceRow>, limit: number, behind = -1): Row[] {
  const rows: Row[] = []
  if (limit === 0) return rows
  for (const [day, receivedAt, report, records, packed] of pieces) {
    for (const row of unpackRows(packed, records)) {
      if (row.seq > behind && rows.length < limit) rows.push({ ...row, day, receivedAt, report })
    }
    if (rows.length >= limit) break
  }
  return rows
}

/** Records with their reports and names. */
export function recordsFrom(prepared: Prepared, rows: readonly Row[]): ReportedRecord[] {
  const reports = remembered((no) => reportByNo(prepared, no))
  const results = remembered((no) => resultsOf(prepared, no))
  const ips = ipsOf(prepared, distinct(rows.map(({ ip }) => ip)))
  const named = rows.flatMap(({ headerFrom, envelopeFrom, envelopeTo }) => [
    headerFrom,
    envelopeFrom,
    envelopeTo,
  ])
  const texts = textsOf(prepared, 'texts', distinct(named))
  const text = (no: number | null) => (no === null ? undefined : texts.get(no))
  return rows.flatMap((row): ReportedRecord[] => {
    const report = reports(row.report)
    if (!report) return []
    const { ip = '', ...name } = ips.get(row.ip) ?? {}
    const { uid, head, receivedAt, authenticated } = report
    const { dkim, spf, disposition } = verdictsOf(row.bits)
    const [headerFrom = '', envelopeFrom, envelopeTo] = [
      text(row.headerFrom),
      text(row.envelopeFrom),
      text(row.envelopeTo),
    ]
    const record = {
      ip,
      count: row.messages,
      dkim,
      spf,
      disposition,
      headerFrom,
      ...(envelopeFrom !== undefined && { envelopeFrom }),
      ...(envelopeTo !== undefined && { envelopeTo }),
      results: results(row.results),
    }
    return [{ report: { uid, head, receivedAt, authenticated }, record, name }]
  })
}

const distinct = (numbers: readonly (number | null)[]): number[] => [
  ...new Set(numbers.filter((no) => no !== null)),
]

function resultsOf(prepared: Prepared, no: number): Results {
  const [json] = firstOf<[string]>(prepared('SELECT results FROM dmarc_results WHERE no = ?'), no) ?? []
  return json === undefined ? { dkim: [], spf: [], reasons: [] } : (JSON.parse(json) as Results)
}

/** Many records share a report, and many what was found of them. */
function remembered<T>(read: (no: number) => T): (no: number) => T {
  const kept = new Map<number, T>()
  return (no) => {
    const there = kept.get(no)
    if (there !== undefined) return there
    const made = read(no)
    kept.set(no, made)
    return made
  }
}
