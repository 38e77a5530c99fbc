import { createZstdDecompress } from 'node:zlib'
import { BackupFailed, NAME_ONE, TAKE_ANOTHER } from './failed.ts'

/** Octets that come one after the other, of which some are asked for at a time. */
export interface ByteSource {
  /** Exactly so many. Throws BackupFailed where there are fewer. */
  take(bytes: number): Promise<Uint8Array>
  /** So many, a piece at a time. */
  pieces(bytes: number): AsyncGenerator<Uint8Array>
  /** Whether there is anything but zeros behind, of which archives may have some blocks. */
  hasMore(): Promise<boolean>
}

const ZSTD_MAGIC = [0x28, 0xb5, 0x2f, 0xfd]
/** Blocks that tar adds behind the end. */
const MOST_BEHIND = 1024 * 1024

const NO_BACKUP = `It is no backup of Mailgauge: it does not begin as a file that zstd packed. ${NAME_ONE}`
const CUT_OFF = `The backup is cut off: its end is missing. ${TAKE_ANOTHER}`
const DAMAGED = `The backup is damaged: it cannot be unpacked. ${TAKE_ANOTHER}`

/** What a packed file holds. */
export async function unpacked(packed: AsyncIterable<Uint8Array>): Promise<ByteSource> {
  const reading = packed[Symbol.asyncIterator]()
  let first = new Uint8Array()
  while (first.byteLength < ZSTD_MAGIC.length) {
    const { value, done } = await reading.next()
    if (done) break
    first = new Uint8Array(Buffer.concat([first, value]))
  }
  if (!ZSTD_MAGIC.every((byte, at) => first[at] === byte)) throw new BackupFailed(NO_BACKUP)
  return sourceOf(unpackedChunks(first, reading))
}

async function* unpackedChunks(
  first: Uint8Array,
  rest: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const unpacking = createZstdDecompress()
  let broken: unknown
  // What is left to read is not waited for where its reader has stopped.
  const feeding = (async () => {
    for (let chunk: Uint8Array | undefined = first; chunk !== undefined; ) {
      if (unpacking.destroyed) return
      if (!unpacking.write(chunk))
        await new Promise<void>((resolve) => {
          unpacking.once('drain', resolve)
          unpacking.once('close', resolve)
        })
      const next = await rest.next()
      chunk = next.done ? undefined : next.value
    }
    unpacking.end()
  })().catch((cause: unknown) => {
    broken = cause
    unpacking.destroy()
  })
  try {
    for await (const chunk of unpacking) yield chunk
  } catch (cause) {
    if (broken === undefined) {
      const isShort = cause instanceof Error && /unexpected end|truncated/i.test(cause.message)
      throw new BackupFailed(isShort ? CUT_OFF : DAMAGED, { cause })
    }
  } finally {
    unpacking.destroy()
    await rest.return?.()
    await feeding
  }
  if (broken !== undefined) throw broken
}

function sourceOf(chunks: AsyncGenerator<Uint8Array>): ByteSource {
  let held = new Uint8Array()

  /** The next octets, no more than so many. Undefined: there are none. */
  async function next(most: number): Promise<Uint8Array | undefined> {
    while (held.byteLength === 0) {
      const { value, done } = await chunks.next()
      if (done) return undefined
      held = value as Uint8Array<ArrayBuffer>
    }
    const piece = held.subarray(0, most)
    held = held.subarray(piece.byteLength)
    return piece
  }

  async function* pieces(bytes: number): AsyncGenerator<Uint8Array> {
    for (let left = bytes; left > 0; ) {
      const piece = await next(left)
      if (!piece) throw new BackupFailed(CUT_OFF)
      left -= piece.byteLength
      yield piece
    }
  }

  return {
    pieces,
    async take(bytes) {
      const parts: Uint8Array[] = []
      for await (const piece of pieces(bytes)) parts.push(Uint8Array.from(piece))
      return new Uint8Array(Buffer.concat(parts))
    },
    async hasMore() {
      for (let seen = 0; seen < MOST_BEHIND; ) {
        const piece = await next(MOST_BEHIND)
        if (!piece) return false
        if (piece.some((byte) => byte !== 0)) return true
        seen += piece.byteLength
      }
      return true
    },
  }
}
