import type { Config } from '../../config/config.ts'
import { isOlder } from '../../store/keeping/versions.ts'
import { type Form, formOf } from '../../store/sqlite/backup/pending.ts'
import { OLDEST_PROGRAM } from '../../store/sqlite/backup/serving.ts'
import { noDatabaseIn } from '../../store/sqlite/files.ts'
import { lockDirectory } from '../../store/sqlite/lock.ts'
import { openStore } from '../../store/sqlite/open.ts'
import { VERSION } from '../../version.ts'
import { lookAtSharedDatabase, migrateSharedDatabase } from '../hosts/open-shared-store.ts'
import { refusalOf } from '../parts.ts'
import { afterMigration, beforeMigration } from './before-migration.ts'
import { reasonOf } from './failed.ts'

/** The form of a database, and what this program makes of it. */
export interface MigrationStatus extends Form {
  engine: 'sqlite' | 'postgres'
  program: string
  /** The oldest program that serves what this one leaves. */
  oldestProgram: string
  /** False: it is of a newer program, and this one does not serve it. */
  isServed: boolean
  /** Hosts that share the database and run now. Absent: it is of this machine alone. */
  hosts?: readonly { name: string; program: string }[]
}

/** What came of bringing a database to the form of this program. */
export interface Migrated {
  from: number
  to: number
  /** The backup from before. */
  backup?: string
  /** What has to wait, as a sentence. */
  waits?: string
}

type Refused = { refused: string }

/** What the database says of its form, beside the service too. */
export async function migrationStatus(
  config: Pick<Config, 'store' | 'host'>,
): Promise<MigrationStatus | Refused> {
  try {
    return (await statusOfShared(config)) ?? statusIn(config.store.directory)
  } catch (cause) {
    return refusalOf(cause)
  }
}

function statusIn(directory: string): MigrationStatus | Refused {
  try {
    const form = formOf(directory)
    if (!form) return { refused: noDatabaseIn(directory) }
    const isServed = form.version <= form.known
    return { ...form, engine: 'sqlite', program: VERSION, oldestProgram: OLDEST_PROGRAM, isServed }
  } catch (cause) {
    return { refused: `The database in ${directory} cannot be read: ${reasonOf(cause)}.` }
  }
}

async function statusOfShared(config: Pick<Config, 'store' | 'host'>): Promise<MigrationStatus | undefined> {
  const look = await lookAtSharedDatabase(config)
  if (!look) return undefined
  const shared = await import('../../store/postgres/migrations.ts')
  const { schema, known, bytes, oldestProgram, migratedBy, hosts } = look
  return {
    engine: 'postgres',
    version: schema,
    known,
    bytes,
    program: VERSION,
    oldestProgram: shared.OLDEST_PROGRAM,
    isServed: !isOlder(VERSION, oldestProgram),
    hosts,
    ...(schema > 0 && { serving: { oldestProgram, migratedBy } }),
  }
}

/** Brings the database to the form of this program without serving it. */
export async function migrateUp(config: Config): Promise<Migrated | Refused> {
  const before = await migrationStatus(config)
  if ('refused' in before) return before
  try {
    return before.engine === 'postgres' ? await sharedUp(config, before) : await directoryUp(config, before)
  } catch (cause) {
    return refusalOf(cause)
  }
}

/** Beside the hosts that run: what they still use stays. */
async function sharedUp(config: Config, { version }: MigrationStatus): Promise<Migrated> {
  const waits = await migrateSharedDatabase(config)
  const after = await lookAtSharedDatabase(config)
  return { from: version, to: after?.schema ?? version, ...(waits !== undefined && { waits }) }
}

async function directoryUp(config: Config, before: MigrationStatus): Promise<Migrated | Refused> {
  const { directory } = config.store
  const locking = lockDirectory(directory)
  if (locking.kind === 'in_use') {
    return {
      refused: `Mailgauge runs on ${directory}. Stop it first: a start of the new program does the same.`,
    }
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
}
