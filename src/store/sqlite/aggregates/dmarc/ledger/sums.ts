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

/** Where the row is there, counts are added to its own; `set` says what becomes of other columns. `seldom`: so many of the counts, the last
 * ones, are 0 of most rows, and then not added. */
export function createSums(
  { driver }: Pick<Connection, 'driver'>,
  memory: Memory,
  {
    table,
    key,
    counts,
    others = {},
    seldom = 0,
  }: {
    table: string
    key: readonly string[]
    counts: readonly string[]
    others?: { columns?: readonly string[]; set?: string }
    seldom?: number
  },
): Sums {
  const write = manyRows({ driver }, (rows) => adding(table, key, counts, { ...others, rows }))
  const often = counts.slice(0, counts.length - seldom)
  const zeros = counts.slice(often.length)
  const width = key.length + often.length
  const writeOften = manyRows({ driver }, (rows) => adding(table, key, often, { zeros, rows }), width)
  const isOften = (row: readonly number[]) => {
    for (let at = width; at < row.length; at += 1) if (row[at] !== 0) return false
    return true
  }
  const gathered = memory.list<number[]>()
  return {
    add: (row) => void gathered.push(row),
    write() {
      const rows = summed(gathered.splice(0), key.length, counts.length)
      if (seldom === 0) write(rows)
      else {
        const [own, more]: [number[][], number[][]] = [[], []]
        for (const row of rows) (isOften(row) ? own : more).push(row)
        writeOften(own)
        write(more)
      }
      return rows
    },
  }
}
