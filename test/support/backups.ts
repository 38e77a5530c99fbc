import { backupName } from '../../src/core/files/backup.ts'
import {
  type BackupFolder,
  type Backups,
  type BackupsDeps,
  createBackups,
} from '../../src/services/backups/backups.ts'

/** A folder of backups in memory, whose files hold their own names. */
export function folderInMemory(): BackupFolder & { names(): string[]; put(name: string): void } {
  const held = new Map<string, Uint8Array>()
  return {
    path: '/backups',
    files: async () => [...held].map(([name, { byteLength }]) => ({ name, bytes: byteLength })),
    async *read(name) {
      const bytes = held.get(name)
      if (bytes) yield bytes
    },
    remove: async (name) => void held.delete(name),
    noted: () => undefined,
    names: () => [...held.keys()].toSorted(),
    put: (name) => void held.set(name, Buffer.from(name)),
  }
}

/** Backups in memory. */
export function backupsInMemory(deps: Pick<BackupsDeps, 'store' | 'clock'> & Partial<BackupsDeps>): {
  backups: Backups
  folder: ReturnType<typeof folderInMemory>
} {
  const folder = folderInMemory()
  const backups = createBackups({
    folder,
    write: async (name) => folder.put(name),
    secrets: true,
    keep: 2,
    keepBeforeMigration: 1,
    log: { info() {}, warn() {}, error() {} },
    ...deps,
  })
  return { backups, folder }
}

/** The name of a scheduled backup of that time. */
export const scheduledAt = (time: string): string => backupName('scheduled', new Date(time), true)
