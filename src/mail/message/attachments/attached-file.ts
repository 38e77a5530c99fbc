import type { MimePart } from '../../reading/message.ts'
import { decodeTransfer } from '../../reading/mime/transfer.ts'
import type { ArchiveView } from './archive-view.ts'
import { listArchive } from './archives.ts'
import { extensionOf } from './file-names.ts'
import { type FileKind, HEAD_BYTES, kindOf } from './magic.ts'

/** One attached file: what it is called, what it says it is and what it is. */
export interface AttachedFile {
  part: MimePart
  /** '' where it has none. */
  name: string
  /** By its name, lower case; '' where there is none. */
  extension: string
  /** By its first bytes; absent: text, or not known. */
  kind?: FileKind
  archive?: ArchiveView
  /** Visual Basic stands in it. */
  macros: boolean
  /** An Office document that needs a password. */
  locked: boolean
}

/** Kinds for which the whole file is read. */
const WHOLE = new Set<FileKind>(['zip', 'tar', 'rar', '7z', 'gzip', 'ole'])

const VBA = Buffer.from('_VBA_PROJECT', 'utf16le')
const LOCKED = Buffer.from('EncryptedPackage', 'utf16le')

/** Reads a part as a file; nothing in it is unpacked. */
export function readFile(raw: Uint8Array, part: MimePart): AttachedFile {
  const name = part.filename ?? part.parameters['name'] ?? ''
  const body = raw.subarray(part.bodyStart, part.bodyEnd)
  const head = decodeTransfer(body.subarray(0, HEAD_BYTES * 2), part.transferEncoding).bytes
  const kind = kindOf(head)
  const file = { part, name, extension: extensionOf(name), macros: false, locked: false }
  if (!kind) return file
  if (!WHOLE.has(kind)) return { ...file, kind }
  const { buffer, byteOffset, byteLength } = decodeTransfer(body, part.transferEncoding).bytes
  const bytes = Buffer.from(buffer, byteOffset, byteLength)
  if (kind === 'ole') return { ...file, kind, macros: bytes.includes(VBA), locked: bytes.includes(LOCKED) }
  const archive = listArchive(bytes, kind)
  const macros = archive?.names.some((entry) => /(?:^|\/)vbaProject\.bin$/i.test(entry)) ?? false
  return { ...file, kind, ...(archive && { archive }), macros }
}
