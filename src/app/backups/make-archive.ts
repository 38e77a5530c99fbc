import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { BackupManifest, BackupProgress } from '../../core/files/backup.ts'
import { type Snapshot, takeSnapshot } from '../../store/sqlite/backup/snapshot.ts'
import { hasStore, noDatabaseIn } from '../../store/sqlite/files.ts'
import { lockBackups, lockSecrets } from '../../store/sqlite/lock.ts'
import { BackupFailed, codeOf, reasonOf } from './failed.ts'
import { type Beside, DATABASE, filesBeside } from './members.ts'
import { beginUnfinished, noteBackup } from './note.ts'
import type { BackupPlan, MadeBackup } from './plan.ts'
import { fileSink, outputSink, partOf, type Room, roomIn, type Sink } from './sinks.ts'
import { writeArchive } from './write-archive.ts'

/** Makes a backup, beside a running service or without one, in this process. Throws BackupFailed; then nothing is left of it. */
export async function makeArchive(
  plan: BackupPlan,
  signal: AbortSignal,
  progress: (made: BackupProgress) => void = () => undefined,
): Promise<MadeBackup> {
  const { directory, minFree } = plan.source
  if (!hasStore(directory)) throw new BackupFailed(noDatabaseIn(directory))
  const lock = lockBackups(directory)
  if (!lock) throw new BackupFailed('Another backup is being made. Try again when it is done.')
  const room = roomIn(directory, minFree)
  const unfinished = beginUnfinished(directory, writtenBy(plan))
  try {
    const sink = plan.file === undefined ? outputSink() : await fileSink(plan.file, room)
    try {
      const made = await written(plan, sink, room, signal, progress)
      await sink.keep()
      noteBackup(plan, made)
      return made
    } catch (cause) {
      await sink.drop()
      throw signal.aborted
        ? new BackupFailed('The backup was interrupted; nothing is left of it.')
        : inWords(plan, cause)
    }
  } finally {
    unfinished.done()
    lock.release()
  }
}

/** A copy of the database, should one be needed, stands where there is room for the backup. */
const workOf = ({ source, file }: BackupPlan) =>
  join(file === undefined ? source.directory : dirname(file), `.${DATABASE}.part`)

const writtenBy = (plan: BackupPlan): string[] =>
  [workOf(plan), ...(plan.file === undefined ? [] : [partOf(plan.file)])].map((path) => resolve(path))

async function written(
  plan: BackupPlan,
  sink: Sink,
  room: Room,
  signal: AbortSignal,
  progress: (made: BackupProgress) => void,
): Promise<MadeBackup> {
  const madeAt = new Date()
  const { snapshot, beside } = await taken(plan, room)
  try {
    const counted = counting(sink)
    const content = {
      manifest: manifestOf(plan, madeAt, snapshot, beside),
      database: snapshot,
      members: beside.members,
      read: (bytes: number) => progress({ bytes, total: snapshot.bytes }),
    }
    await writeArchive(content, sink.stream, signal)
    const { secrets } = plan
    return {
      madeAt: madeAt.toISOString(),
      bytes: counted(),
      databaseBytes: snapshot.bytes,
      keys: secrets && beside.members.length > 0,
      left: beside.left,
    }
  } finally {
    snapshot.done()
  }
}

const LOCK_TRIES = 100
const LOCK_EVERY_MS = 100

/** The database and the key that opens it: no rotation comes in between. */
async function taken(plan: BackupPlan, room: Room): Promise<{ snapshot: Snapshot; beside: Beside }> {
  const { source, secrets, file } = plan
  const folder = file === undefined ? source.directory : dirname(file)
  const work = workOf(plan)
  for (let tries = 0; tries < LOCK_TRIES; tries += 1) {
    const lock = lockSecrets(source.directory)
    if (lock) {
      try {
        const beside = filesBeside(source, secrets)
        const { directory } = source
        const fits = (bytes: number) => room.look(folder, bytes)
        return { beside, snapshot: await takeSnapshot({ directory, work, fits }) }
      } finally {
        lock.release()
      }
    }
    await Bun.sleep(LOCK_EVERY_MS)
  }
  throw new BackupFailed('Another mailgauge is working on the encryption key. Try again when it is done.')
}

function manifestOf(
  plan: BackupPlan,
  madeAt: Date,
  snapshot: Snapshot,
  { members, left }: Beside,
): BackupManifest {
  return {
    format: 1,
    version: plan.source.program,
    schema: snapshot.schema,
    oldest_program: snapshot.oldestProgram,
    made_at: madeAt.toISOString(),
    kind: plan.kind,
    members: [
      { name: DATABASE, bytes: snapshot.bytes, about: 'the database' },
      ...members.map(({ name, bytes, about }) => ({ name, bytes: bytes.byteLength, about })),
    ],
    left_out: left,
  }
}

function counting({ stream }: Sink): () => number {
  let bytes = 0
  const write = stream._write.bind(stream)
  stream._write = (chunk, encoding, done) => {
    bytes += chunk.byteLength
    write(chunk, encoding, done)
  }
  return () => bytes
}

function inWords({ file, source }: BackupPlan, cause: unknown): unknown {
  const code = codeOf(cause)
  if (cause instanceof BackupFailed || code === undefined) return cause
  const target = file ?? 'standard output'
  if (code.startsWith('SQLITE_') && !existsSync(source.directory)) return cause
  if (/^SQLITE_(?:CORRUPT|NOTADB)/.test(code))
    return new BackupFailed(
      `The database in ${source.directory} is damaged: ${reasonOf(cause)}. Restore a backup.`,
      { cause },
    )
  return new BackupFailed(`The backup could not be written to ${target}: ${reasonOf(cause)}.`, { cause })
}
