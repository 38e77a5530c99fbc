import type {
  AggregateHead,
  AggregateRecord,
  Disposition,
  Override,
  ReadAggregate,
  Results,
} from '../core/aggregate/report.ts'

/** A report to be kept. */
export interface NewAggregate {
  aggregate: ReadAggregate
  accountId: string
  /** The file that it came in: whoever puts the same file again after a crash goes on where it stopped. */
  fileId: string
  /** `dmr_…` */
  uid: string
  receivedAt: Date
  authenticated: boolean
  /** The organization that its mail is proved to come from, by which reporters are counted. Absent: they are by the name in the report. */
  sender?: string
  /** An admin takes this report in place of the one that has its key, whatever their authentication. */
  instead?: boolean
}

/** What became of it. `reportId` is the uid of the report that the account has now. */
export type Kept =
  | {
      outcome: 'stored'
      uid: string /** The file whose report it took the place of. */
      replacedFile?: string
    }
  /** The same content was there. It counts as authenticated from now on where this one is. */
  | { outcome: 'duplicate'; uid: string }
  /** Another report has its key: this one is kept out. */
  | { outcome: 'conflict'; uid: string }
  /** None of its records belongs to a verified domain of the account. */
  | { outcome: 'rejected'; reason: 'domain_mismatch' | 'unverified_domain' }

/** Days since 1970, both included, and whose reports count. */
export interface AggregateWindow {
  from: number
  to: number
  /** Absent: all of them. */
  authenticated?: boolean
}

/** Counts of messages. All add up: a report belongs to one day and, with a part of its records, to each domain. From 2^53 on they are
 * the nearest number that JavaScript has. */
export interface Counts {
  messages: number
  pass: number
  dkimAligned: number
  spfAligned: number
  dkimAuthenticated: number
  spfAuthenticated: number
  dispositions: Record<Disposition, number>
}

export interface DayCounts extends Counts {
  day: number
  reports: number
}

export interface AggregateSummary extends Counts {
  reports: number
  reporters: number
  sources: number
  unauthenticated: number
  longRange: number
  overrides: Record<Override, number>
  /** Of the newest report of the window. */
  policy?: { policy: AggregateHead['policy']; end: number }
  latestReportAt?: Date
  /** Days that have reports, in order. */
  days: DayCounts[]
}

export interface AggregatePage {
  limit: number
  offset: number
  /** pass: reports in which every message passed; fail: the others. */
  result?: 'pass' | 'fail'
  /** By `reporterOf`. */
  reporter?: string
}

/** A report, as far as it is about one domain. */
export interface AggregateSlice extends Omit<Counts, 'dkimAuthenticated' | 'spfAuthenticated'> {
  uid: string
  /** The file that it came in, by which lists of files have it. */
  fileId?: string
  head: Omit<AggregateHead, 'records' | 'contentHash'>
  day: number
  receivedAt: Date
  /** Its rows about the domain. */
  records: number
  authenticated: boolean
}

export const SOURCE_GROUPS = ['ip', 'organization', 'header_from', 'reporter'] as const
export type SourceGroup = (typeof SOURCE_GROUPS)[number]
export const SOURCE_ORDERS = ['messages', 'dmarc_fail', 'last_seen'] as const

export interface SourceQuery {
  groupBy: SourceGroup
  sort: (typeof SOURCE_ORDERS)[number]
  limit: number
  offset: number
  result?: 'pass' | 'fail'
  /** Of addresses: those of one organization alone, or what they sent with one From domain. */
  only?: { organization: string } | { headerFrom: string }
}

/** What was found out about an address by the DNS. Absent parts: not looked up yet, or without an answer. */
export interface SourceName {
  /** The name that is confirmed forward. */
  reverseDns?: string
  organization?: { name: string; domain?: string; type?: string; basis?: string }
}

export interface AggregateSource extends Counts, SourceName {
  /** The address, the organisation's name, the From domain or the reporter. */
  source: string
  ip?: string
  ipCount?: number
  /** Failing messages with an override that means forwarding, and failing ones that authenticated raw. */
  forwarded: number
  unaligned: number
  /** Ten at most. */
  headerFrom: string[]
  /** Absent of an organization: reports cannot be added up over its addresses. */
  reports?: number
  /** Days since 1970; of the domain's whole life. */
  firstSeen?: number
  lastSeen?: number
}

/** One record with the report that it stands in. */
export interface ReportedRecord {
  report: Pick<AggregateSlice, 'uid' | 'head' | 'receivedAt' | 'authenticated'>
  record: Omit<AggregateRecord, 'results'> & { results: Results }
  name: SourceName
}

/** A place in the order of a domain's records; opaque, and valid as long as the report is there. */
export type RecordPlace = string

/** Answered by threads of their own: a query never holds up mail or pages. Rejects with `QueryTooLong` past ten seconds. */
export interface AggregateReads {
  summary(domainId: string, window: AggregateWindow): Promise<AggregateSummary>
  reports(
    domainId: string,
    window: AggregateWindow,
    page: AggregatePage,
  ): Promise<{ total: number; reports: AggregateSlice[]; latestReportAt?: Date }>
  /** `messages`: of the whole window, which shares go by. `latestReportAt` is of the whole window here and above. */
  sources(
    domainId: string,
    window: AggregateWindow,
    query: SourceQuery,
  ): Promise<{ total: number; messages: number; sources: AggregateSource[]; latestReportAt?: Date }>
  /** So many records behind a place, in the order of days and reports. `next` absent: those were the last. */
  records(
    domainId: string,
    window: AggregateWindow,
    at: { after?: RecordPlace; limit: number; uid?: string },
  ): Promise<{ records: ReportedRecord[]; next?: RecordPlace }>
  /** One report about a domain. */
  report(domainId: string, uid: string): Promise<AggregateSlice | undefined>
  /** Domains that have reports, behind a place in an order that stays. */
  reported(after: number, limit: number): Promise<ReportedDomain[]>
  /** Of the sources with most messages in a window (so many of them), those whose names are due to be looked up, most messages first. */
  unnamed(domainId: string, window: AggregateWindow, most: number, now: Date): Promise<string[]>
  /** Of how many domains something is left to count that an earlier version did not. */
  uncounted(): Promise<number>
  /** Addresses that the DNS was asked about, with what they are called, behind a place in an order that stays. */
  names(after: number, limit: number): Promise<(NamedAddress & { place: number })[]>
}

/** A domain that has reports. */
export interface ReportedDomain {
  place: number
  accountId: string
  domainId: string
  /** When the last one came that counts for one of the last 400 days that have reports. */
  latestReportAt?: Date
}

/** What the DNS said of an address, and when it is to be asked again. `name` absent: it gave no answer, and what was known holds. */
export interface NamedAddress {
  ip: string
  askAt: Date
  name?: SourceName
}

export class QueryTooLong extends Error {}

/** What is done by the writer: each is some small writes. */
export interface AggregateWrites {
  /** Keeps a report by the rules of docs/dmarc.md. A large one goes in by pieces, each with what is counted of it, so that no write
   * takes long; the same again after a crash goes on behind the last piece. */
  put(report: NewAggregate): Promise<Kept>
  /** Records of an account go to the closest verified domain at or above their header_from, after domains came, were verified or
   * went: so many records are looked at. Gives how many there were; 0: nothing is left to do. */
  attributeAnew(limit: number): Promise<number>
  /** Deletes what counts for days before, of one account; so many records at most. Gives how many went. First days of
   * sources are kept. */
  deleteBefore(accountId: string, day: number, limit: number): Promise<number>
}

export interface AggregateStore extends AggregateReads, AggregateWrites {
  /** What the DNS said of addresses that are known. */
  name(names: readonly NamedAddress[]): Promise<void>
  /** Deletes organizations that no address belongs to any more, of so many behind a place in an order that stays. Gives how many went, and the place
   * to go on from; without one those were the last. */
  forgetOrganizations(after: number, limit: number): Promise<{ gone: number; next?: number }>
}
