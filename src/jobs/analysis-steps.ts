import { closeSync, ftruncateSync, openSync, readSync, unlinkSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** What is blamed before any step has begun. */
export const FIRST_STEP = 'parse'

/** Where an analysis process finds its page. */
const STEPS_FD = 3
const RECORD_OCTETS = 128

/** Where analysis processes write what they are at: a page in memory that outlives them, because the last word of a process that
 * was killed tells whom to blame. Nobody is woken by what is written there. */
export interface StepPage {
  /** Handed to the process as its descriptor 3. */
  readonly fd: number
  /** The step that this message was last at: what is written may still be about an earlier one. */
  lastOf(message: number): string
  /** Puts a large message behind the step, where its process takes it whole: on the channel it would be there three times. False: there is no
   * room. */
  put(raw: Uint8Array): boolean
  close(): void
}

/** Where a message begins. */
const MESSAGE_AT = 4096

/** Throws when there is no room for a page. */
export function openStepPage(): StepPage {
  const fd = openInMemory()
  return {
    fd,
    lastOf(message) {
      const record = Buffer.alloc(RECORD_OCTETS)
      const octets = readSync(fd, record, 0, RECORD_OCTETS, 0)
      const [number, step] = record.toString('utf8', 0, octets).trimEnd().split(' ', 2)
      return Number(number) === message && step ? step : FIRST_STEP
    },
    put(raw) {
      try {
        let octets = 0
        while (octets < raw.length) {
          octets += writeSync(fd, raw, octets, raw.length - octets, MESSAGE_AT + octets)
        }
        return true
      } catch {
        withoutMessage(fd)
        return false
      }
    },
    close: () => closeSync(fd),
  }
}

/** For the process: takes the message of so many octets that was put there. */
export function takeMessage(octets: number, fd = STEPS_FD): Uint8Array {
  const raw = new Uint8Array(octets)
  let taken = 0
  while (taken < octets) {
    const more = readSync(fd, raw, taken, octets - taken, MESSAGE_AT + taken)
    if (more === 0) throw new Error(`Of a message of ${octets} octets ${taken} were handed over`)
    taken += more
  }
  withoutMessage(fd)
  return raw
}

function withoutMessage(fd: number): void {
  ftruncateSync(fd, RECORD_OCTETS)
}

/** A file without a name. Its room is taken here, so that what comes later always fits. */
function openInMemory(): number {
  let fd: number | undefined
  for (const folder of ['/dev/shm', tmpdir()]) {
    try {
      fd = openUnnamed(folder)
      writeRecord(fd, '')
      return fd
    } catch (cause) {
      if (fd !== undefined) closeSync(fd)
      fd = undefined
      if (folder === tmpdir()) throw cause
    }
  }
  throw new Error('There is no folder for temporary files')
}

function openUnnamed(folder: string): number {
  const path = join(folder, `mailgauge-steps-${crypto.randomUUID()}`)
  const fd = openSync(path, 'wx+', 0o600)
  unlinkSync(path)
  return fd
}

/** For the process: notes the step that begins, with the message's number in the life of the process. It is there at once, not
 * queued, and a step that goes on is not written again. */
export function stepWriter(fd = STEPS_FD): (message: number, step: string) => void {
  let last = ''
  return (message, step) => {
    const next = `${message} ${step}`
    if (next === last) return
    last = next
    writeRecord(fd, next)
  }
}

const BLANK = 0x20
const record = Buffer.alloc(RECORD_OCTETS, BLANK)

/** One write of one length, in one piece: nothing of a longer record before it stays. */
function writeRecord(fd: number, text: string): void {
  record.fill(BLANK, record.write(text))
  writeSync(fd, record, 0, RECORD_OCTETS, 0)
}
