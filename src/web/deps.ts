import type { CheckWordsByName } from '../core/check-words.ts'
import type { Result } from '../core/refusal.ts'
import type { Aggregates } from '../services/aggregates/aggregates.ts'
import type { Exports } from '../services/aggregates/export/exports.ts'
import type { Importing } from '../services/aggregates/importing.ts'
import type { ReportFiles } from '../services/aggregates/report-files.ts'
import type { ReportsSetUp } from '../services/aggregates/set-up.ts'
import type { SourceMarks } from '../services/answers/marks.ts'
import type { PolicyHistory } from '../services/answers/policies/policy-history.ts'
import type { ReadinessAnswers } from '../services/answers/ready.ts'
import type { ReportedMailOf } from '../services/answers/reported-mail.ts'
import type { SourceAnswers } from '../services/answers/source-answers.ts'
import type { Standings } from '../services/answers/standings/standings.ts'
import type { WatchTelling } from '../services/answers/watching/telling.ts'
import type { Backups } from '../services/backups/backups.ts'
import type { Bounces } from '../services/bounces/bounces.ts'
import type { Comparing } from '../services/comparing/comparing.ts'
import type { Complaints } from '../services/complaints/complaints.ts'
import type { Destinations } from '../services/destinations/told.ts'
import type { Doctor } from '../services/doctor/doctor.ts'
import type { Domains } from '../services/domains/domains.ts'
import type { DomainHealth } from '../services/domains/health/health.ts'
import type { History } from '../services/history/history.ts'
import type { Inspections } from '../services/inspections/inspections.ts'
import type { Instance } from '../services/instance/instance.ts'
import type { InstancePeople } from '../services/instance/people.ts'
import type { Visits } from '../services/instance/visits.ts'
import type { Pace } from '../services/intake/incoming.ts'
import type { Uploads } from '../services/intake/uploads.ts'
import type { MailLogReading } from '../services/mail-log/mail-log.ts'
import type { AccountTests } from '../services/mail-tests/account-tests.ts'
import type { Hinting } from '../services/mail-tests/hinting.ts'
import type { MailTests } from '../services/mail-tests/mail-tests.ts'
import type { StreamMeter } from '../services/metrics/families/http.ts'
import type { Badges } from '../services/monitors/badges.ts'
import type { RecordTelling } from '../services/monitors/looking/records-view.ts'
import type { Monitors } from '../services/monitors/told.ts'
import type { Audit } from '../services/people/audit.ts'
import type { Confirming } from '../services/people/confirming.ts'
import type { SecondFactor } from '../services/people/factors/second-factor.ts'
import type { Keys } from '../services/people/keys.ts'
import type { OpenId } from '../services/people/openid/openid.ts'
import type { Passkeys } from '../services/people/passkeys/passkeys.ts'
import type { Profile } from '../services/people/profile.ts'
import type { SessionCookie } from '../services/people/session-cookie.ts'
import type { Sessions } from '../services/people/sessions.ts'
import type { PasswordReset } from '../services/people/sign-in/reset.ts'
import type { Setup } from '../services/people/sign-in/setup.ts'
import type { SignIn } from '../services/people/sign-in/sign-in.ts'
import type { SignUp } from '../services/people/sign-in/sign-up.ts'
import type { Announcer, Clock, Log } from '../services/ports.ts'
import type { ProviderColumns } from '../services/provider-columns/provider-columns.ts'
import type { Readiness } from '../services/readiness.ts'
import type { TlsReports } from '../services/tls-reports/tls-reports.ts'
import type { Unsubscribing } from '../services/unsubscribing/unsubscribing.ts'
import type { AccountsDeps } from './routes/accounts/deps.ts'

export type SampleKind = 'clean' | 'bad'

/** Delivers built-in sample messages through the SMTP listener. */
export interface Samples {
  send(kind: SampleKind, address: string): Promise<Result<unknown>>
  /** A mail with DMARC reports, to a reports address. */
  sendReports(address: string): Promise<Result<unknown>>
}

/** A year of reports that comes with the service. */
export interface SampleYear {
  /** Resolves when it is stored, as far as it was not there. */
  load(accountId: string, domainId: string): Promise<unknown>
}

/** What the site says of an analyzer before there is a report. */
export interface CatalogueEntry {
  readonly name: string
  readonly group: string
  readonly title: string
  /** The question it answers. */
  readonly asks: string
  /** The most points its check can cost. */
  readonly weight: number
}

/** What files that are on their way may hold, and how slowly they may come. */
export interface UploadBounds {
  /** Bytes in memory, of everybody and of one client. */
  all: number
  one: number
  pace: Pace
}

/** How people sign in beside their password. */
export interface FactorDeps {
  secondFactor: SecondFactor
  passkeys: Passkeys
  confirming: Confirming
  /** Absent: the configuration names no provider. */
  openId?: OpenId
  /** What a browser is asked and has to answer itself. */
  cookies: Readonly<Record<'passkey' | 'openId', SessionCookie>>
  /** Bounds how often strangers are asked for a passkey, or led to the provider. */
  asking: { take(client: string): Promise<object | { waitSeconds: number }> }
  /** False where nobody signs in with a password. */
  hasPasswords: boolean
}

/** The services of people. */
export interface PeopleDeps {
  sessions: Sessions
  /** Absent: they sign in with a password alone. */
  factors?: FactorDeps
  signIn: SignIn
  setup: Setup
  profile: Profile
  /** Absent: no mail can be sent, and the operator does it. */
  reset?: PasswordReset
  /** Absent: not everybody may sign up. */
  signUp?: SignUp
  /** Accounts, their people and invitations. */
  accounts?: AccountsDeps
}

/** What those who administer an account or the instance look after. */
export interface AdministrationDeps {
  keys: Keys
  audit: Audit
  mailLog: MailLogReading
  instance: Instance
  visits: Visits
  backups: Backups
  instancePeople: InstancePeople
}

/** The domains of accounts, for those who sign in. */
export interface DomainDeps {
  /** The domains of accounts. Absent: nobody signs in. */
  domains?: Domains
  /** The organisational domain of a name. Absent where there is none. */
  organisationOf?(domain: string): string | undefined
  /** How the DNS of domains is. Absent: nobody looks. */
  domainHealth?: DomainHealth
  /** What their records have said. Absent: nobody looks. */
  records?: RecordTelling
  /** How reports about domains come. Absent: none do. */
  reportsSetUp?: ReportsSetUp
}

/** What the pages of DMARC reports stand on. Each part has its routes where it is there. */
export interface DmarcDeps {
  aggregates?: Aggregates
  files?: ReportFiles
  exports?: Exports
  importing?: Importing
  /** Who sends and what to do about each. */
  answers?: SourceAnswers
  /** What people say of sources. */
  marks?: SourceMarks
  /** What TLS reports say. */
  tls?: TlsReports
  /** How all domains of an account stand. */
  standings?: Pick<Standings, 'of'>
  /** Whether a domain may have a stricter policy. */
  readiness?: ReadinessAnswers
  /** Which policies reports saw. */
  policies?: PolicyHistory
  /** What changed in what reports say. */
  watch?: WatchTelling
  /** What recipients report as spam. */
  complaints?: Complaints
  /** What stands of a domain's mail beside the report of a test. */
  reportedMail?: ReportedMailOf
}

export interface WebDeps extends DomainDeps {
  /** DMARC reports of domains. Absent: nobody signs in. */
  dmarc?: DmarcDeps
  /** What watches recurring mail. Absent: nobody signs in. */
  monitors?: Monitors
  /** What pictures of monitors show to whoever has their address. */
  badges?: Badges
  mailTests: Pick<
    MailTests,
    'allocateAnonymous' | 'accountOf' | 'read' | 'readMessage' | 'readSubjects' | 'readMessageView' | 'delete'
  >
  /** Those who sign in. Absent: nobody does. */
  people?: PeopleDeps
  /** Keys, audit logs, and the instance for its administrators. Absent: nobody signs in. */
  administration?: AdministrationDeps
  /** Webhooks and channels of accounts and of the instance. Absent: nobody is told of anything. */
  destinations?: Destinations
  /** Looks after the installation, for its administrators. */
  doctor?: Doctor
  comparing: Comparing
  /** What people do with the tests of their account. Absent: nobody signs in. */
  accountTests?: AccountTests
  /** Which mailbox providers accounts want to see. Absent: nobody signs in. */
  providerColumns?: ProviderColumns
  /** Tries one-click unsubscribing for them. Absent: nobody signs in. */
  unsubscribing?: Unsubscribing
  /** What is kept of analysed messages. Absent: nothing is. */
  history?: History
  uploads: Uploads
  /** What files on their way may hold; a default where it is absent. */
  uploadBounds?: UploadBounds
  hinting: Pick<Hinting, 'give'>
  inspections: Inspections
  /** What bounces mean. */
  bounces: Bounces
  announcer: Pick<Announcer, 'listen'>
  readiness: Pick<Readiness, 'listen'>
  /** Counts event streams. Absent: nobody does. */
  streams?: StreamMeter
  clock: Clock
  log: Log
  siteName: string
  /** Where the site is reached, without a slash at its end: https://mailgauge.example.org */
  baseUrl: string
  mailDomain: string
  version: string
  /** False when `/` makes no tests. */
  anonymousTests: boolean
  checkWords: CheckWordsByName
  /** The registered analyzers that apply here, in report order. */
  checks: readonly CatalogueEntry[]
  /** Present only in evaluation: the SMTP listener as `swaks --server` takes it (127.0.0.1:2525), and the samples. */
  evaluation?: { smtpServer: string; program: string; samples: Samples; year: SampleYear }
  /** The network a request comes from, as text: what anonymous tests and open streams are counted by. */
  clientOf(request: Request): string
  /** Aborted when the service stops: ends every open stream. */
  closing: AbortSignal
}
