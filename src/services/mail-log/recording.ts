import type { LeftOutLines, MailLogBounds, NewMailLogLine } from '../../store/mail-log.ts'
import type { Store } from '../../store/store.ts'
import type { Announcer, Log, MailLog } from '../ports.ts'
import { createNoteLines } from './note-line.ts'
import { createWaitingNotes, type LostNotes, type WaitingNote } from './waiting-notes.ts'

/** 10,000 lines in all, with those that may come between two looks. */
export const MAIL_LOG_BOUNDS: MailLogBounds = { account: 5800, anonymous: 1800, nobody: 2000 }
/** How long they are kept. */
export const MAIL_LOG_DAYS = 7

/** Lines in one write: others that write wait no longer for it than for a message. */
const LINES_AT_ONCE = 100

interface RecordingDeps {
  store: Pick<Store, 'mailLog'>
  announcer: Pick<Announcer, 'announce'>
  log: Log
  mailDomain: string
  /** Where reports addresses are. Absent: there are none. */
  reportsHost?: string
  bounds?: MailLogBounds
  /** How often at most lines are written: what a kill can make them forget. */
  everyMs?: number
  /** After a write that failed. */
  retryMs?: number
}

/** Takes notes in memory and writes them behind. It never makes anybody wait, and never fails. */
export interface Recording extends MailLog {
  /** Writes what is not written yet, trying once. */
  close(): Promise<void>
}

interface Unwritten {
  lines: NewMailLogLine[]
  leftOut: LeftOutLines[]
}

export function createRecording({
  store,
  announcer,
  log,
  mailDomain,
  reportsHost,
  bounds = MAIL_LOG_BOUNDS,
  everyMs = 1000,
  retryMs = 5000,
}: RecordingDeps): Recording {
  const waiting = createWaitingNotes()
  const noteLines = createNoteLines(mailDomain, reportsHost)
  let unwritten: Unwritten = { lines: [], leftOut: [] }
  let writing: Promise<void> | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let failing = false
  let closed = false

  const lineOf = ({ note: { at, ...note }, firstAt, count }: WaitingNote) =>
    noteLines.lineOf(note, { firstAt, lastAt: at, count })
  const leftOutOf = ({ rcptTo, at, count }: LostNotes): LeftOutLines => {
    const localPart = rcptTo === undefined ? undefined : noteLines.recipientOf(rcptTo).localPart
    return { at, lines: count, ...(localPart !== undefined && { localPart }) }
  }

  async function write(): Promise<void> {
    if (unwritten.lines.length + unwritten.leftOut.length === 0) {
      const { notes, lost } = waiting.take()
      unwritten = { lines: notes.map(lineOf), leftOut: lost.map(leftOutOf) }
    }
    while (unwritten.lines.length + unwritten.leftOut.length > 0) {
      const { lines, leftOut } = unwritten
      const refused = await store.mailLog.add(lines.slice(0, LINES_AT_ONCE), leftOut, bounds)
      unwritten = { lines: lines.slice(LINES_AT_ONCE), leftOut: [] }
      for (const token of refused) announcer.announce({ token, change: 'refused' })
    }
  }

  async function turn(): Promise<void> {
    let pause = everyMs
    try {
      await write()
      failing = false
    } catch (cause) {
      pause = retryMs
      if (!failing) log.error({ err: cause }, 'The mail log cannot be written; it is tried again')
      failing = true
    }
    writing = undefined
    if (!closed && (failing || waiting.size > 0)) wait(pause)
  }

  function wait(pause: number): void {
    timer = setTimeout(() => {
      timer = undefined
      writing = turn()
    }, pause)
    timer.unref()
  }

  return {
    record(note) {
      waiting.add(note)
      if (!timer && !writing && !closed) wait(everyMs)
    },
    async close() {
      closed = true
      clearTimeout(timer)
      timer = undefined
      await writing
      await turn()
      if (!failing && waiting.size > 0) await turn()
    },
  }
}
