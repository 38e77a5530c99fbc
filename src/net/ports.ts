/** The outside world as the rest of the program sees it. */
export interface Clock {
  now(): Date
  /** Milliseconds that go on evenly whatever the system's clock is set to. Absent: those of `now`. */
  ticks?(): number
}

/** For how long something lasts: a clock that is set ahead or back makes nothing older or younger. */
export const ticksOf = (clock: Clock): number => clock.ticks?.() ?? clock.now().getTime()

/** A TXT record: its character-strings joined (RFC 7208 3.3, RFC 6376 3.6.2.2). */
export interface TxtRecord {
  /** Latin-1 reading of the bytes: one character per octet, so that nothing is lost. */
  text: string
  /** How many character-strings it was published as. */
  strings: number
}

export interface MxRecord {
  preference: number
  /** Lower case, no trailing dot; '' for a null MX (RFC 7505). */
  exchange: string
}

export interface TlsaRecord {
  usage: number
  selector: number
  matchingType: number
  /** Hexadecimal, lower case. */
  certificate: string
}

export interface CaaRecord {
  critical: boolean
  tag: string
  value: string
}

export interface SoaRecord {
  primary: string
  mailbox: string
  serial: number
}

/** Names in answers are lower case without the trailing dot. */
export interface RecordData {
  A: string
  AAAA: string
  MX: MxRecord
  TXT: TxtRecord
  PTR: string
  CNAME: string
  NS: string
  SOA: SoaRecord
  TLSA: TlsaRecord
  CAA: CaaRecord
}
export type RecordType = keyof RecordData

interface AnswerFacts {
  /** Seconds the answer may be kept: the least TTL along the chain, or the negative TTL (RFC 2308). */
  ttl: number
  /** The resolver says that it validated the answer (RFC 4035 3.2.3); only believed of a loopback server. */
  ad: boolean
  /** The CNAME targets that were followed, in order. */
  chain: string[]
}

/** NODATA (the name exists, the type does not) and NXDOMAIN are kept apart (RFC 2308); `zone`: whose SOA record denies the name. */
export type Answer<T extends RecordType> =
  | ({ kind: 'records'; records: RecordData[T][] } & AnswerFacts)
  | ({ kind: 'nodata' } & AnswerFacts)
  | ({ kind: 'nxdomain'; zone?: string } & AnswerFacts)

export const DNS_FAILURES = [
  'timeout',
  'servfail',
  'refused',
  'network',
  'malformed',
  /** The name cannot be asked: a label over 63 octets, a name over 253, or an empty label. */
  'bad-name',
  /** The share of questions for this purpose is used up. */
  'limit',
  /** Asked offline, and the evidence holds no answer. */
  'not-asked',
] as const
export type DnsFailureReason = (typeof DNS_FAILURES)[number]

/** The question got no answer. It says nothing about the name: neither clean nor bad. */
export class DnsFailure extends Error {
  override readonly name = 'DnsFailure'
  readonly question: string
  readonly recordType: RecordType
  readonly reason: DnsFailureReason

  constructor(question: string, recordType: RecordType, reason: DnsFailureReason) {
    super(`${recordType} ${question}: ${reason}`)
    this.question = question
    this.recordType = recordType
    this.reason = reason
  }
}

/** How a question ended. */
export const DNS_ENDINGS = ['records', 'nodata', 'nxdomain', ...DNS_FAILURES] as const
export type DnsEnding = (typeof DNS_ENDINGS)[number]

/** Is told of each question that was sent, and of each that was answered from memory. */
export interface DnsMeter {
  asked(ending: DnsEnding, seconds: number): void
  known(): void
}

export interface Resolver {
  /** Asks one question. Throws DnsFailure when no answer could be had; NXDOMAIN and NODATA are answers. */
  query<T extends RecordType>(name: string, type: T): Promise<Answer<T>>
}

/** A failure as a value, for a check that asks more than one question. */
export type FailedAnswer = { kind: 'failure'; reason: DnsFailureReason }

/** Asks one question and gives a DnsFailure as a value. */
export async function ask<T extends RecordType>(
  resolver: Resolver,
  name: string,
  type: T,
): Promise<Answer<T> | FailedAnswer> {
  try {
    return await resolver.query(name, type)
  } catch (cause) {
    if (cause instanceof DnsFailure) return { kind: 'failure', reason: cause.reason }
    throw cause
  }
}

/** The records of an answer, none for NODATA and NXDOMAIN. */
export function recordsOf<T extends RecordType>(answer: Answer<T>): RecordData[T][] {
  return answer.kind === 'records' ? answer.records : []
}

/** One question as it is kept in the evidence of a report. */
export interface RecordedQuestion {
  name: string
  type: RecordType
  /** Milliseconds the answer took. */
  took: number
  answer: Answer<RecordType> | FailedAnswer
  /** The share that had none left for it: present with the failure `limit` of this message alone. */
  refused?: DnsShare
}

/** Purposes that have a share of the questions of one message, so that who runs dry is not chance. */
export const DNS_SHARES = {
  spf: 60,
  dkim: 40,
  dmarc: 30,
  'ip-lists': 60,
  'domain-lists': 40,
  links: 160,
  'link-names': 40,
  server: 60,
  other: 10,
} as const
export type DnsShare = keyof typeof DNS_SHARES

/** State of one blocklist as the self-test left it (RFC 5782 section 5). */
export interface ListState {
  id: string
  usable: boolean
  /** Why it is out of use, in words. */
  reason?: string
  /** ISO time of the last self-test. */
  testedAt?: string
}

/** Asks an IP blocklist its two test points: 127.0.0.2 must be listed, 127.0.0.1 must not (RFC 5782 section 5). */
export interface RosterProbe {
  probe(zone: string): Promise<{ usable: true } | { usable: false; reason: string }>
}

/** The questions of one message: asked by share, each kept as evidence. */
export interface Questions {
  /** A resolver bounded by the share's limit; `answered` is called right before each answer or failure is handed back. */
  share(name: DnsShare, answered?: () => void): Resolver
  /** Every distinct question so far, in the order it was asked, and those that a share had no room for. */
  recorded(): RecordedQuestion[]
}

/** What may be fetched for one message, by purpose, in requests. */
export const FETCH_SHARES = { policy: 4, bimi: 8, links: 60 } as const
export type FetchShare = keyof typeof FETCH_SHARES

export const FETCH_FAILURES = [
  'timeout',
  'network',
  /** The certificate does not prove the name, or there is no TLS. */
  'tls',
  /** The name leads to an address that is not public. */
  'not-public',
  'redirects',
  /** No address that may be fetched: another scheme, a user, a port that is not the web's. */
  'bad-address',
  /** The share of requests for this purpose is used up. */
  'limit',
  /** Asked offline, and the evidence does not hold it. */
  'not-asked',
] as const
export type FetchFailureReason = (typeof FETCH_FAILURES)[number]

export interface FetchRequest {
  url: string
  method: 'GET' | 'HEAD'
  /** Octets of the body that are read at most. */
  maxBytes: number
  /** 0: a redirect is an answer. */
  maxRedirects: number
}

/** What came back. A failure says nothing about the thing itself: neither good nor bad. */
export type FetchAnswer =
  | {
      kind: 'response'
      status: number
      /** The address that answered. */
      url: string
      /** Every address that was left for the next one, in order. */
      redirects: string[]
      /** Lower case, without parameters; '' where none was sent. */
      contentType: string
      /** Target of a redirect that was not followed. */
      location?: string
      /** Of 429 and 503. */
      retryAfter?: string
      /** Base64 of at most maxBytes octets. */
      body: string
      truncated: boolean
    }
  | { kind: 'failure'; reason: FetchFailureReason }

/** Whether a redirect to this address is followed; where not, the redirect is the answer. */
export type MayFollow = (url: URL) => boolean

/** Fetches over HTTP from public addresses only, bounded in size, time and redirects. Never throws. */
export interface Fetcher {
  fetch(request: FetchRequest, mayFollow?: MayFollow): Promise<FetchAnswer>
}

/** One fetch as it is kept in the evidence of a report. */
export interface RecordedFetch {
  request: FetchRequest
  /** Milliseconds it took. */
  took: number
  answer: FetchAnswer
  /** The share that had none left for it. */
  refused?: FetchShare
}

/** The fetches of one message: bounded by share, each distinct one made once and kept as evidence. */
export interface Fetches {
  share(name: FetchShare, answered?: () => void): Fetcher
  recorded(): RecordedFetch[]
}

export const SCANNERS = ['spamassassin', 'rspamd'] as const
export type ScannerName = (typeof SCANNERS)[number]

/** What a scanner is told of the session beside the message. */
export interface ScanEnvelope {
  clientAddress?: string
  /** The PTR name that leads back, where there is one. */
  clientName?: string
  helo?: string
  mailFrom?: string
  rcptTo: string
  /** ISO time the message was received. */
  receivedAt: string
}

/** The scanner's own words, as it sent them; `failure` when it is down, slow or answers something else. */
export type ScanReply = { kind: 'reply'; body: string } | { kind: 'failure'; says: string }

/** Hands one message to one scanner over its own protocol, within a time limit. Never throws. */
export interface Scanner {
  scan(raw: Uint8Array, envelope: ScanEnvelope): Promise<ScanReply>
}

export interface RecordedScan {
  scanner: ScannerName
  took: number
  reply: ScanReply
}

/** The scans of one message, each made once and kept as evidence. Absent scanners are not configured. */
export interface Scans {
  scanner(name: ScannerName): Scanner | undefined
  recorded(): RecordedScan[]
}
