/** A file of an archive. */
export interface ArchiveFile {
  /** Of ASCII, with slashes: `tests/a/b.json`. */
  path: string
  bytes: Uint8Array
}

const BLOCK = 512
const LONGEST_NAME = 100
const LONGEST_PREFIX = 155

/** Writes files as a tar archive (POSIX.1-2001 `ustar`), one after the other: no more than one is held. */
export async function* tarOf(files: AsyncIterable<ArchiveFile>, at: Date): AsyncGenerator<Uint8Array> {
  for await (const { path, bytes } of files) {
    yield headerOf(path, bytes.byteLength, at)
    yield bytes
    const rest = bytes.byteLength % BLOCK
    if (rest > 0) yield new Uint8Array(BLOCK - rest)
  }
  yield new Uint8Array(2 * BLOCK)
}

function headerOf(path: string, size: number, at: Date): Uint8Array {
  const slash = path.length > LONGEST_NAME ? path.lastIndexOf('/') : -1
  const [prefix, name] = slash < 0 ? ['', path] : [path.slice(0, slash), path.slice(slash + 1)]
  if (!/^[\x20-\x7e]+$/.test(path) || name.length > LONGEST_NAME || prefix.length > LONGEST_PREFIX)
    throw new Error('a path of an archive is short and ASCII')
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
  header.write('0', 156, 'latin1')
  header.write('ustar\x0000', 257, 'latin1')
  header.write(prefix, 345, 'latin1')
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1')
  return header
}
