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
  const places = key
    .map((name) => columns.findIndex((column) => column.name === name))
    .filter((at) => at >= 0)
  return (row) =>
    JSON.parse(canonical(places.map((at) => row[at] ?? null)))
      .join(', ')
      .slice(0, LONGEST_SHOWN)
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
  const [ours, others] = [createHash('sha256'), createHash('sha256')]
  const counts = { here: 0, there: 0 }
  let first: string | undefined
  for await (const [mine, theirs] of pairs(here, there)) {
    const [text, other] = [mine && line(mine), theirs && line(theirs)]
    if (text !== undefined) {
      ours.update(text)
      counts.here += 1
    }
    if (other !== undefined) {
      others.update(other)
      counts.there += 1
    }
    if (text !== other) first ??= keyOf(mine ?? theirs ?? [])
    looked(counts.there)
  }
  const [sha256, another] = [ours.digest('hex'), others.digest('hex')]
  if (sha256 === another && counts.here === counts.there) return { table, rows: counts.here, sha256 }
  return { table, rows: counts, first: first ?? '' }
}

/** Row by row; where one side has more, beside nothing. */
async function* pairs(
  here: Iterable<Row>,
  there: AsyncIterable<Row>,
): AsyncGenerator<[mine: Row | undefined, theirs: Row | undefined]> {
  const own = here[Symbol.iterator]()
  const next = () => {
    const one = own.next()
    return one.done ? undefined : one.value
  }
  try {
    for await (const theirs of there) yield [next(), theirs]
    for (let mine = next(); mine; mine = next()) yield [mine, undefined]
  } finally {
    own.return?.()
  }
}

const line = (row: Row): string => `${canonical(row)}\n`
