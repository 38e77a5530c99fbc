const LF = 0x0a
const CR = 0x0d
const DOT = 0x2e
const LF_DOT = Buffer.of(LF, DOT)

/** What a chunk of the DATA phase holds. */
export interface DecodedData {
  /** Bytes of the message, dots of transparency removed. */
  content: Uint8Array
  /** Present when the end of the message was read: what followed it. */
  rest?: Uint8Array
}

type Place =
  /** At the beginning of the message or after CRLF. */
  | 'line-start'
  /** After a dot that begins a line; the dot is withheld. */
  | 'dot'
  /** After such a dot and a CR; both are withheld. */
  | 'dot-cr'
  | 'within'

/**
 * Reads the DATA phase (RFC 5321 4.5.2): the message ends with CRLF "." CRLF and with nothing else, a dot that begins a
 * line is removed, and a line begins after CRLF only. So a bare LF or CR neither ends the message nor makes a following
 * dot one to remove, and every other byte is the sender's own, as his signature covers it.
 */
export function createDataDecoder(): { decode(chunk: Buffer): DecodedData } {
  let place: Place = 'line-start'
  let afterCr = false

  /** From `at`, where the place is `within`, to the next line that begins with a dot, or the end of the chunk. */
  function skipLines(chunk: Buffer, at: number): number {
    for (let from = at; ; ) {
      const lf = chunk.indexOf(LF_DOT, from)
      if (lf < 0) return skipRest(chunk, at)
      if (endsLine(chunk, at, lf)) {
        place = 'line-start'
        return lf + 1
      }
      from = lf + 1
    }
  }

  function skipRest(chunk: Buffer, at: number): number {
    const last = chunk.length - 1
    if (chunk[last] === LF && endsLine(chunk, at, last)) place = 'line-start'
    else afterCr = chunk[last] === CR
    return chunk.length
  }

  function endsLine(chunk: Buffer, at: number, lf: number): boolean {
    return lf > at ? chunk[lf - 1] === CR : afterCr
  }

  /** Each takes the byte at `at` and gives where to go on, or END. */
  const steps: Record<Place, (chunk: Buffer, at: number, content: Content) => number> = {
    within: skipLines,
    'line-start'(chunk, at, content) {
      afterCr = false
      place = chunk[at] === DOT ? 'dot' : 'within'
      if (place === 'within') return at
      content.leaveOut(at)
      return at + 1
    },
    dot(chunk, at) {
      place = chunk[at] === CR ? 'dot-cr' : 'within'
      return place === 'within' ? at : at + 1
    },
    'dot-cr'(chunk, at, content) {
      if (chunk[at] === LF) return END
      content.restoreCr()
      place = 'within'
      afterCr = true
      return at
    },
  }

  return {
    decode(chunk) {
      const content = createContent(chunk, place === 'dot-cr')
      for (let at = 0; at < chunk.length; ) {
        const next = steps[place](chunk, at, content)
        if (next === END) return { content: content.endingAt(at - 1), rest: chunk.subarray(at + 1) }
        at = next
      }
      return { content: content.endingAt(place === 'dot-cr' ? chunk.length - 1 : chunk.length) }
    },
  }
}

const END = -1

type Content = ReturnType<typeof createContent>

/** The chunk without the dots that are left out, copied only when there is content behind one. `pendingCr`: a CR is withheld
 * from before. */
function createContent(chunk: Uint8Array, pendingCr: boolean) {
  const leftOut: number[] = []
  let withCr = false
  return {
    leaveOut(at: number): void {
      leftOut.push(at)
    },
    /** The CR withheld by an earlier chunk was content after all; one of this chunk is there anyway. */
    restoreCr(): void {
      withCr ||= pendingCr
      pendingCr = false
    },
    endingAt(end: number): Uint8Array {
      const dotAtEnd = leftOut.at(-1) === end - 1 ? leftOut.pop() : undefined
      const until = Math.max(0, dotAtEnd ?? end)
      if (leftOut.length === 0 && !withCr) return chunk.subarray(0, until)
      const out = new Uint8Array(until + 1)
      if (withCr) out[0] = CR
      let written = withCr ? 1 : 0
      let from = 0
      for (const to of [...leftOut, until]) {
        out.set(chunk.subarray(from, to), written)
        written += to - from
        from = to + 1
      }
      return out.subarray(0, written)
    },
  }
}
