import Sqlite from '#sqlite'
import { versionOf } from '../migrations.ts'
import { failureOf } from '../write-failed.ts'

/** What a database is, that nobody has open. */
export type Examined =
  | { kind: 'sound'; schema: number; sealedWith: { keyId: string; purpose: string; secrets: number }[] }
  | { kind: 'damaged'; says: string }

const MOST_WORDS = 300

/** Looks through all of a database that nobody has open; takes as long as it is large. Nothing is left beside it. */
export function examineDatabase(file: string): Examined {
  let driver: Sqlite.Database | undefined
  try {
    driver = new Sqlite(file, { fileMustExist: true })
    const said = String(driver.pragma('integrity_check(3)', { simple: true }))
    if (said !== 'ok') return { kind: 'damaged', says: said.slice(0, MOST_WORDS) }
    return { kind: 'sound', schema: versionOf(driver), sealedWith: sealedIn(driver) }
  } catch (cause) {
    return { kind: 'damaged', says: failureOf(cause).message.slice(0, MOST_WORDS) }
  } finally {
    driver?.close()
  }
}

/** Which keys its secrets need. */
function sealedIn(driver: Sqlite.Database): { keyId: string; purpose: string; secrets: number }[] {
  if (driver.pragma('table_info(sealed_secrets)', { simple: true }) === undefined) return []
  return driver
    .prepare(
      'SELECT key_id AS keyId, purpose, count(*) AS secrets FROM sealed_secrets GROUP BY key_id, purpose',
    )
    .all() as { keyId: string; purpose: string; secrets: number }[]
}

/** Brings what the log of a database holds into the database, so that one file is all of it. False: it cannot be had whole. */
export function foldLog(file: string): boolean {
  try {
    const driver = new Sqlite(file, { fileMustExist: true, timeout: 5000 })
    try {
      const [state] = driver.pragma('wal_checkpoint(TRUNCATE)') as [{ busy: number }]
      return state.busy === 0
    } finally {
      driver.close()
    }
  } catch {
    return false
  }
}
