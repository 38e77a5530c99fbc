import type { Config } from '../../config/config.ts'
import { StoreRefused } from '../../store/keeping/refused.ts'
import { type Form, formOf } from '../../store/sqlite/backup/pending.ts'
import { OLDEST_PROGRAM } from '../../store/sqlite/backup/serving.ts'
import { noDatabaseIn } from '../../store/sqlite/files.ts'
import { lockDirectory } from '../../store/sqlite/lock.ts'
import { openStore } from '../../store/sqlite/open.ts'
import { VERSION } from '../../version.ts'
import { afterMigration, beforeMigration } from './before-migration.ts'
import { reasonOf } from './failed.ts'

/** The form of a database, and what this program makes of it. */
export interface MigrationStatus extends Form {
  program: string
  /** The oldest program that serves what this one leaves. */
  oldestProgram: string
}

/** What the database says of its form, beside the service too. */
export function migrationStatus({
  store: { directory },
}: Pick<Config, 'store'>): MigrationStatus | { refused: string } {
  try {
    const form = formOf(directory)
    if (!form) return { refused: noDatabaseIn(directory) }
    return { ...form, program: VERSION, oldestProgram: OLDEST_PROGRAM }
  } catch (cause) {
    return { refused: `The database in ${directory} cannot be read: ${reasonOf(cause)}.` }
  }
}

/** Brings the database to the form of this program without serving it. */
export async function migrateUp(
  config: Config,
): Promise<{ from: number; to: number; backup?: string } | { refused: string }> {
  const before = migrationStatus(config)
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
