import type { Outcome, Rejection } from '../core/aggregate/file.ts'
import type { Envelope } from '../core/message.ts'

/** Mail to the reports address of a domain (RFC 7489 7.2.1.1), kept until its files have outcomes. */
export interface NewReportMail {
  id: string
  domainId: string
  envelope: Envelope
  raw: Uint8Array
  /** The SMTP client's network. */
  sender?: string
}

export interface ReportMailBounds {
  /** Bytes of mail that wait, in all and for one domain. */
  waitingBytes: number
  waitingBytesPerDomain: number
}

/** Whose a reports address is. */
export interface ReportsAddress {
  domainId: string
  accountId: string
  domain: string
  verified: boolean
}

/** A mail that is due. */
export interface DueReportMail {
  id: string
  accountId: string
  domainId: string
  domain: string
  receivedAt: Date
  envelope: Envelope
  /** Tries that ended without an outcome. */
  tries: number
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
  /** Octets as they came (an attachment that holds several files: its own, once), and how they are packed. */
  attachment?: { number: number; bytes: Uint8Array; gzip: boolean }
}

/** Whether the mail that brought a report passed DMARC. undecided: the DNS did not answer. */
export const AUTHENTICATIONS = ['passed', 'failed', 'undecided'] as const
export type Authentication = (typeof AUTHENTICATIONS)[number]

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
  raw(id: string): Promise<Uint8Array | undefined>
  /** Outcomes of its files. The mail goes, unless its authentication is undecided: then it is due again at that time. */
  finish(
    id: string,
    result: { files: FileOutcome[]; authentication: Authentication; from?: string; againAt?: Date },
  ): Promise<void>
  /** It came to nothing through no fault of the mail, or the process that read it ended. */
  giveBack(id: string, dueAt: Date): Promise<void>
  /** Outcomes of an import, or of one that an admin changed. */
  imported(
    of: { importId: string; accountId: string; domainId: string; at: Date; by?: string },
    files: { authentication: Authentication; file: FileOutcome }[],
  ): Promise<void>
  /** Newest first. */
  files(domainId: string, query: FileQuery): Promise<FileListing[]>
  /** How many files there are of each outcome. */
  counts(domainId: string): Promise<Partial<Record<Outcome, number>>>
  file(
    domainId: string,
    id: string,
  ): Promise<(FileListing & { bytes?: Uint8Array; gzip?: boolean }) | undefined>
  /** Another outcome of a file: an admin took it, or another took its place. */
  changeOutcome(id: string, to: { outcome: Outcome; uid?: string }): Promise<void>
  deleteBefore(at: Date, limit: number): Promise<number>
}
