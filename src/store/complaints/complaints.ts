import type { Campaign, FeedbackType, ReadComplaint, ReadLetter } from '../../core/complaints/complaint.ts'
import type { ComplaintEvent } from '../../core/event.ts'
import type { Envelope } from '../../core/message.ts'
import type { AggregateWindow } from '../aggregates.ts'
import type { ReportMailBounds, ReportMailClaim, ReportsAddress } from '../report-mail.ts'

/** Mail to the complaints address of a domain, kept until it is read. */
export interface NewComplaintMail {
  id: string
  domainId: string
  envelope: Envelope
  raw: Uint8Array
}

/** A complaint that is to be counted. */
export interface NewComplaint extends Pick<ReadComplaint, 'type' | 'incidents' | 'domains' | 'fingerprints'> {
  /** Who reports: the id of a provider that is known, or the organization of the sender. Absent: nothing proves who sent it. */
  provider?: string
  campaign?: Campaign
}

/** What a mail came to. nothing: it says nothing that is kept. */
export type ComplaintMailResult =
  | { kind: 'complaint'; complaint: NewComplaint }
  | { kind: 'letter'; letter: ReadLetter; authenticated: boolean }
  | { kind: 'nothing' }

/** Counts of a day by type; of no type more than came. */
export type CountsByType = Partial<Record<FeedbackType, number>>

export interface ComplaintDay {
  /** Days since 1970 (UTC), by when the report came. */
  day: number
  /** Of senders that are proved, and of others. */
  authenticated: CountsByType
  unauthenticated: CountsByType
}

/** What one provider reported in a window. */
export interface ProviderComplaints {
  /** '': more providers than are told apart on one day. */
  provider: string
  counts: CountsByType
  lastDay: number
}

/** What was said of one campaign in a window. */
export interface CampaignComplaints {
  campaign: Campaign
  complaints: number
  /** Of other types. */
  others: number
  lastDay: number
}

/** What complaints of a window add up to. */
export interface ComplaintSummary {
  /** Those that have any, in order. */
  days: ComplaintDay[]
  /** Authenticated ones, most complaints first. */
  providers: ProviderComplaints[]
  /** Authenticated ones, most complaints first; at most `MOST_CAMPAIGNS_SHOWN`. */
  campaigns: CampaignComplaints[]
  /** How many more campaigns there are. */
  moreCampaigns: number
  /** Complaints that name no campaign, and those of more campaigns than are told apart on one day. */
  withoutCampaign: number
  beyondCampaigns: number
  latestAt?: Date
}

export const MOST_CAMPAIGNS_SHOWN = 200

/** What is told apart on one day of a domain. */
export const COMPLAINT_BOUNDS = { providers: 50, campaigns: 200, known: 10_000 } as const

export interface KeptLetter extends ReadLetter {
  id: number
  receivedAt: Date
  authenticated: boolean
}

/** A domain with complaints, to be looked at. */
export interface WatchedComplaints {
  accountId: string
  domainId: string
  domain: string
  /** Of what is remembered; 0: nothing is. */
  version: number
  state?: string
}

/** What an export gives of a domain, a day at a time. */
export interface ComplaintLine {
  day: number
  authenticated: boolean
  provider: string
  type: FeedbackType
  reports: number
}

/** What reports of one reporter count as passed. */
export interface SentBy {
  reporter: string
  /** The domain that they came from. Absent: they were imported. */
  sender?: string
  pass: number
}

export interface ComplaintReads {
  /** Of a domain: its address's local part. Undefined: there is no such domain. */
  localPart(domainId: string): Promise<string | undefined>
  summary(domainId: string, window: AggregateWindow): Promise<ComplaintSummary>
  /** Complaints (of the one type that is one) of each domain of an account in a window, authenticated ones. */
  ofAccount(accountId: string, window: AggregateWindow): Promise<{ domainId: string; complaints: number }[]>
  /** Newest first. */
  letters(domainId: string): Promise<KeptLetter[]>
  /** Counts in the order of days. */
  lines(domainId: string, window: AggregateWindow): Promise<ComplaintLine[]>
  /** Authenticated complaints of providers by day, for whoever watches. */
  providerDays(
    domainId: string,
    window: AggregateWindow,
  ): Promise<{ provider: string; day: number; complaints: number }[]>
  /** Messages that passed DMARC by authenticated reports of these reporters (`reporterOf`), by mail from these domains or imported. */
  sentBy(
    domainId: string,
    window: AggregateWindow,
    of: { reporters: readonly string[]; senders: readonly string[] },
  ): Promise<SentBy[]>
  /** What is remembered of a domain whose complaints are watched. */
  watchedState(domainId: string): Promise<string | undefined>
}

export interface ComplaintStore extends ComplaintReads {
  /** Whose the address is. */
  address(localPart: string): Promise<ReportsAddress | undefined>
  /** Durable when it resolves; the mail waits in the line of mail with reports. */
  accept(
    mail: NewComplaintMail,
    bounds: ReportMailBounds,
  ): Promise<'stored' | 'full' | 'no_space' | 'unknown_domain'>
  /** Counts what a mail says, once, and lets the mail go. Complaints count for the closest verified domain of the account at or above
   * a domain of the message, and for that of the address where there is none. */
  settle(
    claim: ReportMailClaim,
    result: ComplaintMailResult,
  ): Promise<'counted' | 'kept' | 'duplicate' | 'nothing' | 'lost' | 'no_space'>
  /** Verified domains with complaints since then, or with something remembered; behind a place, in the order of their ids. */
  watched(since: Date, after: string, limit: number): Promise<WatchedComplaints[]>
  /** Keeps what is remembered of a domain with its events, all or nothing. outdated: another look ended meanwhile. */
  watchSettle(
    domainId: string,
    version: number,
    state: string,
    at: Date,
    events: readonly ComplaintEvent[],
  ): Promise<'settled' | 'outdated' | 'unknown_domain'>
  /** Deletes counts of days before of an account; so many rows at most. Gives how many went. */
  deleteBefore(accountId: string, day: number, limit: number): Promise<number>
  /** Deletes letters that came before; gives how many. */
  deleteLetters(before: Date, limit: number): Promise<number>
}
