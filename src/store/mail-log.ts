import type { MailLogLine, MailNote, MailOutcome } from '../core/mail-log.ts'

/** What is to be kept: one line, or the same thing so many times. All text is printable and bounded. */
export interface NewMailLogLine extends Omit<MailNote, 'at'> {
  firstAt: Date
  lastAt: Date
  count: number
  /** The local part of an address of our mail domain as mailboxes are found by it. */
  localPart?: string
}

/** Lines that found no room before they could be written. */
export interface LeftOutLines {
  /** The local part that they were about. Absent: others, or none. */
  localPart?: string
  at: Date
  lines: number
}

export interface MailLogBounds {
  /** Lines of accounts' addresses, of the addresses of tests without an account, and of all others. */
  account: number
  anonymous: number
  nobody: number
}

export interface MailLogQuery {
  /** Of this account; absent: of the whole instance. */
  accountId?: string
  outcome?: 'accepted' | 'refused' | MailOutcome
  /** A part of the recipient's address. */
  address?: string
  /** What the client's address or its network begins with. */
  client?: string
  /** Lines before this one, by the time they happened last. */
  before?: MailLogPlace
  limit: number
}

/** Where a line stands in the log. */
export interface MailLogPlace {
  at: Date
  id: number
}

/** The log of mail that was brought here. It is bounded: each party has a share, and what has no room is counted. */
export interface MailLogStore {
  /** Keeps them. Refusals of one day that are the same become one line; those of somebody's share that is full push out the
   * oldest of whoever holds most of it. Gives the tokens of live tests whose mail was refused. */
  add(
    lines: readonly NewMailLogLine[],
    leftOut: readonly LeftOutLines[],
    bounds: MailLogBounds,
  ): Promise<string[]>
  /** By the time they happened last, newest first. */
  list(query: MailLogQuery): Promise<MailLogLine[]>
  /** The last refusal of mail to the address with this local part. */
  lastRefusal(localPart: string): Promise<MailLogLine | undefined>
  /** How many lines there was no room for, since that time. Absent account: of all. */
  leftOut(since: Date, accountId?: string): Promise<number>
  /** Deletes lines that happened last before then, and addresses of tests that expired before `addresses`; so many of each at most. */
  deleteBefore(at: Date, addresses: Date, limit: number): Promise<number>
}
