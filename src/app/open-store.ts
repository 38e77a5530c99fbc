import type { Logger } from 'pino'
import type { Config } from '../config/config.ts'
import type { SharedStore } from '../store/postgres/open.ts'
import { REPORT_FILE_BOUNDS, type ReportFileBounds } from '../store/report-mail.ts'
import { hasStore } from '../store/sqlite/files.ts'
import { type DirectoryLock, lockDirectory } from '../store/sqlite/lock.ts'
import { openStore } from '../store/sqlite/open.ts'
import type { Store } from '../store/store.ts'
import { afterMigration, beforeMigration } from './backups/before-migration.ts'
import { openSharedStore } from './hosts/open-shared-store.ts'
import { type Later, StartRefused } from './parts.ts'
import { daysOf, systemClock } from './services.ts'

/** Keeps other processes of the service from using its data directory. Throws StartRefused. */
export function lockStore(directory: string, later: Later): void {
  const locking = lockDirectory(directory)
  if (locking.kind === 'in_use') {
    const who = locking.pid === undefined ? '' : ` (process ${locking.pid})`
    throw new StartRefused(
      `The data directory ${directory} is in use by another mailgauge${who}. Stop it, or set another store.directory.`,
      'may pass',
    )
  }
  later(() => locking.lock.release())
}

/** What is kept of report files, and for how long. */
export function reportFileBounds({ retention }: Pick<Config, 'retention'>): ReportFileBounds {
  const days = { reports: daysOf(retention.reportFiles), nothing: daysOf(retention.rejectedReportFiles) }
  return { ...REPORT_FILE_BOUNDS, days }
}

/** The store of the service; `shared`: the same, where several hosts share it. */
export interface ServiceStore {
  store: Store
  shared?: SharedStore
}

/** The store of the service, in a directory that is locked, or in a database that hosts share. Rejects with StoreRefused or StartRefused. */
export async function openLockedStore(config: Config, log: Logger, later: Later): Promise<ServiceStore> {
  const { directory } = config.store
  const shared = await openSharedStore(config, {
    migrate: true,
    reportFiles: reportFileBounds(config),
    told: (sentence) => log.info({}, sentence),
    deaf: (reason) => {
      if (reason === undefined) log.info({}, 'Changes on other hosts are heard again')
      else log.warn({ reason }, 'Changes on other hosts are not heard; pages that wait learn of them late')
    },
  })
  if (shared) {
    later(() => shared.close())
    return { store: shared, shared }
  }
  const lost = (reason: string) => {
    log.error({ reason }, 'The database can no longer be written; the service ends, to be started anew')
    process.exit(1)
  }
  const unkept = (cause: unknown) =>
    log.error(
      { reason: cause instanceof Error ? cause.message : String(cause) },
      'The rate limits of accounts cannot be stored; until they can, a restart forgets what was used meanwhile',
    )
  const keptAgain = () => log.info({}, 'The rate limits of accounts are stored again')
  const migrator = await beforeMigration(config)
  if (migrator.backup !== undefined)
    log.info({ backup: migrator.backup }, 'The database changes its form; a backup was made before')
  const store = await openStore({
    directory,
    migrate: true,
    migrator,
    reportFiles: reportFileBounds(config),
    lost,
    clock: systemClock,
    unkept,
    keptAgain,
  })
  afterMigration(config)
  later(() => store.close())
  return { store }
}

/** The store of a command. */
export interface CommandStore extends ServiceStore {
  /** The data directory, when it held no database before. */
  madeIn?: string
  close(): Promise<void>
}

/** The store of a command, beside running services or alone, as it is found. With `make` a data directory that no service has gets a
 * database, or one of this version. Rejects with StoreRefused or StartRefused. */
export async function openCommandStore(config: Config, make = false): Promise<CommandStore> {
  const reportFiles = reportFileBounds(config)
  const shared = await openSharedStore(config, { migrate: false, reportFiles })
  if (shared) return { store: shared, shared, close: () => shared.close() }
  const { directory } = config.store
  const isNew = make && !hasStore(directory)
  const lock = make ? lockIfFree(directory) : undefined
  try {
    const migrator = lock && (await beforeMigration(config))
    const options = { directory, migrate: lock !== undefined, reportFiles, ...(migrator && { migrator }) }
    const store = await openStore(options)
    if (lock) afterMigration(config)
    return {
      store,
      ...(isNew && { madeIn: directory }),
      async close() {
        await store.close()
        lock?.release()
      },
    }
  } catch (cause) {
    lock?.release()
    throw cause
  }
}

function lockIfFree(directory: string): DirectoryLock | undefined {
  const locking = lockDirectory(directory)
  return locking.kind === 'locked' ? locking.lock : undefined
}
