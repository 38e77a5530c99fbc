import { createReadStream } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { BackupFolder } from '../../services/backups/backups.ts'
import { codeOf, told } from './failed.ts'
import { notedBackup } from './note.ts'

/** A folder of backups on the disk. */
export function backupFolderAt(path: string, directory: string): BackupFolder {
  return {
    path,
    async files() {
      const names = await told(path, 'read', () => readdir(path).catch(none))
      const sizes = await Promise.all(names.map((name) => stat(join(path, name)).catch(() => undefined)))
      return names.flatMap((name, at) => {
        const size = sizes[at]
        return size?.isFile() ? [{ name, bytes: size.size }] : []
      })
    },
    read: (name) => createReadStream(join(path, name)),
    remove: (name) => told(join(path, name), 'deleted', () => rm(join(path, name))),
    noted: () => notedBackup(directory),
  }
}

function none(cause: unknown): string[] {
  if (codeOf(cause) === 'ENOENT') return []
  throw cause
}
