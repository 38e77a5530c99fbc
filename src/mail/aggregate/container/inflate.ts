import { constants, createInflateRaw, inflateRawSync } from 'node:zlib'
import { SNIFF_BYTES, sniff } from './sniff.ts'

/** What came out of a deflate stream. */
export interface Inflated {
  chunks: Uint8Array[]
  size: number
  /** Octets of the input that the stream took. */
  consumed: number
  /** Absent: the stream came to an end, its own or that of the input. */
  stopped?: 'too_large' | 'not_a_report' | 'damaged'
}

/** A small file is unpacked at one go, which costs a tenth of doing it by and by. */
const SMALL_INPUT = 64 * 1024
const SMALL_OUTPUT = 512 * 1024
const CHUNK = 64 * 1024

/** Z_SYNC_FLUSH: a stream that is cut off gives what there is of it. */
const LENIENT = { finishFlush: constants.Z_SYNC_FLUSH }

/** Whether what begins with these octets is worth to be unpacked. */
export type Accepts = (first: Uint8Array) => boolean

export const couldBeReport: Accepts = (first) => sniff(first.subarray(0, SNIFF_BYTES)) !== undefined

/** Unpacks at most `max` octets, and stops as soon as the first of them are not accepted. */
export async function inflate(input: Uint8Array, max: number, accepts: Accepts): Promise<Inflated> {
  const isSmall = input.length <= SMALL_INPUT
  const small = isSmall ? inflateSmall(input, Math.min(max, SMALL_OUTPUT), accepts) : undefined
  return small ?? (await inflateByChunks(input, max, accepts))
}

function inflateSmall(input: Uint8Array, max: number, accepts: Accepts): Inflated | undefined {
  try {
    const options = { ...LENIENT, info: true, maxOutputLength: max }
    const { buffer, engine } = inflateRawSync(input, options) as unknown as InflateInfo
    const known = buffer.length === 0 || accepts(buffer)
    return {
      chunks: [buffer],
      size: buffer.length,
      consumed: engine.bytesWritten,
      ...(!known && { stopped: 'not_a_report' }),
    }
  } catch {
    // Too large, or damaged: by chunks at least its beginning comes out.
    return undefined
  }
}

/** What `info: true` gives; its declared type is that of a Buffer. */
interface InflateInfo {
  buffer: Uint8Array
  engine: { bytesWritten: number }
}

function inflateByChunks(input: Uint8Array, max: number, accepts: Accepts): Promise<Inflated> {
  return new Promise((resolve) => {
    const result: Inflated = { chunks: [], size: 0, consumed: 0 }
    const stream = createInflateRaw({ ...LENIENT, chunkSize: CHUNK })
    const finish = (stopped?: Inflated['stopped']) => {
      result.consumed = stream.bytesWritten
      if (stopped) result.stopped = stopped
      if (stopped && stopped !== 'damaged') result.chunks = []
      stream.destroy()
      resolve(result)
    }
    stream.on('data', (chunk: Uint8Array) => {
      const isFirst = result.size === 0
      result.size += chunk.length
      if (isFirst && !accepts(chunk)) return finish('not_a_report')
      if (result.size > max) return finish('too_large')
      result.chunks.push(chunk)
    })
    stream.on('error', () => finish('damaged'))
    stream.on('end', () => finish())
    stream.end(input)
  })
}
