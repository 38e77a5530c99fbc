import type { NewAuditEntry } from '../core/access/audit.ts'
import type { Outcome, Rejection } from '../core/aggregate/file.ts'
import type { Authentication } from '../core/aggregate/reading.ts'
import type { Envelope } from '../core/message.ts'

export type { Authentication }

/** Mail to the reports address of a domain (RFC 7489 7.2.1.1), kept until its files have outcomes. */
export interface NewReportMail {
  id: string
  domainId: string
  envelope: Envelope
  raw: Uint8Array
}

/** Bytes of mail that wait, in all and for one domain. */
export interface ReportMailBounds {
  waitingBytes: number
  waitingBytesPerDomain: number
}

/** What is kept of files of one account and of one domain; past it the oldest go first. */
export interface ReportFileBounds {
  /** Bytes of files that became reports, or may yet, of one account, by import or by mail whose sender is known. */
  bytes: number
  /** Bytes of all others of one account: what strangers send takes no room from reports. */
  rejectedBytes: number
  /** Rejected files, and as many duplicates and conflicts, that one domain lists. */
  listed: number
  /** Days that files are kept: those that became reports, and those that came to nothing. */
  days: { reports: number; nothing: number }
}

const MB = 1024 * 1024

export const REPORT_FILE_BOUNDS: ReportFileBounds = {
  bytes: 1024 * MB,
  rejectedBytes: 64 * MB,
  listed: 10_000,
  days: { reports: 395, nothing: 30 },
}

/** Whose a reports address is. */
export interface ReportsAddress {
  domainId: string
  accountId: string
  domain: string
  verified: boolean
}

/** A mail that is being worked at. What is done to it by a claim that was lost meanwhile changes nothing. */
export interface ReportMailClaim {
  id: string
  holder: string
  number: number
}

/** Which address of a domain a mail came to. */
export const MAIL_PURPOSES = ['reports', 'complaints'] as const
export type MailPurpose = (typeof MAIL_PURPOSES)[number]

/** A mail that is due. */
export interface DueReportMail extends ReportMailClaim {
  purpose: MailPurpose
  accountId: string
  domainId: string
  domain: string
  verified: boolean
  receivedAt: Date
  /** Tries that the mail ended, and others that came to nothing. */
  stoppedTries: number
  lostTries: number
  /** Its files have outcomes, and only its authentication is asked for again. */
  onlyAuthentication: boolean
}

/** What became of one file of a mail or an import. */
export interface FileOutcome {
  /** `<mail>.<number>`: the same at every try. */
  id: string
  name: string
  size: number
  outcome: Outcome
  reason?: Rejection
  detail?: string
  /** The report that it became, or that stands against it. */
  uid?: string
  /** What was read of it, as far as it was: for lists. */
  reporter?: string
  kind?: 'aggregate' | 'tls'
  /** Octets as they came, and whether gzip is over them that they did not come with. Files of one attachment have the same number, and
   * its octets are kept once; `place`: which of them it is. Absent: they are not kept. */
  attachment?: { number: number; place: number; bytes: Uint8Array; gzip: boolean }
}

export interface FileListing extends Omit<FileOutcome, 'attachment'> {
  domainId: string
  /** The mail it came in; absent of an import. */
  mailId?: string
  source: 'mail' | 'import'
  receivedAt: Date
  authentication: Authentication
  /** Who sent the mail: the domain of From, or who imported. */
  from?: string
  /** Its file is still kept. */
  downloadable: boolean
}

export interface FileQuery {
  outcome?: Outcome
  /** An id of this list: those behind it. */
  after?: string
  limit: number
}

/** A file as it came. */
export interface KeptFile extends FileListing {
  accountId: string
  /** Of its attachment. Absent: it is not kept, or no longer. */
  bytes?: Uint8Array
  gzip?: boolean
  /** Which of the files of its attachment it is. */
  place: number
  /** How many of these are listed before it. */
  part: number
}

/** What became of the files of a mail. */
export interface ReportMailResult {
  files: readonly FileOutcome[]
  authentication: Authentication
  /** The domain of From. */
  from?: string
  /** Its authentication is asked for again then: the mail stays until that is known. */
  againAt?: Date
}

export interface ReportMailStore {
  /** Whose the address is: by the domain's token. */
  address(token: string): Promise<ReportsAddress | undefined>
  /** Durable when it resolves. */
  accept(
    mail: NewReportMail,
    bounds: ReportMailBounds,
  ): Promise<'stored' | 'full' | 'no_space' | 'unknown_domain'>
  /** Takes mail that is due, for so long; domains take turns, so that one with much mail keeps none waiting. */
  claim(holder: string, leaseMs: number, limit: number): Promise<DueReportMail[]>
  /** What earlier starts of a host had claimed when they were killed is due at once; gives how much. `holder` is the one that runs. */
  takeBack(host: string, holder: string): Promise<number>
  raw(id: string): Promise<{ raw: Uint8Array; envelope: Envelope } | undefined>
  /** Outcomes of its files, in place of those that they had, and whether it passed DMARC, of all of them. The mail goes, unless its authentication is undecided: then it is due again
   * at that time. Of each report that was stored and is authenticated now, and was not before, every domain that has a part of it is
   * told an event. `lost`: it is claimed by another, or gone. */
  finish(
    claim: ReportMailClaim,
    result: ReportMailResult,
    bounds?: ReportFileBounds,
  ): Promise<'finished' | 'lost' | 'no_space'>
  /** It came to nothing: `stopped` by the mail, or through no fault of it. */
  giveBack(claim: ReportMailClaim, how: { dueAt: Date; stopped: boolean }): Promise<void>
  /** Outcomes of an import. */
  imported(
    of: { importId: string; accountId: string; domainId: string; at: Date; by?: string },
    files: readonly { authentication: Authentication; file: FileOutcome }[],
    bounds?: ReportFileBounds,
  ): Promise<void>
  /** Newest first. */
  files(domainId: string, query: FileQuery): Promise<FileListing[]>
  /** How many files there are of each outcome. */
  counts(domainId: string): Promise<Partial<Record<Outcome, number>>>
  file(domainId: string, id: string): Promise<KeptFile | undefined>
  /** Another outcome of a file: another took its place. */
  changeOutcome(id: string, to: { outcome: Outcome; uid?: string }): Promise<void>
  /** A file in conflict was taken, and the one whose report it took the place of is in conflict now. */
  taken(id: string, uid: string, other: string | undefined, entry: NewAuditEntry): Promise<void>
  /** Deletes files that are past their time, and what came for domains that are gone; so many of each at most. Gives how many went. */
  tidy(now: Date, limit: number): Promise<number>
  /** Deletes what came for an account before then; so many files at most. Gives how many went. */
  deleteBefore(accountId: string, at: Date, limit: number): Promise<number>
  /** Bytes that are held: mail that waits, and files. */
  bytes(): Promise<{ waiting: number; files: number }>
}
