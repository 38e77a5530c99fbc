import type { AccountStore, ApiKeyStore } from './accounts.ts'
import type { AggregateStore } from './aggregates.ts'
import type { AuditStore } from './audit.ts'
import type { LeaseStore } from './claims.ts'
import type { ComplaintStore } from './complaints/complaints.ts'
import type { FactReads } from './dmarc/source-facts.ts'
import type { SourceMarkStore } from './dmarc/source-marks.ts'
import type { WatchStore } from './dmarc/watching.ts'
import type { DomainHealthStore } from './domain-health.ts'
import type { DomainStore } from './domains.ts'
import type { HistoryStore } from './history.ts'
import type { MailLogStore } from './mail-log.ts'
import type { MailTestStore } from './mail-tests.ts'
import type { InvitationStore, MembershipStore } from './memberships.ts'
import type { MessageStore } from './messages.ts'
import type { OneClickStore } from './one-click/tries.ts'
import type { OutboxStore } from './outbox.ts'
import type { PeopleStore } from './people.ts'
import type { ReportMailStore } from './report-mail.ts'
import type { RoleMailStore } from './role-mail.ts'
import type { SealedStore } from './sealed.ts'
import type { CeremonyStore, OneTimeLinkStore, SessionStore } from './sessions.ts'
import type { TlsReportStore } from './tls-reports.ts'
import type { UsageStore } from './usage.ts'
import type { DeliveryStore } from './watching/deliveries.ts'
import type { DestinationStore } from './watching/destinations.ts'
import type { DigestStore } from './watching/digests.ts'
import type { MonitorStore } from './watching/monitors.ts'
import type { RecordHistoryStore } from './watching/record-history.ts'
import type { SicknessStore } from './watching/sickness.ts'
import type { WatchedTimeStore } from './watching/watched-time.ts'

/** Each method is atomic and resolves when its effect is durable; plain data in and out. */
export interface Store {
  readonly accounts: AccountStore
  readonly apiKeys: ApiKeyStore
  readonly mailTests: MailTestStore
  readonly messages: MessageStore
  readonly oneClick: OneClickStore
  readonly history: HistoryStore
  readonly mailLog: MailLogStore
  readonly outbox: OutboxStore
  readonly roleMail: RoleMailStore
  readonly reportMail: ReportMailStore
  readonly leases: LeaseStore
  readonly sealed: SealedStore
  readonly people: PeopleStore
  readonly memberships: MembershipStore
  readonly invitations: InvitationStore
  readonly sessions: SessionStore
  readonly oneTimeLinks: OneTimeLinkStore
  readonly ceremonies: CeremonyStore
  readonly audit: AuditStore
  readonly domains: DomainStore
  readonly domainHealth: DomainHealthStore
  readonly sourceMarks: SourceMarkStore
  readonly aggregates: AggregateStore & FactReads
  readonly tlsReports: TlsReportStore
  readonly complaints: ComplaintStore
  readonly watching: WatchStore
  readonly recordHistory: RecordHistoryStore
  readonly destinations: DestinationStore
  readonly deliveries: DeliveryStore
  readonly monitors: MonitorStore
  readonly watchedTime: WatchedTimeStore
  readonly digests: DigestStore
  readonly sickness: SicknessStore
  readonly usage: UsageStore
  /** Bytes that are in use on disk, log included; space that deleted mail left free in the file does not count. */
  bytes(): Promise<number>
  /** What stands against storing anything. Where writes failed for want of space, one is tried. Undefined: nothing known. */
  trouble(): Promise<StoreTrouble | undefined>
  /** Resolves when whoever writes has had its turn; rejects when it could not. Nothing is written. */
  answers(): Promise<void>
  /** The clock was set back, now or while nothing ran: what a clock ahead put off is due. */
  clockSetBack(): Promise<number>
  /** Writes what is queued and closes every connection. */
  close(): Promise<void>
}

/** gone: what is kept is no longer where it would be found after a start. unwritable: the disk takes no write. silent: the database server
 * does not answer. busy: it answers others. full: its disk has no room. */
export type StoreTrouble = 'gone' | 'unwritable' | 'damaged' | 'silent' | 'busy' | 'full'
