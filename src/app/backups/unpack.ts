import { createHash } from 'node:crypto'
import { mkdir, open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { BackupManifest } from '../../core/files/backup.ts'
import { readTarHeader, TAR_BLOCK, type TarEntry, tarPadding } from '../../core/files/tar-header.ts'
import type { ByteSource } from './byte-source.ts'
import { BackupFailed, NAME_ONE, TAKE_ANOTHER, told } from './failed.ts'
import { readManifest } from './manifest.ts'
import { CERTIFICATES, DATABASE, KEY, LARGEST_SMALL, MANIFEST, SELF_SIGNED, SUMS } from './members.ts'

/** A backup that was unpacked and has the checksums that it says. */
export interface Unpacked {
  manifest: BackupManifest
  /** The files of it, below the folder. */
  names: string[]
}

export interface UnpackOptions {
  source: ByteSource
  /** An empty folder of one's own. */
  into: string
  /** The version of this program. */
  program: string
  /** Says, by throwing, that so many bytes have no room there. */
  fits(bytes: number): Promise<void>
}

const NAMED = new RegExp(`^${CERTIFICATES}/[a-z_]{1,32}\\.[a-z_]{1,32}\\.pem$`)

/** Writes the files of a backup into a folder. Names, kinds and sizes are those that a backup has, whatever the archive says. */
export async function unpack(options: UnpackOptions): Promise<Unpacked> {
  const { source, program } = options
  const { manifest, sum } = await manifestOf(source, program)
  const wanted = new Map(manifest.members.map(({ name, bytes }) => [name, bytes]))
  const found = new Map([[MANIFEST, sum]])
  for (;;) {
    const next = await entry(source)
    if (!next) throw new BackupFailed(`The backup is cut off: its checksums are missing. ${TAKE_ANOTHER}`)
    if (next.name === SUMS) {
      await verify(source, next.size, found)
      break
    }
    const why = whyNot(next, wanted.get(next.name), found.has(next.name))
    if (why !== undefined) throw hostile(why, next.name)
    found.set(next.name, await member(options, next))
  }
  if ((await entry(source)) !== undefined || (await source.hasMore()))
    throw new BackupFailed(`The backup has more behind its end than a backup has. ${TAKE_ANOTHER}`)
  const missing = [DATABASE, ...wanted.keys()].find((name) => !found.has(name))
  if (missing !== undefined) throw new BackupFailed(`The backup lacks ${shown(missing)}. ${TAKE_ANOTHER}`)
  return { manifest, names: [...wanted.keys()] }
}

async function manifestOf(source: ByteSource, program: string) {
  const first = await entry(source)
  if (first?.name !== MANIFEST || first.size > LARGEST_SMALL)
    throw new BackupFailed(`It is no backup of Mailgauge: its first file is not its manifest. ${NAME_ONE}`)
  const text = await source.take(first.size)
  await skipPadding(source, first.size)
  const sum = createHash('sha256').update(text).digest('hex')
  return { manifest: readManifest(new TextDecoder().decode(text), program), sum }
}

/** Why a file is none of a backup. */
function whyNot({ name, size }: TarEntry, wanted: number | undefined, isThere: boolean): string | undefined {
  if (isThere) return 'a name comes twice'
  if (!isOurs(name)) return 'no backup has such a file'
  if (wanted !== size || (name !== DATABASE && size > LARGEST_SMALL))
    return 'its size is not the one that the manifest says'
  return undefined
}

/** Writes a file; gives its checksum. */
async function member({ source, into, fits }: UnpackOptions, { name, size }: TarEntry): Promise<string> {
  if (name === DATABASE) await fits(size)
  const sum = await write(source, join(into, name), size)
  await skipPadding(source, size)
  return sum
}

const isOurs = (name: string) => [DATABASE, KEY, SELF_SIGNED].includes(name) || NAMED.test(name)

const shown = (name: string) => JSON.stringify(name.slice(0, 100))

const hostile = (why: string, name: string) =>
  new BackupFailed(
    `The archive is not as Mailgauge writes it: ${why} (${shown(name)}). Nothing of it is used. ${NAME_ONE}`,
  )

/** The next file. Undefined: the archive ends. */
async function entry(source: ByteSource) {
  const header = readTarHeader(await source.take(TAR_BLOCK))
  if (header === 'end') return undefined
  if (!header)
    throw new BackupFailed(
      `The backup is damaged: what should be the head of a file is none. ${TAKE_ANOTHER}`,
    )
  if (header.type !== '0') throw hostile('it holds something that is no ordinary file', header.name)
  return header
}

const skipPadding = async (source: ByteSource, size: number) =>
  void (await source.take(tarPadding(size).byteLength))

async function write(source: ByteSource, path: string, size: number): Promise<string> {
  return told(path, 'written', async () => {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    const handle = await open(path, 'wx', 0o600)
    const hash = createHash('sha256')
    try {
      for await (const piece of source.pieces(size)) {
        hash.update(piece)
        await handle.writeFile(piece)
      }
      await handle.sync()
    } finally {
      await handle.close()
    }
    return hash.digest('hex')
  })
}

/** Each file has the checksum that stands there, and there is none of another file. */
async function verify(source: ByteSource, size: number, found: ReadonlyMap<string, string>): Promise<void> {
  if (size > LARGEST_SMALL) throw hostile('its checksums are too long', SUMS)
  const text = new TextDecoder().decode(await source.take(size))
  await skipPadding(source, size)
  const sums = new Map<string, string>()
  for (const line of text.split('\n').filter((one) => one !== '')) {
    const [, sum, name] = /^([0-9a-f]{64}) {2}(.{1,200})$/.exec(line) ?? []
    if (sum === undefined || name === undefined || sums.has(name))
      throw hostile('its checksums cannot be read', SUMS)
    sums.set(name, sum)
  }
  for (const [name, sum] of found) {
    if (sums.get(name) !== sum)
      throw new BackupFailed(
        `The backup is damaged: ${shown(name)} does not have the checksum that it should. ${TAKE_ANOTHER}`,
      )
  }
  if (sums.size !== found.size)
    throw new BackupFailed(`The backup lacks files of which it has checksums. ${TAKE_ANOTHER}`)
}
