import { isLongRange } from '../../../../../core/aggregate/report.ts'
import { unpackRows } from '../../../../keeping/dmarc/columns.ts'
import type { Connection } from '../../../connection.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { ReportFacts } from '../ledger/report-facts.ts'
import { byKey, manyRows, valuesOf } from '../ledger/statements.ts'
import type { Memory } from '../memory.ts'

/** Reports are kept as they come, and counted afterwards, many of a domain together: sums are written seldom. */
export interface Counting {
  /** Notes a piece that is to be counted. `name`: of the reporter. */
  add(piece: { domain: number; report: number; piece: number; records: number; name: number }): void
  /** Counts some of what waits, of a domain where one is given, and of reports up to a number. Says whether nothing of it is left. */
  some(domain?: number, upTo?: number): boolean
  ofReport(report: number): boolean
  /** What waits, and of which domains, of those that were added to since this was asked, more waits than may. */
  waiting(): { all: number; full: number[] }
}

const inOrder = byKey(3)
/** Domains of which something waits. */
const MOST_REMEMBERED = Number.POSITIVE_INFINITY

/** What counting costs, in records each of a source of its own: a piece has rows of its report beside them, and a day one of its sets. */
const [COST_OF_PIECE, COST_OF_DAY] = [4, 4]
/** What one write counts, unless one piece costs more: as long as a write that keeps takes. Rows of a table that are written together share its pages. */
const COST_AT_ONCE = 3_200
const PIECES_AT_ONCE = COST_AT_ONCE / COST_OF_PIECE
/** Of a domain: whoever asks for its sums waits for so much to be counted. */
const MOST_OF_DOMAIN = 250_000

interface Uncounted {
  domain: number
  pieces: number
  isWhole: boolean
  records: number
  rows: string
  facts: ReportFacts
}

const COLUMNS = `u.domain, u.report, u.piece, u.name, r.day, r.received_at, r.reporter, r.authenticated, r.begin_at, r.end_at, r.pieces,
  r.pieces_in, r.policy_domain, r.policy, r.sender, p.records, p.rows`
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
  policyDomain: number,
  policy: number | null,
  sender: number | null,
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
    .prepare<[number, number], Row>(
      `SELECT ${COLUMNS} FROM dmarc_uncounted AS u ${JOINED} ${THEIR_PIECES} WHERE u.report <= ? ORDER BY u.domain, u.report, u.piece LIMIT ?`,
    )
    .raw()
  const ofDomain = driver
    .prepare<[number, number, number], Row>(
      `SELECT ${COLUMNS} FROM dmarc_uncounted AS u ${JOINED} ${THEIR_PIECES} WHERE u.domain = ? AND u.report <= ? ORDER BY u.report, u.piece LIMIT ?`,
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
  const weights = createWeights({ driver }, memory)

  function count(piece: Uncounted): void {
    const { domain, facts, pieces, isWhole, records: own, rows } = piece
    ledger.enter(facts, domain, unpackRows(rows, own))
    remove.run(domain, facts.no, facts.before)
    const isMore = pieces > 1 && (!isWhole || isLeft.get(domain, facts.no))
    if (!isMore) ledger.done(domain, facts.no)
  }

  /** More are found than are taken, so that it is seen whether something is left. */
  function countSome(find: () => Iterable<Row>): boolean {
    memory.settle()
    const [taken, isAll] = takenOf(find())
    if (taken.length === 0) return true
    memory.change()
    for (const piece of taken) {
      weights.add(piece.domain, -weightOf(piece.records))
      count(piece)
    }
    memory.settle()
    return isAll
  }

  return {
    add({ domain, report, piece, records, name }) {
      weights.add(domain, weightOf(records))
      gathered.push([domain, report, piece, records, name])
    },
    some: (domain, upTo = Number.MAX_SAFE_INTEGER) =>
      countSome(() =>
        domain === undefined
          ? all.iterate(upTo, PIECES_AT_ONCE + 1)
          : ofDomain.iterate(domain, upTo, PIECES_AT_ONCE + 1),
      ),
    ofReport: (report) => countSome(() => ofReport.iterate(report, PIECES_AT_ONCE + 1)),
    waiting: weights.told,
  }
}

const weightOf = (records: number): number => records + COST_OF_PIECE

/** What one write takes, and whether that is all. */
function takenOf(rows: Iterable<Row>): [taken: Uncounted[], isAll: boolean] {
  const taken: Uncounted[] = []
  const days = new Set<string>()
  let cost = 0
  for (const row of rows) {
    const piece = uncountedOf(row)
    const { day, authenticated } = piece.facts
    const name = `${piece.domain}/${day}/${authenticated}`
    const more = weightOf(piece.records) + (days.has(name) ? 0 : COST_OF_DAY)
    if (taken.length > 0 && cost + more > COST_AT_ONCE) return [taken, false]
    taken.push(piece)
    days.add(name)
    cost += more
  }
  return [taken, true]
}

/** What counting that which waits will cost, by domain. */
function createWeights({ driver }: Pick<Connection, 'driver'>, memory: Memory) {
  const read = driver
    .prepare<[number], [domain: number, weight: number]>(
      'SELECT domain, CAST(total(records + ?) AS INTEGER) FROM dmarc_uncounted GROUP BY domain',
    )
    .raw()
  const known = memory.part<number, number>(MOST_REMEMBERED)
  const [sums, more] = [memory.part<'all', number>(1), memory.part<number, true>(MOST_REMEMBERED)]

  /** Before anything that was gathered is added. */
  function load(): number {
    const there = sums.get('all')
    if (there !== undefined) return there
    known.clear()
    let sum = 0
    for (const [domain, weight] of read.all(COST_OF_PIECE)) {
      known.set(domain, weight)
      sum += weight
    }
    sums.set('all', sum)
    return sum
  }

  return {
    add(domain: number, by: number): void {
      sums.set('all', load() + by)
      const weight = (known.get(domain) ?? 0) + by
      if (weight > 0) known.set(domain, weight)
      else known.delete(domain)
      if (weight > MOST_OF_DOMAIN) more.set(domain, true)
    },
    told(): { all: number; full: number[] } {
      const full = [...more.keys()].filter((domain) => (known.get(domain) ?? 0) > MOST_OF_DOMAIN)
      more.clear()
      return { all: load(), full }
    },
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
  const [begin, end, pieces, piecesIn, policyDomain, policy, sender, records, rows] = rest
  const [isLong, isNew] = [isLongRange({ begin, end }), piece === 0]
  return {
    domain,
    pieces,
    isWhole: pieces === piecesIn,
    records,
    rows,
    facts: {
      no,
      day,
      receivedAt,
      reporter,
      reporterName,
      policyDomain,
      policy,
      authenticated,
      sender,
      isLong,
      isNew,
      before: piece,
    },
  }
}
