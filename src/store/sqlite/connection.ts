import { BetterSQLiteSession } from 'drizzle-orm/better-sqlite3/session'
import { BaseSQLiteDatabase, SQLiteSyncDialect } from 'drizzle-orm/sqlite-core'
import Sqlite from '#sqlite'

/** Made of drizzle's parts: its own `drizzle()` imports a better-sqlite3 that is not `#sqlite` and cannot be compiled in. */
function overDriver(driver: Sqlite.Database) {
  const dialect = new SQLiteSyncDialect()
  const session = new BetterSQLiteSession<Record<string, never>, Record<string, never>>(
    driver,
    dialect,
    undefined,
  )
  return new BaseSQLiteDatabase<'sync', Sqlite.RunResult>('sync', dialect, session, undefined)
}

export type Queries = ReturnType<typeof overDriver>

/** One connection: the driver for transactions and pragmas, the queries built on it. */
export interface Connection {
  driver: Sqlite.Database
  queries: Queries
}

/** How long a connection waits for another process that holds the write lock: the command line beside the service. */
const BUSY_MS = 15_000

/** The one connection that writes. A commit is on the disk when it returns. */
export function openWriter(file: string): Connection {
  const driver = new Sqlite(file, { timeout: BUSY_MS })
  // Takes effect in a new file only.
  driver.pragma('auto_vacuum = INCREMENTAL')
  driver.pragma('journal_mode = WAL')
  driver.pragma('synchronous = FULL')
  driver.pragma('foreign_keys = ON')
  driver.pragma('temp_store = MEMORY')
  driver.pragma('cache_size = -16000')
  // The writer copies the log between commits; SQLite would within one, whose answers wait for it.
  driver.pragma('wal_autocheckpoint = 8000')
  // A log that one large batch blew up is cut back at the next checkpoint.
  driver.pragma('journal_size_limit = 67108864')
  return { driver, queries: overDriver(driver) }
}

export function openReader(file: string): Connection {
  const driver = new Sqlite(file, { readonly: true, fileMustExist: true, timeout: BUSY_MS })
  driver.pragma('query_only = ON')
  driver.pragma('cache_size = -16000')
  return { driver, queries: overDriver(driver) }
}
