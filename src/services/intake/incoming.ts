/** Memory that all bodies of a kind share, and how much of it one client may hold. */
export interface Room {
  /** Takes so many bytes for a client; false: they are not there. */
  take(client: string, bytes: number): boolean
  give(client: string, bytes: number): void
  /** The bytes that are taken now. */
  held(): number
}

export function createRoom(most: number, mostOfOne: number): Room {
  const clients = new Map<string, number>()
  let held = 0
  return {
    held: () => held,
    take(client, bytes) {
      const own = (clients.get(client) ?? 0) + bytes
      if (held + bytes > most || own > mostOfOne) return false
      held += bytes
      clients.set(client, own)
      return true
    },
    give(client, bytes) {
      held -= bytes
      const left = (clients.get(client) ?? 0) - bytes
      if (left > 0) clients.set(client, left)
      else clients.delete(client)
    },
  }
}

/** The least that has to arrive in each stretch of time, unless a body ends in it. */
export interface Pace {
  bytes: number
  everyMs: number
}

export interface GatherOptions {
  /** The most bytes of the body. */
  most: number
  room: Room
  client: string
  pace: Pace
}

/** A whole body. Its room is held until it is let go. */
export interface Gathered {
  /** Hands the bytes over, in one piece and once. */
  bytes(): Uint8Array<ArrayBuffer>
  letGo(): void
}

/** Why there is no whole body; `gone`: whoever sent it went away, or broke the rules of HTTP. */
export type NotGathered = 'too_large' | 'no_room' | 'too_slow' | 'gone'

/** Reads a body as it arrives. Room is taken for what has arrived, never for what was announced. */
export async function gather(
  body: ReadableStream<Uint8Array> | null,
  { most, room, client, pace }: GatherOptions,
): Promise<Gathered | NotGathered> {
  const blocks = createBlocks(most, room, client)
  const gathered = { bytes: blocks.joined, letGo: blocks.letGo }
  if (!body) return gathered
  const reader = body.getReader()
  const watch = watchPace(pace, () => {
    reader.cancel().catch(() => {})
  })
  const end = (why: NotGathered) => {
    blocks.letGo()
    return why
  }
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (watch.late()) return end('too_slow')
      if (done) return gathered
      watch.arrived(value.byteLength)
      const flaw = blocks.add(value)
      if (flaw) {
        reader.cancel().catch(() => {})
        return end(flaw)
      }
    }
  } catch {
    return end('gone')
  } finally {
    watch.stop()
  }
}

/** Reads a body to its end, or to so many bytes, and keeps nothing of it: many who send, and most proxies, look for no answer before
 * they have sent all, and lose one that comes with the end of the connection. */
export async function drop(
  body: ReadableStream<Uint8Array> | null,
  { most, pace }: Pick<GatherOptions, 'most' | 'pace'>,
): Promise<void> {
  const reader = body?.getReader()
  if (!reader) return
  const stop = () => void reader.cancel().catch(() => {})
  const watch = watchPace(pace, stop)
  try {
    for (let left = most; left >= 0; ) {
      const { done, value } = await reader.read()
      if (done) return
      watch.arrived(value.byteLength)
      left -= value.byteLength
    }
    stop()
  } catch {
    // Whoever sent it went away.
  } finally {
    watch.stop()
  }
}

const FIRST_BLOCK = 4 * 1024
const LARGEST_BLOCK = 512 * 1024

/** The most room that a body of so many bytes takes. */
export const roomFor = (bytes: number): number => Math.max(FIRST_BLOCK, bytes + LARGEST_BLOCK)

/** Copies what arrives into blocks of growing size: a body that comes in single bytes takes no more than another. */
function createBlocks(most: number, room: Room, client: string) {
  let blocks: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  let free = 0
  let taken = 0

  const grow = (): boolean => {
    const next = Math.min(LARGEST_BLOCK, Math.max(FIRST_BLOCK, taken))
    if (!room.take(client, next)) return false
    taken += next
    free = next
    blocks.push(new Uint8Array(next))
    return true
  }

  return {
    add(chunk: Uint8Array): 'too_large' | 'no_room' | undefined {
      if (size + chunk.byteLength > most) return 'too_large'
      for (let from = 0; from < chunk.byteLength; ) {
        if (free === 0 && !grow()) return 'no_room'
        const block = blocks.at(-1) ?? new Uint8Array()
        const part = chunk.subarray(from, from + free)
        block.set(part, block.byteLength - free)
        free -= part.byteLength
        from += part.byteLength
      }
      size += chunk.byteLength
      return undefined
    },
    joined(): Uint8Array<ArrayBuffer> {
      const whole = Buffer.concat(blocks, size)
      blocks = []
      return whole
    },
    letGo(): void {
      room.give(client, taken)
      blocks = []
      taken = 0
    },
  }
}

/** Calls `tooSlow` once in a stretch less arrived than has to. */
function watchPace({ bytes, everyMs }: Pace, tooSlow: () => void) {
  let since = 0
  let began = performance.now()
  let late = false
  const timer = setInterval(() => {
    const now = performance.now()
    // Where the timer itself was held up, so was the reading: that is not the sender's fault.
    late = since < bytes && now - began < 1.5 * everyMs
    since = 0
    began = now
    if (!late) return
    clearInterval(timer)
    tooSlow()
  }, everyMs)
  return {
    arrived: (count: number) => {
      since += count
    },
    late: () => late,
    stop: () => clearInterval(timer),
  }
}

/** What a client sends right behind a request arrives within this time. */
const BEHIND_MS = 1

/** Whether whoever asked still waits for the answer. What came together with a request has been read by then: the end of
 * the connection, or another request, on which the runtime closes it. To be asked before something takes effect. */
export async function stillAsks({ signal }: { signal: AbortSignal }): Promise<boolean> {
  // Sockets are looked at between two turns of the loop.
  await new Promise<void>((done) => setTimeout(() => setImmediate(() => setImmediate(done)), BEHIND_MS))
  return !signal.aborted
}

/** Gives turns to those who come, in their order, to so many at once. */
export function createTurns(atOnce: number) {
  const waiting: (() => void)[] = []
  let running = 0
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= atOnce) await new Promise<void>((admitted) => waiting.push(admitted))
    else running += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
