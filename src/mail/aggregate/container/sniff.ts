/** What a file is by its octets; reporters' types and names are wrong too often to be looked at. */
export type FileKind = 'gzip' | 'zip' | 'xml' | 'json'

/** Octets that are enough to know a file by. */
export const SNIFF_BYTES = 4096

/** Absent: nothing that could hold a report. */
export function sniff(bytes: Uint8Array): FileKind | undefined {
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return 'gzip'
  if (isZip(bytes)) return 'zip'
  const head = textHead(bytes)
  const kind = firstLetter(head)
  // A NUL is of no text, whatever stands behind it.
  if (kind || head.includes('\0')) return kind
  return /<(?:\?xml|feedback)[\s>]/.test(head) ? 'xml' : undefined
}

/** The same for the text of a mail, which may have a piece of a report in it and is none. */
export function isWholly(bytes: Uint8Array): boolean {
  return isArchive(sniff(bytes)) || firstLetter(textHead(bytes)) !== undefined
}

export function isArchive(kind: FileKind | undefined): boolean {
  return kind === 'gzip' || kind === 'zip'
}

/** A local header, an archive without entries, or one that once was in several volumes. */
function isZip(bytes: Uint8Array): boolean {
  if (bytes[0] !== 0x50 || bytes[1] !== 0x4b) return false
  const mark = ((bytes[2] ?? 0) << 8) | (bytes[3] ?? 0)
  return mark === 0x0304 || mark === 0x0506 || mark === 0x0708
}

const OPENERS: Readonly<Record<string, FileKind>> = { '<': 'xml', '{': 'json' }

function firstLetter(head: string): FileKind | undefined {
  return OPENERS[head.trimStart().charAt(0)]
}

/** The beginning as text, good enough to tell ASCII letters. */
function textHead(bytes: Uint8Array): string {
  const head = bytes.subarray(0, SNIFF_BYTES)
  const [a, b, c] = head
  if (a === 0xef && b === 0xbb && c === 0xbf) return latin1(head.subarray(3))
  if (a === 0xff && b === 0xfe) return wide(head.subarray(2), 0)
  if (a === 0xfe && b === 0xff) return wide(head.subarray(2), 1)
  if (b === 0 && a !== 0) return wide(head, 0)
  if (a === 0 && b !== 0) return wide(head, 1)
  return latin1(head)
}

const latin1 = (bytes: Uint8Array) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1')

const QUESTION = 63

/** Every other octet; a question mark where the one beside it says that it is no ASCII. */
function wide(bytes: Uint8Array, from: number): string {
  const kept: number[] = []
  for (let at = from; at < bytes.length; at += 2) {
    kept.push(bytes[at ^ 1] === 0 ? (bytes[at] ?? 0) : QUESTION)
  }
  return latin1(Uint8Array.from(kept))
}
