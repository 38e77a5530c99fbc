import {
  createReadStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statfsSync,
} from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Config } from '../../config/config.ts'
import type { BackupManifest } from '../../core/files/backup.ts'
import { sizeInWords } from '../../services/doctor/bytes.ts'
import { KeyUnusable } from '../../services/secrets/key-ring.ts'
import { StoreRefused } from '../../store/keeping/refused.ts'
import { type Examined, examineDatabase } from '../../store/sqlite/backup/examine.ts'
import { lockDirectory } from '../../store/sqlite/lock.ts'
import { VERSION } from '../../version.ts'
import { isShared, RESTORED_ELSEWHERE } from '../hosts/no-backups.ts'
import { createKeyFile } from '../secrets/key-file.ts'
import { unpacked } from './byte-source.ts'
import { BackupFailed, codeOf, reasonOf, TAKE_ANOTHER, told } from './failed.ts'
import { DATABASE, KEY } from './members.ts'
import { certificatesIn, leaveToOwner, takePlace } from './take-place.ts'
import { unpack } from './unpack.ts'

/** What a restore is to do. */
export interface RestoreRequest {
  /** A path, or `-` for standard input. */
  from: string
  input(): AsyncIterable<Uint8Array>
  /** check: it is looked at alone. A folder: it is unpacked there. Absent: it takes the place of the data that is there. */
  to?: 'check' | { folder: string }
  /** What is being done, for people. */
  status(line: string): void
}

/** What came of it. */
export interface Restored {
  manifest: BackupManifest
  /** Where it is now. Absent: it was looked at. */
  directory?: string
  /** Where the data is that was there before. */
  aside?: string
  /** Secrets that no key opens, by what they are of. */
  lost: { purpose: string; secrets: number }[]
  /** Files that the config may name, below the directory. */
  certificates: string[]
}

/** Restores a backup, or looks at it. Gives the sentence that says why it cannot. */
export async function restoreByCommand(
  config: Pick<Config, 'store' | 'secrets'>,
  request: RestoreRequest,
): Promise<Restored | { refused: string }> {
  if (request.to === undefined && isShared(config)) return { refused: RESTORED_ELSEWHERE }
  try {
    if (request.to === 'check') return await looked(config, request)
    return request.to ? await elsewhere(request.to.folder, request) : await inPlace(config, request)
  } catch (cause) {
    if (cause instanceof BackupFailed || cause instanceof StoreRefused || cause instanceof KeyUnusable)
      return { refused: cause.message }
    if (!(cause instanceof Error) || !/^E[A-Z]+$/.test(codeOf(cause) ?? '')) throw cause
    return {
      refused: `It could not be restored: ${'path' in cause && typeof cause.path === 'string' ? `${cause.path}: ` : ''}${reasonOf(cause)}.`,
    }
  }
}

async function inPlace(
  { store: { directory }, secrets: { keyPath } }: Pick<Config, 'store' | 'secrets'>,
  request: RestoreRequest,
): Promise<Restored> {
  const locking = lockDirectory(directory)
  if (locking.kind === 'in_use') {
    const who = locking.pid === undefined ? '' : ` (process ${locking.pid})`
    throw new BackupFailed(
      `Mailgauge runs on ${directory}${who}. Stop it first, such as with systemctl stop mailgauge, then restore. Beside it, --check looks at the backup and --to unpacks it elsewhere.`,
    )
  }
  const staged = join(directory, 'restore.part')
  try {
    const { manifest, sound, names } = await staging(staged, request)
    leaveToOwner(directory, staged, ...names.map((name) => join(staged, name)))
    const certificates = certificatesIn(staged)
    const aside = join(directory, `before-restore-${stamp()}`)
    for (const _ of takePlace({ staged, directory, keyPath, aside }));
    const lost = lostOf(sound, keyPath)
    return { manifest, directory, lost, certificates, ...(existsSync(aside) && { aside }) }
  } finally {
    rmSync(staged, { recursive: true, force: true })
    locking.lock.release()
  }
}

async function elsewhere(folder: string, request: RestoreRequest): Promise<Restored> {
  await told(folder, 'made', () => mkdirSync(folder, { recursive: true, mode: 0o700 }))
  const there = await told(folder, 'read', () => readdirSync(folder))
  if (there.length > 0)
    throw new BackupFailed(`${folder} is not empty. Name a folder that is, or one that is not there.`)
  const staged = join(folder, 'restore.part')
  try {
    const { manifest, sound } = await staging(staged, request)
    const certificates = certificatesIn(staged)
    const keyPath = join(folder, KEY)
    for (const _ of takePlace({ staged, directory: folder, keyPath, aside: join(folder, 'before-restore') }));
    return { manifest, directory: folder, lost: lostOf(sound, keyPath), certificates }
  } finally {
    rmSync(staged, { recursive: true, force: true })
  }
}

/** Unpacked where there is room, looked at and taken away again. */
async function looked(
  { store, secrets }: Pick<Config, 'store' | 'secrets'>,
  request: RestoreRequest,
): Promise<Restored> {
  const roomy = [store.directory, tmpdir()].find((folder) => existsSync(folder)) ?? tmpdir()
  // A name that nobody else in a shared folder could have taken before.
  const own = await told(roomy, 'written', () => mkdtempSync(join(roomy, 'check.part-')))
  const staged = join(own, 'restore.part')
  try {
    // The service may be running: what it needs to take mail stays.
    const { manifest, sound, names } = await staging(staged, request, store.minFree)
    const keyPath = names.includes(KEY) ? join(staged, KEY) : secrets.keyPath
    return { manifest, lost: lostOf(sound, keyPath), certificates: certificatesIn(staged) }
  } finally {
    rmSync(own, { recursive: true, force: true })
  }
}

/** A backup unpacked into a folder, with every checksum right and its database sound. */
async function staging(staged: string, { from, input, status }: RestoreRequest, minFree = 0) {
  rmSync(staged, { recursive: true, force: true })
  await told(staged, 'made', () => mkdirSync(staged, { mode: 0o700 }))
  status('Unpacking')
  const packed = from === '-' ? input() : await fileAt(from)
  const source = await unpacked(packed)
  const fits = async (bytes: number) => {
    const { bavail, bsize } = statfsSync(staged)
    if (bavail * bsize - minFree >= bytes) return
    throw new BackupFailed(
      `There is too little room in ${dirname(staged)}: the database has ${sizeInWords(bytes)}. Make room, or unpack it elsewhere: --to.`,
    )
  }
  const { manifest, names } = await unpack({ source, into: staged, program: VERSION, fits })
  status('Looking through the database')
  const sound = examineDatabase(join(staged, DATABASE))
  if (sound.kind === 'damaged')
    throw new BackupFailed(`The database in the backup is damaged: ${sound.says}. ${TAKE_ANOTHER}`)
  if (sound.schema !== manifest.schema)
    throw new BackupFailed(
      `The database in the backup is not of the version that its manifest says. ${TAKE_ANOTHER}`,
    )
  status('')
  return { manifest, names, sound }
}

async function fileAt(path: string): Promise<AsyncIterable<Uint8Array>> {
  await told(path, 'read', async () => {
    const handle = await open(path, 'r')
    const isFile = (await handle.stat()).isFile()
    await handle.close()
    if (!isFile) throw new BackupFailed(`${path} is no file. Name a backup, or - for standard input.`)
  })
  return createReadStream(path, { highWaterMark: 1024 * 1024 })
}

/** Which of its secrets the key file does not open. */
function lostOf(sound: Extract<Examined, { kind: 'sound' }>, keyPath: string): Restored['lost'] {
  const known = keysAt(keyPath)
  const lost = new Map<string, number>()
  for (const { keyId, purpose, secrets } of sound.sealedWith)
    if (!known.has(keyId)) lost.set(purpose, (lost.get(purpose) ?? 0) + secrets)
  return [...lost].map(([purpose, secrets]) => ({ purpose, secrets }))
}

function keysAt(keyPath: string): ReadonlySet<string> {
  try {
    return new Set(
      createKeyFile(keyPath)
        .read()
        ?.map(({ id }) => id),
    )
  } catch (cause) {
    if (cause instanceof KeyUnusable) return new Set()
    throw cause
  }
}

const stamp = () => new Date().toISOString().replace(/[-:]|\.\d+/g, '')
