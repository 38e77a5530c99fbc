import { decodeEncodedWords } from './mime/encoded-words.ts'
import { rawValue } from './mime/fields.ts'
import type { HeaderSection } from './mime/header-section.ts'
import { parseMailboxes } from './mime/mailboxes.ts'
import { showBody } from './mime/shown-body.ts'
import { buildTree, filenameIn, limitsOf } from './mime/tree.ts'
import { inUtf8 } from './mime/unlabelled.ts'

/** One header field as it stood on the wire (RFC 5322 2.2). */
export interface HeaderField {
  /** As written. */
  name: string
  /** Lower case. */
  key: string
  /** The whole field with its folding, one character per octet, without the last line end. */
  raw: string
  /** Unfolded, RFC 2047 words decoded. */
  value: string
}

export interface Mailbox {
  /** The display name, decoded; '' if none. */
  name: string
  /** local@domain as written; '' where there is none. */
  address: string
  /** Lower case, A-labels; '' where there is none. */
  domain: string
  /** The display name of the group that it stands in, decoded. */
  group?: string
}

/** A node of the MIME tree (RFC 2045, RFC 2046). */
export interface MimePart {
  /** Lower case: text/plain. */
  contentType: string
  /** Parameter names lower case, values decoded (RFC 2231). */
  parameters: Record<string, string>
  /** Lower case; '7bit' where absent. */
  transferEncoding: string
  /** Lower case: attachment, inline; '' where absent. */
  disposition: string
  filename?: string
  contentId?: string
  headers: HeaderField[]
  /** Byte offsets into the raw message. */
  bodyStart: number
  bodyEnd: number
  children: MimePart[]
}

/** A message as a mail reader sees it; the parts that were cut off by a bound are named in `limits`. */
export interface ParsedMessage {
  /** In wire order. */
  headers: HeaderField[]
  /** Every field of that name, lower case, in wire order. */
  all(key: string): HeaderField[]
  /** The first field of that name. */
  first(key: string): HeaderField | undefined
  from: Mailbox[]
  replyTo: Mailbox[]
  to: Mailbox[]
  /** '' where absent. */
  subject: string
  /** The Date header's text; '' where absent. */
  date: string
  root: MimePart
  /** The text/plain body that a reader shows, decoded to Unicode. Absent: there is none. */
  text?: string
  /** The text/html body that a reader shows, decoded to Unicode. Absent: there is none. */
  html?: string
  /** Leaf parts that are not the shown bodies. */
  attachments: MimePart[]
  /** Octets of the header section. */
  headerBytes: number
  /** What was not looked at, in words: too many parts, too deep, too many addresses. */
  limits: string[]
}

/** The bytes are no message at all; the reason is in the error's message. */
export class NotAMessage extends Error {
  override readonly name = 'NotAMessage'
}

/** Addresses of one field beyond this many are not read. */
const MAX_ADDRESSES = 1_000

/** Reads a message as a mail reader does. Throws NotAMessage for no bytes, only NULs, or no header field at all. */
export function parseMessage(raw: Uint8Array): ParsedMessage {
  if (raw.length === 0) throw new NotAMessage('The message is empty: not one byte arrived.')
  if (raw.includes(0) && raw.every(isNothing))
    throw new NotAMessage('The message holds nothing but NUL octets.')
  const tree = buildTree(raw)
  const { header } = tree
  if (header.count === 0) throw new NotAMessage(whyNoHeader(header))
  const { charsets, ...body } = showBody(raw, tree.root.part)
  nameFiles(body.attachments, charsets)
  const headers = tree.root.part.headers.map((field) => readUnlabelled(field, charsets))
  const byKey = Map.groupBy(headers, (field) => field.key)
  const first = (key: string) => byKey.get(key)?.[0]
  const limits = limitsOf(tree)
  const addresses = (key: string) => {
    const list = (byKey.get(key) ?? []).map((field) => {
      return parseMailboxes(inUtf8(rawValue(field), charsets), MAX_ADDRESSES)
    })
    const all = list.flatMap((one) => one.mailboxes)
    if (all.length > MAX_ADDRESSES || list.some((one) => one.cut)) {
      limits.push(`Only the first ${MAX_ADDRESSES} addresses of ${key} were read.`)
    }
    return all.slice(0, MAX_ADDRESSES)
  }
  return {
    headers,
    all: (key) => byKey.get(key) ?? [],
    first,
    from: addresses('from'),
    replyTo: addresses('reply-to'),
    to: addresses('to'),
    subject: first('subject')?.value ?? '',
    date: first('date')?.value ?? '',
    root: tree.root.part,
    ...body,
    headerBytes: header.end,
    limits,
  }
}

function readUnlabelled(field: HeaderField, charsets: readonly string[]): HeaderField {
  const written = rawValue(field)
  const value = inUtf8(written, charsets)
  return value === written ? field : { ...field, value: decodeEncodedWords(value).text }
}

/** Raw 8-bit text in file names is, like that of the header, in a charset that is only known once the bodies were found. */
function nameFiles(attachments: readonly MimePart[], charsets: readonly string[]): void {
  for (const part of attachments) {
    if (part.filename === undefined || !NOT_ASCII.test(part.filename)) continue
    const filename = filenameIn(part, charsets)
    if (filename) part.filename = filename
  }
}

const NOT_ASCII = /[^\0-\x7f]/

/** NUL, or the line end that the SMTP dialogue puts behind it. */
function isNothing(octet: number): boolean {
  return octet === 0 || octet === 13 || octet === 10
}

function whyNoHeader(header: HeaderSection): string {
  return header.notFields.count === 0
    ? 'The message has no header: its first line is empty.'
    : 'The message has no header: no line before the first empty one is a header field.'
}
