import { join } from 'node:path'
import type { Config } from '../../config/config.ts'
import type { Schedule } from '../../jobs/schedule.ts'
import { type Backups, createBackups } from '../../services/backups/backups.ts'
import { createBackupSchedule } from '../../services/backups/schedule.ts'
import type { Log } from '../../services/ports.ts'
import type { Store } from '../../store/store.ts'
import type { Later } from '../parts.ts'
import { systemClock } from '../services.ts'
import { backupFolderAt } from './folder.ts'
import { backupFolder, backupSource } from './plan.ts'
import { makeInProcess } from './run-process.ts'
import { folderOf } from './sinks.ts'

/** The backups that the config names, made in processes of their own. */
export function openBackups(
  config: Config,
  { store, log }: { store: Pick<Store, 'audit'>; log: Log },
): Backups {
  const path = backupFolder(config)
  const { directory, every, keep, secrets, keepBeforeMigration } = config.backup
  const source = backupSource(config)
  return createBackups({
    store,
    folder: backupFolderAt(path, config.store.directory),
    async write(name, { kind, secrets }, signal, progress) {
      await folderOf(path)
      await makeInProcess({ source, kind, secrets, file: join(path, name) }, signal, progress)
    },
    secrets,
    ...(directory !== undefined && { everyMs: every }),
    keep,
    keepBeforeMigration,
    clock: systemClock,
    log,
  })
}

const LOOK_EVERY_MS = 60_000

/** Makes backups when they are due. To be called after the schedule is to be stopped: what runs is ended before that. */
export function runBackups(backups: Backups, schedule: Schedule, later: Later): void {
  const due = createBackupSchedule({ backups, clock: systemClock })
  schedule.every(LOOK_EVERY_MS, 'backups', () => due.run())
  later(() => backups.stop())
}
