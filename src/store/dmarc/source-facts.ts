import type { PublishedPolicy } from '../../core/aggregate/report.ts'
import type { AggregateWindow, Counts, RecordPlace, ReportedRecord, SourceName } from '../aggregates.ts'

/** What the reports of a window say of one address and From domain, with what was ever seen of the address. */
export interface SourceFacts extends Counts, SourceName {
  ip: string
  headerFrom: string
  /** What From names without a row count for the address: names below the domain, or all others. headerFrom is empty then. */
  others?: 'below' | 'beside'
  /** Failing messages with an override that means forwarding; those of them that a receiver took for a mailing list's; failing ones that
   * authenticated raw; and failing ones with a signature of the domain's own that did not verify, so that they were signed by it once. */
  forwarded: number
  listed: number
  unaligned: number
  broken: number
  /** Days since 1970, of the domain's whole life. */
  firstSeen: number
  lastSeen: number
  /** The last day on which a message of the address passed DMARC, by reports that count as the window asks: for authenticated ones, by those
   * alone. Absent: none ever did. */
  lastPassed?: number
}

/** A domain by which mail of an address was authenticated, or was to be, in the domain's whole life: 16 of each kind at most of an address, those
 * before others that passed, that authenticated reports name, and that were seen later. Where the window asks for authenticated reports, what
 * these say. Where all addresses have more than 40,000, four of each kind and address. */
export interface SourceTrait {
  ip: string
  kind: 'dkim' | 'spf'
  /** d=, or the domain that SPF was asked for. */
  domain: string
  /** It passed at least once. */
  passed: boolean
  lastSeen: number
}

/** Who sent in a window. */
export interface DomainFacts {
  /** Of the addresses with most messages. Of more than 15,000 those of the domain itself are told, then those with most messages. */
  rows: SourceFacts[]
  traits: SourceTrait[]
  /** What all other addresses add up to. Absent: there are none. */
  rest?: Counts & { ips: number; forwarded: number; unaligned: number }
  /** Days with reports, reporters and reports of the window. */
  days: number
  reporters: number
  reports: number
  latestReportAt?: Date
}

/** A policy as reports of one day saw it. */
export interface SeenPolicy {
  day: number
  policyDomain: string
  policy: PublishedPolicy
  reports: number
  authenticated: boolean
}

/** Policies that are told at once: strangers may send reports that name any. */
export const MOST_SEEN_POLICIES = 5_000

/** How a domain fared, for a look at many. */
export interface Standing {
  domainId: string
  messages: number
  pass: number
  reports: number
  /** Of as many days before the window. */
  before: { messages: number; pass: number; reports: number }
  /** Of the window and the days before. */
  latestReportAt?: Date
  /** The last day of the window that has reports. Absent: none has. */
  lastDay?: number
  /** Days of the window that have reports, in order: made where they are asked for, as a look at many domains shows those of few. */
  days(): SourceDay[]
}

/** Records of some addresses: the newest day first, and within one the report that came last. */
export interface RecordsOfQuery {
  ips: readonly string[]
  after?: RecordPlace
  limit: number
}

/** What an earlier version did not count is counted first; past ten seconds these reject with QueryTooLong, and it goes on. */
export interface FactReads {
  /** Rows of the `most` addresses with most messages. */
  facts(domainId: string, window: AggregateWindow, most: number): Promise<DomainFacts>
  /** In the order of days; the newest `MOST_SEEN_POLICIES` at most. */
  policies(domainId: string, window: AggregateWindow): Promise<SeenPolicy[]>
  /** Messages by day of some addresses. */
  sourceDays(domainId: string, window: AggregateWindow, ips: readonly string[]): Promise<SourceDay[]>
  /** There may be fewer than the limit, or none, where many reports were looked through: while there is a `next` there may be more. */
  recordsOf(
    domainId: string,
    window: AggregateWindow,
    query: RecordsOfQuery,
  ): Promise<{ records: ReportedRecord[]; next?: RecordPlace }>
  /** Of domains of one account, in their order; those that never had reports are left out. */
  standings(domainIds: readonly string[], window: AggregateWindow): Promise<Standing[]>
}

export interface SourceDay {
  day: number
  messages: number
  pass: number
}
