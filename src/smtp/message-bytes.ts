import type { ByteBudget } from './limits.ts'

const FIRST_BLOCK = 16 * 1024
/** Memory is taken in blocks of this size at most. */
export const LARGEST_BLOCK = 1024 * 1024

const NOTHING = new Uint8Array(0)

/** First blocks that wait for the next message: most messages need no other, and 1 MB of them is kept at most. */
const spare: Uint8Array<ArrayBuffer>[] = []
const MOST_SPARE = 64

const block = (size: number) => (size === FIRST_BLOCK ? spare.pop() : undefined) ?? new Uint8Array(size)

/** Gives the memory back now. Left to the garbage collector, blocks of messages long gone pile up to several times the budget. */
function free(used: Uint8Array<ArrayBuffer>): void {
  if (used.length === FIRST_BLOCK && spare.length < MOST_SPARE) spare.push(used)
  else used.buffer.transfer(0)
}

/** The bytes of one message while it arrives. What is held is counted against the budget of all sessions. */
export interface MessageBytes {
  /** Copies the chunk, so that a message sent byte by byte takes no more memory than another. */
  add(chunk: Uint8Array): void
  /** The budget was used up: what was held is dropped and what follows is ignored. */
  readonly overflowed: boolean
  /** The whole message. It stays counted until `release`. */
  whole(): Uint8Array
  /** The same to be read until `release`: then others use its memory. */
  view(): Uint8Array
  /** Drops what is held, and the count of it. May be called twice. */
  release(): void
}

export function createMessageBytes(budget: ByteBudget): MessageBytes {
  let blocks: Uint8Array<ArrayBuffer>[] = []
  let last = NOTHING
  let used = 0
  let counted = 0
  let overflowed = false

  function release(): void {
    budget.give(counted)
    counted = 0
    for (const held of [...blocks, last]) if (held.length > 0) free(held)
    blocks = []
    last = NOTHING
    used = 0
  }

  /** A further block, at least as large as the message so far, up to a bound. */
  function grow(): boolean {
    const size = Math.min(LARGEST_BLOCK, Math.max(FIRST_BLOCK, counted))
    if (!budget.take(size)) return false
    counted += size
    if (used > 0) blocks.push(last)
    last = block(size)
    used = 0
    return true
  }

  function whole(): Uint8Array {
    const size = blocks.reduce((sum, block) => sum + block.length, used)
    // Every octet of it is written below.
    const message = new Uint8Array(Buffer.allocUnsafeSlow(size).buffer)
    let at = 0
    for (const held of blocks) {
      message.set(held, at)
      at += held.length
      free(held)
    }
    message.set(last.subarray(0, used), at)
    if (last.length > 0) free(last)
    blocks = []
    last = NOTHING
    used = 0
    return message
  }

  return {
    get overflowed() {
      return overflowed
    },
    add(chunk) {
      for (let from = 0; from < chunk.length && !overflowed; ) {
        if (used === last.length && !grow()) {
          overflowed = true
          release()
          return
        }
        const part = chunk.subarray(from, from + last.length - used)
        last.set(part, used)
        used += part.length
        from += part.length
      }
    },
    whole,
    view: () => (blocks.length === 0 ? last.subarray(0, used) : whole()),
    release,
  }
}
