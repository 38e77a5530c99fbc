import { u16, u32, u64 } from './bytes.ts'

/** A file in a zip archive, as its central directory has it. */
export interface CentralEntry {
  /** As written, decoded. */
  name: string
  flags: number
  method: number
  crc: number
  packed: number
  size: number
  /** Of the local header. */
  offset: number
  /** The archive lost its end: this is by the entry's own header. */
  salvaged?: boolean
}

/** More than any archive of reports has; the rest are only counted by who reads the archive. */
const MAX_ENTRIES = 4_096

/** Directories, and what macOS puts beside files. */
export const SKIPPED_NAMES = /\/$|^__MACOSX\//

const END = Buffer.from('PK\x05\x06', 'latin1')
const END_LENGTH = 22
const ENTRY = 0x02014b50
const ENTRY_LENGTH = 46
const LOCAL = 0x04034b50
const LOCAL_LENGTH = 30
const END64 = 0x06064b50
const LOCATOR64 = 0x07064b50
const NO_SIZE_16 = 0xffff
const NO_SIZE_32 = 0xffff_ffff

/** The entries of an archive; those of its local headers where it lost its end. Undefined: it has none that can be read. */
export function readDirectory(bytes: Uint8Array): CentralEntry[] | undefined {
  const end = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).lastIndexOf(END)
  const central = end < 0 ? undefined : readCentral(bytes, end)
  const entries = central ?? readLocal(bytes)
  return entries.length > 0 ? entries : undefined
}

function readCentral(bytes: Uint8Array, end: number): CentralEntry[] | undefined {
  if (end + END_LENGTH > bytes.length) return undefined
  const { count, size, offset, at: behind } = endRecord(bytes, end)
  if (count === 0) return undefined
  // With octets before the archive, its offsets do not count from the beginning.
  const before = u32(bytes, offset) === ENTRY ? 0 : behind - size - offset
  let at = offset + before
  if (before < 0 || u32(bytes, at) !== ENTRY) return undefined
  const entries: CentralEntry[] = []
  while (entries.length < Math.min(count, MAX_ENTRIES) && u32(bytes, at) === ENTRY) {
    const entry = centralEntry(bytes, at)
    entries.push({ ...entry, offset: entry.offset + before })
    at += ENTRY_LENGTH + u16(bytes, at + 28) + u16(bytes, at + 30) + u16(bytes, at + 32)
  }
  return entries
}

/** The end of the central directory, in its 64-bit form where the other has no room. */
function endRecord(bytes: Uint8Array, end: number) {
  const plain = {
    count: u16(bytes, end + 10),
    size: u32(bytes, end + 12),
    offset: u32(bytes, end + 16),
    at: end,
  }
  const isFull = plain.count === NO_SIZE_16 || plain.size === NO_SIZE_32 || plain.offset === NO_SIZE_32
  if (!isFull || u32(bytes, end - 20) !== LOCATOR64) return plain
  const at = u64(bytes, end - 12)
  if (u32(bytes, at) !== END64) return plain
  return { count: u64(bytes, at + 32), size: u64(bytes, at + 40), offset: u64(bytes, at + 48), at }
}

function centralEntry(bytes: Uint8Array, at: number): CentralEntry {
  const nameLength = u16(bytes, at + 28)
  const extra = at + ENTRY_LENGTH + nameLength
  const [size, packed, offset] = wideSizes(bytes, extra, u16(bytes, at + 30), [
    u32(bytes, at + 24),
    u32(bytes, at + 20),
    u32(bytes, at + 42),
  ])
  return {
    name: nameOf(bytes, at + ENTRY_LENGTH, nameLength),
    flags: u16(bytes, at + 8),
    method: u16(bytes, at + 10),
    crc: u32(bytes, at + 16),
    packed: packed ?? 0,
    size: size ?? 0,
    offset: offset ?? 0,
  }
}

/** Sizes that have no room in 32 bits stand in the extra field 1, in this order (APPNOTE 4.5.3). */
function wideSizes(bytes: Uint8Array, from: number, length: number, plain: readonly number[]): number[] {
  let at = from
  const end = from + length
  while (at + 4 <= end && u16(bytes, at) !== 1) at += 4 + u16(bytes, at + 2)
  const isThere = at + 4 <= end
  at += 4
  return plain.map((value) => {
    if (value !== NO_SIZE_32 || !isThere) return value
    at += 8
    return u64(bytes, at - 8)
  })
}

function nameOf(bytes: Uint8Array, at: number, length: number): string {
  return Buffer.from(bytes.subarray(at, at + Math.min(length, 1024))).toString('utf8')
}

const HAS_DESCRIPTOR = 8

/** An archive that was cut off has local headers only. */
function readLocal(bytes: Uint8Array): CentralEntry[] {
  const entries: CentralEntry[] = []
  let at = 0
  while (entries.length < MAX_ENTRIES && u32(bytes, at) === LOCAL) {
    const entry = localEntry(bytes, at)
    entries.push(entry)
    at += LOCAL_LENGTH + u16(bytes, at + 26) + u16(bytes, at + 28) + entry.packed
    if (at >= bytes.length) break
  }
  return entries
}

function localEntry(bytes: Uint8Array, at: number): CentralEntry {
  const nameLength = u16(bytes, at + 26)
  const start = at + LOCAL_LENGTH + nameLength + u16(bytes, at + 28)
  const flags = u16(bytes, at + 6)
  // With a descriptor behind the data its length is not known: the stream itself tells where it ends.
  const left = Math.max(0, bytes.length - start)
  const isOpen = (flags & HAS_DESCRIPTOR) !== 0 && u32(bytes, at + 18) === 0
  return {
    name: nameOf(bytes, at + LOCAL_LENGTH, nameLength),
    flags,
    method: u16(bytes, at + 8),
    crc: u32(bytes, at + 14),
    packed: isOpen ? left : u32(bytes, at + 18),
    size: isOpen ? 0 : u32(bytes, at + 22),
    offset: at,
    salvaged: true,
  }
}
