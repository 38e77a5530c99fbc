import { join } from 'node:path'
import type { Config } from '../../config/config.ts'
import type { Schedule } from '../../jobs/schedule.ts'
import { type Backups, createBackups } from '../../services/backups/backups.ts'
import { createBackupSchedule } from '../../services/backups/schedule.ts'
import type { Log } from '../../services/ports.ts'
import type { Store } from '../../store/store.ts'
import { BACKED_UP_ELSEWHERE, isShared } from '../hosts/no-backups.ts'
import type { Later } from '../parts.ts'
import { systemClock } from '../services.ts'
import { BackupFailed } from './failed.ts'
import { backupFolderAt } from './folder.ts'
import { backupFolder, backupSource } from './plan.ts'
import { makeInProcess } from './run-process.ts'
import { folderOf } from './sinks.ts'

const LOOK_EVERY_MS = 60_000

/** The backups that the config names, made in processes of their own; one that is under way ends with the service. */
export function openBackups(
  config: Config,
  { store, log }: { store: Pick<Store, 'audit'>; log: Log },
  later: Later,
): Backups {
  const path = backupFolder(config)
  const { directory, every, keep, secrets, keepBeforeMigration } = config.backup
  const source = backupSource(config)
  const backups = createBackups({
    store,
    folder: backupFolderAt(path, config.store.directory),
    async write(name, options, signal, progress) {
      if (isShared(config)) throw new BackupFailed(BACKED_UP_ELSEWHERE)
      await folderOf(path)
      await makeInProcess({ source, ...options, file: join(path, name) }, signal, progress)
    },
    secrets,
    ...(directory !== undefined && { everyMs: every }),
    keep,
    keepBeforeMigration,
    clock: systemClock,
    log,
  })
  later.drained('backups', async () => {
    const isCut = backups.state().running !== undefined
    await backups.stop()
    return isCut ? 1 : 0
  })
  return backups
}

/** Makes backups when they are due. */
export function runBackups(backups: Backups, schedule: Schedule): void {
  const due = createBackupSchedule({ backups, clock: systemClock })
  schedule.every(LOOK_EVERY_MS, 'backups', () => due.run())
}
