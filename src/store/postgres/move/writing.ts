import {
  type Column,
  placeText,
  type Row,
  RowRefused,
  type Step,
  type Table,
} from '../../keeping/move/rows.ts'
import { plain, type Sql, sql } from '../sql/statement.ts'
import type { Connection } from '../wire/connection.ts'
import { StatementFailed } from '../wire/failures.ts'
import type { Progress } from './beginning.ts'
import { hasTexts, withNumbers } from './dmarc-rows.ts'
import { insertion } from './inserting.ts'
import { createInterning } from './interning.ts'

/** Thrown to undo what was only tried. */
class Undone extends Error {}

type Together = (work: () => Promise<void>) => Promise<void>

/** All of it in one transaction. */
export const createTogether =
  (connection: Connection): Together =>
  async (work) => {
    await connection.run(plain('BEGIN'))
    try {
      await work()
      await connection.run(plain('COMMIT'))
    } catch (cause) {
      await connection.run(plain('ROLLBACK')).catch(() => {})
      throw cause
    }
  }

/** Writes rows together with the note of how far their table is. Rejects with RowRefused. */
export function createWriting(connection: Connection, together: Together, progress: Map<string, Progress>) {
  const interning = createInterning(connection)

  async function insert(table: Table, rows: readonly Row[]): Promise<void> {
    if (rows.length === 0) return
    const made: { columns: readonly Column[]; rows: readonly Row[] } = hasTexts(table.name)
      ? await withNumbers(table.name, rows, interning)
      : { columns: table.columns, rows }
    await connection.run(insertion(table.name, made.columns, made.rows))
  }

  /** Which of the steps the database does not take. */
  async function refused(table: Table, steps: readonly Step[], cause: StatementFailed): Promise<Error> {
    for (const { rows, at } of steps) {
      try {
        await together(async () => {
          await insert(table, rows)
          throw new Undone()
        })
      } catch (one) {
        interning.forget()
        if (one instanceof StatementFailed) return new RowRefused(table.name, at, `${one.message}.`)
        if (!(one instanceof Undone)) throw one
      }
    }
    return cause
  }

  return async (table: Table, steps: readonly Step[], done: boolean): Promise<void> => {
    const before = progress.get(table.name) ?? { rows: 0, done: false }
    const at = steps.at(-1)?.at ?? before.at
    const rows = steps.flatMap((step) => step.rows)
    const count = before.rows + rows.length
    try {
      await together(async () => {
        await insert(table, rows)
        await connection.run(noted(table.name, at, count, done))
      })
    } catch (cause) {
      interning.forget()
      // Data exceptions, and rules that a table has.
      if (cause instanceof StatementFailed && /^2[23]/.test(cause.code))
        throw await refused(table, steps, cause)
      throw cause
    }
    progress.set(table.name, { rows: count, done, ...(at && { at }) })
  }
}

const noted = (table: string, at: Row | undefined, rows: number, done: boolean): Sql =>
  sql`INSERT INTO moving AS m (name, at, rows, done)
    VALUES (${table}, ${at ? placeText(at) : null}::text, ${rows}::int8, ${done ? 1 : 0}::int2)
    ON CONFLICT (name) DO UPDATE SET at = excluded.at, rows = excluded.rows, done = excluded.done`
