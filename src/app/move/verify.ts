import { createHash } from 'node:crypto'
import { canonical, type Row, type Table } from '../../store/keeping/move/rows.ts'
import type { MoveTarget } from '../../store/postgres/move/target.ts'
import type { MoveSource } from '../../store/sqlite/move/source.ts'

/** A table whose rows are the same on both sides. */
export interface Verified {
  table: string
  rows: number
  /** SHA-256 of the rows as text, in the order of their keys. */
  sha256: string
}

/** A table whose rows are not. */
export interface Differs {
  table: string
  /** How many there are here and there. */
  rows: { here: number; there: number }
  /** The first row that is not the same, by its key; of those that are there alone too. */
  first: string
}

/** Compares the rows of a table on both sides, one by one. `looked` is told how many were. */
export async function verifyTable(
  source: MoveSource,
  target: MoveTarget,
  table: Table,
  looked: (rows: number) => void,
): Promise<Verified | Differs> {
  return compared(table.name, rowsOf(source, table), target.rows(table), { keyOf: keyIn(table), looked })
}

/** Compares the sums that SQLite kept of days of DMARC reports with those of the records that were moved. */
export const verifyDays = (source: MoveSource, target: MoveTarget): Promise<Verified | Differs> =>
  compared('the sums of days of DMARC reports', source.daySums(), target.daySums(), {
    keyOf: (row) => row.slice(0, 3).join(', '),
    looked: () => {},
  })

function* rowsOf(source: MoveSource, table: Table): Generator<Row> {
  for (const { rows } of source.rows(table)) yield* rows
}

const LONGEST_SHOWN = 200

/** What a row is told by: its key, or as much of it as it has. */
function keyIn({ columns, key }: Table): (row: Row) => string {
  const places = key.map((name) => columns.findIndex((column) => column.name === name)).filter((at) => at >= 0)
  return (row) => JSON.parse(canonical(places.map((at) => row[at] ?? null))).join(', ').slice(0, LONGEST_SHOWN)
}

interface How {
  keyOf(row: Row): string
  looked(rows: number): void
}

async function compared(
  table: string,
  here: Iterable<Row>,
  there: AsyncIterable<Row>,
  { keyOf, looked }: How,
): Promise<Verified | Differs> {
  const [one, other] = [createHash('sha256'), createHash('sha256')]
  const counts = { here: 0, there: 0 }
  let first: string | undefined
  const own = here[Symbol.iterator]()
  for await (const row of there) {
    const mine = own.next()
    const text = line(row)
    other.update(text)
    counts.there += 1
    if (!mine.done) {
      one.update(line(mine.value))
      counts.here += 1
    }
    if (first === undefined && (mine.done || line(mine.value) !== text)) first = keyOf(mine.done ? row : mine.value)
    looked(counts.there)
  }
  for (let mine = own.next(); !mine.done; mine = own.next()) {
    one.update(line(mine.value))
    counts.here += 1
    first ??= keyOf(mine.value)
  }
  const [sha256, theirs] = [one.digest('hex'), other.digest('hex')]
  if (sha256 === theirs && counts.here === counts.there) return { table, rows: counts.here, sha256 }
  return { table, rows: counts, first: first ?? '' }
}

const line = (row: Row): string => `${canonical(row)}\n`
