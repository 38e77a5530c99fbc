import type { TlsReport } from '../tls-report.ts'
import type { ReadAggregate } from './report.ts'

/** Why a file with reports, or one that should have had one, was not stored. */
export const REJECTIONS = [
  'not_a_report',
  'too_large',
  'too_many_files',
  'nested_too_deep',
  'damaged_archive',
  'too_many_records',
  'malformed_xml',
  'doctype_refused',
  'missing_domain',
  'no_records_usable',
  'bad_date_range',
  'future_range',
  'domain_mismatch',
  'unverified_domain',
  /** Its sender sent more about the domain than is kept of one in a day. */
  'sender_limit',
  /** The mail did not pass DMARC, and the instance takes no others. */
  'unauthenticated',
  /** RFC 9991, RFC 6591: it holds people's mail, so nothing of it is kept. */
  'failure_report',
  /** A TLS report that is not RFC 8460's. */
  'malformed_json',
  /** Past what the plan keeps. */
  'past_retention',
  /** Reading it ended its process, or took longer than it may. */
  'not_readable',
] as const
export type Rejection = (typeof REJECTIONS)[number]

/** What one report file was read to. `detail`: what exactly was wrong, in a sentence without quotes of the file longer than 100 characters. */
export type FileContent =
  | { kind: 'aggregate'; aggregate: ReadAggregate }
  | { kind: 'tls'; report: TlsReport }
  | { kind: 'rejected'; reason: Rejection; detail?: string }

/** One report file, or one that should have been one: an XML or JSON document in an attachment, or the attachment itself. */
export interface ReadFile {
  /** The entry's name within an archive, with that of the attachment where it is one: for people only, never a path. */
  name: string
  content: FileContent
}

/** An attachment as it came, with every file in it. */
export interface ReadAttachment {
  /** As the mail names it, without control characters; '' where it does not. */
  name: string
  /** Octets after the transfer encoding. */
  size: number
  /** The octets, gzip over them where they are not packed yet (`packed`). Absent: nothing of it is kept. */
  bytes?: Uint8Array
  packed?: boolean
  /** At least one. */
  files: ReadFile[]
}

export const OUTCOMES = ['stored', 'duplicate', 'conflict', 'replaced', 'rejected'] as const
/** What became of a file. `replaced`: it was stored, and an authenticated one of the same key took its place. */
export type Outcome = (typeof OUTCOMES)[number]
