const LF = 0x0a
const CR = 0x0d
const DOT = 0x2e

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
export function createDataDecoder(): { decode(chunk: Uint8Array): DecodedData } {
  let place: Place = 'line-start'
  let afterCr = false

  /** From `at`, where the place is `within`, to the beginning of the next line or the end of the chunk. */
  function skipLine(chunk: Uint8Array, at: number): number {
    for (let from = at; ; ) {
      const lf = chunk.indexOf(LF, from)
      if (lf < 0) {
        afterCr = chunk[chunk.length - 1] === CR
        return chunk.length
      }
      if (lf > at ? chunk[lf - 1] === CR : afterCr) {
        place = 'line-start'
        return lf + 1
      }
      from = lf + 1
    }
  }

  /** Each takes the byte at `at` and gives where to go on, or END. */
  const steps: Record<Place, (chunk: Uint8Array, at: number, content: Content) => number> = {
    within: skipLine,
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

/** The chunk without the dots that are left out, copied only when there are any. `pendingCr`: a CR is withheld from before. */
function createContent(chunk: Uint8Array, pendingCr: boolean) {
  let out: Uint8Array | undefined
  let written = 0
  let from = 0
  function copyTo(end: number): Uint8Array {
    out ??= new Uint8Array(chunk.length + 1)
    if (end > from) {
      out.set(chunk.subarray(from, end), written)
      written += end - from
    }
    return out
  }
  return {
    leaveOut(at: number): void {
      copyTo(at)
      from = at + 1
    },
    /** The CR withheld by an earlier chunk was content after all; one of this chunk is there anyway. */
    restoreCr(): void {
      if (!pendingCr) return
      copyTo(0)[written] = CR
      written += 1
      pendingCr = false
    },
    endingAt(end: number): Uint8Array {
      if (!out) return chunk.subarray(0, Math.max(0, end))
      return copyTo(end).subarray(0, written)
    },
  }
}
