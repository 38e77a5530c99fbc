import type { Results } from '../../../../../core/aggregate/report.ts'
import type { RecordPlace, ReportedRecord } from '../../../../aggregates.ts'
import { verdictsOf } from '../bits.ts'
import { reportByNo, type StoredReport } from './heads.ts'
import { NAMED, type NameRow, nameOf } from './source-names.ts'
import { type Asked, counting, firstOf, type Prepared, rowsOf } from './statements.ts'

/** Where a record stands: behind the reports of its day that came before. */
interface Place {
  day: number
  receivedAt: number
  report: number
  seq: number
}

const PLACE = /^(\d{1,9})\.(\d{1,15})\.(\d{1,15})\.(\d{1,9})$/

const placeOf = ({ day, receivedAt, report, seq }: Place): RecordPlace =>
  `${day}.${receivedAt}.${report}.${seq}`

function readPlace(text: RecordPlace): Place | undefined {
  const [, ...numbers] = PLACE.exec(text) ?? []
  const [day, receivedAt, report, seq] = numbers.map(Number)
  return day === undefined || receivedAt === undefined || report === undefined || seq === undefined
    ? undefined
    : { day, receivedAt, report, seq }
}

const COLUMNS = `x.report, x.seq, x.messages, x.bits, f.text, ef.text, et.text, x.results, i.ip, ${NAMED}`
const JOINED = `
    CROSS JOIN dmarc_ips AS i ON i.no = x.ip
    CROSS JOIN dmarc_texts AS f ON f.no = x.header_from
    LEFT JOIN dmarc_texts AS ef ON ef.no = x.envelope_from
    LEFT JOIN dmarc_texts AS et ON et.no = x.envelope_to
    LEFT JOIN dmarc_organizations AS o ON o.no = i.organization`

type Row = [
  receivedAt: number,
  report: number,
  seq: number,
  messages: number,
  bits: number,
  headerFrom: string,
  envelopeFrom: string | null,
  envelopeTo: string | null,
  results: number,
  ip: string,
  ...name: NameRow,
]

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
    rows.push(
      ...following(
        prepared,
        asked,
        at ?? { day: asked.from, receivedAt: -1, report: -1 },
        limit - rows.length,
      ),
    )
  }
  return recordsFrom(prepared, rows, limit)
}

function beginOf(prepared: Prepared, uid: string): Place | undefined {
  const statement = prepared('SELECT day, received_at, no FROM dmarc_reports WHERE uid = ?')
  const [day, receivedAt, report] = firstOf<[number, number, number]>(statement, uid) ?? []
  if (day === undefined || receivedAt === undefined || report === undefined) return undefined
  return { day, receivedAt, report, seq: -1 }
}

/** Of the report at the place. */
function restOf(prepared: Prepared, asked: Asked, at: Place, limit: number): Row[] {
  if (at.day < asked.from || at.day > asked.to) return []
  const statement = prepared(`
    SELECT s.received_at, ${COLUMNS}
    FROM dmarc_slices AS s CROSS JOIN dmarc_records AS x ON x.domain = s.domain AND x.day = s.day AND x.report = s.report${JOINED}
    WHERE s.domain = ? AND s.day = ? AND s.received_at = ? AND s.report = ?${counting(asked, 's')} AND x.seq > ?
    ORDER BY s.day, s.received_at, s.report, x.seq LIMIT ?`)
  return rowsOf<Row>(statement, asked.domain, at.day, at.receivedAt, at.report, at.seq, limit)
}

/** Of the reports behind it. */
function following(
  prepared: Prepared,
  asked: Asked,
  { day, receivedAt, report }: Omit<Place, 'seq'>,
  limit: number,
): Row[] {
  const statement = prepared(`
    SELECT s.received_at, ${COLUMNS}
    FROM dmarc_slices AS s CROSS JOIN dmarc_records AS x ON x.domain = s.domain AND x.day = s.day AND x.report = s.report${JOINED}
    WHERE s.domain = ? AND (s.day, s.received_at, s.report) > (?, ?, ?) AND s.day <= ?${counting(asked, 's')} AND going(s.report)
    ORDER BY s.day, s.received_at, s.report, x.seq LIMIT ?`)
  return rowsOf<Row>(statement, asked.domain, day, receivedAt, report, asked.to, limit)
}

function recordsFrom(prepared: Prepared, rows: readonly Row[], limit: number) {
  const reports = remembered((no) => reportByNo(prepared, no))
  const results = remembered((no) => resultsOf(prepared, no))
  const records = rows.flatMap((row): ReportedRecord[] => {
    const report = reports(row[1])
    return report ? [recordOf(row, report, results(row[8]))] : []
  })
  const last = rows.at(-1)
  const day = last && reports(last[1])?.day
  if (!last || day === undefined || rows.length < limit) return { records }
  return { records, next: placeOf({ day, receivedAt: last[0], report: last[1], seq: last[2] }) }
}

function recordOf(
  [, , , count, bits, headerFrom, envelopeFrom, envelopeTo, , ip, ...name]: Row,
  { uid, head, receivedAt, authenticated }: StoredReport,
  results: Results,
): ReportedRecord {
  const { dkim, spf, disposition } = verdictsOf(bits)
  return {
    report: { uid, head, receivedAt, authenticated },
    record: {
      ip,
      count,
      dkim,
      spf,
      disposition,
      headerFrom,
      ...(envelopeFrom !== null && { envelopeFrom }),
      ...(envelopeTo !== null && { envelopeTo }),
      results,
    },
    name: nameOf(name),
  }
}

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
