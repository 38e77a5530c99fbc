import Sqlite from '#sqlite'
import { openReader } from '../connection.ts'
import { databaseIn, hasStore } from '../files.ts'
import { MIGRATIONS, versionOf } from '../migrations.ts'

/** What a look through the whole database found. */
export type QuickCheck =
  | { kind: 'sound'; version: number }
  /** unread: it could not be looked at. */
  | { kind: 'damaged' | 'refused' | 'unread'; says: string }

const MOST_WORDS = 500

/** Looks through the database as it is, which takes as long as it is large: in a process of its own. */
export function quickCheck(directory: string): QuickCheck {
  if (!hasStore(directory))
    return { kind: 'refused', says: `There is no Mailgauge database in ${directory}.` }
  try {
    const { driver } = openReader(databaseIn(directory))
    try {
      const version = versionOf(driver)
      if (version !== MIGRATIONS.length) {
        const says = `The database is of version ${version}; this program needs ${MIGRATIONS.length}. Restart the service with this program.`
        return { kind: 'refused', says }
      }
      const said = String(driver.pragma('quick_check(3)', { simple: true }))
      return said === 'ok' ? { kind: 'sound', version } : { kind: 'damaged', says: said.slice(0, MOST_WORDS) }
    } finally {
      driver.close()
    }
  } catch (cause) {
    const says = (cause instanceof Error ? cause.message : String(cause)).slice(0, MOST_WORDS)
    const isDamaged = cause instanceof Sqlite.SqliteError && /^SQLITE_(?:CORRUPT|NOTADB)/.test(cause.code)
    return { kind: isDamaged ? 'damaged' : 'unread', says }
  }
}
