import type { Config } from '../../config/config.ts'
import { StoreRefused } from '../../store/keeping/refused.ts'
import { type Form, formOf } from '../../store/sqlite/backup/pending.ts'
import { OLDEST_PROGRAM } from '../../store/sqlite/backup/serving.ts'
import { noDatabaseIn } from '../../store/sqlite/files.ts'
import { lockDirectory } from '../../store/sqlite/lock.ts'
import { openStore } from '../../store/sqlite/open.ts'
import { VERSION } from '../../version.ts'
import { sharedStatus, sharedUp } from '../hosts/migrate-shared.ts'
import { afterMigration, beforeMigration } from './before-migration.ts'
import { reasonOf } from './failed.ts'

/** The form of a database, and what this program makes of it. */
export interface MigrationStatus extends Form {
  program: string
  /** The oldest program that serves what this one leaves. */
  oldestProgram: string
  /** This program serves the database as it is, or once the changes are made. */
  isServed: boolean
  /** Hosts that share the database and run now. Absent: it is of this machine alone. */
  hosts?: readonly { name: string; program: string }[]
}

/** What came of bringing a database up to date. `waits`: what has to wait for older hosts, as a sentence. */
export interface MigratedUp {
  from: number
  to: number
  backup?: string
  waits?: string
}

/** What the database says of its form, beside the service too. */
export async function migrationStatus(
  config: Pick<Config, 'store' | 'host'>,
): Promise<MigrationStatus | { refused: string }> {
  if (config.store.url !== undefined) return sharedStatus(config)
  const { directory } = config.store
  try {
    const form = formOf(directory)
    if (!form) return { refused: noDatabaseIn(directory) }
    const isServed = form.version <= form.known
    return { ...form, program: VERSION, oldestProgram: OLDEST_PROGRAM, isServed }
  } catch (cause) {
    return { refused: `The database in ${directory} cannot be read: ${reasonOf(cause)}.` }
  }
}

/** Brings the database to the form of this program without serving it. */
export async function migrateUp(config: Config): Promise<MigratedUp | { refused: string }> {
  if (config.store.url !== undefined) return sharedUp(config)
  const before = await migrationStatus(config)
  if ('refused' in before) return before
  const { directory } = config.store
  try {
    const locking = lockDirectory(directory)
    if (locking.kind === 'in_use')
      return {
        refused: `Mailgauge runs on ${directory}. Stop it first: a start of the new program does the same.`,
      }
    try {
      const migrator = await beforeMigration(config)
      const store = await openStore({ directory, migrate: true, migrator })
      await store.close()
      afterMigration(config)
      return {
        from: before.version,
        to: before.known,
        ...(migrator.backup !== undefined && { backup: migrator.backup }),
      }
    } finally {
      locking.lock.release()
    }
  } catch (cause) {
    if (cause instanceof StoreRefused) return { refused: cause.message }
    throw cause
  }
}
