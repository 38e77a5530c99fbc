import type { TlsReport } from '../core/tls-report.ts'
import type { AggregateWindow, Kept } from './aggregates.ts'

/** A TLS report to be kept (RFC 8460). */
export interface NewTlsReport {
  report: TlsReport
  accountId: string
  /** Of the account: whose policies without a domain are. */
  domainId: string
  /** The file that it came in: the same file again is the same report. */
  fileId: string
  /** `dmr_…` */
  uid: string
  receivedAt: Date
  authenticated: boolean
  /** An admin takes it in place of the one that has its key. */
  instead?: boolean
}

export interface TlsDay {
  /** Days since 1970. */
  day: number
  successes: number
  failures: number
}

/** What TLS reports of a window add up to. */
export interface TlsSummary {
  reports: number
  successes: number
  failures: number
  /** The newest. */
  latestReportAt?: Date
  /** Days that have reports, in order. */
  days: TlsDay[]
  policies: { type: string; reports: number; successes: number; failures: number }[]
  /** Failed sessions by what went wrong and where, most first; at most `MOST_TLS_FAILURES`. `lastDay`: the last one of the window that has it. */
  failed: { type: string; host: string; sessions: number; lastDay: number }[]
  /** How many more there are of these. */
  moreFailed: number
}

export const MOST_TLS_FAILURES = 200

/** A TLS report, as far as it is about one domain. */
export interface KeptTlsReport {
  uid: string
  day: number
  receivedAt: Date
  authenticated: boolean
  /** The file that it came in. */
  fileId: string
  reporter: string
  successes: number
  failures: number
  report: TlsReport
}

export interface TlsReads {
  summary(domainId: string, window: AggregateWindow): Promise<TlsSummary>
  /** Newest first. */
  reports(
    domainId: string,
    window: AggregateWindow,
    page: { limit: number; offset: number },
  ): Promise<{ total: number; reports: Omit<KeptTlsReport, 'report'>[] }>
  report(domainId: string, uid: string): Promise<KeptTlsReport | undefined>
  /** Reports behind a place, in the order of days, whole. `next` absent: those were the last. */
  whole(
    domainId: string,
    window: AggregateWindow,
    at: { after?: string; limit: number },
  ): Promise<{ reports: KeptTlsReport[]; next?: string }>
}

export interface TlsReportStore extends TlsReads {
  /** Keeps it by the rules of aggregate reports: the same again is a duplicate, another of its key a conflict, and an authenticated one takes
   * the place of one that is not. Each policy counts for the closest verified domain of the account at or above its own. */
  put(report: NewTlsReport): Promise<Kept>
  deleteBefore(accountId: string, day: number, limit: number): Promise<number>
}
