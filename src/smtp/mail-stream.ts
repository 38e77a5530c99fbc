import { SMTPStream } from 'smtp-server/lib/smtp-stream.js'
import type { Arrival } from './conduct.ts'
import { createDataDecoder } from './data-decoder.ts'

/** Told by the stream of a message that went over the limit: nothing more of it will come but its end. */
export const OVERSIZED = 'oversized'

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
  #decoder = createDataDecoder()
  /** What is read in the command phase now, and how far its lines were handed out. */
  #chunk: Uint8Array = NOTHING
  #at = 0
  /** The last octet before it was a CR. */
  #afterCr = false
  /** Of the write that is under way. */
  #writing = 0

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
    return super.startDataMode(maxBytes)
  }

  override _feedDataStream(chunk: Buffer, done: Done): void {
    const stream = this._dataStream
    const { content, rest } = this.#decoder.decode(chunk)
    const wasOver = stream?.sizeExceeded
    this._countDataBytes(content.length)
    if (stream?.sizeExceeded && !wasOver) stream.emit(OVERSIZED)
    // What is over the limit is counted and not held.
    const kept = stream?.sizeExceeded ? false : asBuffer(content)
    if (rest) {
      this._endDataMode(kept, asBuffer(rest), done)
      return
    }
    if (!stream?.writable || !kept || kept.length === 0 || stream.write(kept)) {
      done()
      return
    }
    const go = () => {
      stream.removeListener('drain', go)
      stream.removeListener('close', go)
      done()
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
