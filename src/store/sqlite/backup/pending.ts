import { statSync } from 'node:fs'
import { openReader } from '../connection.ts'
import { databaseIn, hasStore } from '../files.ts'
import { MIGRATIONS, versionOf } from '../migrations.ts'
import { type Serving, servingOf } from './serving.ts'

/** What a database says of its form, whatever program it is of. */
export interface Form {
  /** Migrations that it has had, and those that this program knows. */
  version: number
  known: number
  serving?: Serving
  bytes: number
}

/** The form of the database of a data directory. Undefined: there is none. Throws what SQLite says where it cannot be read. */
export function formOf(directory: string): Form | undefined {
  const bytes = hasStore(directory) ? statSync(databaseIn(directory)).size : 0
  if (bytes === 0) return undefined
  const { driver } = openReader(databaseIn(directory))
  try {
    const serving = servingOf(driver)
    return { version: versionOf(driver), known: MIGRATIONS.length, bytes, ...(serving && { serving }) }
  } finally {
    driver.close()
  }
}
