import { type FileHandle, link, lstat, mkdir, open, rename, rm, stat, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Writable } from 'node:stream'
import { BackupFailed, codeOf, told } from './failed.ts'
import { syncPath } from './sync.ts'

/** Where a backup goes. */
export interface Sink {
  stream: Writable
  /** All of it is written: makes it last, under its name. */
  keep(): Promise<void>
  /** Takes away what was written. */
  drop(): Promise<void>
}

/** How often the disk is looked at while a file is written. */
const LOOK_EVERY = 32 * 1024 * 1024

/** The name that a file has while it is written. */
export const partOf = (path: string): string => `${path}.part`

/** A new file that nobody but this user can read. It has its name when it is whole and on the disk. */
export async function fileSink(path: string, room: Room): Promise<Sink> {
  if (await lstat(path).then(Boolean, () => false)) throw exists(path)
  const part = partOf(path)
  const handle = await told(path, 'written', async () => {
    // Left behind by one that was killed: whoever makes a backup is alone.
    await rm(part, { force: true })
    return open(part, 'wx', 0o600)
  })
  const close = () => handle.close().catch(() => undefined)
  const drop = async () => {
    await close()
    await rm(part, { force: true }).catch(() => undefined)
  }
  await room.look(dirname(path)).catch(async (cause) => {
    await drop()
    throw cause
  })
  return {
    stream: toHandle(handle, () => room.look(dirname(path))),
    drop,
    keep: () =>
      told(path, 'written', async () => {
        await handle.sync()
        await close()
        await takeName(part, path)
        syncPath(dirname(path))
      }),
  }
}

const exists = (path: string) =>
  new BackupFailed(`${path} exists already. Name another file, or move that one away.`)

/** Gives the file its name unless there is one of that name. */
async function takeName(part: string, path: string): Promise<void> {
  try {
    await link(part, path)
    await rm(part)
  } catch (cause) {
    if (codeOf(cause) === 'EEXIST') throw exists(path)
    // Some file systems have no links.
    await rename(part, path)
  }
}

function toHandle(handle: FileHandle, look: () => Promise<void>): Writable {
  let written = 0
  let looked = 0
  async function put(chunk: Uint8Array): Promise<void> {
    for (let at = 0; at < chunk.byteLength; )
      at += (await handle.write(chunk, at, chunk.byteLength - at)).bytesWritten
    written += chunk.byteLength
    if (written - looked < LOOK_EVERY) return
    looked = written
    await look()
  }
  return new Writable({ write: (chunk, _, done) => void put(chunk).then(() => done(), done) })
}

/** Standard output: what is kept of it is for its reader to say. */
export function outputSink(): Sink {
  const stream = new Writable({
    write: (chunk, _, done) => void process.stdout.write(chunk, (cause) => done(cause ?? null)),
  })
  return { stream, keep: async () => undefined, drop: async () => undefined }
}

/** Room on the disk of the data directory, which belongs to the mail that comes. */
export interface Room {
  /** Throws BackupFailed where what is written to a folder would take it. */
  look(folder: string, more?: number): Promise<void>
}

/** With less room mail is refused. */
export function roomIn(directory: string, minFree: number): Room {
  return {
    async look(folder, more = 0) {
      const [there, here] = await Promise.all([stat(folder), stat(directory)])
      if (there.dev !== here.dev) return
      const { bavail, bsize } = await statfs(folder)
      if (bavail * bsize - more >= minFree) return
      throw new BackupFailed(
        `The disk has too little room: the backup would leave less than store.min_free, and mail would be refused. Make room, or put backups on another disk than ${directory}.`,
      )
    },
  }
}

/** A folder that nobody but this user can look into, made where it is missing. Says whether it was. */
export async function folderOf(path: string): Promise<boolean> {
  return (await told(path, 'made', () => mkdir(path, { recursive: true, mode: 0o700 }))) !== undefined
}
