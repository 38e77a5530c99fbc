import { isLongRange } from '../../../../../core/aggregate/report.ts'
import type { Connection } from '../../../connection.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { ReportFacts } from '../ledger/report-facts.ts'
import { byKey, manyRows, valuesOf } from '../ledger/statements.ts'
import type { Memory } from '../memory.ts'
import { unpackRows } from './columns.ts'

/** Reports are kept as they come, and counted afterwards, many of a domain together: sums are written seldom. */
export interface Counting {
  /** Notes a piece that is to be counted. `name`: of the reporter. */
  add(piece: { domain: number; report: number; piece: number; records: number; name: number }): void
  /** Counts some of what waits, of a domain where one is given. Says whether nothing of it is left. */
  some(domain?: number): boolean
  ofReport(report: number): boolean
  /** Records that wait. */
  waiting(): number
}

const inOrder = byKey(3)

/** Records that one write counts, unless one piece has more. */
const COUNTED_AT_ONCE = 1_200
const PIECES_AT_ONCE = 600

interface Uncounted {
  domain: number
  pieces: number
  isWhole: boolean
  records: number
  rows: string
  facts: ReportFacts
}

const COLUMNS = `u.domain, u.report, u.piece, u.name, r.day, r.received_at, r.reporter, r.authenticated, r.begin_at, r.end_at, r.pieces,
  r.pieces_in, p.records, p.rows`
type Row = [
  domain: number,
  report: number,
  piece: number,
  name: number,
  day: number,
  receivedAt: number,
  reporter: number,
  authenticated: number,
  begin: number,
  end: number,
  pieces: number,
  piecesIn: number,
  records: number,
  rows: string,
]
const JOINED = 'CROSS JOIN dmarc_reports AS r ON r.no = u.report'
const THEIR_PIECES =
  'CROSS JOIN dmarc_pieces AS p ON p.report = u.report AND p.domain = u.domain AND p.piece = u.piece'

export function createCounting(
  { driver }: Pick<Connection, 'driver'>,
  memory: Memory,
  ledger: Ledger,
): Counting {
  const insert = manyRows(
    { driver },
    (rows) =>
      `INSERT INTO dmarc_uncounted (domain, report, piece, records, name) VALUES ${valuesOf(5, rows)}`,
  )
  const gathered = memory.list<number[]>()
  memory.gathers(() => {
    if (gathered.length > 0) insert(gathered.splice(0).sort(inOrder))
  })
  const all = driver
    .prepare<[number], Row>(
      `SELECT ${COLUMNS} FROM dmarc_uncounted AS u ${JOINED} ${THEIR_PIECES} ORDER BY u.domain, u.report, u.piece LIMIT ?`,
    )
    .raw()
  const ofDomain = driver
    .prepare<[number, number], Row>(
      `SELECT ${COLUMNS} FROM dmarc_uncounted AS u ${JOINED} ${THEIR_PIECES} WHERE u.domain = ? ORDER BY u.report, u.piece LIMIT ?`,
    )
    .raw()
  const ofReport = driver
    .prepare<[number, number], Row>(
      `SELECT ${COLUMNS} FROM dmarc_pieces AS p
      CROSS JOIN dmarc_uncounted AS u ON u.domain = p.domain AND u.report = p.report AND u.piece = p.piece ${JOINED}
      WHERE p.report = ? ORDER BY p.domain, p.piece LIMIT ?`,
    )
    .raw()
  const remove = driver.prepare('DELETE FROM dmarc_uncounted WHERE domain = ? AND report = ? AND piece = ?')
  const isLeft = driver.prepare('SELECT 1 FROM dmarc_uncounted WHERE domain = ? AND report = ? LIMIT 1')
  const records = driver.prepare<[], [number]>('SELECT total(records) FROM dmarc_uncounted').raw()
  const known = memory.part<'waiting', number>(1)

  const waiting = (): number => known.get('waiting') ?? records.get()?.[0] ?? 0

  function count(piece: Uncounted): void {
    const { domain, facts, pieces, isWhole, records: own, rows } = piece
    ledger.enter(facts, domain, unpackRows(rows, own))
    remove.run(domain, facts.no, facts.before)
    const isMore = pieces > 1 && (!isWhole || isLeft.get(domain, facts.no))
    if (!isMore) ledger.done(domain, facts.no)
  }

  /** One more is found than is taken, so that it is seen whether something is left. */
  function countSome(find: () => Iterable<Row>): boolean {
    memory.settle()
    const taken: Uncounted[] = []
    let [sum, isAll] = [0, true]
    for (const row of find()) {
      const piece = uncountedOf(row)
      if (taken.length === PIECES_AT_ONCE || (sum > 0 && sum + piece.records > COUNTED_AT_ONCE)) {
        isAll = false
        break
      }
      taken.push(piece)
      sum += piece.records
    }
    if (taken.length === 0) return true
    const left = waiting() - sum
    memory.change()
    for (const piece of taken) count(piece)
    memory.settle()
    known.set('waiting', left)
    return isAll
  }

  return {
    add({ domain, report, piece, records: more, name }) {
      const before = waiting()
      gathered.push([domain, report, piece, more, name])
      known.set('waiting', before + more)
    },
    some: (domain) =>
      countSome(() =>
        domain === undefined ? all.iterate(PIECES_AT_ONCE + 1) : ofDomain.iterate(domain, PIECES_AT_ONCE + 1),
      ),
    ofReport: (report) => countSome(() => ofReport.iterate(report, PIECES_AT_ONCE + 1)),
    waiting,
  }
}

function uncountedOf([
  domain,
  no,
  piece,
  reporterName,
  day,
  receivedAt,
  reporter,
  authenticated,
  ...rest
]: Row): Uncounted {
  const [begin, end, pieces, piecesIn, records, rows] = rest
  const [isLong, isNew] = [isLongRange({ begin, end }), piece === 0]
  return {
    domain,
    pieces,
    isWhole: pieces === piecesIn,
    records,
    rows,
    facts: { no, day, receivedAt, reporter, reporterName, authenticated, isLong, isNew, before: piece },
  }
}
