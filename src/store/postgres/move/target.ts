import type { Row, Step, Table } from '../../keeping/move/rows.ts'
import { migrate } from '../migrating/migrate.ts'
import { lookAtServer } from '../migrating/server.ts'
import { MOVING } from '../migrating/unfinished.ts'
import { plain, type Sql, sql } from '../sql/statement.ts'
import type { Address } from '../wire/address.ts'
import { type Connection, connect } from '../wire/connection.ts'
import { begin, type Progress, progressOf } from './beginning.ts'
import { type Catalogue, catalogueOf } from './catalogue.ts'
import { daySumsOf, writtenRows } from './reading.ts'
import { createTogether, createWriting } from './writing.ts'

/** Somebody who has a message that waits, in the order of the line. */
interface Waiting {
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
  /** Rows as they are there, bytes by their checksums. */
  rows(table: Table): AsyncIterable<Row>
  daySums(): AsyncIterable<Row>
  /** From now on it can be served. */
  finish(): Promise<void>
  close(): void
}

interface TargetOptions {
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
    const goesOn = await begin(connection, fingerprint)
    await migrate(connection, { program, allowed: true })
    return overTables(connection, await catalogueOf(connection), goesOn, await progressOf(connection))
  } catch (cause) {
    connection.end()
    throw cause
  }
}

function overTables(
  connection: Connection,
  { tables, numbered }: Catalogue,
  goesOn: boolean,
  progress: Map<string, Progress>,
): MoveTarget {
  const together = createTogether(connection)
  return {
    tables,
    goesOn,
    progress: (table) => progress.get(table) ?? { rows: 0, done: false },
    write: createWriting(connection, together, progress),
    async complete(line, given) {
      await together(async () => {
        await connection.run(sql`DELETE FROM queue_makers`)
        await connection.run(lined(line))
        await connection.run(behind('queue_places', line.length))
        await connection.run(behind('outbox_ids', given.get('outbox') ?? 0))
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

function lined(line: readonly Waiting[]): Sql {
  const json = JSON.stringify(
    line.map(({ maker, sender, firstSeq }, at) => ({ m: maker, p: at + 1, s: sender, f: firstSeq })),
  )
  return sql`INSERT INTO queue_makers (maker, place, sender, first_seq)
    SELECT w.m, w.p, w.s, w.f FROM json_to_recordset(${json}::text::json) AS w (m text, p int8, s text, f int8)`
}

/** A sequence goes on behind a number; where none was given, it begins with 1. */
const behind = (sequence: string, number: number): Sql =>
  sql`SELECT setval(${sequence}::text::regclass, greatest(${number}::int8, 1), ${number}::int8 > 0)`

/** The same of a column, behind its own numbers too. */
const goingOn = (table: string, column: string, given: number): Sql =>
  sql`SELECT setval(pg_get_serial_sequence(${table}, ${column})::regclass, greatest(n.most, 1), n.most > 0)
    FROM (SELECT greatest(coalesce((SELECT max(${plain(`"${column}"`)}) FROM ${plain(`"${table}"`)}), 0), ${given}::int8) AS most) AS n`
