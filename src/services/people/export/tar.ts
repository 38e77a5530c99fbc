import { TAR_BLOCK, tarHeader, tarPadding } from '../../../core/files/tar-header.ts'

/** A file of an archive. */
export interface ArchiveFile {
  /** Of ASCII, with slashes: `tests/a/b.json`. */
  path: string
  bytes: Uint8Array
}

const LONGEST_NAME = 100
const LONGEST_PREFIX = 155

/** Writes files as a tar archive (POSIX.1-2001 `ustar`, longer paths by `pax`), one after the other: no more than one is held. */
export async function* tarOf(files: AsyncIterable<ArchiveFile>, at: Date): AsyncGenerator<Uint8Array> {
  for await (const { path, bytes } of files) {
    if (!/^[\x20-\x7e]+$/.test(path)) throw new Error('a path of an archive is ASCII')
    const place = placeOf(path)
    if (!place) {
      const record = Buffer.from(pathRecord(path), 'latin1')
      yield tarHeader({ prefix: '', name: 'path' }, record.byteLength, at, 'x')
      yield* padded(record)
    }
    yield tarHeader(place ?? { prefix: '', name: path.slice(-LONGEST_NAME) }, bytes.byteLength, at, '0')
    yield* padded(bytes)
  }
  yield new Uint8Array(2 * TAR_BLOCK)
}

function* padded(bytes: Uint8Array): Generator<Uint8Array> {
  yield bytes
  const padding = tarPadding(bytes.byteLength)
  if (padding.byteLength > 0) yield padding
}

/** Where a header has room for the path. */
function placeOf(path: string): { prefix: string; name: string } | undefined {
  const slash = path.length > LONGEST_NAME ? path.lastIndexOf('/') : -1
  const [prefix, name] = slash < 0 ? ['', path] : [path.slice(0, slash), path.slice(slash + 1)]
  return name.length > LONGEST_NAME || prefix.length > LONGEST_PREFIX ? undefined : { prefix, name }
}

/** Begins with its own length, whose digits are part of it. */
function pathRecord(path: string): string {
  const rest = ` path=${path}\n`
  let length = rest.length
  while (length !== String(length).length + rest.length) length = String(length).length + rest.length
  return `${length}${rest}`
}
