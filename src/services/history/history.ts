import type { AccountActor } from '../access/actor.ts'

/** A day in UTC (2026-11-22) on which messages were analysed. Days without any are left out: no data is not zero. */
export interface HistoryDay {
  day: string
  scored: number
  failed: number
  /** Of the scored ones; absent where there are none. */
  score?: { median: number; low: number; high: number }
}

/** How often a check failed in the window, of how many messages. */
export interface FailingCheck {
  name: string
  failed: number
  of: number
}

export interface HistoryOf {
  /** Oldest first. */
  days: HistoryDay[]
  /** The most often failed first. */
  checks: FailingCheck[]
}

/** What is kept of analysed messages for 13 months, when tests are long gone. */
export interface History {
  /** Of the account, or of one From domain of it. `days`: how far back from now. */
  of(actor: AccountActor, which: { domain?: string; days: number }): Promise<HistoryOf>
}
