/** A file of an archive. */
export interface ArchiveFile {
  /** Of ASCII, with slashes: `tests/a/b.json`. */
  path: string
  bytes: Uint8Array
}

const BLOCK = 512
const LONGEST_NAME = 100
const LONGEST_PREFIX = 155

/** Writes files as a tar archive (POSIX.1-2001 `ustar`, longer paths by `pax`), one after the other: no more than one is held. */
export async function* tarOf(files: AsyncIterable<ArchiveFile>, at: Date): AsyncGenerator<Uint8Array> {
  for await (const { path, bytes } of files) {
    if (!/^[\x20-\x7e]+$/.test(path)) throw new Error('a path of an archive is ASCII')
    const place = placeOf(path)
    if (!place) {
      const record = Buffer.from(pathRecord(path), 'latin1')
      yield headerOf({ prefix: '', name: 'path' }, record.byteLength, at, 'x')
      yield* padded(record)
    }
    yield headerOf(place ?? { prefix: '', name: path.slice(-LONGEST_NAME) }, bytes.byteLength, at, '0')
    yield* padded(bytes)
  }
  yield new Uint8Array(2 * BLOCK)
}

function* padded(bytes: Uint8Array): Generator<Uint8Array> {
  yield bytes
  const rest = bytes.byteLength % BLOCK
  if (rest > 0) yield new Uint8Array(BLOCK - rest)
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

function headerOf(
  { prefix, name }: { prefix: string; name: string },
  size: number,
  at: Date,
  type: '0' | 'x',
): Uint8Array {
  const header = Buffer.alloc(BLOCK)
  const octal = (value: number, offset: number, length: number) =>
    header.write(`${value.toString(8).padStart(length - 1, '0')}\0`, offset, 'latin1')
  header.write(name, 0, 'latin1')
  octal(0o600, 100, 8)
  octal(0, 108, 8)
  octal(0, 116, 8)
  octal(size, 124, 12)
  octal(Math.floor(at.getTime() / 1000), 136, 12)
  // The checksum is reckoned with blanks in its own place.
  header.write('        ', 148, 'latin1')
  header.write(type, 156, 'latin1')
  header.write('ustar\x0000', 257, 'latin1')
  header.write(prefix, 345, 'latin1')
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1')
  return header
}
