/** One message of a file, with the separator it began with; or that it has too many bytes to be held. */
export interface FiledMessage {
  /** 1 is the first of the file. */
  number: number
  /** Absent: it has more bytes than a message may. */
  bytes?: Uint8Array
}

export interface Reading {
  /** The most bytes of one message. */
  mostBytes: number
  /** The number of the one message that is wanted. Absent: all. */
  only?: number
}

const LF = 10
const FROM = Buffer.from('From ')
const NEXT_FROM = Buffer.from('\nFrom ')
/** Of a line, so many bytes are looked at. */
const LONGEST_LINE = 1_100
/** `From sender date`: a time and a year at least, as all writers of mbox files give (RFC 4155 appendix A). */
const TIME = /^From \S.*?\d:\d\d/
const YEAR = /\d{4}/
const FIELD = /^>?(?:From |[!-9;-~]{1,200}[ \t]*:)/

/** Begins as mbox files do. */
export function isMbox(start: Uint8Array): boolean {
  return Buffer.from(start.subarray(0, FROM.length)).equals(FROM)
}

/**
 * The messages of an mbox file, one at a time, each held only while it is wanted and within its bound. A separator stands
 * behind a blank line, holds a time and a year, and has a header field behind it: other lines that begin so are text.
 */
export async function* messagesOfMbox(
  chunks: AsyncIterable<Uint8Array>,
  { mostBytes, only }: Reading,
): AsyncGenerator<FiledMessage> {
  let held = createHolder(1, mostBytes, only)
  for await (const { bytes, begins } of piecesOf(chunks)) {
    if (begins) {
      const done = held.end()
      if (done) yield done
      if (only !== undefined && held.number >= only) return
      held = createHolder(held.number + 1, mostBytes, only)
    }
    held.add(bytes)
  }
  const last = held.end()
  if (last) yield last
}

interface Piece {
  bytes: Uint8Array
  /** Its first line is a separator, but for that of the file. */
  begins: boolean
}

/** A separator and the line behind it. */
const LOOK_AHEAD = 2 * LONGEST_LINE
/** A blank line and the end of the one before. */
const LOOK_BACK = 3

/** The file in large pieces, parted before each separator. */
async function* piecesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Piece> {
  let bytes: Buffer = Buffer.alloc(0)
  /** Of `bytes`, what has been given; it stays to be looked back at. */
  let given = 0
  let begins = false
  function* until(end: number): Generator<Piece> {
    for (const at of separatorsIn(bytes, given, end)) {
      if (at > given || begins) yield { bytes: bytes.subarray(given, at), begins }
      given = at
      begins = true
    }
    if (end <= given) return
    yield { bytes: bytes.subarray(given, end), begins }
    given = end
    begins = false
  }
  for await (const chunk of chunks) {
    const from = Math.max(0, given - LOOK_BACK)
    bytes = Buffer.concat([bytes.subarray(from), chunk])
    given -= from
    yield* until(bytes.length - LOOK_AHEAD)
  }
  yield* until(bytes.length)
}

/** Where separators begin, from `from` on and before `end`. */
function* separatorsIn(bytes: Buffer, from: number, end: number): Generator<number> {
  let at = bytes.indexOf(NEXT_FROM, Math.max(0, from - 1))
  while (at >= 0 && at + 1 < end) {
    if (at + 1 >= from && isBlankLine(bytes, at) && isSeparator(bytes, at + 1)) yield at + 1
    at = bytes.indexOf(NEXT_FROM, at + 1)
  }
}

const SPACES = [9, 11, 12, 13, 32]

/** The line that ends at `end` is blank: at most one character stands in it. */
function isBlankLine(bytes: Buffer, end: number): boolean {
  const last = bytes[end - 1]
  return last === LF || (last !== undefined && SPACES.includes(last) && bytes[end - 2] === LF)
}

function isSeparator(bytes: Buffer, from: number): boolean {
  const end = bytes.indexOf(LF, from)
  if (end < 0 || end - from > LONGEST_LINE) return false
  const line = bytes.toString('latin1', from, Math.min(end, from + LONGEST_LINE))
  const time = TIME.exec(line)
  if (!time || !YEAR.test(line.slice(time[0].length))) return false
  return FIELD.test(bytes.toString('latin1', end + 1, Math.min(bytes.length, end + 1 + LONGEST_LINE)))
}

function createHolder(number: number, mostBytes: number, only: number | undefined) {
  const isWanted = only === undefined || only === number
  let parts: Uint8Array[] = []
  let size = 0
  return {
    number,
    add(part: Uint8Array) {
      size += part.length
      if (!isWanted) return
      if (size > mostBytes + LONGEST_LINE) parts = []
      else parts.push(part)
    },
    end(): FiledMessage | undefined {
      if (!isWanted || size === 0) return undefined
      return size > mostBytes + LONGEST_LINE ? { number } : { number, bytes: Buffer.concat(parts) }
    },
  }
}
