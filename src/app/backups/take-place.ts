import {
  chmodSync,
  chownSync,
  constants,
  copyFileSync,
  existsSync,
  lchownSync,
  linkSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import type { SecretKey } from '../../services/secrets/sealing.ts'
import { foldLog } from '../../store/sqlite/backup/examine.ts'
import { createKeyFile } from '../secrets/key-file.ts'
import { codeOf } from './failed.ts'
import { CERTIFICATES, DATABASE, KEY, SELF_SIGNED } from './members.ts'
import { syncPath } from './sync.ts'

/** What takes the place of what. */
export interface Placing {
  /** Where the files of the backup lie, in the data directory, so that they are renamed. */
  staged: string
  directory: string
  keyPath: string
  /** Where the old ones go: a new folder in the data directory. */
  aside: string
}

/** Puts the files of a backup in the place of those that are there, which are moved aside. A step at a time: killed after any of them,
 * either the old database is served or the new one, and its key is there. */
export function* takePlace(placing: Placing): Generator<string> {
  const { staged, directory, keyPath, aside } = placing
  mkdirSync(aside, { mode: 0o700 })
  leaveToOwner(directory, aside)
  const brought = existsSync(join(staged, KEY)) ? createKeyFile(join(staged, KEY)).read() : undefined
  yield 'folder'
  if (brought) {
    if (existsSync(keyPath)) keepAside(realpathSync(keyPath), join(aside, KEY))
    addKeys(keyPath, brought, directory)
    yield 'keys of both'
  }
  yield* oldDatabaseAside(directory, aside)
  renameSync(join(staged, DATABASE), join(directory, DATABASE))
  syncPath(directory)
  yield 'database'
  if (brought) {
    createKeyFile(keyPath).replace(brought)
    yield 'key'
  }
  for (const name of [SELF_SIGNED, ...certificatesIn(staged)]) {
    if (!existsSync(join(staged, name))) continue
    place(join(staged, name), join(directory, name), join(aside, name), directory)
    yield name
  }
  if (readdirSync(aside).length === 0) rmSync(aside, { recursive: true })
  rmSync(staged, { recursive: true, force: true })
  syncPath(directory)
}

/** certificates/… */
export function certificatesIn(staged: string): string[] {
  const folder = join(staged, CERTIFICATES)
  return existsSync(folder) ? readdirSync(folder).map((name) => `${CERTIFICATES}/${name}`) : []
}

/** The old database stays in its place too, until the new one takes it. */
function* oldDatabaseAside(directory: string, aside: string): Generator<string> {
  const file = join(directory, DATABASE)
  if (existsSync(file)) {
    // One that cannot be opened is nothing without its log: they are moved together, and what is between serves nobody.
    if (foldLog(file)) keepAside(file, join(aside, DATABASE))
    else renameSync(file, join(aside, DATABASE))
    yield 'old database'
  }
  for (const part of ['-wal', '-shm'])
    if (existsSync(`${file}${part}`)) renameSync(`${file}${part}`, join(aside, `${DATABASE}${part}`))
  syncPath(aside)
  yield 'old log'
}

/** Keeps a file under another name as well, without its octets twice where that can be. */
function keepAside(from: string, to: string): void {
  if (!existsSync(from)) return
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 })
  rmSync(to, { force: true })
  try {
    linkSync(from, to)
  } catch (cause) {
    // Another disk, or a file system without links.
    if (codeOf(cause) === 'ENOENT') throw cause
    copyFileSync(from, to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE)
    const { mode, uid, gid } = statSync(from)
    chmodSync(to, mode & 0o777)
    if (process.getuid?.() === 0) chownSync(to, uid, gid)
  }
}

/** Both databases find their key until it is clear which of them it is. */
function addKeys(keyPath: string, brought: readonly SecretKey[], directory: string): void {
  const file = createKeyFile(keyPath)
  const there = readable(keyPath)
  if (there) {
    file.replace([...there, ...brought.filter(({ id }) => !there.some((one) => one.id === id))])
    return
  }
  // What is no key file, or one that nobody may use, is aside already.
  rmSync(keyPath, { force: true })
  file.make(brought)
  leaveToOwner(directory, keyPath)
}

function readable(keyPath: string): SecretKey[] | undefined {
  try {
    return createKeyFile(keyPath).read()
  } catch {
    return undefined
  }
}

function place(from: string, to: string, aside: string, directory: string): void {
  keepAside(to, aside)
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 })
  leaveToOwner(directory, dirname(to))
  renameSync(from, to)
}

/** What root makes belongs to whom the data directory belongs to. */
export function leaveToOwner(directory: string, ...paths: string[]): void {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = statSync(directory)
  // Whoever owns the directory may lay links there: what they lead to stays whose it is.
  for (const path of paths) lchownSync(path, uid, gid)
}
