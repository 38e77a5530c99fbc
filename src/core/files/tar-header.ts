/** Octets of a block: headers are one, files fill whole ones. */
export const TAR_BLOCK = 512

/** Sizes from here on do not fit the octal digits. */
const LARGE = 8 ** 11

/** The header of a file of a tar archive (POSIX.1-2001 `ustar`), for its owner alone. Of sizes from 8 GiB on it is as GNU tar writes them,
 * and every other tar reads them. */
export function tarHeader(
  { prefix, name }: { prefix: string; name: string },
  size: number,
  at: Date,
  type: '0' | 'x',
): Uint8Array {
  const header = Buffer.alloc(TAR_BLOCK)
  const octal = (value: number, offset: number, length: number) =>
    header.write(`${value.toString(8).padStart(length - 1, '0')}\0`, offset, 'latin1')
  header.write(name, 0, 'latin1')
  octal(0o600, 100, 8)
  octal(0, 108, 8)
  octal(0, 116, 8)
  if (size < LARGE) octal(size, 124, 12)
  else {
    header[124] = 0x80
    header.writeBigUInt64BE(BigInt(size), 128)
  }
  octal(Math.floor(at.getTime() / 1000), 136, 12)
  // The checksum is reckoned with blanks in its own place.
  header.write('        ', 148, 'latin1')
  header.write(type, 156, 'latin1')
  header.write('ustar\x0000', 257, 'latin1')
  header.write(prefix, 345, 'latin1')
  header.write(`${sumOf(header).toString(8).padStart(6, '0')}\0 `, 148, 'latin1')
  return header
}

/** What follows a file up to the end of its block. */
export function tarPadding(size: number): Uint8Array {
  return new Uint8Array((TAR_BLOCK - (size % TAR_BLOCK)) % TAR_BLOCK)
}

/** What a header says of a file. `type` is '0' for an ordinary one. */
export interface TarEntry {
  name: string
  size: number
  type: string
}

/** Reads a header. Undefined: it is none, or damaged. `end`: it is one of the two empty blocks that end an archive. */
export function readTarHeader(block: Uint8Array): TarEntry | 'end' | undefined {
  const header = Buffer.from(block.buffer, block.byteOffset, TAR_BLOCK)
  if (header.every((byte) => byte === 0)) return 'end'
  const written = Number.parseInt(header.toString('latin1', 148, 156), 8)
  const cleared = Buffer.from(header)
  cleared.write('        ', 148, 'latin1')
  if (written !== sumOf(cleared)) return undefined
  const text = (from: number, to: number) => header.toString('latin1', from, to).split('\0', 1)[0] ?? ''
  const [prefix, name] = [text(345, 500), text(0, 100)]
  const size = header[124] === 0x80 ? Number(header.readBigUInt64BE(128)) : Number.parseInt(text(124, 136), 8)
  if (!Number.isSafeInteger(size) || size < 0) return undefined
  const type = header.toString('latin1', 156, 157)
  return { name: prefix === '' ? name : `${prefix}/${name}`, size, type: type === '\0' ? '0' : type }
}

const sumOf = (header: Uint8Array) => header.reduce((total, byte) => total + byte, 0)
