import { type Columns, packColumns, packRows, unpackRows } from '../../../../keeping/dmarc/columns.ts'
import type { RecordRow } from '../../../../keeping/dmarc/counts.ts'
import type { Connection } from '../../../connection.ts'
import type { Pair } from '../ledger/slice-sources.ts'
import { manyRows, valuesOf } from '../ledger/statements.ts'
import type { Memory } from '../memory.ts'

/** Of which report, and the day that it counts for. */
interface Of {
  no: number
  day: number
}

/** A record, and the piece that it is in. */
export type PlacedRow = RecordRow & { piece: number }

/** Records as they are kept: many in a row, which names their report, domain and piece. A piece has the number of the first record that came with
 * it, for whichever domain; so the pieces of a report stand one behind the other in each of its domains. */
export interface Pieces {
  insert(of: Of, domain: number, piece: number, columns: Columns): void
  /** Adds records of a domain to the pieces that they are in. */
  add(of: Of, domain: number, rows: readonly PlacedRow[]): void
  take(of: Of, domain: number, rows: readonly RecordRow[]): void
  /** Those behind a record, so many at most. */
  behind(domain: number, report: number, seq: number, limit: number): PlacedRow[]
  /** The last ones of a report in one of its domains. */
  last(report: number): { domain: number; rows: PlacedRow[] } | undefined
  hasAny(report: number): boolean
  /** What stands in pieces before one. */
  pairs(domain: number, report: number, before: number): Pair[]
}

interface Row {
  piece: number
  records: number
  rows: string
}

const placed = ({ piece, records, rows }: Row): PlacedRow[] =>
  unpackRows(rows, records).map((row) => ({ ...row, piece }))

export function createPieces({ driver }: Pick<Connection, 'driver'>, memory: Memory): Pieces {
  const columns = 'piece, records, rows'
  const insert = manyRows(
    { driver },
    (rows) =>
      `INSERT INTO dmarc_pieces (report, domain, piece, day, records, rows) VALUES ${valuesOf(6, rows)}`,
  )
  const update = driver.prepare(
    'UPDATE dmarc_pieces SET records = ?, rows = ? WHERE report = ? AND domain = ? AND piece = ?',
  )
  const remove = driver.prepare('DELETE FROM dmarc_pieces WHERE report = ? AND domain = ? AND piece = ?')
  const one = driver.prepare<[number, number, number], Row>(
    `SELECT ${columns} FROM dmarc_pieces WHERE report = ? AND domain = ? AND piece = ?`,
  )
  const holding = driver.prepare<[number, number, number], Row>(
    `SELECT ${columns} FROM dmarc_pieces WHERE report = ? AND domain = ? AND piece <= ? ORDER BY piece DESC LIMIT 1`,
  )
  const from = driver.prepare<[number, number, number], Row>(
    `SELECT ${columns} FROM dmarc_pieces WHERE report = ? AND domain = ? AND piece >= ? ORDER BY piece`,
  )
  const last = driver.prepare<[number], Row & { domain: number }>(
    `SELECT domain, ${columns} FROM dmarc_pieces WHERE report = ? ORDER BY domain DESC, piece DESC LIMIT 1`,
  )
  const gathered = memory.list<(number | string)[]>()
  memory.gathers(() => {
    if (gathered.length > 0) insert(gathered.splice(0))
  })
  const any = driver.prepare<[number]>('SELECT 1 FROM dmarc_pieces WHERE report = ? LIMIT 1')
  const before = driver.prepare<[number, number, number], Row>(
    `SELECT ${columns} FROM dmarc_pieces WHERE report = ? AND domain = ? AND piece < ?`,
  )

  function addTo({ no, day }: Of, domain: number, piece: number, rows: readonly RecordRow[]): void {
    const there = one.get(no, domain, piece)
    if (!there) insert([[no, domain, piece, day, rows.length, packRows(rows)]])
    else {
      const all = [...unpackRows(there.rows, there.records), ...rows].sort((a, b) => a.seq - b.seq)
      update.run(all.length, packRows(all), no, domain, piece)
    }
  }

  return {
    insert({ no, day }, domain, piece, added) {
      gathered.push([no, domain, piece, day, added.seq.length, packColumns(added)])
    },
    add(of, domain, rows) {
      for (const [piece, own] of Map.groupBy(rows, (row) => row.piece)) addTo(of, domain, piece, own)
    },
    take({ no }, domain, rows) {
      const going = new Set(rows.map(({ seq }) => seq))
      for (const { seq } of rows) {
        const piece = going.has(seq) ? holding.get(no, domain, seq) : undefined
        if (!piece) continue
        const all = unpackRows(piece.rows, piece.records)
        const left = all.filter((row) => !going.has(row.seq))
        for (const row of all) going.delete(row.seq)
        if (left.length > 0) update.run(left.length, packRows(left), no, domain, piece.piece)
        else remove.run(no, domain, piece.piece)
      }
    },
    behind(domain, report, seq, limit) {
      const start = holding.get(report, domain, seq)?.piece ?? 0
      const found: PlacedRow[] = []
      for (const piece of from.iterate(report, domain, start)) {
        for (const row of placed(piece)) if (row.seq > seq && found.length < limit) found.push(row)
        if (found.length >= limit) break
      }
      return found
    },
    last(report) {
      memory.settle()
      const piece = last.get(report)
      return piece && { domain: piece.domain, rows: placed(piece) }
    },
    hasAny(report) {
      memory.settle()
      return any.get(report) !== undefined
    },
    pairs: (domain, report, piece) =>
      before
        .all(report, domain, piece)
        .flatMap(({ records, rows }) =>
          unpackRows(rows, records).map(({ headerFrom, ip }): Pair => [headerFrom, ip, 1]),
        ),
  }
}
