import type { ArchiveView } from './archive-view.ts'
import type { FileKind } from './magic.ts'
import { listRar } from './rar.ts'

const MOST_NAMES = 2_000

/** Lists a file of that kind. Absent: it is no archive whose list can be read. */
export function listArchive(bytes: Buffer, kind: FileKind): ArchiveView | undefined {
  if (kind === 'zip') return listZip(bytes)
  if (kind === 'tar') return listTar(bytes)
  if (kind === 'gzip') return listGzip(bytes)
  if (kind === 'rar') return listRar(bytes, MOST_NAMES)
  return kind === '7z' ? viewSevenZip(bytes) : undefined
}

const END = Buffer.from('PK\x05\x06', 'latin1')
const END_BYTES = 22
const MOST_COMMENT = 65_535
const ENTRY_BYTES = 46

/** The central directory (PKWARE APPNOTE 4.3.12 and 4.3.16). */
function listZip(bytes: Buffer): ArchiveView | undefined {
  const tail = bytes.subarray(Math.max(0, bytes.length - END_BYTES - MOST_COMMENT))
  const end = bytes.length - tail.length + tail.lastIndexOf(END)
  if (end < bytes.length - tail.length || end + END_BYTES > bytes.length) return undefined
  const view: ArchiveView = { names: [], encrypted: false, cut: false }
  // Where something stands before the archive, the offset that is written is too small.
  let at = end - bytes.readUInt32LE(end + 12)
  if (at < 0) return { ...view, cut: true }
  while (at + ENTRY_BYTES <= end && bytes.readUInt32LE(at) === 0x02014b50) {
    if (view.names.length >= MOST_NAMES) return { ...view, cut: true }
    const length = bytes.readUInt16LE(at + 28)
    view.names.push(bytes.toString('latin1', at + ENTRY_BYTES, at + ENTRY_BYTES + length))
    view.encrypted ||= (bytes.readUInt16LE(at + 8) & 1) === 1
    at += ENTRY_BYTES + length + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  return view
}

const BLOCK = 512

/** The headers of POSIX ustar. */
function listTar(bytes: Buffer): ArchiveView {
  const view: ArchiveView = { names: [], encrypted: false, cut: false }
  let at = 0
  while (at + BLOCK <= bytes.length && bytes[at] !== 0) {
    if (view.names.length >= MOST_NAMES) return { ...view, cut: true }
    view.names.push(untilNul(bytes, at, at + 100))
    const size = Number.parseInt(untilNul(bytes, at + 124, at + 136).trim() || '0', 8)
    if (!Number.isSafeInteger(size) || size < 0) return { ...view, cut: true }
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK
  }
  return { ...view, cut: at > bytes.length }
}

/** The name of the one file, where it is written (RFC 1952 2.3). */
function listGzip(bytes: Buffer): ArchiveView {
  const flags = bytes[3] ?? 0
  const extra = flags & 4 && bytes.length > 12 ? 2 + bytes.readUInt16LE(10) : 0
  const name = flags & 8 ? untilNul(bytes, 10 + extra, 10 + extra + 1_024) : ''
  return { names: name === '' ? [] : [name], encrypted: false, cut: true }
}

function untilNul(bytes: Buffer, from: number, to: number): string {
  const text = bytes.toString('latin1', from, to)
  const nul = text.indexOf('\0')
  return nul < 0 ? text : text.slice(0, nul)
}

const AES = Buffer.from([0x06, 0xf1, 0x07, 0x01])

/** The list of a 7z archive is packed itself; whether it, or a file, needs a password stands at its end. */
function viewSevenZip(bytes: Buffer): ArchiveView {
  const view = { names: [], encrypted: false, cut: true }
  if (bytes.length < 32) return view
  const at = 32 + Number(bytes.readBigUInt64LE(12))
  const size = Number(bytes.readBigUInt64LE(20))
  return {
    ...view,
    encrypted: at < bytes.length && bytes.subarray(at, at + Math.min(size, 65_536)).includes(AES),
  }
}
