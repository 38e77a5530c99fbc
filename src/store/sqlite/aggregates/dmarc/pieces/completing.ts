import { isLongRange } from '../../../../../core/aggregate/report.ts'
import { unpackRows } from '../../../../keeping/dmarc/columns.ts'
import type { Connection } from '../../../connection.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { ReportFacts } from '../ledger/report-facts.ts'
import type { Memory } from '../memory.ts'

/** Counts what an earlier version did not count of pieces that it counted, a few at a time: the newest reports first, so that the last days of
 * addresses are written once. */
export interface Completing {
  /** Some of them, of a domain where one is given. Says whether none is left. */
  some(domain?: number): boolean
  ofReport(report: number): boolean
}

/** What a piece costs beside its records, and what one write takes, unless one piece costs more. */
const [COST_OF_PIECE, COST_AT_ONCE] = [4, 800]
const PIECES_AT_ONCE = COST_AT_ONCE / COST_OF_PIECE

const COLUMNS = `c.domain, c.report, c.piece, r.day, r.received_at, r.reporter, r.policy_domain, r.policy, r.authenticated, r.sender, r.begin_at, r.end_at,
  p.records, p.rows`
type Row = [
  domain: number,
  report: number,
  piece: number,
  day: number,
  receivedAt: number,
  reporter: number,
  policyDomain: number,
  policy: number | null,
  authenticated: number,
  sender: number | null,
  begin: number,
  end: number,
  records: number,
  rows: string,
]
const JOINED = 'CROSS JOIN dmarc_reports AS r ON r.no = c.report'
const THEIR_PIECES =
  'CROSS JOIN dmarc_pieces AS p ON p.report = c.report AND p.domain = c.domain AND p.piece = c.piece'

export function createCompleting(
  { driver }: Pick<Connection, 'driver'>,
  memory: Memory,
  ledger: Pick<Ledger, 'complete'>,
): Completing {
  const all = driver
    .prepare<[number], Row>(
      `SELECT ${COLUMNS} FROM dmarc_partly_counted AS c ${JOINED} ${THEIR_PIECES} ORDER BY c.domain DESC, c.report DESC, c.piece DESC LIMIT ?`,
    )
    .raw()
  const ofDomain = driver
    .prepare<[number, number], Row>(
      `SELECT ${COLUMNS} FROM dmarc_partly_counted AS c ${JOINED} ${THEIR_PIECES} WHERE c.domain = ? ORDER BY c.report DESC, c.piece DESC LIMIT ?`,
    )
    .raw()
  const ofReport = driver
    .prepare<[number, number], Row>(
      `SELECT ${COLUMNS} FROM dmarc_pieces AS p
      CROSS JOIN dmarc_partly_counted AS c ON c.domain = p.domain AND c.report = p.report AND c.piece = p.piece ${JOINED}
      WHERE p.report = ? ORDER BY p.domain, p.piece LIMIT ?`,
    )
    .raw()
  const remove = driver.prepare(
    'DELETE FROM dmarc_partly_counted WHERE domain = ? AND report = ? AND piece = ?',
  )
  const isLeft = driver.prepare('SELECT 1 FROM dmarc_partly_counted WHERE domain = ? AND report = ? LIMIT 1')
  const any = driver.prepare('SELECT 1 FROM dmarc_partly_counted LIMIT 1')

  function complete(row: Row): void {
    const [domain, report, piece] = row
    const [records, rows] = row.slice(-2) as [number, string]
    remove.run(domain, report, piece)
    ledger.complete(factsIn(row), domain, unpackRows(rows, records), !isLeft.get(domain, report))
  }

  function some(find: () => Iterable<Row>): boolean {
    // Once all are done it costs nothing.
    if (!any.get()) return true
    memory.settle()
    const [taken, isAll] = takenOf(find())
    if (taken.length === 0) return true
    memory.change()
    for (const row of taken) complete(row)
    memory.settle()
    return isAll
  }

  return {
    some: (domain) =>
      some(() =>
        domain === undefined ? all.iterate(PIECES_AT_ONCE + 1) : ofDomain.iterate(domain, PIECES_AT_ONCE + 1),
      ),
    ofReport: (report) => some(() => ofReport.iterate(report, PIECES_AT_ONCE + 1)),
  }
}

/** What one write takes, and whether that is all. */
function takenOf(rows: Iterable<Row>): [taken: Row[], isAll: boolean] {
  const taken: Row[] = []
  let cost = 0
  for (const row of rows) {
    const [records] = row.slice(-2) as [number, string]
    if (taken.length > 0 && cost + records + COST_OF_PIECE > COST_AT_ONCE) return [taken, false]
    taken.push(row)
    cost += records + COST_OF_PIECE
  }
  return [taken, true]
}

function factsIn(row: Row): ReportFacts {
  const [, no, before, day, receivedAt, reporter, policyDomain, policy, authenticated, sender, begin, end] =
    row
  const isLong = isLongRange({ begin, end })
  const said = { reporter, reporterName: 0, policyDomain, policy, authenticated, sender }
  return { no, day, receivedAt, ...said, isLong, isNew: false, before }
}
