import type { DkimResult, PublishedPolicy, SpfResult } from '../../../core/aggregate/report.ts'
import type { SourceName } from '../../../store/aggregates.ts'

/** Who sends as a domain in its year, and what receivers are told to do with what fails: what is true, before anybody reports it. */
export interface Scenario {
  domain: string
  seed: number
  /** Messages of all senders on a working day, about: shares of senders are of it. */
  size: number
  /** How much more it is at the end of a year: 1.3 is a third more. */
  growth: number
  senders: readonly Sender[]
  /** In order; the first holds from the first day. */
  policies: readonly PolicyStep[]
  /** By name, of those that could report. Absent: all of them do. */
  reporters?: readonly string[]
  /** Days from and before which no report is sent at all. */
  silence?: { from: number; to: number }
}

/** A policy, from a day on. Days are counted from the first day of the year. */
export interface PolicyStep {
  from: number
  policy: PublishedPolicy
}

/** Somebody who sends mail with the domain in From. */
export interface Sender {
  id: string
  ips: readonly string[]
  /** What the DNS says of its addresses. */
  name?: SourceName
  /** Of the size of the domain. */
  share: number
  /** Of a Saturday and Sunday, beside a working day. */
  weekend: number
  /** In order; before the first it does not send. */
  phases: readonly Phase[]
  /** It sends on some days of each such span alone. */
  bursts?: { every: number; days: number }
  /** So many of its addresses send on one day. Absent: all of them. */
  ipsPerDay?: number
}

/** What a sender does from a day on. Absent mail: it sends nothing. */
export interface Phase {
  from: number
  mail?: Mail
}

/** Mail as a receiver sees it. */
export interface Mail {
  /** Absent: the domain itself. */
  headerFrom?: string
  envelopeFrom: string
  signatures: readonly DkimResult[]
  spf: SpfResult
  /** What passes in alignment. */
  aligned: { dkim: boolean; spf: boolean }
  /** It came by somebody who passes mail on. */
  transit?: 'forwarded' | 'mailing_list'
}

/** A day of the week from which weekends are told: the first of January 1970 was a Thursday. */
const THURSDAY = 4

export const isWeekend = (day: number): boolean => [0, 6].includes((day + THURSDAY) % 7)

/** What holds on a day, of things that hold from a day on. */
export function current<T extends { from: number }>(some: readonly T[], day: number): T | undefined {
  return some.findLast(({ from }) => from <= day)
}
