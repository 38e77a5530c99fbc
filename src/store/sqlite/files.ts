import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { systemCode, systemReason } from '../../core/trouble/system-reason.ts'
import { StoreRefused } from '../keeping/refused.ts'
import { type Connection, openWriter } from './connection.ts'
import { firstLook } from './health/first-look.ts'
import { MIGRATIONS, type Migrator, migrate } from './migrations.ts'
import { isWantOfSpace } from './want-of-space.ts'

const FILE = 'mailgauge.db'

/** The database of a data directory. */
export const databaseIn = (directory: string): string => join(directory, FILE)

/** Said where a command finds none. */
export const noDatabaseIn = (directory: string): string =>
  `There is no Mailgauge database in ${directory}. Name the config of the service with --config, or start the service, which makes one.`

/** What SQLite keeps beside a database while it is open: without them it is not whole. */
const BESIDE = ['-wal', '-shm'] as const

/** Makes the database of a data directory that has none, when that is allowed; refuses what cannot be one. */
export function prepareFile(directory: string, mayMake: boolean, migrator?: Migrator): void {
  const file = databaseIn(directory)
  const problem = firstLook(file)
  if (problem !== undefined) throw new StoreRefused(problem)
  if (existsSync(file)) return
  if (!mayMake) throw new StoreRefused(noDatabaseIn(directory))
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  makeFile(file, migrator)
}

/** Nobody finds a database that is half made: it gets its name when it is whole and on the disk. */
function makeFile(file: string, migrator: Migrator | undefined): void {
  const unfinished = `${file}.new`
  removeWhole(unfinished)
  try {
    // What the mail of others is in is nobody's to read but the service's own user.
    closeSync(openSync(unfinished, 'wx', 0o600))
    const { driver } = openWriter(unfinished)
    try {
      migrate(driver, true, MIGRATIONS, migrator)
      driver.pragma('wal_checkpoint(TRUNCATE)')
    } finally {
      driver.close()
    }
    removeWhole(file, BESIDE)
    sync(unfinished)
    renameSync(unfinished, file)
    sync(dirname(file))
  } catch (cause) {
    removeWhole(unfinished)
    if (isWantOfSpace(cause))
      throw new StoreRefused(
        `${file} cannot be made: the disk takes no write. Make room, then start again.`,
        'may pass',
      )
    if (systemCode(cause) === undefined) throw cause
    throw new StoreRefused(
      `${file} cannot be made: ${systemReason(cause)}. Let the user that runs Mailgauge own the data directory and what is in it.`,
    )
  }
}

function removeWhole(file: string, parts: readonly string[] = ['', '-journal', ...BESIDE]): void {
  for (const part of parts) rmSync(`${file}${part}`, { force: true })
}

function sync(path: string): void {
  const handle = openSync(path, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/** Whether a directory holds a database. */
export function hasStore(directory: string): boolean {
  return existsSync(databaseIn(directory))
}

/** Says whether the files of an open database are still the ones that were there at this moment: what is written to a
 * file that was deleted or replaced is not found after a start. */
export function watchFiles(file: string): () => boolean {
  const paths = ['', ...BESIDE].map((part) => `${file}${part}`)
  const identity = (path: string) => {
    try {
      const { dev, ino, size } = statSync(path)
      // An emptied database has kept its place and nothing else.
      return path === file && size === 0 ? 'empty' : `${dev} ${ino}`
    } catch {
      return 'none'
    }
  }
  const opened = paths.map(identity)
  return () => paths.every((path, index) => identity(path) === opened[index])
}

/** Bytes of an open database that are in use, log included. */
export function bytesInUse(driver: Connection['driver'], file: string): number {
  const pragma = (name: string) => Number(driver.pragma(name, { simple: true }))
  const log = statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0
  return (pragma('page_count') - pragma('freelist_count')) * pragma('page_size') + log
}
