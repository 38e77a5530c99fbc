import type { AccountActor } from '../access/actor.ts'

/** The windows that pages offer, in days. */
export const HISTORY_WINDOWS = [7, 30, 90, 395] as const

/** What one point of a series stands for. A week is any seven days, counted back from today. */
export type HistoryPeriod = 'day' | 'week'

/** Messages that arrived on a day of UTC, or in the week that began with it, and were analysed. */
export interface HistoryDay {
  /** 2026-11-22 */
  day: string
  scored: number
  /** Messages that could not be analysed. */
  failed: number
  /** Of the scored ones; absent where there are none. */
  score?: { median: number; low: number; high: number }
}

/** How often a check failed in the window, of how many scored messages. */
export interface FailingCheck {
  name: string
  failed: number
  of: number
}

export interface HistoryOf {
  per: HistoryPeriod
  /** The first and the last day of the window, also where nothing arrived on them. A series per week begins with its first week. */
  since: string
  until: string
  /** Oldest first. Days and weeks without any message are left out: no data is not zero. */
  days: HistoryDay[]
  /** The most often failed first. */
  checks: FailingCheck[]
}

export interface HistoryQuery {
  /** A From domain, A-labels. Absent: all mail of the account. */
  domain?: string
  /** How far back, today included. */
  days: number
  /** Absent: weeks where there would be more than 90 days. */
  per?: HistoryPeriod
}

/** What is kept of analysed messages for 13 months, when tests are long gone. */
export interface History {
  /** Of the account, or of one From domain of it. Empty for whoever may not read its tests. */
  of(actor: AccountActor, query: HistoryQuery): Promise<HistoryOf>
  /** From domains of the account's mail, by name, up to a bound. */
  domains(actor: AccountActor): Promise<string[]>
}
