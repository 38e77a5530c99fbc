import type { Outcome, Rejection } from '../../core/aggregate/file.ts'
import type { ReadReports, ReportReading } from '../../core/aggregate/reading.ts'
import type { Result } from '../../core/refusal.ts'
import type { Authentication } from '../../store/report-mail.ts'
import type { DomainActor } from '../domains/domains.ts'

export type { ReadReports, ReportReading }

/** A file to be imported: an XML, gzip or zip file, a mail, or a TLS report. */
export interface ImportFile {
  name: string
  bytes: Uint8Array
}

/** What became of one report in an imported file. */
export interface Imported {
  /** The file, and the entry in it. */
  name: string
  outcome: Outcome
  reason?: Rejection
  detail?: string
  /** Of a report that could be read. */
  domain?: string
  reporter?: string
  records?: number
  /** Whether the mail that it came in proves its sender, or whoever imports does. undecided: the DNS did not answer, and it does not
   * count as authenticated. */
  authentication?: Authentication
  /** The domain of the account that has to be verified first. */
  toVerify?: string
}

export interface ImportRequest {
  /** One name for all files of an import, as lists and the audit log have them. */
  importId: string
  /** They count as authenticated, though nothing shows who sent them. */
  trust: boolean
}

/** Imports reports into the verified domains of an account. Neither alerts nor events come of it. */
export interface Importing {
  begin(actor: DomainActor, request: { trust: boolean }): Promise<Result<ImportRequest>>
  /** One file at a time; what it was read to is bounded as what comes by mail. */
  take(actor: DomainActor, request: ImportRequest, file: ImportFile): Promise<Result<Imported[]>>
  /** Writes the sums into the audit log. */
  end(actor: DomainActor, request: ImportRequest, sums: Partial<Record<Outcome, number>>): Promise<void>
}

/** What reads mails and files of strangers: a process of its own. */
export interface ReportReader {
  /** `mail`: its authentication is judged too; with `byDkimAlone` the envelope is not asked about, as of archived mail.
   * `stopped`: reading it ended the process, or took too long. Rejects with `ReadingLost`. */
  read(request: ReportReading): Promise<ReadReports | { stopped: string }>
}

/** It was not read, through no fault of its own: it is tried again later. */
export class ReadingLost extends Error {}
