import type { LivePolicy, NameBelow } from '../../../core/aggregate/live-policy.ts'
import type { AggregateWindow, Counts } from '../../../store/aggregates.ts'
import type { SourceFacts } from '../../../store/dmarc/source-facts.ts'
import type { AnsweredSource } from '../answered.ts'

/** Mail of one source in the name of one From domain. */
export type FromRow = Pick<
  SourceFacts,
  'headerFrom' | 'others' | 'messages' | 'pass' | 'forwarded' | 'dkimAligned'
>

/** A source with its mail by From domain. */
export interface SourceMail {
  source: Pick<AnsweredSource, 'key' | 'name' | 'standing' | 'whose' | 'maybeForgotten'>
  rows: readonly FromRow[]
}

/** What reports of the window say. */
export interface Evidence {
  days: number
  reporters: number
  messages: number
  sources: readonly SourceMail[]
  /** All addresses beyond those that were looked at. */
  rest?: Pick<Counts, 'messages' | 'pass'> & { ips: number; forwarded: number; unaligned: number }
  /** The domain's SPF record could not be looked up, so that what it names may be undecided. */
  spfUnknown?: boolean
}

/** A domain of the account below this one, which has its mail on pages of its own. */
export interface EntryBelow {
  domain: string
  /** Whether sp of this domain's record applies to it. */
  governed: NameBelow['governed']
  /** Absent: it could not be read. */
  sources?: readonly SourceMail[]
}

/** All that readiness goes by. */
export interface Judged {
  /** A-labels, lower case. */
  domain: string
  window: AggregateWindow
  /** By authenticated reports alone, and by all. */
  authenticated: Evidence
  all: Evidence
  live: LivePolicy
  /** Of names below the domain that reports name: what the DNS says. Those that are not here were not asked. */
  names: ReadonlyMap<string, NameBelow>
  below: readonly EntryBelow[]
}

/** What is needed for a verdict. */
export const NEEDED = { days: 14, reporters: 3, messages: 100 } as const

/** Days of the window, and days that reports have had to arrive. */
export const WINDOW_DAYS = 30
export const SETTLING_DAYS = 2

/** The 30 settled days by the number of today. */
export const windowOf = (today: number): AggregateWindow => ({
  from: today - SETTLING_DAYS - WINDOW_DAYS + 1,
  to: today - SETTLING_DAYS,
})
