import {
  closeSync,
  fchownSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import type { LatestBackup } from '../../core/files/backup.ts'
import type { BackupPlan, MadeBackup } from './plan.ts'

const pathIn = (directory: string) => join(directory, 'last-backup.json')

/** Notes a backup in the data directory, for those who ask how old the last one is: it may have gone anywhere. */
export function noteBackup({ source, file, kind, secrets }: BackupPlan, { madeAt, bytes }: MadeBackup): void {
  if (kind === 'before-migration') return
  const path = pathIn(source.directory)
  const note = { madeAt, bytes, secrets, place: file ?? 'standard output' }
  try {
    // Made anew: a link of that name is not followed.
    rmSync(`${path}.new`, { force: true })
    const handle = openSync(`${path}.new`, 'wx', 0o600)
    try {
      const { uid, gid } = statSync(source.directory)
      if (process.getuid?.() === 0) fchownSync(handle, uid, gid)
      writeSync(handle, `${JSON.stringify(note)}\n`)
      fsyncSync(handle)
    } finally {
      closeSync(handle)
    }
    renameSync(`${path}.new`, path)
  } catch {
    // The backup is made all the same.
  }
}

/** The last backup that was noted. */
export function notedBackup(directory: string): LatestBackup | undefined {
  try {
    const { madeAt, bytes, secrets, place } = JSON.parse(readFileSync(pathIn(directory), 'utf8'))
    const at = new Date(madeAt)
    if (Number.isNaN(at.getTime()) || typeof bytes !== 'number' || typeof place !== 'string') return undefined
    return { madeAt: at, bytes, secrets: secrets === true, place }
  } catch {
    return undefined
  }
}
