import type { HeaderField, MimePart, ParsedMessage } from './message.ts'
import { decodeEncodedWords } from './mime/encoded-words.ts'
import { rawValue } from './mime/fields.ts'
import type { HeaderSection } from './mime/header-section.ts'
import { parseMailboxes } from './mime/mailboxes.ts'
import { showBody } from './mime/shown-body.ts'
import { buildTree, filenameIn, limitsOf } from './mime/tree.ts'
import { inUtf8 } from './mime/unlabelled.ts'

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
