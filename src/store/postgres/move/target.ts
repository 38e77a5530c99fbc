import { type Column, placeText, type Row, RowRefused, readPlace, type Step, type Table } from '../../keeping/move/rows.ts'
import { StoreRefused } from '../../keeping/refused.ts'
import { migrate } from '../migrating/migrate.ts'
import { lookAtServer } from '../migrating/server.ts'
import { MOVING } from '../migrating/unfinished.ts'
import { plain, type Sql, sql } from '../sql/statement.ts'
import type { Address } from '../wire/address.ts'
import { type Connection, connect } from '../wire/connection.ts'
import { StatementFailed } from '../wire/failures.ts'
import { type Catalogue, catalogueOf } from './catalogue.ts'
import { hasTexts, withNumbers } from './dmarc-rows.ts'
import { insertion } from './inserting.ts'
import { createInterning } from './interning.ts'
import { daySumsOf, writtenRows } from './reading.ts'

/** How far a table is. */
export interface Progress {
  at?: Row
  rows: number
  done: boolean
}

/** Somebody who has a message that waits, in the order of the line. */
export interface Waiting {
  maker: string
  sender: string
  firstSeq: number
}

export interface MoveTarget {
  readonly tables: readonly Table[]
  /** A move to it was begun before, and goes on. */
  readonly goesOn: boolean
  progress(table: string): Progress
  /** Keeps rows together with the note of how far the table is. Rejects with RowRefused. */
  write(table: Table, steps: readonly Step[], done: boolean): Promise<void>
  /** What is made of rows of several tables: the line, and numbers behind those that were given. */
  complete(line: readonly Waiting[], given: ReadonlyMap<string, number>): Promise<void>
  rows(table: Table): AsyncIterable<Row>
  daySums(): AsyncIterable<Row>
  /** From now on it can be served. */
  finish(): Promise<void>
  close(): void
}

/** Held by the process that moves. */
const LOCK = 7111

export interface TargetOptions {
  address: Address
  /** The version of this program. */
  program: string
  /** By which the same data is known again when a move goes on. */
  fingerprint: string
}

/** Opens a database to move data to: an empty one, which gets its tables, or one that a move was begun to. Rejects with StoreRefused. */
export async function openMoveTarget({ address, program, fingerprint }: TargetOptions): Promise<MoveTarget> {
  const connection = await connect({ address, program: 'mailgauge/move', statementMs: 0, soft: true })
  try {
    await lookAtServer(connection)
    const { rows } = await connection.run(sql`SELECT pg_try_advisory_lock(${LOCK}) AS got`)
    if (rows[0]?.['got'] !== true)
      throw new StoreRefused('Another "mailgauge move" is moving data to this database. Wait until it ends.')
    await connection.run(plain('SET idle_in_transaction_session_timeout = 0'))
    const goesOn = await begun(connection)
    // The note stands before the tables do: from here on nobody serves the database until all is moved.
    if (!goesOn) await demandNothing(connection)
    await note(connection, goesOn, fingerprint)
    await migrate(connection, { program, allowed: true })
    const catalogue = await catalogueOf(connection)
    if (!goesOn) await demandEmpty(connection, catalogue)
    return overTables(connection, catalogue, goesOn, await progressOf(connection))
  } catch (cause) {
    connection.end()
    throw cause
  }
}

async function begun(connection: Connection): Promise<boolean> {
  const { rows } = await connection.run(plain(`SELECT to_regclass('${MOVING}') IS NOT NULL AS begun`))
  return rows[0]?.['begun'] === true
}

const NOT_EMPTY =
  'Make a database of its own for Mailgauge, with nothing in it: CREATE DATABASE mailgauge TEMPLATE template0 ENCODING \'UTF8\'.'

/** Tables of another program, or data of this one. */
async function demandNothing(connection: Connection): Promise<void> {
  const { rows } = await connection.run(
    plain(`SELECT relname AS name FROM pg_class WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace ORDER BY relname`),
  )
  const names = rows.map(({ name }) => String(name))
  if (names.length === 0 || names.includes('mailgauge')) {
    if (names.length > 0) await demandEmpty(connection, await catalogueOf(connection))
    return
  }
  throw new StoreRefused(`The database has tables of another program, such as ${names[0]}. ${NOT_EMPTY}`)
}

async function demandEmpty(connection: Connection, { tables }: Catalogue): Promise<void> {
  const names = [...tables.map(({ name }) => name), 'hosts', 'queue_makers', 'dmarc_texts', 'dmarc_results']
  for (const name of names) {
    const { rows } = await connection.run(plain(`SELECT EXISTS (SELECT 1 FROM "${name}") AS used`))
    if (rows[0]?.['used'] === true)
      throw new StoreRefused(`The database is not empty: ${name} has rows. ${NOT_EMPTY}`)
  }
}

/** The first row says which data is moved; the others how far each table is. */
async function note(connection: Connection, goesOn: boolean, fingerprint: string): Promise<void> {
  if (!goesOn) {
    await connection.run(plain('BEGIN'))
    await connection.run(
      plain(
        `CREATE TABLE ${MOVING} (name text COLLATE "C" PRIMARY KEY, at text, rows bigint NOT NULL, done smallint NOT NULL)`,
      ),
    )
    await connection.run(sql`INSERT INTO moving (name, at, rows, done) VALUES ('', ${fingerprint}, 0, 0)`)
    await connection.run(plain('COMMIT'))
    return
  }
  const { rows } = await connection.run(sql`SELECT at FROM moving WHERE name = ''`)
  if (rows[0]?.['at'] !== fingerprint)
    throw new StoreRefused(
      `A move of other data to this database was begun, or the data has changed since. ${NOT_EMPTY} Then move anew.`,
    )
}

async function progressOf(connection: Connection): Promise<Map<string, Progress>> {
  const { rows } = await connection.run(sql`SELECT name, at, rows, done FROM moving WHERE name <> ''`)
  return new Map(
    rows.map(({ name, at, rows: count, done }) => [
      String(name),
      { rows: Number(count), done: done === 1, ...(typeof at === 'string' && { at: readPlace(at) }) },
    ]),
  )
}

function overTables(
  connection: Connection,
  { tables, numbered }: Catalogue,
  goesOn: boolean,
  progress: Map<string, Progress>,
): MoveTarget {
  const interning = createInterning(connection)
  const soFar = (table: string): Progress => progress.get(table) ?? { rows: 0, done: false }

  async function insert(table: Table, rows: readonly Row[]): Promise<void> {
    if (rows.length === 0) return
    const made: { columns: readonly Column[]; rows: readonly Row[] } = hasTexts(table.name)
      ? await withNumbers(table.name, rows, interning)
      : { columns: table.columns, rows }
    await connection.run(insertion(table.name, made.columns, made.rows))
  }

  async function together(work: () => Promise<void>): Promise<void> {
    await connection.run(plain('BEGIN'))
    try {
      await work()
      await connection.run(plain('COMMIT'))
    } catch (cause) {
      interning.forget()
      await connection.run(plain('ROLLBACK')).catch(() => {})
      throw cause
    }
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
        if (one instanceof StatementFailed) return new RowRefused(table.name, at, `${one.message}.`)
        if (!(one instanceof Undone)) throw one
      }
    }
    return cause
  }

  return {
    tables,
    goesOn,
    progress: soFar,
    async write(table, steps, done) {
      const before = soFar(table.name)
      const at = steps.at(-1)?.at ?? before.at
      const rows = before.rows + steps.reduce((sum, step) => sum + step.rows.length, 0)
      try {
        await together(async () => {
          await insert(
            table,
            steps.flatMap((step) => step.rows),
          )
          await connection.run(noted(table.name, at, rows, done))
        })
      } catch (cause) {
        if (cause instanceof StatementFailed && /^2[23]/.test(cause.code)) throw await refused(table, steps, cause)
        throw cause
      }
      progress.set(table.name, { rows, done, ...(at && { at }) })
    },
    async complete(line, given) {
      await together(async () => {
        await connection.run(sql`DELETE FROM queue_makers`)
        await connection.run(lined(line))
        if (line.length > 0) await connection.run(sql`SELECT setval('queue_places', ${line.length}::int8)`)
        const outbox = given.get('outbox') ?? 0
        if (outbox > 0) await connection.run(sql`SELECT setval('outbox_ids', ${outbox}::int8)`)
        for (const { table, column } of numbered)
          await connection.run(goingOn(table, column, given.get(table) ?? 0))
      })
      await connection.run(plain('ANALYZE'))
    },
    rows: (table) => writtenRows(connection, table),
    daySums: () => daySumsOf(connection),
    async finish() {
      await together(async () => {
        // With this commit all before it is on the disk.
        await connection.run(plain('SET LOCAL synchronous_commit = on'))
        await connection.run(plain(`DROP TABLE ${MOVING}`))
      })
    },
    close: () => connection.end(),
  }
}

class Undone extends Error {}

const noted = (table: string, at: Row | undefined, rows: number, done: boolean): Sql =>
  sql`INSERT INTO moving AS m (name, at, rows, done)
    VALUES (${table}, ${at ? placeText(at) : null}::text, ${rows}::int8, ${done ? 1 : 0}::int2)
    ON CONFLICT (name) DO UPDATE SET at = excluded.at, rows = excluded.rows, done = excluded.done`

function lined(line: readonly Waiting[]): Sql {
  const json = JSON.stringify(line.map(({ maker, sender, firstSeq }, at) => ({ m: maker, p: at + 1, s: sender, f: firstSeq })))
  return sql`INSERT INTO queue_makers (maker, place, sender, first_seq)
    SELECT w.m, w.p, w.s, w.f FROM json_to_recordset(${json}::text::json) AS w (m text, p int8, s text, f int8)`
}

/** The next number of a column is behind all that were given. */
const goingOn = (table: string, column: string, given: number): Sql =>
  sql`SELECT setval(pg_get_serial_sequence(${table}, ${column}), n.most)
    FROM (SELECT greatest(coalesce((SELECT max(${plain(`"${column}"`)}) FROM ${plain(`"${table}"`)}), 0), ${given}::int8) AS most) AS n
    WHERE n.most > 0`
