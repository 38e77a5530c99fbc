/** DMARC aggregate reports (RFC 7489 7.2 and appendix C, RFC 9990) as they are read: normalised, in canonical text. */

export const DISPOSITIONS = ['none', 'pass', 'quarantine', 'reject'] as const
/** What a receiver did with messages; `pass` is of RFC 9990. */
export type Disposition = (typeof DISPOSITIONS)[number]

export const OVERRIDES = [
  'forwarded',
  'mailing_list',
  'trusted_forwarder',
  'local_policy',
  'sampled_out',
  'policy_test_mode',
  'other',
] as const
/** Why a receiver set the policy aside. */
export type Override = (typeof OVERRIDES)[number]

/** The policy as the reporter saw it (policy_published). */
export interface PublishedPolicy {
  /** Lower case; '' where the report names none. */
  p: string
  /** Absent: the report names none, and p holds. */
  sp?: string
  np?: string
  adkim: 'r' | 's'
  aspf: 'r' | 's'
  /** 0 to 100. */
  pct?: number
  fo?: string
  /** t=y (RFC 9989). */
  testing?: boolean
  discovery?: string
}

/** What is said of a report as a whole. Texts have at most 1,024 characters, and none that control. */
export interface AggregateHead {
  /** rfc9990: by its namespace, or an element that only RFC 9990 has. */
  format: 'rfc7489' | 'rfc9990'
  version?: string
  generator?: string
  /** org_name, trimmed; the domain of `orgEmail` where it is empty. */
  orgName: string
  orgEmail?: string
  extraContact?: string
  /** Trimmed, without outer angle brackets; the case is kept. */
  reportId: string
  /** Seconds since 1970; `end` is not before `begin`. */
  begin: number
  end: number
  /** A-labels, lower case, without a trailing dot. */
  policyDomain: string
  policy: PublishedPolicy
  /** What the reporter says went wrong on its side. */
  errors: string[]
  /** What is odd about the report: stable words such as `dkim_selector_missing`, `crc_mismatch`, `rows_skipped`. */
  warnings: string[]
  /** It was broken, and could be read all the same. */
  recovered: boolean
  /** Rows that count, and rows that could not be used. */
  records: number
  skipped: number
  /** SHA-256 of the XML's octets as they were unpacked, in hex: the same report again has the same. */
  contentHash: string
}

export interface DkimResult {
  domain: string
  selector?: string
  /** Lower case, of RFC 8601 where it was mapped. */
  result: string
}

export interface SpfResult {
  domain: string
  scope?: string
  result: string
}

export interface OverrideReason {
  type: Override
  comment?: string
}

/** The part of a record that many records share: auth_results and the reasons of policy_evaluated. */
export interface Results {
  dkim: DkimResult[]
  spf: SpfResult[]
  reasons: OverrideReason[]
}

/** One row of a report. */
export interface AggregateRecord {
  /** RFC 5952 text; an IPv4-mapped address as IPv4. */
  ip: string
  /** Messages, 1 to 2^31-1. */
  count: number
  /** policy_evaluated says pass: passed in alignment. What auth_results say is in `results`. */
  dkim: boolean
  spf: boolean
  disposition: Disposition
  /** Lower-case A-labels; '' where the row names none. */
  headerFrom: string
  envelopeFrom?: string
  envelopeTo?: string
  /** Its place in the `results` of the same piece. */
  results: number
}

/** A report on its way from the process that read it into the store: nothing between the two looks into the pieces. */
export interface ReadAggregate {
  head: AggregateHead
  /** Each a `RecordPiece` (piece.ts) as `packPiece` wrote it, in the order of the records. */
  pieces: Uint8Array[]
}

const DAY_SECONDS = 86_400

/** The UTC day that a report counts for, as days since 1970: that of the middle of its span, which overlaps it most. */
export const dayOfReport = ({ begin, end }: Pick<AggregateHead, 'begin' | 'end'>): number =>
  Math.floor((begin + end) / 2 / DAY_SECONDS)

/** Spans more than 25 hours. */
export const isLongRange = ({ begin, end }: Pick<AggregateHead, 'begin' | 'end'>): boolean =>
  end - begin > 25 * 3600

/** By what a reporter is known again: its name in lower case, with single spaces. */
export const reporterOf = ({ orgName }: Pick<AggregateHead, 'orgName'>): string =>
  orgName.trim().toLowerCase().replace(/\s+/g, ' ')

/** Reports before this are of no receiver: DMARC was first published in January 2012. */
const FIRST_BEGIN = Date.UTC(2012, 0, 1) / 1000
const LONGEST_SPAN = 32 * DAY_SECONDS

/** Why a report is not stored for its span, by the clock in seconds. */
export function rangeRefusal(
  { begin, end }: Pick<AggregateHead, 'begin' | 'end'>,
  now: number,
): { reason: 'bad_date_range' | 'future_range'; detail: string } | undefined {
  if (end > now + DAY_SECONDS) {
    return { reason: 'future_range', detail: 'The report ends more than a day ahead.' }
  }
  if (begin < FIRST_BEGIN) {
    return { reason: 'bad_date_range', detail: 'The report begins before 2012, when there was no DMARC.' }
  }
  if (end - begin > LONGEST_SPAN) {
    return { reason: 'bad_date_range', detail: 'The report spans more than 32 days.' }
  }
  return undefined
}
