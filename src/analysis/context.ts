import type { Check } from '../core/check.ts'
import type { Envelope, Through } from '../core/message.ts'
import type { SenderHints } from '../core/report.ts'
import type { Withholding } from '../core/withholding.ts'
import type { Authentication } from '../mail/authentication/authenticate.ts'
import type { DkimKeyReport } from '../mail/authentication/dkim/key.ts'
import type { DmarcDiscovery } from '../mail/authentication/dmarc/record.ts'
import type { SpfTree } from '../mail/authentication/spf/tree.ts'
import type { ClientSupport } from '../mail/content/client-support/verdict.ts'
import type { JudgedLinks, ReadLinks } from '../mail/content/links/claims.ts'
import type { HeaderView } from '../mail/message/headers/header-view.ts'
import type { JudgedProvider } from '../mail/providers/matrix.ts'
import type { KindVerdict } from '../mail/reading/kind/kind.ts'
import type { Link } from '../mail/reading/links/links.ts'
import type { HiddenText } from '../mail/reading/markup/hidden.ts'
import type { HtmlDocument } from '../mail/reading/markup/html.ts'
import type { ParsedMessage } from '../mail/reading/message.ts'
import type { MessageStructure } from '../mail/reading/structure/structure.ts'
import type { ListReport } from '../mail/server/blocklists/ask.ts'
import type { ListSetting } from '../mail/server/blocklists/roster.ts'
import type { DeliveryPath } from '../mail/server/delivery-path/delivery-path.ts'
import type { SenderDomains } from '../mail/server/domain-blocklist/sender-domains.ts'
import type { HeloReport } from '../mail/server/helo/helo.ts'
import type { ReturnDomains } from '../mail/server/mx/return-domains.ts'
import type { ReverseDns } from '../mail/server/reverse-dns/reverse-dns.ts'
import type {
  Clock,
  DnsShare,
  Fetcher,
  Fetches,
  FetchShare,
  ListState,
  Questions,
  RecordedFetch,
  RecordedQuestion,
  RecordedScan,
  Resolver,
  Scanner,
  ScannerName,
  Scans,
} from '../net/ports.ts'
import type { RecordedRegistration, RegistrationAnswer, RegistrationLookups } from '../net/registry-ports.ts'

/** What an operator decided and what this host knows, as far as a verdict may depend on it. Plain data: it is evidence. */
export interface AnalysisSettings {
  /** Our host name, for the RFC 8601 authserv-id. */
  hostname: string
  /** Which of several hosts asks. Absent: there is one. */
  host?: string
  /** Lists of addresses and of names, with what the self-test last said of each; those not asked are named as skipped. */
  lists: ListSetting[]
  listStates: ListState[]
  /** Present in evaluation mode: the domain whose zone is built in. */
  demoDomain?: string
  /** What the owner said of the mail; it wins over what is inferred. Evidence names it so. */
  ownerWord?: SenderHints
  /** Links are fetched (`links.fetch`). */
  fetchLinks?: boolean
  /** Root certificates that the operator trusts beside the known ones (`bimi.roots`), in PEM. */
  bimiRoots?: readonly string[]
  /** Scanners that are configured. */
  scanners?: ScannerName[]
  /** Registries are asked for the age of domains (`rdap.enabled`). */
  rdap?: boolean
  /** The Received field that a relay wrote on top is believed (`smtp.trust_received`). */
  trustReceived?: boolean
}

/** Where the sender's connection came from, as far as a verdict about the sender's host can rest on it. */
export type ClientView =
  | { kind: 'public'; address: string }
  /** Private, loopback, link-local, CGNAT or ULA: a proxy or NAT hides the sender. */
  | { kind: 'hidden'; address: string; through?: Through }
  /** A sample of the demo domain, from loopback, in evaluation mode. */
  | { kind: 'demo'; address: string }
  /** From a file, or from a mail server of the operator's that did not name its client. */
  | { kind: 'unknown' }

/** Knowledge about the message, each computed once however many analyzers ask. */
export interface Facts {
  structure(): MessageStructure
  header(): HeaderView
  /** Absent: the message has no HTML. */
  html(): HtmlDocument | undefined
  /** Absent: the message has no HTML. */
  hiddenText(): HiddenText | undefined
  /** Absent: the message has no HTML. */
  clientSupport(): ClientSupport | undefined
  /** Links and images of all shown bodies, in order of appearance. */
  links(): Link[]
  kind(): KindVerdict
  /** The links taken apart, before anybody is asked about them. */
  linksRead(): ReadLinks
  /** The links with what their texts claim and what the DNS says of their names. */
  judgedLinks(): Promise<JudgedLinks>
  /** Absent: nothing in it opens an account. */
  withholding(): Withholding | undefined
  /** The servers the message passed, and who sent it. */
  path(): DeliveryPath
  authentication(): Promise<Authentication>
  /** The whole SPF record of the judged identity. Absent: no domain to walk. */
  spfTree(): Promise<SpfTree | undefined>
  /** The key record of every signature judged, in header order, each (d=, s=) once. */
  dkimKeys(): Promise<DkimKeyReport[]>
  /** Absent: From has no single usable domain. */
  dmarc(): Promise<DmarcDiscovery | undefined>
  /** Absent: the client's address is not known, or a proxy or NAT hides it. */
  reverseDns(): Promise<ReverseDns | undefined>
  /** The name that the server gave itself. Absent: not known, or a proxy or NAT hides the server. */
  heloReport(): Promise<HeloReport | undefined>
  /** What lists of addresses say of the client; none: it is not a public address, or not known. */
  addressListings(): Promise<ListReport[]>
  /** The domains that answers and bounces go to. */
  returnDomains(): Promise<ReturnDomains>
  /** The domains of the sender's side that domain lists are asked about. */
  senderDomains(): Promise<SenderDomains>
  /** What each mailbox provider asks for, and whether it is met. */
  providers(): Promise<JudgedProvider[]>
}

/** Everything an analyzer may touch. */
export interface AnalysisContext {
  readonly raw: Uint8Array
  readonly envelope: Envelope
  readonly message: ParsedMessage
  readonly client: ClientView
  readonly settings: AnalysisSettings
  readonly clock: Clock
  readonly facts: Facts
  /** Questions of this message, recorded; each share has its own limit. */
  dns(share: DnsShare): Resolver
  /** Fetches of this message, recorded; each share has its own limit. */
  web(share: FetchShare): Fetcher
  /** When a registrable domain was registered, as its registry tells; recorded. */
  registration(domain: string): Promise<RegistrationAnswer>
  /** Absent: not configured. */
  scanner(name: ScannerName): Scanner | undefined
}

/** The outside world as one message reaches it. */
export interface AnalysisPorts {
  questions: Questions
  fetches: Fetches
  scans: Scans
  /** Absent: nobody is asked. */
  registrations?: RegistrationLookups
  clock: Clock
  /** Told the step whose code runs next: `parse`, an analyzer's name or `plan`. Whoever kills a hung process blames the last one. */
  began(step: string): void
  /** Told how a check came out, and the seconds it took. Absent: nobody counts. */
  made?(check: Pick<Check, 'name' | 'status'>, seconds: number): void
  /** Questions and fetches that an earlier record could not answer: present offline. */
  missed?: ReadonlySet<string>
}

/** What a report rests on: with it the same report can be made again offline. */
export interface Evidence {
  /** SHA-256 of the message's octets in hexadecimal, so that it is not taken for that of another. */
  messageHash?: string
  /** The version of Mailgauge that wrote it. */
  program?: string
  scoringVersion: number
  /** The data of others that verdicts rest on, by name. */
  dataVersions: Record<string, string>
  /** Which of several hosts gathered it. Absent: there is one, or it was kept before there were several. */
  host?: string
  /** ISO: the clock that was used. */
  now: string
  envelope: Envelope
  settings: AnalysisSettings
  dns: RecordedQuestion[]
  fetched: RecordedFetch[]
  scans: RecordedScan[]
  /** Absent: no registry was asked. */
  registrations?: RecordedRegistration[]
  /** Analyzers that ran out of time. */
  timedOut: string[]
  /** Analyzers left out because they killed their process. */
  leftOut: string[]
  /** How often the plan analysed again, where the time for it ran out. */
  planTrials?: number
}
