import type { AggregateHead, Results } from '../../../core/aggregate/report.ts'
import { BROKEN, DKIM, SPF } from '../../keeping/dmarc/bits.ts'
import { unpackRows } from '../../keeping/dmarc/columns.ts'
import type { RecordRow } from '../../keeping/dmarc/counts.ts'
import { policyText } from '../../keeping/dmarc/incoming.ts'
import { isWithin, saidIn } from '../../keeping/dmarc/said.ts'
import { readTraits } from '../../keeping/dmarc/traits.ts'
import { type Row, RowRefused, type Step, type Value } from '../../keeping/move/rows.ts'
import type { Connection } from '../connection.ts'
import { createTexts, type Texts } from './texts.ts'

type Read = (after?: Row) => Iterable<Step>

/** Numbers of texts stand in traits at the second of four places. */
const [STRIDE, NAME] = [4, 1] as const

const REMEMBERED = 20_000

/** Reads what has texts by numbers, with the texts in their place. The columns are those of WITH_TEXTS. */
export function dmarcReads(connection: Pick<Connection, 'driver'>): Readonly<Record<string, Read>> {
  const texts = createTexts(connection)
  return {
    dmarc_reports: (after) => reportsFrom(connection, texts, after),
    dmarc_slices: (after) => slicesFrom(connection, texts, after),
    dmarc_records: (after) => recordsFrom(connection, texts, after),
    dmarc_seen: (after) => seenFrom(connection, texts, after),
  }
}

/** Gives what is read, or says of which row it cannot be. */
function reading(table: string, at: Row, read: () => Row[]): Step {
  try {
    return { rows: read(), at }
  } catch (cause) {
    throw new RowRefused(table, at, `${cause instanceof Error ? cause.message : String(cause)}.`)
  }
}

/** The first column is the account of the domain. */
function demandDomain([account]: Row): void {
  if (account === null) throw new Error('it is of a domain that is not there')
}

const textOrNull = (texts: Texts, no: Value | undefined): string | null =>
  typeof no === 'number' ? texts.text(no) : null

const textAt = (texts: Texts, no: Value | undefined): string => texts.text(Number(no))

function* reportsFrom({ driver }: Pick<Connection, 'driver'>, texts: Texts, after?: Row): Generator<Step> {
  const read = driver.prepare<Value[], Value[]>(
    `SELECT no, uid, account_id, key_hash, content_hash, file_id, replaced_file, leaving_for, leaving_at, pieces_in, records_in, pieces,
      day, begin_at, end_at, received_at, authenticated, head, reporter, policy_domain, policy, sender
      FROM dmarc_reports WHERE no > ? ORDER BY no`,
  )
  for (const row of read.raw().iterate(after?.[0] ?? -1)) {
    const own = row.slice(0, -4)
    const [reporter, policyDomain, policy, sender] = row.slice(-4)
    yield reading('dmarc_reports', [row[0] ?? null], () => {
      const head: AggregateHead = JSON.parse(String(own.at(-1)))
      // Of what an earlier version kept it stands in the head.
      const said = head.policy ?? { p: '', adkim: 'r', aspf: 'r' }
      return [
        [
          ...own,
          textAt(texts, reporter),
          head.orgName,
          textAt(texts, policyDomain),
          typeof policy === 'number' ? texts.text(policy) : policyText(said),
          textOrNull(texts, sender),
        ],
      ]
    })
  }
}

const BEHIND_SLICE = '(s.domain, s.day, s.received_at, s.report) > (?, ?, ?, ?)'
const IN_ORDER = 's.domain, s.day, s.received_at, s.report'

function* slicesFrom({ driver }: Pick<Connection, 'driver'>, texts: Texts, after?: Row): Generator<Step> {
  const read = driver.prepare<Value[], Value[]>(
    `SELECT n.account_id, s.domain, s.day, s.received_at, s.report, s.records, s.authenticated, s.messages, s.pass, s.dkim, s.spf, s.none,
      s.passed, s.quarantine, s.reject, s.reporter, r.sender
      FROM dmarc_slices AS s LEFT JOIN dmarc_domains AS n ON n.no = s.domain LEFT JOIN dmarc_reports AS r ON r.no = s.report
      WHERE ${BEHIND_SLICE} ORDER BY ${IN_ORDER}`,
  )
  for (const row of read.raw().iterate(...(after ?? [-1, 0, 0, 0]))) {
    const [reporter, sender] = row.slice(-2)
    yield reading('dmarc_slices', row.slice(1, 5), () => {
      demandDomain(row)
      return [[...row.slice(0, -2), textAt(texts, reporter), textOrNull(texts, sender)]]
    })
  }
}

type PieceRow = [
  domain: number,
  day: number,
  receivedAt: number,
  report: number,
  piece: number,
  authenticated: number,
  account: string,
  own: string,
  records: number,
  rows: string,
]

/** Piece by piece, in the order of slices. */
function* recordsFrom({ driver }: Pick<Connection, 'driver'>, texts: Texts, after?: Row): Generator<Step> {
  const read = driver.prepare<Value[], PieceRow>(
    `SELECT s.domain, s.day, s.received_at, s.report, p.piece, s.authenticated, n.account_id, n.domain, p.records, p.rows
      FROM dmarc_slices AS s CROSS JOIN dmarc_domains AS n ON n.no = s.domain
      CROSS JOIN dmarc_pieces AS p ON p.report = s.report AND p.domain = s.domain
      WHERE (s.domain, s.day, s.received_at, s.report) >= (@domain, @day, @at, @report)
        AND ((s.domain, s.day, s.received_at, s.report) <> (@domain, @day, @at, @report) OR p.piece > @piece)
      ORDER BY ${IN_ORDER}, p.piece`,
  )
  const [domain = -1, day = 0, at = 0, report = 0, piece = -1] = after ?? []
  const failedOf = createFailed(texts)
  for (const row of read.raw().iterate({ domain, day, at, report, piece } as never)) {
    const [no, ofDay, , ofReport, , authenticated, account, own, records, rows] = row
    yield reading('dmarc_records', row.slice(0, 5) as Value[], () =>
      unpackRows(rows, records).map((one): Row => {
        const headerFrom = texts.text(one.headerFrom)
        const bits = marked(one, isWithin(headerFrom, own) ? failedOf(one.results) : [], own)
        const head = [account, no, ofDay, ofReport, one.seq, one.ip, one.messages, bits, authenticated]
        const [from, to] = [textOrNull(texts, one.envelopeFrom), textOrNull(texts, one.envelopeTo)]
        return [...head, headerFrom, from, to, texts.results(one.results)]
      }),
    )
  }
}

/** A failing record says here itself that a signature of the domain's own did not verify. */
function marked({ bits }: RecordRow, failed: readonly string[], own: string): number {
  const isBroken = (bits & (DKIM | SPF)) === 0 && failed.some((one) => isWithin(one, own))
  return isBroken ? bits | BROKEN : bits & ~BROKEN
}

/** Whose signatures did not verify, by the number of results. */
function createFailed(texts: Texts): (results: number) => readonly string[] {
  const known = new Map<number, readonly string[]>()
  return (no) => {
    const there = known.get(no)
    if (there) return there
    const { failed } = saidIn(JSON.parse(texts.results(no)) as Results, () => 0)
    if (known.size >= REMEMBERED) known.clear()
    known.set(no, failed)
    return failed
  }
}

function* seenFrom({ driver }: Pick<Connection, 'driver'>, texts: Texts, after?: Row): Generator<Step> {
  const read = driver.prepare<Value[], Value[]>(
    `SELECT n.account_id, s.domain, s.ip, s.first_day, s.last_day, s.last_pass, s.last_proven_pass, s.traits
      FROM dmarc_seen AS s LEFT JOIN dmarc_domains AS n ON n.no = s.domain
      WHERE (s.domain, s.ip) > (?, ?) ORDER BY s.domain, s.ip`,
  )
  for (const row of read.raw().iterate(...(after ?? [-1, 0]))) {
    yield reading('dmarc_seen', row.slice(1, 3), () => {
      demandDomain(row)
      const { list } = readTraits(String(row.at(-1)))
      const named = list.map((one, at) => (at % STRIDE === NAME ? texts.text(one) : one))
      return [[...row.slice(0, -1), JSON.stringify(named)]]
    })
  }
}
