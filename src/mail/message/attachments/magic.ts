/** What a file is by its first bytes. */
export type FileKind =
  | 'program'
  | 'shortcut'
  | 'html'
  | 'pdf'
  | 'ole'
  | 'rtf'
  | 'tnef'
  | 'zip'
  | 'rar'
  | '7z'
  | 'gzip'
  | 'tar'
  | 'archive'
  | 'image'
  | 'media'

/** Enough of a file to tell what it is. */
export const HEAD_BYTES = 4_096

const SIGNATURES: readonly (readonly [kind: FileKind, at: number, bytes: string])[] = [
  ['program', 0, '\x7fELF'],
  ['program', 0, '\xfe\xed\xfa\xce'],
  ['program', 0, '\xfe\xed\xfa\xcf'],
  ['program', 0, '\xce\xfa\xed\xfe'],
  ['program', 0, '\xcf\xfa\xed\xfe'],
  // Mach-O for several processors, and Java classes.
  ['program', 0, '\xca\xfe\xba\xbe'],
  ['shortcut', 0, 'L\0\0\0\x01\x14\x02\0'],
  ['ole', 0, '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'],
  ['rtf', 0, '{\\rt'],
  ['tnef', 0, '\x78\x9f\x3e\x22'],
  ['zip', 0, 'PK\x03\x04'],
  ['zip', 0, 'PK\x05\x06'],
  ['rar', 0, 'Rar!\x1a\x07'],
  ['7z', 0, '7z\xbc\xaf\x27\x1c'],
  ['gzip', 0, '\x1f\x8b\x08'],
  ['tar', 257, 'ustar'],
  ['archive', 0, 'BZh'],
  ['archive', 0, '\xfd7zXZ\0'],
  ['archive', 0, '\x28\xb5\x2f\xfd'],
  ['archive', 0, 'MSCF\0\0\0\0'],
  ['image', 0, '\x89PNG\r\n\x1a\n'],
  ['image', 0, '\xff\xd8\xff'],
  ['image', 0, 'GIF8'],
  ['image', 0, 'II*\0'],
  ['image', 0, 'MM\0*'],
  ['image', 8, 'WEBP'],
  ['image', 4, 'ftyphei'],
  ['image', 4, 'ftypavif'],
  ['media', 4, 'ftyp'],
  ['media', 8, 'WAVE'],
  ['media', 8, 'AVI '],
  ['media', 0, 'ID3'],
  ['media', 0, 'OggS'],
  ['media', 0, '\x1aE\xdf\xa3'],
]

/** The kind of a file by its beginning. Absent: plain text, or none of those known. */
export function kindOf(head: Uint8Array): FileKind | undefined {
  const text = Buffer.from(head.subarray(0, HEAD_BYTES)).toString('latin1')
  const known = SIGNATURES.find(([, at, bytes]) => text.startsWith(bytes, at))?.[0]
  if (known) return known
  if (isWindowsProgram(text)) return 'program'
  // Readers accept a PDF that begins a little later.
  if (text.slice(0, 1_024).includes('%PDF-')) return 'pdf'
  if (/<svg\b/i.test(text) && /<script\b/i.test(text)) return 'html'
  return /^(?:\xef\xbb\xbf)?\s{0,200}<(?:!doctype\s{1,9}html|html|script|body|meta)\b/i.test(text)
    ? 'html'
    : undefined
}

/** MZ alone may begin a text: the header must also say where the new one is, or how the program begins. */
function isWindowsProgram(text: string): boolean {
  if (!text.startsWith('MZ') || text.length < 64 || !text.slice(0, 64).includes('\0')) return false
  const at = Buffer.from(text.slice(60, 64), 'latin1').readUInt32LE()
  const next = text.slice(at, at + 2)
  return next === 'PE' || next === 'NE' || next === 'LE' || at >= text.length || text.includes('DOS mode')
}
