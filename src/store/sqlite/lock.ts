import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from '#sqlite'

export interface DirectoryLock {
  release(): void
}

export type Locking = { kind: 'locked'; lock: DirectoryLock } | { kind: 'in_use'; pid?: number }

/** Locks a data directory (made when it is absent) for one service. It is a lock of the operating system, taken by
 * SQLite on an empty database: it ends with the process, however that ends. */
export function lockDirectory(directory: string): Locking {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const pidFile = join(directory, 'mailgauge.pid')
  const held = new Sqlite(join(directory, 'mailgauge.lock'), { timeout: 0 })
  try {
    held.exec('BEGIN IMMEDIATE')
  } catch (cause) {
    held.close()
    if (!(cause instanceof Sqlite.SqliteError) || cause.code !== 'SQLITE_BUSY') throw cause
    return { kind: 'in_use', ...holder(pidFile) }
  }
  // Only ever read beside a held lock: one that a killed service left behind means nothing.
  writeFileSync(pidFile, `${process.pid}\n`)
  return { kind: 'locked', lock: { release: () => void held.close() } }
}

function holder(pidFile: string): { pid?: number } {
  try {
    const pid = Number.parseInt(readFileSync(pidFile, 'utf8'), 10)
    return Number.isNaN(pid) ? {} : { pid }
  } catch {
    return {}
  }
}
