import type { PublishedPolicy } from '../../../core/aggregate/report.ts'
import type { SenderDomain } from '../../../core/sender-domain.ts'
import type { AggregateWindow } from '../../../store/aggregates.ts'
import type { Readiness } from '../ready.ts'

/** How the mail of one domain did in the last settled days, by the sums of days alone. */
export interface DomainStanding {
  domain: Pick<SenderDomain, 'id' | 'domain'>
  /** Reports ever came. */
  isReported: boolean
  messages: number
  pass: number
  reports: number
  /** In as many days before. */
  before: { messages: number; pass: number; reports: number }
  /** The last day of the window that has reports. Absent: none has. */
  lastDay?: number
  /** Days of the window that have reports, in order. */
  days(): { day: number; messages: number; pass: number }[]
  /** As most of the newest reports of the window saw it. Absent: none did, or it was not looked at. */
  policy?: PublishedPolicy
  /** TLS sessions of the window, and those that failed for what is not over. Absent: not looked at. */
  tls?: { sessions: number; failures: number }
}

/** A domain with what is known of it; readiness absent: not counted yet. */
export interface StandingRow {
  standing: DomainStanding
  readiness?: Readiness
  attention: Attention
}

/** The worst that is known of a domain. */
export interface Attention {
  kind: AttentionKind
  /** What it is, and what to do: a sentence or two. */
  says: string
}

/** What may need somebody, the worst first: this is the order of the overview.
 * own_refused: mail of the domain's own is refused or put aside by its policy. no_record: receivers find no DMARC record that they can use.
 * dropped: much less passes than before. blocked: its own mail fails, so that no stricter policy is allowed. missing: reports stopped. tls:
 * sessions fail. failing: much fails, and whose it is is not counted yet. ready: a stricter policy is allowed. too_little: no verdict. fine:
 * nothing. uncounted: so far nothing, and readiness is not counted yet, which never moves a domain before those that are. none: no report
 * came yet. */
export const ATTENTION = [
  'own_refused',
  'no_record',
  'dropped',
  'blocked',
  'missing',
  'tls',
  'failing',
  'ready',
  'too_little',
  'fine',
  'uncounted',
  'none',
] as const
export type AttentionKind = (typeof ATTENTION)[number]

/** Days that the overview is about: reports of the last two days may still arrive. */
export const STANDING_DAYS = 30

export function standingWindow(today: number): AggregateWindow {
  const to = today - 2
  return { from: to - STANDING_DAYS + 1, to }
}
