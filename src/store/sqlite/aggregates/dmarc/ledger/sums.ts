import type { Connection } from '../../../connection.ts'
import type { Memory } from '../memory.ts'
import { adding, manyRows, summed } from './statements.ts'

/** Rows of a table of sums. Reports that are written together often count for the same ones: what they add is gathered, and written once. */
export interface Sums {
  /** The columns of the key, the counts, and what else a row has. */
  add(row: number[]): void
  /** Gives what it wrote, in the order of the key. */
  write(): readonly (readonly number[])[]
}

/** Where the row is there, counts are added to its own; `set` says what becomes of other columns. */
export function createSums(
  { driver }: Pick<Connection, 'driver'>,
  memory: Memory,
  {
    table,
    key,
    counts,
    others = {},
  }: {
    table: string
    key: readonly string[]
    counts: readonly string[]
    others?: { columns?: readonly string[]; set?: string }
  },
): Sums {
  const write = manyRows({ driver }, (rows) => adding(table, key, counts, { ...others, rows }))
  const gathered = memory.list<number[]>()
  return {
    add: (row) => void gathered.push(row),
    write() {
      const rows = summed(gathered.splice(0), key.length, counts.length)
      write(rows)
      return rows
    },
  }
}
