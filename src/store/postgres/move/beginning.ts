import { type Row, readPlace } from '../../keeping/move/rows.ts'
import { StoreRefused } from '../../keeping/refused.ts'
import { MOVING } from '../migrating/unfinished.ts'
import { plain, sql } from '../sql/statement.ts'
import type { Connection } from '../wire/connection.ts'

/** How far a table is. */
export interface Progress {
  at?: Row
  rows: number
  done: boolean
}

/** Held by the process that moves. */
const LOCK = 7111
const [TRIES, PAUSE_MS] = [30, 100]

const NOT_EMPTY = `Make a database of its own for Mailgauge, with nothing in it: CREATE DATABASE mailgauge TEMPLATE template0 ENCODING 'UTF8'.`

/** Notes that data with this fingerprint is moved to the database, so that nobody serves it until all of it is there. Says whether such a
 * move was begun before. Rejects with StoreRefused. */
export async function begin(connection: Connection, fingerprint: string): Promise<boolean> {
  await demandAlone(connection)
  await connection.run(plain('SET idle_in_transaction_session_timeout = 0'))
  const names = await tablesOf(connection)
  if (names.includes(MOVING)) {
    await demandSame(connection, fingerprint)
    return true
  }
  await demandEmpty(connection, names)
  await note(connection, fingerprint)
  return false
}

/** The server may take a moment to see that a process is gone. */
async function demandAlone(connection: Connection): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const { rows } = await connection.run(sql`SELECT pg_try_advisory_lock(${LOCK}) AS got`)
    if (rows[0]?.['got'] === true) return
    if (tries === TRIES)
      throw new StoreRefused('Another "mailgauge move" is moving data to this database. Wait until it ends.')
    await Bun.sleep(PAUSE_MS)
  }
}

async function tablesOf(connection: Connection): Promise<string[]> {
  const { rows } = await connection.run(
    plain(
      `SELECT relname AS name FROM pg_class WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace ORDER BY relname`,
    ),
  )
  return rows.map(({ name }) => String(name))
}

async function demandSame(connection: Connection, fingerprint: string): Promise<void> {
  const { rows } = await connection.run(sql`SELECT at FROM moving WHERE name = ''`)
  if (rows[0]?.['at'] === fingerprint) return
  throw new StoreRefused(
    `A move of other data to this database was begun, or the data was changed since. ${NOT_EMPTY} Then move anew.`,
  )
}

async function demandEmpty(connection: Connection, names: readonly string[]): Promise<void> {
  if (names.length === 0) return
  if (!names.includes('mailgauge'))
    throw new StoreRefused(`The database has tables of another program, such as ${names[0]}. ${NOT_EMPTY}`)
  for (const name of names) {
    if (name === 'mailgauge') continue
    const { rows } = await connection.run(plain(`SELECT EXISTS (SELECT 1 FROM "${name}") AS used`))
    if (rows[0]?.['used'] === true)
      throw new StoreRefused(`The database is not empty: ${name} has rows. ${NOT_EMPTY}`)
  }
}

/** The first row says which data is moved; the others how far each table is. */
async function note(connection: Connection, fingerprint: string): Promise<void> {
  await connection.run(plain('BEGIN'))
  await connection.run(
    plain(
      `CREATE TABLE ${MOVING} (name text COLLATE "C" PRIMARY KEY, at text, rows bigint NOT NULL, done smallint NOT NULL)`,
    ),
  )
  await connection.run(sql`INSERT INTO moving (name, at, rows, done) VALUES ('', ${fingerprint}, 0, 0)`)
  await connection.run(plain('COMMIT'))
}

export async function progressOf(connection: Connection): Promise<Map<string, Progress>> {
  const { rows } = await connection.run(sql`SELECT name, at, rows, done FROM moving WHERE name <> ''`)
  return new Map(
    rows.map(({ name, at, rows: count, done }) => [
      String(name),
      { rows: Number(count), done: done === 1, ...(typeof at === 'string' && { at: readPlace(at) }) },
    ]),
  )
}
