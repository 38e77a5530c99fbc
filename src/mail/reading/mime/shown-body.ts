import type { MimePart } from '../message.ts'
import { decodeText } from './charset.ts'
import { unflow } from './flowed.ts'
import { CR, LF, octets } from './octets.ts'
import { decodeTransfer } from './transfer.ts'

/** What a reader shows of a message, and what it offers to save. */
export interface ShownBody {
  text?: string
  html?: string
  /** What these parts declare, in their order. */
  charsets: string[]
  attachments: MimePart[]
}

interface Choice {
  plain: MimePart[]
  html: MimePart[]
  attachments: MimePart[]
}

/** Picks the parts a reader shows (RFC 2046 5.1, RFC 2387) and decodes them. */
export function showBody(raw: Uint8Array, root: MimePart): ShownBody {
  const choice: Choice = { plain: [], html: [], attachments: [] }
  if (isMultipart(root) && root.children.length === 0) choice.plain.push(root)
  else choose(root, choice)
  if (choice.plain.length + choice.html.length === 0) takeOtherText(choice)
  return {
    ...(choice.plain.length > 0 && { text: choice.plain.map((part) => plainText(raw, part)).join('\n') }),
    ...(choice.html.length > 0 && { html: choice.html.map((part) => htmlText(raw, part)).join('\n') }),
    charsets: charsetsOf(raw, [
      ...choice.plain.slice(0, MOST_CHARSETS),
      ...choice.html.slice(0, MOST_CHARSETS),
    ]),
    attachments: choice.attachments,
  }
}

const MOST_CHARSETS = 2

function charsetsOf(raw: Uint8Array, parts: readonly MimePart[]): string[] {
  const declared = parts.map((part) => {
    const end = Math.min(part.bodyEnd, part.bodyStart + MARKUP_HEAD)
    return part.contentType === 'text/html'
      ? htmlCharset(part, decodedBody(raw, { ...part, bodyEnd: end }))
      : part.parameters['charset']
  })
  return [...new Set(declared.flatMap((charset) => charset ?? []))]
}

/** Text types that are files or are shown by programs of their own. */
const FILES =
  /^text\/(?:calendar|csv|vcard|x-vcard|directory|css|javascript|xml|rtf|rfc822-headers|x-amp-html|watch-html|x-watch-html)$/

/** RFC 2046 4.1.4: a text type that a reader does not know is shown as plain text. */
function takeOtherText(choice: Choice): void {
  const found = choice.attachments.find(
    ({ contentType, disposition, filename }) =>
      contentType.startsWith('text/') &&
      !FILES.test(contentType) &&
      disposition !== 'attachment' &&
      !filename,
  )
  if (!found) return
  choice.attachments.splice(choice.attachments.indexOf(found), 1)
  choice.plain.push(found)
}

function isMultipart(part: MimePart): boolean {
  return part.contentType.startsWith('multipart/')
}

/** The depth of the tree is bounded where it is built. */
function choose(part: MimePart, choice: Choice): void {
  if (part.contentType === 'multipart/alternative') chooseAlternative(part, choice)
  else if (part.contentType === 'multipart/related') chooseRelated(part, choice)
  else if (isMultipart(part)) for (const child of part.children) choose(child, choice)
  else chooseLeaf(part, choice)
}

function chooseLeaf(part: MimePart, choice: Choice): void {
  const shown = choice.plain.length + choice.html.length > 0
  const body =
    (part.contentType === 'text/plain' || part.contentType === 'text/html') &&
    part.disposition !== 'attachment' &&
    !(shown && part.filename !== undefined)
  if (!body) choice.attachments.push(part)
  else if (part.contentType === 'text/html') choice.html.push(part)
  else choice.plain.push(part)
}

/** RFC 2046 5.1.4: the same content several times, the best last. */
function chooseAlternative(part: MimePart, choice: Choice): void {
  const found = part.children.map((child) => {
    const inner: Choice = { plain: [], html: [], attachments: [] }
    choose(child, inner)
    return inner
  })
  const html = found.findLast((inner) => inner.html.length > 0)
  const plain = found.find((inner) => inner !== html && inner.plain.length > 0) ?? html
  choice.html.push(...(html?.html ?? []))
  choice.plain.push(...(plain?.plain ?? []))
  for (const inner of found) {
    choice.attachments.push(...inner.attachments)
    if (inner !== html) choice.attachments.push(...inner.html)
    // Plain text beside the chosen HTML, such as a list's footer, is shown with it.
    if (inner !== plain && inner !== html) choice.attachments.push(...inner.plain)
  }
}

/** RFC 2387: the root is the part that `start` names, or the first; the others are its resources. */
function chooseRelated(part: MimePart, choice: Choice): void {
  const start = part.parameters['start']?.replace(/^<|>$/g, '')
  const named = start ? part.children.find((child) => child.contentId === start) : undefined
  const root = named ?? part.children.find(isReadable) ?? part.children[0]
  const before = choice.html.length
  if (root) choose(root, choice)
  for (const child of part.children) {
    if (child === root) continue
    // Text and HTML side by side in multipart/related: senders mean alternatives.
    const second = isReadable(child) && child.filename === undefined && choice.html.length === before
    if (second) choose(child, choice)
    else choice.attachments.push(...leavesOf(child))
  }
}

function isReadable(part: MimePart): boolean {
  return isMultipart(part) || part.contentType === 'text/html' || part.contentType === 'text/plain'
}

function leavesOf(part: MimePart): MimePart[] {
  return isMultipart(part) ? part.children.flatMap(leavesOf) : [part]
}

/** The octets of a part with its transfer encoding undone. */
export function decodedBody(raw: Uint8Array, part: MimePart): Uint8Array {
  const encoding = isMultipart(part) ? '7bit' : part.transferEncoding
  return decodeTransfer(raw.subarray(part.bodyStart, part.bodyEnd), encoding).bytes
}

function plainText(raw: Uint8Array, part: MimePart): string {
  const charset = part.parameters['charset']
  const { text } = decodeText(octetsWithLf(decodedBody(raw, part), charset), charset)
  const lines = withLf(text)
  const flowed = part.parameters['format']?.trim().toLowerCase() === 'flowed'
  return flowed ? unflow(lines, part.parameters['delsp']?.trim().toLowerCase() === 'yes') : lines
}

function htmlText(raw: Uint8Array, part: MimePart): string {
  const bytes = decodedBody(raw, part)
  const charset = htmlCharset(part, bytes)
  return withLf(decodeText(octetsWithLf(bytes, charset), charset).text)
}

function htmlCharset(part: MimePart, bytes: Uint8Array): string | undefined {
  return part.parameters['charset'] ?? declaredInMarkup(bytes)
}

const MARKUP_HEAD = 2_048

/** The charset of a meta element among the first octets (HTML 13.2.3.2), for parts that declare none. */
function declaredInMarkup(bytes: Uint8Array): string | undefined {
  const head = octets(bytes, 0, MARKUP_HEAD)
  return /<meta[^>]{0,200}charset\s{0,5}=\s{0,5}["']?([\w.:-]{1,40})/i.exec(head)?.[1]
}

/** Charsets in which the octet of a line end may be part of another character, or of an escape. */
const WIDE = /utf-?(?:7|16|32)|ucs|unicode|iso-10646|hz/i

/** What switches charsets in ISO-2022. */
const ESCAPE = 27

/** The same before it is decoded, where CR and LF are octets of their own: text may take twice the room, and would be there twice. */
function octetsWithLf(bytes: Uint8Array, charset = ''): Uint8Array {
  if (WIDE.test(charset) || bytes.includes(0) || bytes.includes(ESCAPE) || !bytes.includes(CR)) return bytes
  const lines = new Uint8Array(bytes.length)
  let length = 0
  /** Ends of line for the CRs right before: where LF follows, they are one with it. */
  let ends = 0
  for (let at = 0; at < bytes.length; at += 1) {
    const octet = bytes[at] ?? 0
    if (octet === CR) ends += 1
    else if (octet === LF) ends = 0
    else if (ends > 0) {
      lines.fill(LF, length, length + ends)
      length += ends
      ends = 0
    }
    if (octet === CR) continue
    lines[length] = octet
    length += 1
  }
  lines.fill(LF, length, length + ends)
  return lines.subarray(0, length + ends)
}

function withLf(text: string): string {
  // Matches every run of CR: where an expression fails at the end of one, it tries again from each octet of the run.
  return text.includes('\r')
    ? text.replace(/\r+\n?/g, (run) => (run.endsWith('\n') ? '\n' : '\n'.repeat(run.length)))
    : text
}
