import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from '#sqlite'

/** Where SQLite takes its lock to write in a file: PENDING_BYTE + 1. */
const RESERVED = '1073741825'

/** Whether a service has a data directory now, and which process it is. Nothing is made or changed. Undefined: it is not known. */
export function holderOf(directory: string): { held: boolean; pid?: number } | undefined {
  const file = join(directory, 'mailgauge.lock')
  try {
    const found = statSync(file, { throwIfNoEntry: false })
    if (!found) return { held: false }
    const pid = lockedBy(found.ino)
    if (pid !== undefined) return { held: true, pid }
  } catch {
    return undefined
  }
  const held = isHeld(file)
  if (held === undefined) return undefined
  const pid = held ? notedPid(directory) : undefined
  return { held, ...(pid !== undefined && { pid }) }
}

/** The process that holds a lock on the file of this number (proc_locks(5)). */
function lockedBy(inode: number): number | undefined {
  try {
    for (const line of readFileSync('/proc/locks', 'latin1').split('\n')) {
      const [, , , kind, pid, place = '', from] = line.split(/\s+/)
      if (kind === 'WRITE' && from === RESERVED && place.split(':')[2] === String(inode)) return Number(pid)
    }
  } catch {
    // Not shown here.
  }
  return undefined
}

function isHeld(file: string): boolean | undefined {
  let lock: Sqlite.Database | undefined
  try {
    lock = new Sqlite(file, { timeout: 0, fileMustExist: true })
    lock.pragma('journal_mode = MEMORY')
    lock.exec('BEGIN IMMEDIATE')
    return false
  } catch (cause) {
    return cause instanceof Sqlite.SqliteError && cause.code === 'SQLITE_BUSY' ? true : undefined
  } finally {
    lock?.close()
  }
}

/** Of a process that is there. */
function notedPid(directory: string): number | undefined {
  try {
    const pid = Number.parseInt(readFileSync(join(directory, 'mailgauge.pid'), 'utf8'), 10)
    return existsSync(`/proc/${pid}`) ? pid : undefined
  } catch {
    return undefined
  }
}
