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
/** Behind so many bytes a line is no separator, whatever it says. */
const LONGEST_LINE = 1_100
/** `From sender date`: a time and a year at least, as all writers of mbox files give (RFC 4155 appendix A). */
const SEPARATOR = /^From \S.*\d\d?:\d\d.*\d{4}/
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
  const separators = createSeparators()
  for await (const line of linesOf(chunks)) {
    const { before, waits } = separators.read(line)
    if (before.begins) {
      const done = held.end()
      if (done) yield done
      if (only !== undefined && held.number >= only) return
      held = createHolder(held.number + 1, mostBytes, only)
    }
    held.add(before.line)
    held.add(waits ? undefined : line)
  }
  held.add(separators.left())
  const last = held.end()
  if (last) yield last
}

/** Finds separators: whether a line is one is known by the line behind it. */
function createSeparators() {
  let candidate: Uint8Array | undefined
  let blankBefore = false
  return {
    /** What the line tells of the one that waited, and whether this one waits now. */
    read(line: Uint8Array): { before: { line?: Uint8Array; begins: boolean }; waits: boolean } {
      const waited = candidate
      const begins = waited !== undefined && FIELD.test(textOf(line))
      const waits = blankBefore && isMbox(line) && SEPARATOR.test(textOf(line))
      candidate = waits ? line : undefined
      blankBefore = line.length <= 2 && textOf(line).trim() === ''
      return { before: { begins, ...(waited && { line: waited }) }, waits }
    },
    left: () => candidate,
  }
}

const textOf = (line: Uint8Array) => Buffer.from(line.subarray(0, LONGEST_LINE)).toString('latin1')

function createHolder(number: number, mostBytes: number, only: number | undefined) {
  const isWanted = only === undefined || only === number
  let parts: Uint8Array[] = []
  let size = 0
  return {
    number,
    add(part: Uint8Array | undefined) {
      if (!part) return
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

/** Lines with their ends; a very long one comes in pieces. */
async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let rest: Uint8Array = new Uint8Array()
  for await (const chunk of chunks) {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    let at = 0
    for (let end = bytes.indexOf(LF); end >= 0; end = bytes.indexOf(LF, at)) {
      yield bytes.subarray(at, end + 1)
      at = end + 1
    }
    rest = bytes.subarray(at)
    if (rest.length > LONGEST_LINE) {
      yield rest
      rest = new Uint8Array()
    }
  }
  if (rest.length > 0) yield rest
}
