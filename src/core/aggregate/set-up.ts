import type { Change } from '../fix.ts'

/** What DNS says of one of the three records by which reports about a domain arrive. unknown: it did not answer. not_needed: nobody asks for it. */
export const SET_UP_STATES = ['ok', 'missing', 'wrong', 'unknown', 'not_needed'] as const
export type SetUpState = (typeof SET_UP_STATES)[number]

/** A record to publish, and the one that it takes the place of. */
export interface ToPublish {
  change: Extract<Change, { kind: 'dns' }>
  /** What stands there now, as it was read. Absent: nothing. */
  instead?: string
}

/** One of the three records. */
export interface SetUpItem {
  state: SetUpState
  /** What was seen, in sentences. */
  says: string
  /** What is to be known beside it. */
  notes: string[]
  publish: ToPublish[]
  /** What to do where no record can be offered, and before one can be: may hold marks (`core/verbatim.ts`). */
  advice?: string
  /** Who can publish it: whoever runs the DNS of the domain, or the operator of this instance. */
  by: 'owner' | 'operator'
  /** The domain in whose zone it stands. */
  zone: string
  /** A record in place of that in `publish`, for whoever cannot change that zone. */
  otherwise?: ToPublish & { says: string }
}

/** The three records of DMARC reports, and that of TLS reports. */
export interface SetUpItems {
  /** The DMARC record names the address. */
  record: SetUpItem
  /** The reports host says that it takes reports about the domain (RFC 7489 7.1, RFC 9990 4). */
  consent: SetUpItem
  /** Mail for the reports host comes to this service. */
  mx: SetUpItem
  /** The TLS-RPT record names the address (RFC 8460 3). Absent: nobody looked. */
  tls?: SetUpItem
}

/** The same, while they are being looked up. */
export type ComingSetUp = { [Name in keyof SetUpItems]: Promise<SetUpItem> }

/** Whose address reports about a domain go to. */
export interface ReportsAddressOf {
  domain: string
  address: string
}

/** What is looked for. */
export interface SoughtSetUp {
  /** A-labels, lower case. */
  domain: string
  address: string
  /** The reports addresses of the account's verified domains, this one's among them: reports about a domain count wherever of these they arrive. */
  accounts: readonly ReportsAddressOf[]
  /** The mail domain of the reports addresses. */
  host: string
  /** The name of this service's mail host, and the domain of its test addresses. */
  mailHost: string
  mailDomain: string
}

/** What stands where a host says that it takes reports about a domain of another organization (RFC 7489 7.1, RFC 9990 4). */
export type SeenConsent =
  /** `uris`: where it sends them instead. */
  | { kind: 'consent'; texts: string[]; uris: string[] }
  /** Texts that are no consent, as they were published. */
  | { kind: 'none'; texts: string[] }
  | { kind: 'too_long' }
  | { kind: 'failure'; reason: string }
