import type { SourceMark } from '../../core/aggregate/source-mark.ts'
import type { AggregateWindow, Counts } from '../../store/aggregates.ts'
import type { SourceStatus } from '../aggregates/aggregates.ts'

/** What a source is to its domain; of those that fail: broken is the domain's own mail, unknown may be, abuse most likely is not. */
export const STANDINGS = [
  'passing',
  'forwarded',
  'mailing_list',
  'unaligned',
  'broken',
  'unknown',
  'abuse',
] as const
export type Standing = (typeof STANDINGS)[number]

/** Whose the mail of a source is: own (marked mine, named by the domain's SPF record, a host of the domain, or it passes or did), passed_on
 * (the domain's own, by a forwarder or list), others (abuse, or marked so), undecided (nobody knows yet). */
export const OWNERSHIPS = ['own', 'passed_on', 'others', 'undecided'] as const
export type Ownership = (typeof OWNERSHIPS)[number]

/** What an organisation is known by: its confirmed reverse name, an include of the domain's SPF record, a DKIM domain, its network. */
export const BASES = ['ptr', 'spf', 'dkim', 'asn'] as const
export type Basis = (typeof BASES)[number]

/** Who sends as a domain: addresses of one organisation together. */
export interface AnsweredSource extends Counts {
  /** By which it is marked and found again: `sender:<id>`, `domain:<name>`, `as:<number>` or `ip:<address>`; with `/others` behind it the
   * addresses of an organisation that are apart from those by which the domain's own mail comes. */
  key: string
  /** What people named it; else the known sender, the organisation, or the address. */
  name: string
  givenName?: string
  mark?: SourceMark
  /** Of the known senders. */
  sender?: { id: string; name: string; type: string }
  organization?: { name: string; domain?: string; type?: string }
  basis?: Basis
  /** As it is on the wire. */
  status: SourceStatus
  standing: Standing
  whose: Ownership
  /** Likely abuse that has come from few addresses for weeks, as mail of a forgotten server of the domain's own would. */
  maybeForgotten?: true
  /** Why it stands there: sentences. */
  reasons: string[]
  advice: SourceAdvice
  forwarded: number
  listed: number
  unaligned: number
  broken: number
  /** Those with most messages. */
  ips: { ip: string; reverseDns?: string; messages: number; pass: number }[]
  ipCount: number
  headerFrom: string[]
  dkimDomains: { domain: string; passed: boolean }[]
  spfDomains: { domain: string; passed: boolean }[]
  /** The term of the domain's own SPF record that names its addresses. */
  spfTerm?: string
  /** Days since 1970. */
  firstSeen: number
  lastSeen: number
  lastPassed?: number
}

/** What to do about a source: one sentence, and the record where one can be offered. */
export interface SourceAdvice {
  says: string
  record?: { name: string; type: 'TXT' | 'CNAME'; value: string; replaces?: string }
  /** The page of the sender that says how. */
  url?: string
}

export interface AnsweredSources {
  window: AggregateWindow
  sources: AnsweredSource[]
  /** Addresses beyond those that were looked at. */
  rest?: { ips: number; messages: number; pass: number }
  /** The domain's SPF record could not be looked up: what it names is not known. */
  spfUnknown: boolean
  days: number
  reporters: number
  reports: number
  latestReportAt?: Date
}
