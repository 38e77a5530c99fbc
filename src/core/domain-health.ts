import type { Check } from './check.ts'

/** Selectors of a domain that messages were signed by. */
export interface SignedBy {
  selectors: readonly string[]
  /** The one by which mail is signed now. Absent: it is not known. */
  inUse?: string
}

/** A key by which a message was signed. */
export interface Signer {
  /** d=, lower case. */
  domain: string
  /** s= */
  selector: string
}

/** What the DNS and the lists say of a name. */
export interface Looked {
  checks: Check[]
  drawn: DomainDrawing
}

/** What is shown of a domain's DNS beside the checks. A part is absent where its check did not come to an end. */
export interface DomainDrawing {
  spf?: DrawnSpf
  keys?: DrawnKey[]
  dmarc?: DrawnDmarc
  mx?: DrawnMx
  sts?: DrawnSts
  tlsReports?: DrawnTlsReports
  bimi?: DrawnBimi
}

/** A whole SPF record with what it includes. */
export interface DrawnSpf {
  root: DrawnSpfRecord
  /** In the worst case, of `mostLookups`. */
  lookups: number
  voids: number
  mostLookups: number
  mostVoids: number
  /** Some part could not be read: the numbers are the least. */
  incomplete?: true
  /** Terms that are not drawn: there are too many. */
  left: number
}

/** The record of one name. */
export interface DrawnSpfRecord {
  domain: string
  /** several: more than one record; loop: read further up already; cut: the tree is too large; failed: no answer. */
  state: 'record' | 'none' | 'several' | 'loop' | 'cut' | 'failed'
  terms: DrawnSpfTerm[]
}

/** One term, with what it costs and leads to. */
export interface DrawnSpfTerm {
  text: string
  /** Which look-up it is, counted in the order of the evaluation. Absent: it needs none. */
  lookup?: number
  /** Look-ups of its own and of all below it. */
  lookups: number
  /** That number is above what is allowed. */
  over?: true
  /** Not reached. */
  ignored?: true
  /** Its question got no answer. */
  failed?: true
  /** It is made for each message. */
  perMessage?: true
  leadsTo?: DrawnSpfRecord
}

/** A DKIM key. */
export interface DrawnKey {
  selector: string
  state: 'usable' | 'unusable' | 'revoked' | 'missing' | 'failed'
  type?: 'rsa' | 'ed25519'
  bits?: number
  /** t=y */
  testing?: true
  /** Where its CNAME leads. */
  via?: string
}

export interface DrawnDmarc {
  state: 'own' | 'inherited' | 'none' | 'failed'
  /** Where the record stands, without `_dmarc.`. */
  at?: string
  record?: string
  /** What applies to mail of the domain, t=y counted. */
  policy?: 'none' | 'quarantine' | 'reject'
  /** Where aggregate reports are sent, as it is written. */
  reports: string[]
}

export interface DrawnMx {
  state: 'hosts' | 'refuses' | 'none' | 'failed'
  hosts: { preference: number; name: string }[]
}

export interface DrawnSts {
  state: 'none' | 'policy' | 'faulty' | 'failed'
  mode?: string
  id?: string
}

export interface DrawnTlsReports {
  state: 'none' | 'record' | 'faulty' | 'failed'
  record?: string
}

export interface DrawnBimi {
  state: 'none' | 'record' | 'declined' | 'faulty' | 'failed'
  /** The domain at which it was found. */
  at?: string
  logo?: string
  hasCertificate?: true
}

/** A domain as it was seen at one time. */
export interface DnsLook {
  at: Date
  checks: Check[]
  drawn: DomainDrawing
}

/** What a look said of a domain that another said before. Texts as they are drawn. */
export interface DomainChange {
  /** What changed: `DMARC policy`. */
  what: string
  before: string
  after: string
  /** When the second of the two looks was. */
  at: Date
}

/** In one number each: checks that failed, that could not be determined, and that have advice. */
export interface HealthCounts {
  problems: number
  unknown: number
  advice: number
}

/** trouble: something is to be fixed. unknown: nothing that is known is, and not everything is known. */
export type HealthLevel = 'trouble' | 'unknown' | 'fine'

/** Days after which a look says nothing about today. */
const STALE_DAYS = 3
const DAY_MS = 86_400_000

/** Whether a look is too old to tell how a domain is. */
export function isStale(at: Date, now: Date): boolean {
  return now.getTime() - at.getTime() > STALE_DAYS * DAY_MS
}

/** What a look of then tells now. Nothing is fine because nobody has looked for long. */
export function levelOf({ problems, unknown }: HealthCounts, at: Date, now: Date): HealthLevel {
  if (problems > 0) return 'trouble'
  return unknown > 0 || isStale(at, now) ? 'unknown' : 'fine'
}

/** Counts what the checks of a look say. */
export function countsOf(checks: readonly Check[]): HealthCounts {
  const is = (wanted: Check['status']) => checks.filter(({ status }) => status === wanted).length
  const advised = checks.filter(
    ({ status, findings }) => status !== 'failed' && findings.some(({ refinement }) => !refinement),
  )
  return { problems: is('failed'), unknown: is('error'), advice: advised.length }
}
