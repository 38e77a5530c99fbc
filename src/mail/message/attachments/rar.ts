import type { ArchiveView } from './archive-view.ts'

/** Lists a RAR archive of version 4 or 5 by its headers. */
export function listRar(bytes: Buffer, most: number): ArchiveView {
  return bytes[6] === 1 ? listVersion5(bytes, most) : listVersion4(bytes, most)
}

const MAIN = 0x73
const FILE = 0x74

/** Blocks: CRC 2, type 1, flags 2, size 2, and the size of the data behind it. */
function listVersion4(bytes: Buffer, most: number): ArchiveView {
  const view: ArchiveView = { names: [], encrypted: false, cut: false }
  let at = 7
  while (at + 7 <= bytes.length) {
    const type = bytes[at + 2]
    const flags = bytes.readUInt16LE(at + 3)
    const size = bytes.readUInt16LE(at + 5)
    if (size < 7 || view.names.length >= most) return { ...view, cut: true }
    // Behind the main header everything is encrypted.
    if (type === MAIN && flags & 0x80) return { ...view, encrypted: true, cut: true }
    const isFile = type === FILE && at + 32 <= bytes.length
    if (isFile) noteFile(bytes, at, flags, view)
    const hasData = isFile || (flags & 0x8000) !== 0
    at += size + (hasData && at + 11 <= bytes.length ? bytes.readUInt32LE(at + 7) : 0)
  }
  return view
}

function noteFile(bytes: Buffer, at: number, flags: number, view: ArchiveView): void {
  view.encrypted ||= (flags & 4) !== 0
  const name = at + (flags & 0x100 ? 40 : 32)
  const text = bytes.toString('latin1', name, name + bytes.readUInt16LE(at + 26))
  // In Unicode names the plain form stands before a NUL.
  view.names.push(text.split('\0', 1)[0] ?? '')
}

interface Reader {
  bytes: Buffer
  at: number
}

/** Blocks: CRC 4, then variable integers: size, type, flags, size of extra area, size of data. */
function listVersion5(bytes: Buffer, most: number): ArchiveView {
  const view: ArchiveView = { names: [], encrypted: false, cut: false }
  const reader: Reader = { bytes, at: 8 }
  while (reader.at + 7 <= bytes.length) {
    reader.at += 4
    const size = integer(reader)
    const start = reader.at
    const type = integer(reader)
    const flags = integer(reader)
    if (size < 2 || view.names.length >= most) return { ...view, cut: true }
    if (type === 4) return { ...view, encrypted: true, cut: true }
    const extra = flags & 1 ? integer(reader) : 0
    const data = flags & 2 ? integer(reader) : 0
    if (type === 2) readFile(reader, view, start + size - extra, start + size)
    reader.at = start + size + data
  }
  return view
}

function readFile(reader: Reader, view: ArchiveView, extraFrom: number, extraTo: number): void {
  const flags = integer(reader)
  integer(reader)
  integer(reader)
  reader.at += (flags & 2 ? 4 : 0) + (flags & 4 ? 4 : 0)
  integer(reader)
  integer(reader)
  const length = integer(reader)
  view.names.push(reader.bytes.toString('latin1', reader.at, reader.at + Math.min(length, 4_096)))
  reader.at = extraFrom
  for (let records = 0; reader.at < extraTo && records < 20; records += 1) {
    const size = integer(reader)
    const next = reader.at + size
    view.encrypted ||= integer(reader) === 1
    if (size === 0) return
    reader.at = next
  }
}

/** Seven bits in each octet, the lowest first; past 2^49 it is no size. */
function integer(reader: Reader): number {
  let value = 0
  for (let i = 0; i < 7; i += 1) {
    const octet = reader.bytes[reader.at] ?? 0
    reader.at += 1
    value += (octet & 0x7f) * 128 ** i
    if (octet < 128) return value
  }
  return value
}
