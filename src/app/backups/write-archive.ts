import { createHash } from 'node:crypto'
import { read } from 'node:fs'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { constants, createZstdCompress } from 'node:zlib'
import type { BackupManifest } from '../../core/files/backup.ts'
import { TAR_BLOCK, tarHeader, tarPadding } from '../../core/files/tar-header.ts'
import type { Snapshot } from '../../store/sqlite/backup/snapshot.ts'
import { DATABASE, MANIFEST, type SmallMember, SUMS } from './members.ts'

/** What is written into an archive. */
export interface ArchiveContent {
  manifest: BackupManifest
  database: Pick<Snapshot, 'handle' | 'bytes'>
  members: readonly SmallMember[]
  /** Called as the database is read. */
  read?(bytes: number): void | Promise<void>
}

/** Octets of the database that are held. */
const CHUNK = 1024 * 1024
/** Most of a database is packed already: more effort would cost the mail that comes meanwhile, and save little. */
const LEVEL = 1

const readAt = promisify(read)

/** Writes an archive to a stream, at its pace: a tar archive packed with zstd. */
export async function writeArchive(
  content: ArchiveContent,
  to: Writable,
  signal: AbortSignal,
): Promise<void> {
  const packing = createZstdCompress({
    params: { [constants.ZSTD_c_compressionLevel]: LEVEL, [constants.ZSTD_c_checksumFlag]: 1 },
  })
  await pipeline(Readable.from(blocksOf(content), { objectMode: false }), packing, to, { signal })
}

/** The manifest first, so that it is known at once what follows; the checksums last, so that all of it is there that has them. */
async function* blocksOf({
  manifest,
  database,
  members,
  read: seen,
}: ArchiveContent): AsyncGenerator<Uint8Array> {
  const at = new Date(manifest.made_at)
  const sums: string[] = []
  const small = async function* (name: string, bytes: Uint8Array) {
    yield tarHeader({ prefix: '', name }, bytes.byteLength, at, '0')
    yield bytes
    yield* paddingOf(bytes.byteLength)
    sums.push(`${createHash('sha256').update(bytes).digest('hex')}  ${name}\n`)
  }
  yield* small(MANIFEST, Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`))
  yield tarHeader({ prefix: '', name: DATABASE }, database.bytes, at, '0')
  const hash = createHash('sha256')
  for (let read = 0; read < database.bytes; ) {
    const wanted = Math.min(CHUNK, database.bytes - read)
    const { bytesRead, buffer } = await readAt(database.handle, Buffer.allocUnsafe(wanted), 0, wanted, read)
    if (bytesRead === 0) throw new Error('The database ended before its end.')
    const chunk = buffer.subarray(0, bytesRead)
    hash.update(chunk)
    read += bytesRead
    await seen?.(read)
    yield chunk
  }
  yield* paddingOf(database.bytes)
  sums.push(`${hash.digest('hex')}  ${DATABASE}\n`)
  for (const { name, bytes } of members) yield* small(name, bytes)
  yield* small(SUMS, Buffer.from(sums.join('')))
  yield new Uint8Array(2 * TAR_BLOCK)
}

function* paddingOf(size: number): Generator<Uint8Array> {
  const padding = tarPadding(size)
  if (padding.byteLength > 0) yield padding
}
