/** Beyond these the header section is not handed to a verifier: its cost grows faster than the input. */
const MOST_HEADER_BYTES = 1_048_576
const MOST_HEADER_LINES = 20_000
const MOST_FIELD_LINES = 2_000
const LONGEST_BLANK = 500
const LONGEST_FROM = 65_536

const TAB = 0x09
const LF = 0x0a
const CR = 0x0d
const SPACE = 0x20
const CRLF = Buffer.from('\r\n')
const CRLF_CRLF = Buffer.from('\r\n\r\n')

/** A message as a DKIM verifier may read it. */
export interface TransmittedForm {
  /** With CRLF line ends (RFC 6376 5.3: signers and verifiers see the message as it is transmitted). */
  bytes: Buffer
  /** Present when the header section may not be handed to a verifier. */
  tooCostly?: string
}

/** Gives the message CRLF line ends and says whether its header section is within bounds. Linear in its input. */
export function transmittedForm(raw: Uint8Array): TransmittedForm {
  const bytes = withCrlf(Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength))
  const tooCostly = costOf(bytes.subarray(0, headerEnd(bytes)))
  return { bytes, ...(tooCostly && { tooCostly }) }
}

/** Where the header section ends; a message without an empty line is all header section. */
function headerEnd(bytes: Buffer): number {
  if (bytes.subarray(0, 2).equals(CRLF)) return 0
  const end = bytes.indexOf(CRLF_CRLF)
  return end < 0 ? bytes.length : end + 2
}

function withCrlf(bytes: Buffer): Buffer {
  const bare = countBareLineFeeds(bytes)
  if (bare === 0) return bytes
  const out = Buffer.allocUnsafe(bytes.length + bare)
  let to = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0
    if (byte === LF && bytes[at - 1] !== CR) out[to++] = CR
    out[to++] = byte
  }
  return out
}

function countBareLineFeeds(bytes: Buffer): number {
  let bare = 0
  for (let at = 0; at < bytes.length; at++) if (bytes[at] === LF && bytes[at - 1] !== CR) bare += 1
  return bare
}

function costOf(header: Buffer): string | undefined {
  if (header.length > MOST_HEADER_BYTES) return 'the header section is larger than 1 MB'
  let lines = 0
  let blank = 0
  let start = 0
  let startLine = 0
  for (let at = 0; at < header.length; at++) {
    const byte = header[at]
    blank = isBlank(byte) ? blank + 1 : 0
    if (blank > LONGEST_BLANK) return `a header field holds more than ${LONGEST_BLANK} blanks in a row`
    if (byte !== LF) continue
    lines += 1
    if (!opensField(header, at + 1)) continue
    const fault = costOfField(header.subarray(start, at), lines - startLine)
    if (fault) return fault
    start = at + 1
    startLine = lines
  }
  if (lines > MOST_HEADER_LINES) return `the header section has more than ${MOST_HEADER_LINES} lines`
  return costOfField(header.subarray(start), lines - startLine)
}

function costOfField(field: Buffer, lines: number): string | undefined {
  if (lines > MOST_FIELD_LINES) return `a header field has more than ${MOST_FIELD_LINES} lines`
  // Reading addresses is the dearest thing that is done with a field.
  const isFrom = field.toString('latin1', 0, 4).toLowerCase() === 'from'
  return isFrom && field.length > LONGEST_FROM ? 'From is larger than 64 KB' : undefined
}

function isBlank(byte: number | undefined): boolean {
  return byte === SPACE || byte === TAB || byte === CR || byte === LF
}

const LONGEST_NAME = 200

/** Does a field start here: a name and a colon (RFC 5322 2.2)? Other lines belong to the field above. */
function opensField(header: Buffer, start: number): boolean {
  for (let at = start; at < start + LONGEST_NAME && at < header.length; at++) {
    const byte = header[at] ?? 0
    if (byte === 0x3a) return at > start
    if (byte <= SPACE || byte > 0x7e) return false
  }
  return false
}
