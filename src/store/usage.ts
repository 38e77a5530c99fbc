import type { Blame } from '../core/message.ts'

/** What waits to be analysed. */
export interface QueueState {
  /** Due, and not taken up yet. */
  waiting: number
  /** Being analysed now. */
  running: number
  /** Tried in vain; tried again later. */
  postponed: number
  /** Analysed; analysed once more because questions got no answer. */
  repeats: number
  /** When the oldest of those without a report arrived. Absent: none waits. */
  oldest?: Date
  /** The postponed that arrived first, a page of them. */
  delayed: DelayedMessage[]
}

/** A message whose analysis came to nothing so far. */
export interface DelayedMessage {
  id: string
  receivedAt: Date
  dueAt: Date
  /** Tries that came to nothing through no fault of its own. */
  lostTries: number
  /** The steps that stopped earlier tries. */
  blamed: Blame[]
}

/** What some tests of an owner hold. */
export interface HeldTests {
  /** Absent: tests without an account. */
  accountId?: string
  tests: number
  messages: number
  /** Of mail, reports and evidence. */
  bytes: number
}

/** No line is counted further: whoever looks every few seconds must not read more the longer it is. */
export const BACKLOG_COUNTED = 10_000

/** Of one line: how many wait, and when the one did that waits for longest. Absent: none waits. */
export interface Waiting {
  count: number
  oldest?: Date
}

/** What waits. */
export interface Backlog {
  /** line: next in turn. behind: due, behind others of the same party. running: being analysed. postponed: tried in vain. repeats: analysed
   * once more. */
  messages: Record<'line' | 'behind' | 'running' | 'postponed' | 'repeats', Waiting>
  /** Mail to reports addresses that is not read yet, or whose sender is asked for again. */
  reports: Record<'line' | 'postponed', Waiting> & { bytes: number }
  /** Those that are kept, and those that the slowest consumer has not read; none where there is no consumer. */
  events: { kept: number; unread: number; unreadSince?: Date }
}

/** What an administrator sees of the store. Nothing here holds up the service for long. */
export interface UsageStore {
  queue(): Promise<QueueState>
  /** What waits, at the same cost however much that is. */
  backlog(): Promise<Backlog>
  /** A slice of all tests in the order they were made, summed up by owner. Absent `next`: it was the last slice. */
  held(after: number, limit: number): Promise<{ owners: HeldTests[]; next?: number }>
  /** Bytes of mail to postmaster and abuse. */
  roleMailBytes(): Promise<number>
}
