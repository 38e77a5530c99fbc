import { closeSync, openSync, rmSync } from 'node:fs'
import Sqlite from '#sqlite'
import { type Connection, openReader } from '../connection.ts'
import { databaseIn } from '../files.ts'
import { versionOf } from '../migrations.ts'
import { oldestProgramOf } from './serving.ts'

/** A database as it was at one moment: nothing changes what is read of it until it is done with. */
export interface Snapshot {
  /** To read from, from its beginning. */
  handle: number
  bytes: number
  /** Migrations that it has had. */
  schema: number
  oldestProgram: string
  done(): void
}

export interface SnapshotOptions {
  directory: string
  /** Where a copy may stand for as long as it is needed, should one be. */
  work: string
  /** Says, by throwing, that a copy of so many bytes does not fit. */
  fits?(bytes: number): Promise<void>
  /** Never reads the file in place. */
  copy?: boolean
}

/** Takes a snapshot beside a service that writes, or without one. In a process of its own: the locks of SQLite are those of a process,
 * and a file that is read beside them would end them. Everything that was committed before is in it. */
export async function takeSnapshot(options: SnapshotOptions): Promise<Snapshot> {
  const file = databaseIn(options.directory)
  const reader = openReader(file)
  try {
    if (options.copy !== true && (await standStill(file, reader))) return inPlace(file, reader)
    return await copied(reader, options)
  } catch (cause) {
    reader.driver.close()
    throw cause
  }
}

const TRIES = 40
const BETWEEN_MS = 50
/** How often the log is tried with writers held up. */
const SPINS = 5

/** Begins a read that needs nothing of the log: until it ends nobody writes to the database file itself, and what is written meanwhile stays
 * in the log. Writers wait for some milliseconds. False: others read what is older all the time, such as Litestream. */
async function standStill(file: string, reader: Connection): Promise<boolean> {
  const holder = new Sqlite(file, { fileMustExist: true, timeout: 15_000 })
  const copier = new Sqlite(file, { fileMustExist: true, timeout: 15_000 })
  try {
    if (holder.pragma('journal_mode', { simple: true }) !== 'wal') return false
    for (let tries = 0; tries < TRIES; tries += 1) {
      // What is left is little, so that writers wait for little.
      copier.pragma('wal_checkpoint(PASSIVE)')
      holder.exec('BEGIN IMMEDIATE')
      try {
        for (let spin = 0; spin < SPINS; spin += 1) if (isCopied(copier)) return begin(reader)
      } finally {
        holder.exec('ROLLBACK')
      }
      await new Promise((resolve) => setTimeout(resolve, BETWEEN_MS))
    }
    return false
  } finally {
    copier.close()
    holder.close()
  }
}

/** Copies what the log holds; says whether the database file has all of it. */
function isCopied(copier: Sqlite.Database): boolean {
  const [state] = copier.pragma('wal_checkpoint(PASSIVE)') as [
    { busy: number; log: number; checkpointed: number },
  ]
  return state.busy === 0 && state.log === state.checkpointed
}

function begin({ driver }: Connection): true {
  driver.exec('BEGIN')
  driver.pragma('user_version')
  return true
}

function inPlace(file: string, reader: Connection): Snapshot {
  const handle = openSync(file, 'r')
  return snapshotOf(reader, handle, () => {
    reader.driver.close()
    // Closing it would end the locks of this process on the file.
    closeSync(handle)
  })
}

/** Pages copied at one go. */
const PAGES = 2000

/** A copy that SQLite makes within one read, so that writers do not make it begin again. */
async function copied(reader: Connection, { work, fits }: SnapshotOptions): Promise<Snapshot> {
  rmSync(work, { force: true })
  try {
    begin(reader)
    await fits?.(bytesOf(reader))
    // SQLite would make it readable for others.
    closeSync(openSync(work, 'wx', 0o600))
    await reader.driver.backup(work, { progress: () => PAGES })
    const handle = openSync(work, 'r')
    const taken = snapshotOf(reader, handle, () => closeSync(handle))
    reader.driver.close()
    return taken
  } finally {
    // It stays readable by its handle, and a process that is killed leaves nothing behind.
    for (const part of ['', '-journal']) rmSync(`${work}${part}`, { force: true })
  }
}

function bytesOf({ driver }: Connection): number {
  const pragma = (name: string) => Number(driver.pragma(name, { simple: true }))
  return pragma('page_count') * pragma('page_size')
}

function snapshotOf(reader: Connection, handle: number, done: () => void): Snapshot {
  const { driver } = reader
  return {
    handle,
    bytes: bytesOf(reader),
    schema: versionOf(driver),
    oldestProgram: oldestProgramOf(driver),
    done,
  }
}
