import { SMTPStream } from 'smtp-server/lib/smtp-stream.js'
import { createDataDecoder } from './data-decoder.ts'

/** Told by the stream of a message that went over the limit: nothing more of it will come but its end. */
export const OVERSIZED = 'oversized'

/**
 * smtp-server's reader of the wire with two differences. The DATA phase goes through our own decoder: the package's
 * takes a dot after a bare LF for one to remove and keeps a single dot that begins a line. And a line that the client
 * did not end before it closed its side is no command.
 */
export class MailStream extends SMTPStream {
  #decoder = createDataDecoder()

  override startDataMode(maxBytes?: number | string | null) {
    this.#decoder = createDataDecoder()
    return super.startDataMode(maxBytes)
  }

  override _feedDataStream(chunk: Buffer, done: (error?: Error | null) => void): void {
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
