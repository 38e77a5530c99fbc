import type { RecordPlace, ReportedRecord } from '../../../../../aggregates.ts'
import type { RecordsOfQuery } from '../../../../../dmarc/source-facts.ts'
import { unpackRows } from '../../../../../keeping/dmarc/columns.ts'
import { COUNTED, type Place, placeOf, type Row, readPlace, recordsFrom } from '../records.ts'
import { type Asked, counting, type Prepared, rowsOf } from '../statements.ts'
import { numbersOf } from './source-days.ts'

/** What one call reads at most. */
const [MOST_PIECES, MOST_RECORDS] = [2_000, 200_000]
/** Addresses that are looked for one by one on each day; of more, rows of a day are read until one is found. */
const FEW = 500
/** Addresses whose numbers are looked for in what is packed before it is read. */
const FEW_NUMBERS = 20
const END = Number.MAX_SAFE_INTEGER

/** Records of some addresses behind a place: the newest day first, and within one the report that came last. */
export function recordsOfSources(
  prepared: Prepared,
  asked: Asked,
  { ips, after, limit }: RecordsOfQuery,
): { records: ReportedRecord[]; next?: RecordPlace } {
  const at = after === undefined ? undefined : readPlace(after)
  const these = numbersOf(prepared, [...new Set(ips)])
  if ((after !== undefined && !at) || these.length === 0 || limit <= 0) return { records: [] }
  const looking = lookingFor(new Set(these), limit)
  for (const [day, piece] of piecesOf(prepared, asked, these, at)) {
    looking.into(piece, day, at)
    if (looking.isEnough()) break
  }
  const { rows, place } = looking.found()
  return { records: recordsFrom(prepared, rows), ...(place && { next: placeOf(place) }) }
}

type PieceRow = [receivedAt: number, report: number, piece: number, records: number, rows: string]

/** Of the days that have any of the addresses, from the report at a place on. */
function* piecesOf(
  prepared: Prepared,
  asked: Asked,
  these: readonly number[],
  at: Place | undefined,
): Generator<[day: number, piece: PieceRow]> {
  const statement = prepared(`
    SELECT s.received_at, s.report, p.piece, p.records, p.rows
    FROM dmarc_slices AS s CROSS JOIN dmarc_pieces AS p ON p.report = s.report AND p.domain = s.domain
    WHERE s.domain = ? AND s.day = ? AND (s.received_at, s.report) <= (?, ?)${counting(asked, 's')} AND going(s.report)
      AND ${COUNTED}
    ORDER BY s.received_at DESC, s.report DESC, p.piece`)
  for (const day of daysOf(prepared, asked, these, at)) {
    const { receivedAt, report } = at?.day === day ? at : { receivedAt: END, report: END }
    const pieces = statement.iterate(asked.domain, day, receivedAt, report) as Iterable<PieceRow>
    for (const piece of pieces) yield [day, piece]
  }
}

/** Days that have any of the addresses, the newest first. */
function daysOf(prepared: Prepared, asked: Asked, these: readonly number[], at: Place | undefined): number[] {
  const isFew = these.length <= FEW
  const ofDay = `s.domain = :domain AND s.day = d.day${counting(asked, 's')}`
  const any = isFew
    ? `SELECT 1 FROM json_each(:these) AS w CROSS JOIN dmarc_day_sources AS s ON s.ip = w.value WHERE ${ofDay}`
    : `SELECT 1 FROM dmarc_day_sources AS s WHERE ${ofDay} AND s.ip IN (SELECT value FROM json_each(:these))`
  const statement = prepared(`
    SELECT d.day FROM (SELECT DISTINCT day FROM dmarc_days WHERE domain = :domain AND day BETWEEN :from AND :to) AS d
    WHERE going(d.day) AND EXISTS (${any})`)
  const { domain, from } = asked
  const to = Math.min(asked.to, at?.day ?? asked.to)
  return rowsOf<[number]>(statement, { domain, from, to, these: JSON.stringify(these) })
    .map(([day]) => day)
    .reverse()
}

/** Takes rows out of pieces until there are enough, or so much was looked through. */
function lookingFor(ips: ReadonlySet<number>, limit: number) {
  const numbers = ips.size > FEW_NUMBERS ? [] : [...ips].map(String)
  const rows: Row[] = []
  let [pieces, records] = [0, 0]
  let last: Place | undefined
  const isMuch = () => pieces >= MOST_PIECES || records >= MOST_RECORDS
  const mayHave = (packed: string) => numbers.length === 0 || numbers.some((one) => packed.includes(one))

  function take(all: readonly Row[], behind: number): void {
    for (const row of all) {
      if (row.seq <= behind || !ips.has(row.ip)) continue
      if (rows.length >= limit) return
      rows.push(row)
      last = row
    }
  }

  return {
    into([receivedAt, report, piece, count, packed]: PieceRow, day: number, at: Place | undefined): void {
      const behind = at?.day === day && at.report === report ? at.seq : -1
      const place = { day, receivedAt, report }
      // What stands behind it in the piece is looked at again: it is of others.
      last = { ...place, seq: Math.max(piece, behind) }
      if (mayHave(packed)) {
        take(
          unpackRows(packed, count).map((row) => ({ ...row, ...place })),
          behind,
        )
      }
      pieces += 1
      records += count
    },
    isEnough: () => rows.length >= limit || isMuch(),
    found: () => ({ rows, place: rows.length >= limit || isMuch() ? last : undefined }),
  }
}
