import {
  existsSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import Sqlite from '#sqlite'
import { systemCode, systemReason } from '../../core/trouble/system-reason.ts'
import { StoreRefused } from '../keeping/refused.ts'
import { libraryProblem } from './health/library.ts'
import { isWantOfSpace } from './want-of-space.ts'

export interface DirectoryLock {
  release(): void
}

export type Locking = { kind: 'locked'; lock: DirectoryLock } | { kind: 'in_use'; pid?: number }

/** Locks a data directory (made when it is absent) for one service. It is a lock of the operating system, taken by
 * SQLite on an empty database: it ends with the process, however that ends. Throws StoreRefused when the directory is
 * not for this user to write in. */
export function lockDirectory(directory: string): Locking {
  const library = libraryProblem()
  if (library !== undefined) throw new StoreRefused(library)
  makeDirectory(directory)
  const pidFile = join(directory, 'mailgauge.pid')
  const held = lockFile(directory)
  if (!held) return { kind: 'in_use', ...holder(pidFile) }
  notePid(pidFile)
  leaveTo(directory, pidFile)
  return { kind: 'locked', lock: { release: () => void held.close() } }
}

/** Whether a service holds a data directory; nothing is made there. */
export function isDirectoryLocked(directory: string): boolean {
  if (!existsSync(join(directory, 'mailgauge.lock'))) return false
  try {
    const free = lockFile(directory)
    free?.close()
    return free === undefined
  } catch {
    // Whoever may not write it cannot tell.
    return false
  }
}

/** Only ever read beside a held lock: one that a killed service left behind means nothing. */
function notePid(pidFile: string): void {
  try {
    // Made anew: a link of that name is not followed.
    rmSync(pidFile, { force: true })
    writeFileSync(pidFile, `${process.pid}\n`, { flag: 'wx' })
  } catch (cause) {
    // It is for people only, and a full disk is no reason not to start.
    if (!isWantOfSpace(cause)) throw notWritable(pidFile, cause)
  }
}

function makeDirectory(directory: string): void {
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 })
  } catch (cause) {
    const reason = systemCode(cause) === 'EEXIST' ? 'it is a file' : systemReason(cause)
    throw new StoreRefused(
      `The data directory ${directory} cannot be made: ${reason}. Make it for the user that runs Mailgauge, or set another store.directory.`,
    )
  }
}

const notWritable = (path: string, cause: unknown) =>
  new StoreRefused(
    `${path} cannot be written: ${systemReason(cause)}. Let the user that runs Mailgauge own the data directory and what is in it.`,
  )

/** Locks the keys of a data directory for one process at a time, beside the service or in it. Undefined: another has them. */
export function lockSecrets(directory: string): DirectoryLock | undefined {
  const held = lockFile(directory, 'secrets.lock')
  return held && { release: () => void held.close() }
}

/** Locks the backups of a data directory: one is made at a time. Undefined: another process makes one. */
export function lockBackups(directory: string): DirectoryLock | undefined {
  const held = lockFile(directory, 'backup.lock')
  return held && { release: () => void held.close() }
}

function lockFile(directory: string, name = 'mailgauge.lock'): Sqlite.Database | undefined {
  let file: Sqlite.Database | undefined
  try {
    const path = join(directory, name)
    demandNoLink(path)
    file = new Sqlite(path, { timeout: 0 })
    leaveTo(directory, path)
    // A journal on the disk would need room there, and nothing is ever written that it could undo.
    file.pragma('journal_mode = MEMORY')
    file.exec('BEGIN IMMEDIATE')
    return file
  } catch (cause) {
    file?.close()
    if (!(cause instanceof Sqlite.SqliteError)) throw cause
    if (cause.code === 'SQLITE_BUSY') return undefined
    throw new StoreRefused(
      `The data directory ${directory} cannot be written in: ${systemReason(cause)}. Let the user that runs Mailgauge own it and what is in it: chown -R mailgauge: ${directory}`,
      isWantOfSpace(cause) && !cause.code.startsWith('SQLITE_READONLY') ? 'may pass' : undefined,
    )
  }
}

/** Root would make a file wherever whoever owns the directory let it lead. */
function demandNoLink(path: string): void {
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink())
    throw new StoreRefused(`${path} is a link, and has to be a file of its own. Remove it.`)
}

/** What root makes in a data directory belongs to whom the directory belongs to, who would be locked out otherwise. */
function leaveTo(directory: string, path: string): void {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = statSync(directory)
  if (uid !== 0 && lstatSync(path, { throwIfNoEntry: false })?.uid === 0) lchownSync(path, uid, gid)
}

function holder(pidFile: string): { pid?: number } {
  try {
    const pid = Number.parseInt(readFileSync(pidFile, 'utf8'), 10)
    return Number.isNaN(pid) ? {} : { pid }
  } catch {
    return {}
  }
}
