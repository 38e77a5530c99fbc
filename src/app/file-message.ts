import type { Envelope } from '../core/message.ts'
import { NotAMessage, parseMessage } from '../mail/parse.ts'
import { parseReceived } from '../mail/received.ts'
import { classifyAddress, normaliseAddress } from '../net/ip.ts'
import type { FileRequest } from './analyze-file.ts'

/** What the caller knows of a message's way, beside the file itself. */
type FileFacts = Pick<FileRequest, 'clientAddress' | 'helo' | 'sender' | 'trustReceived'>

const CR = 13
const LF = 10

const MBOX_LINE = /^From [^\r\n]{1,998}\r?\n/

/** The message of a file: what only files have before it is left out, a byte order mark and an mbox separator (RFC 4155). */
export function messageOf(file: Uint8Array): Uint8Array {
  const marked = file[0] === 0xef && file[1] === 0xbb && file[2] === 0xbf
  const bytes = marked ? file.subarray(3) : file
  const separator = MBOX_LINE.exec(Buffer.from(bytes.subarray(0, 1_100)).toString('latin1'))
  return withCrlf(separator ? bytes.subarray(separator[0].length) : bytes)
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
