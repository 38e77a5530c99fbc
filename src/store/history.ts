import type { MailTestSource } from '../core/mail-test.ts'

/** What stays of an analysed message of an account: no word of it. */
export interface HistoryRow {
  receivedAt: Date
  source: MailTestSource
  /** The From domain, A-labels. Absent: it had none. */
  domain?: string
  /** Absent: it could not be analysed. */
  score?: number
  /** Names of the checks that failed. */
  failedChecks: string[]
}

/** The analysed messages of a day of UTC, counted. */
export interface HistoryCount {
  /** Days since 1970. */
  day: number
  scored: number
  failed: number
  /** How many had each score, by tenths of a point: 93 is 9.3. */
  scores: Record<string, number>
  /** How many scored messages each check failed in, by its name. */
  checks: Record<string, number>
}

/** Where a list of rows goes on. */
export interface HistoryPlace {
  receivedAt: Date
  messageSeq: number
}

/** Written by `MessageStore.finish` and `replaceReport`, in their transaction. Whatever is counted is what the rows say. */
export interface HistoryStore {
  /** The counts of an account, or of one From domain of it, from that day on; oldest first. */
  counts(accountId: string, which: { domain?: string; since: number }): Promise<HistoryCount[]>
  /** From domains that are counted, by name. */
  domains(accountId: string, limit: number): Promise<string[]>
  /** Rows of an account, oldest first. */
  rows(
    accountId: string,
    page: { after?: HistoryPlace; limit: number },
  ): Promise<{ rows: HistoryRow[]; next?: HistoryPlace }>
  /** Deletes what arrived before that day, at most so many rows and counts; gives how many. */
  deleteBefore(day: number, limit: number): Promise<number>
}
