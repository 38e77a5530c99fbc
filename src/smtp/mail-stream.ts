import { SMTPStream } from 'smtp-server/lib/smtp-stream.js'
import type { Arrival } from './conduct.ts'
import { createDataDecoder } from './data-decoder.ts'
import { OCTETS_PER_COST } from './fair/turns.ts'

/** Told by the stream of a message that went over the limit: nothing more of it will come but its end. */
export const OVERSIZED = 'oversized'

/** Told by MailStream when a message goes on beyond all that the client may send in vain. */
export const ENDLESS = 'endless'

export interface MailStreamOptions {
  maxCommandLength: number
  /** Does a step of that cost when it is its turn. */
  pace(cost: number, step: () => void): void
  /** Octets a message may have, stored or not. Asked when it begins. */
  octetsLeft(): number
}

/** Of a large chunk so much is read in one step. */
const PIECE = 2 * OCTETS_PER_COST

const LF = 0x0a
const CR = 0x0d
const NOTHING = new Uint8Array(0)

type Done = (error?: Error | null) => void

/**
 * smtp-server's reader of the wire with three differences. The DATA phase goes through our own decoder: the package's
 * takes a dot after a bare LF for one to remove and keeps a single dot that begins a line. A line that the client
 * did not end before it closed its side is no command. And the bytes of the command phase are looked at.
 */
export class MailStream extends SMTPStream {
  readonly #options: MailStreamOptions
  #decoder = createDataDecoder()
  #octetsLeft = 0
  /** What is read in the command phase now, and how far its lines were handed out. */
  #chunk: Uint8Array = NOTHING
  #at = 0
  /** The last octet before it was a CR. */
  #afterCr = false
  /** Of the write that is under way. */
  #writing = 0

  constructor(options: MailStreamOptions) {
    super({ maxCommandLength: options.maxCommandLength })
    this.#options = options
  }

  /** How the line of the command that is handed out now came. Each line is asked for once, in order. */
  nextArrival(): Arrival {
    const lf = this.#chunk.indexOf(LF, this.#at)
    const hasCr = lf > 0 ? this.#chunk[lf - 1] === CR : this.#afterCr
    this.#at = lf + 1
    const waiting = Math.max(0, this.writableLength - this.#writing)
    return { bareLf: !hasCr, behind: this.#chunk.length - this.#at + waiting }
  }

  /** Called by Writable for each chunk, and by the package itself for what is left of one when the phase changes. */
  override _write(chunk: Buffer, encoding: BufferEncoding | 'buffer', next: Done): void {
    if (!this._dataMode && chunk.length > 0) {
      this.#afterCr = this.#chunk.at(-1) === CR
      this.#chunk = chunk
      this.#at = 0
    }
    if (this.#writing > 0) {
      super._write(chunk, encoding, next)
      return
    }
    this.#writing = chunk.length
    super._write(chunk, encoding, (error) => {
      this.#writing = 0
      next(error)
    })
  }

  override startDataMode(maxBytes?: number | string | null) {
    this.#decoder = createDataDecoder()
    this.#chunk = NOTHING
    this.#octetsLeft = this.#options.octetsLeft()
    return super.startDataMode(maxBytes)
  }

  override _feedDataStream(chunk: Buffer, done: Done): void {
    const cost = 1 + Math.floor(Math.min(chunk.length, PIECE) / OCTETS_PER_COST)
    this.#options.pace(cost, () => {
      if (this.isClosed) done()
      else this.#feedPiece(chunk, done)
    })
  }

  #feedPiece(chunk: Buffer, done: Done): void {
    const stream = this._dataStream
    const piece = chunk.subarray(0, PIECE)
    const { content, rest } = this.#decoder.decode(piece)
    const wasOver = stream?.sizeExceeded
    this._countDataBytes(content.length)
    if (stream?.sizeExceeded && !wasOver) stream.emit(OVERSIZED)
    if (this.dataBytes > this.#octetsLeft) {
      this.emit(ENDLESS)
      done()
      return
    }
    // What is over the limit is counted and not held.
    const kept = stream?.sizeExceeded ? false : asBuffer(content)
    if (rest) {
      this._endDataMode(kept, chunk.subarray(piece.length - rest.length), done)
      return
    }
    const behind = chunk.subarray(piece.length)
    const goOn = () => (behind.length > 0 ? this._feedDataStream(behind, done) : done())
    if (!stream?.writable || !kept || kept.length === 0 || stream.write(kept)) {
      goOn()
      return
    }
    const go = () => {
      stream.removeListener('drain', go)
      stream.removeListener('close', go)
      goOn()
    }
    stream.once('drain', go)
    stream.once('close', go)
  }

  override _flushData(): void {
    this._remainder = ''
  }
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
