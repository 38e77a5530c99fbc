import {
  closeSync,
  fchownSync,
  fsyncSync,
  lstatSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
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

/** What a backup under way writes, until it is whole. */
export interface Unfinished {
  /** It is done, or took away what it had written. */
  done(): void
}

const ENDING = '.part'

const noteIn = (directory: string) => join(directory, 'backing-up.json')

/** Takes away what a killed backup left behind, and notes what this one is about to write. Under the lock of backups: nobody else of this data
 * directory writes one, and files of others are never looked for. */
export function beginUnfinished(directory: string, paths: readonly string[]): Unfinished {
  const note = noteIn(directory)
  removeLeftover(note)
  try {
    // Made anew: a link of that name is not followed.
    rmSync(note, { force: true })
    writeFileSync(note, `${JSON.stringify({ paths })}\n`, { mode: 0o644, flag: 'wx' })
  } catch {
    // The backup is made all the same.
  }
  return { done: () => remove(note) }
}

function removeLeftover(note: string): void {
  for (const path of notedIn(note)) {
    // Whoever wrote the note wrote the file: root takes away nothing that another names.
    const [file, own] = [path, note].map((one) => lstatSync(one, { throwIfNoEntry: false }))
    if (file?.isFile() && file.uid === own?.uid) remove(path)
  }
}

function remove(path: string): void {
  try {
    rmSync(path, { force: true })
  } catch {
    // A folder that is gone, or not ours any more, is no reason to make no backup.
  }
}

function notedIn(note: string): string[] {
  try {
    const { paths } = JSON.parse(readFileSync(note, 'utf8')) as { paths?: unknown }
    if (!Array.isArray(paths)) return []
    return paths.filter((path): path is string => typeof path === 'string' && path.endsWith(ENDING))
  } catch {
    return []
  }
}
