import { writeSync } from 'node:fs'

/** Past so many characters lines are written at once. */
const MOST_HELD = 8 * 1024

/** What waits for a slow reader; lines past it are dropped. */
const MOST_WAITING = 1024 * 1024

const AGAIN_MS = 50

/** How often a slow reader is asked again at the end of the process: a second in all. */
const ASKED_AT_EXIT = 20

/** The reader is there and takes no more just now. */
const LATER: ReadonlySet<unknown> = new Set(['EAGAIN', 'EWOULDBLOCK', 'EBUSY', 'EINTR'])

const NOTHING = Buffer.alloc(0)
const LINE_END = 10

/** Where lines of the log go. */
export interface LogOutput {
  write(line: string): void
  /** Writes what is held; false when the reader takes no more just now. */
  flush(): boolean
}

/**
 * Writes the lines of one turn of the event loop together: the call to the system costs more than all else of a line.
 * What cannot be written (the reader is gone, the disk is full) is dropped: a log is no reason to stop or to wait.
 */
export function createLogOutput(send: (bytes: Buffer) => number): LogOutput {
  let held = ''
  let waiting: Buffer = NOTHING
  let isDue = false
  let isCut = false

  const sendSome = () => {
    const sent = send(waiting)
    if (sent > 0) isCut = waiting[sent - 1] !== LINE_END
    waiting = waiting.subarray(sent)
    return sent > 0
  }
  const drop = () => {
    waiting = NOTHING
    // The next line that can be written does not go on where half a line ended.
    held = isCut ? '\n' : ''
  }
  const flush = () => {
    if (held !== '') waiting = Buffer.concat([waiting, Buffer.from(held)])
    held = ''
    try {
      while (waiting.length > 0) if (!sendSome()) return false
    } catch (cause) {
      if (isForLater(cause)) return false
      drop()
    }
    return true
  }
  const flushWhenDue = () => {
    isDue = !flush()
    if (isDue) setTimeout(flushWhenDue, AGAIN_MS).unref()
  }
  return {
    write(line) {
      if (held.length + waiting.length + line.length > MOST_WAITING) return
      held += line
      if (waiting.length === 0 && held.length > MOST_HELD) flush()
      if (isDue) return
      isDue = true
      setImmediate(flushWhenDue)
    },
    flush,
  }
}

function isForLater(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && LATER.has(cause.code)
}

/** Standard output, written to the end when the process ends. */
export function standardOutput(): LogOutput {
  const output = createLogOutput((bytes) => writeSync(1, bytes))
  process.on('exit', () => {
    const pause = new Int32Array(new SharedArrayBuffer(4))
    for (let asked = 0; !output.flush() && asked < ASKED_AT_EXIT; asked++) Atomics.wait(pause, 0, 0, AGAIN_MS)
  })
  return output
}
