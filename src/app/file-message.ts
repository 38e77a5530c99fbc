import type { Envelope } from '../core/message.ts'
import { NotAMessage, parseMessage } from '../mail/reading/parse.ts'
import { parseReceived } from '../mail/reading/received.ts'
import { classifyAddress, normaliseAddress } from '../net/ip.ts'
import type { OpenedFile } from '../services/intake/uploads.ts'

/** A message from a file, with what the caller knows of its way. */
export interface FileRequest {
  bytes: Uint8Array
  clientAddress?: string
  helo?: string
  /** MAIL FROM; '' or '<>' is the null sender. */
  sender?: string
  /** Take client, HELO and TLS from the topmost Received field that a foreign host stands in. */
  trustReceived: boolean
}

/** What the caller knows of a message's way, beside the file itself. */
type FileFacts = Pick<FileRequest, 'clientAddress' | 'helo' | 'sender' | 'trustReceived'>

/** What stands before the colon of a field (RFC 5322 2.2). */
const FIELD_LINE = /^[!-9;-~]{1,200}[ \t]*:/
const FIRST_LINE = 1_000

/** The message of a file that anybody handed in, of whose way nothing is known. Mail files begin with a header field. */
export function openFile(file: Uint8Array, now: Date): OpenedFile {
  const raw = messageOf(file)
  const notAMessage = whyNoMessage(file)
  if (notAMessage !== undefined) return { notAMessage }
  return { raw, envelope: fileEnvelope(raw, { trustReceived: false }, now) }
}

/** What Outlook saves by itself is a compound file of Microsoft's, and no message of RFC 5322. */
const OUTLOOK_FILE = Buffer.from('d0cf11e0a1b11ae1', 'hex')

/** Folded lines that may stand before the first field: what went before them was cut off. */
const MOST_FOLDS = 50

/** Why a file holds no message, in a sentence; absent: it may hold one. */
export function whyNoMessage(file: Uint8Array): string | undefined {
  if (beginsWithField(messageOf(file))) return undefined
  if (file.length === 0) return 'The file is empty.'
  if (OUTLOOK_FILE.equals(file.subarray(0, OUTLOOK_FILE.length)))
    return 'This is a file of Outlook (.msg). Save the message as .eml, with all its header fields.'
  return 'This is no message file: it does not begin with a header field. Save the message with all its header fields, as .eml.'
}

/** The first line that continues no other is a field. */
function beginsWithField(message: Uint8Array): boolean {
  let at = 0
  for (let folds = 0; folds <= MOST_FOLDS; folds += 1) {
    if (message[at] !== SPACE && message[at] !== TAB) {
      return FIELD_LINE.test(Buffer.from(message.subarray(at, at + FIRST_LINE)).toString('latin1'))
    }
    const end = message.indexOf(LF, at)
    if (end < 0) return false
    at = end + 1
  }
  return false
}

const CR = 13
const LF = 10
const SPACE = 32
const TAB = 9

const MBOX_LINE = /^>?From [^\r\n]{1,998}\r?\n/
/** Lines of white space alone; a folded line is none of them. */
const BLANK_LINES = /^(?:[ \t]{0,998}\r?\n){1,100}/
const LONGEST_SEPARATOR = 1_100

/**
 * The message of a file: what only files have before it is left out, a byte order mark, blank lines and an mbox separator
 * (RFC 4155). Behind a separator, lines that begin with From are as they were before they were quoted (mboxrd).
 */
export function messageOf(file: Uint8Array): Uint8Array {
  const marked = file[0] === 0xef && file[1] === 0xbb && file[2] === 0xbf
  const bytes = withoutBlankLines(marked ? file.subarray(3) : file)
  const separator = MBOX_LINE.exec(Buffer.from(bytes.subarray(0, LONGEST_SEPARATOR)).toString('latin1'))
  if (!separator) return withCrlf(bytes)
  return withCrlf(unquoted(withoutBlankLines(bytes.subarray(separator[0].length))))
}

function withoutBlankLines(bytes: Uint8Array): Uint8Array {
  const found = BLANK_LINES.exec(Buffer.from(bytes.subarray(0, FIRST_LINE)).toString('latin1'))
  return found ? bytes.subarray(found[0].length) : bytes
}

const QUOTED = Buffer.from('>From ')

/** One > less before each From at the beginning of a line. */
function unquoted(bytes: Uint8Array): Uint8Array {
  const given = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const kept: Uint8Array[] = []
  let from = 0
  for (let at = given.indexOf(QUOTED); at >= 0; at = given.indexOf(QUOTED, at + 1)) {
    let start = at
    while (start > from && given[start - 1] === QUOTED[0]) start -= 1
    if (start > 0 && given[start - 1] !== LF) continue
    kept.push(given.subarray(from, start))
    from = start + 1
  }
  return from === 0 ? bytes : Buffer.concat([...kept, given.subarray(from)])
}

/** A file without any CRLF is a mail file as Unix keeps it: its line ends are read as CRLF (RFC 5322 2.1). */
function withCrlf(bytes: Uint8Array): Uint8Array {
  let lineFeeds = 0
  for (let at = 0; at < bytes.length; at += 1) {
    if (bytes[at] !== LF) continue
    if (bytes[at - 1] === CR) return bytes
    lineFeeds += 1
  }
  const out = new Uint8Array(bytes.length + lineFeeds)
  let to = 0
  for (const byte of bytes) {
    if (byte === LF) out[to++] = CR
    out[to++] = byte
  }
  return out
}

/** The envelope of a message from a file: only what the caller or a trusted Received field tells is known. */
export function fileEnvelope(raw: Uint8Array, facts: FileFacts, now: Date): Envelope {
  const valuesOf = facts.trustReceived ? fieldValues(raw) : () => []
  const hop = firstForeignHop(valuesOf('received'))
  const clientAddress = facts.clientAddress ? normaliseAddress(facts.clientAddress) : hop?.clientAddress
  const helo = facts.helo ?? hop?.helo
  const sender = facts.sender ?? valuesOf('return-path')[0]
  return {
    transport: 'file',
    ...(clientAddress && { clientAddress }),
    ...(helo && { helo }),
    ...(sender !== undefined && { mailFrom: bare(sender) }),
    rcptTo: '',
    mailParameters: {},
    tls: hop
      ? (hop.tls ?? (/^E?SMTPS|^LMTPS|^UTF8SMTPS/i.test(hop.with ?? '') ? 'unknown' : 'none'))
      : 'unknown',
    connectedAt: hop?.date ?? now,
    receivedAt: hop?.date ?? now,
    transcript: [],
  }
}

/** The values of the header fields of a name; none when the bytes are no message. */
function fieldValues(raw: Uint8Array): (key: string) => string[] {
  try {
    const message = parseMessage(raw)
    return (key) => message.all(key).map((field) => field.value)
  } catch (cause) {
    if (cause instanceof NotAMessage) return () => []
    throw cause
  }
}

/** Fields above it were added by hosts of the receiver's own, which hand on from private addresses. */
function firstForeignHop(received: readonly string[]) {
  const hops = received.map(parseReceived)
  return hops.find((hop) => hop.clientAddress && classifyAddress(hop.clientAddress) === 'public')
}

function bare(address: string): string {
  return /<([^<>]*)>/.exec(address)?.[1]?.trim() ?? address.trim()
}
