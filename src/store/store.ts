import type { Account } from '../core/account.ts'
import type { ApiKey } from '../core/api-key.ts'
import type { StoredEvent } from '../core/event.ts'
import type { Exhibits } from '../core/exhibits.ts'
import type { MailTest } from '../core/mail-test.ts'
import type { Blame, Envelope, Message } from '../core/message.ts'
import type { Rate, Slot } from '../core/rate.ts'
import type { OwnerWord, Report } from '../core/report.ts'
import type { AnonymousHeld, AnonymousShares } from '../core/space.ts'
import type { WithholdingDecision } from '../core/withholding.ts'
import type { Claim, ClaimRequest, LeaseStore, LeftClaim, QueuedMessage } from './claims.ts'

export type { Claim, ClaimRequest, LeaseStore, LeftClaim, QueuedMessage } from './claims.ts'

/** Each method is atomic and resolves when its effect is durable; plain data in and out. */
export interface Store {
  readonly accounts: AccountStore
  readonly apiKeys: ApiKeyStore
  readonly mailTests: MailTestStore
  readonly messages: MessageStore
  readonly outbox: OutboxStore
  readonly roleMail: RoleMailStore
  readonly leases: LeaseStore
  /** Bytes that are in use on disk, log included; space that deleted mail left free in the file does not count. */
  bytes(): Promise<number>
  /** What stands against storing anything. Where writes failed for want of space, one is tried. Undefined: nothing known. */
  trouble(): Promise<StoreTrouble | undefined>
  /** Writes what is queued and closes every connection. */
  close(): Promise<void>
}

/** gone: what is kept is no longer where it would be found after a start. unwritable: the disk takes no write. */
export type StoreTrouble = 'gone' | 'unwritable'

export interface AccountStore {
  /** Says `name_taken` when another account has that name. */
  create(account: Account): Promise<'created' | 'name_taken'>
  byId(id: string): Promise<Account | undefined>
  byName(name: string): Promise<Account | undefined>
  list(): Promise<Account[]>
  setPlan(id: string, plan: string): Promise<'changed' | 'unknown_account'>
  /** Takes a slot of the account's budget as core/rate.ts has it, at the time of the engine's own clock; exact however many
   * calls come at once. The one method that need not be durable when it resolves: a restart may give back what was used
   * within the last second, and a disk that takes no write refuses nobody. */
  takeSlot(id: string, rate: Rate): Promise<Slot>
}

export interface ApiKeyStore {
  create(key: ApiKey, secretHash: Uint8Array): Promise<void>
  /** The key whose SHA-256 this is, whatever its state: the caller judges revocation and expiry. */
  byHash(secretHash: Uint8Array): Promise<ApiKey | undefined>
  byId(id: string): Promise<ApiKey | undefined>
  /** Newest first; of every account when none is named. */
  list(accountId?: string): Promise<ApiKey[]>
  /** The old secret stops working in the same moment. */
  rotate(id: string, prefix: string, secretHash: Uint8Array): Promise<'rotated' | 'unknown_key'>
  revoke(id: string, at: Date): Promise<'revoked' | 'unknown_key'>
  touch(id: string, at: Date): Promise<void>
}

/** A test to allocate, with the allowance it is counted against. */
export interface NewMailTest {
  test: MailTest
  /** Absent: nothing is counted (anonymous, or an unlimited plan). */
  allowance?: { month: string; units: number }
  /** What a repeated request names; a second one before `expiresAt` gets the first one's test. Of an account's test only. */
  idempotency?: { key: string; expiresAt: Date }
  /** The network that a test without an account was made from: its share of the store and its full reports are counted by it, and its messages take their turn by it. */
  client?: string
}

export type Allocation =
  | 'allocated'
  | 'allowance_exhausted'
  /** The disk is full: nothing was allocated and no unit spent. */
  | 'no_space'
  /** The test that the same idempotency key made before, as it was made; nothing was allocated and no unit spent. */
  | { replayed: MailTest }

export interface Page<T> {
  items: T[]
  /** How many there are in all. */
  total: number
}

/** A test as the receiver of its mail. */
export interface Mailbox {
  token: string
  /** How many messages it holds, and their bytes. */
  messages: number
  bytes: number
  /** What is held of the shares that it counts against. Absent: it is an account's. */
  anonymous?: AnonymousHeld
}

/** What has expired, and which period it is, is told by the engine's own clock. */
export interface MailTestStore {
  /** Allocates the test, its allowance unit and its idempotency key together. A refused request uses no key up. */
  allocate(request: NewMailTest): Promise<Allocation>
  /** Absent after its expiry, too. */
  byToken(token: string): Promise<MailTest | undefined>
  /** What lies at the address with this local part, lower case. Absent after the test's expiry, too. */
  mailbox(localPart: string): Promise<Mailbox | undefined>
  /** What tests without an account hold: all of them, and those made from this network. */
  anonymousHeld(client?: string): Promise<AnonymousHeld>
  /** Unexpired tests of an account, newest first. */
  listByAccount(accountId: string, page: { limit: number; offset: number }): Promise<Page<MailTest>>
  /** Keeps what the owner says of the test's mail, in place of what they said before; empty: nothing. */
  setOwnerWord(token: string, word: OwnerWord): Promise<'changed' | 'unknown_test'>
  /** Removes the test with its messages, reports and evidence. */
  delete(token: string): Promise<'deleted' | 'unknown_test'>
  /** Removes expired tests, at most `limit`; gives how many. */
  deleteExpired(limit: number): Promise<number>
  /** Forgets expired idempotency keys, and counts of full reports of periods that are over. */
  forgetCounts(): Promise<void>
}

/** A received message for one test; one SMTP message to several tests is one of these for each. */
export interface NewMessage {
  id: string
  token: string
  envelope: Envelope
  raw: Uint8Array
  /** The SMTP client's network. Absent: not known, or it came as a file. */
  sender?: string
}

export interface MessageBounds {
  messagesPerTest: number
  bytesPerTest: number
  /** Absent: tests without an account may hold as much as all others. */
  anonymous?: AnonymousShares
}

/** What became of messages that were to be stored. */
export type Acceptance =
  | 'stored'
  | 'mailbox_full'
  | 'anonymous_share_full'
  | 'client_share_full'
  | 'unknown_test'
  /** The disk took no write, or what it took would not be found again. */
  | 'no_space'

export type AnalysisOutcome =
  | {
      status: 'scored'
      report: Report
      /** Opaque to the store, which keeps it as JSON. */
      evidence: unknown
      /** What a reader is shown of the message. Absent: nothing is kept to be shown. */
      content?: string
      /** What a page shows of it beside the checks. */
      exhibits?: Exhibits
      /** Analyse once more in so many milliseconds, because questions failed. */
      repeatAfterMs?: number
      /** What the test's first report counts against. Absent: it is not counted. */
      count?: ReportCount
    }
  | { status: 'failed'; reason: string }

/** One unit per test, spent by its first report: by the account, or by the network of an anonymous test. */
export interface ReportCount {
  /** UTC month of an account (2026-11), UTC day of an anonymous test (2026-11-20). */
  period: string
  /** Tests of the period whose reports are shown in full. Absent: all of them. */
  units?: number
}

/** A report as it was read. */
export interface ReadReport {
  report: Report
  /** How often it was replaced. */
  revision: number
}

/** A message with its report, where it was analysed to one. */
export type StoredReport = { message: Message } & (ReadReport | { report?: undefined; revision?: undefined })

export interface MessageStore {
  /** Stores all of them or none, durable when it resolves: only then is 250 answered. A test that had expired when its
   * envelope was received is unknown. */
  accept(messages: NewMessage[], bounds: MessageBounds): Promise<Acceptance>
  /** Takes messages that are due, by the engine's own clock. Parties take turns: the account, or the network that made
   * an anonymous test; within one the oldest comes first. A party (of an anonymous test the SMTP client's network too)
   * gets no more than half of the holder's places, but one. Repeated analyses come when nothing else is due, or when
   * they have waited for long. A claim that runs out makes its message due again. */
  claim(request: ClaimRequest): Promise<QueuedMessage[]>
  /** Lets claims hold for so long from now on; gives those that are lost. */
  renew(claims: readonly Claim[], leaseMs: number): Promise<Claim[]>
  /** Lets the message be claimed again, after so many milliseconds. `lostTry`: it was tried, and came to nothing through
   * no fault of its own. */
  giveBack(claim: Claim, how: { afterMs: number; lostTry: boolean }): Promise<'given_back' | 'lost'>
  /** The claims of a host: at its start, the record of what it analysed when it was killed. */
  claimsOf(host: string): Promise<LeftClaim[]>
  /** Notes the step that stopped its analysis. */
  blame(claim: Claim, blame: Blame): Promise<'noted' | 'lost' | 'no_space'>
  /** Report, content, evidence, the count of full reports, the swap of the test's status and the outbox row, together. Nothing
   * happens once the claim is lost, or the test is gone. A repeated analysis replaces the report, unless it failed, and
   * makes an event only of another score. */
  finish(claim: Claim, outcome: AnalysisOutcome): Promise<'finished' | 'lost' | 'no_space'>
  /** The messages of a test, newest first. */
  ofTest(token: string): Promise<Message[]>
  /** A message with its report: the one named, or the latest analysed one. */
  report(token: string, messageId?: string): Promise<StoredReport | undefined>
  envelope(id: string): Promise<Envelope | undefined>
  raw(id: string): Promise<Uint8Array | undefined>
  /** What a reader is shown of the message, whether or not it is withheld. Absent: it was never analysed to a report. */
  content(id: string): Promise<string | undefined>
  /** Absent: none are kept, as of reports of earlier versions. */
  exhibits(id: string): Promise<Exhibits | undefined>
  evidence(id: string): Promise<unknown>
  /** Messages that have a report, in the order of their arrival, behind the one of that place. */
  scored(behind: number, limit: number): Promise<ScoredMessage[]>
  /** Puts another report of the same evidence in the place of the one with this revision, with all that goes with it; there is no event.
   * `changed`: the message is gone, or has another report by now; nothing was written. */
  replaceReport(id: string, replacement: ReportReplacement): Promise<'replaced' | 'changed'>
  /** Scored messages of tests without an account whose withholding was not decided by the rules of this version, newest
   * first, before the one of that place. */
  decidedByOthers(version: string, before: number, limit: number): Promise<DecidedBefore[]>
  /** Puts another decision on withholding into the report, which is otherwise as it was; `changed` as above. */
  replaceWithholding(
    id: string,
    read: ReadReport,
    decision: WithholdingDecision,
  ): Promise<'replaced' | 'changed'>
}

/** A message that the token of its test opens, and whose withholding was decided by other rules. */
export interface DecidedBefore {
  id: string
  token: string
  /** Its place in the order of arrival. */
  place: number
}

export interface ScoredMessage {
  id: string
  token: string
  /** Its place in the order of arrival. */
  place: number
}

export interface ReportReplacement {
  /** Of the report that was read. */
  revision: number
  report: Report
  evidence: unknown
  content: string
  exhibits?: Exhibits
}

/** Events in the order of the writes that made them; each consumer reads them at its own position. */
export interface OutboxStore {
  /** What a consumer has not read, oldest first. One that was never heard of has read nothing. */
  behind(consumer: string, limit: number): Promise<StoredEvent[]>
  /** The consumer has read all events up to this id. A position never goes back. */
  advance(consumer: string, id: number): Promise<void>
  /** Removes what happened before and what every consumer has read; gives how many. */
  forget(before: Date): Promise<number>
}

/** Mail to postmaster@ and abuse@ (RFC 5321 4.5.1, RFC 2142): kept for the instance's operator, never analysed. */
export interface RoleMessage {
  id: string
  role: 'postmaster' | 'abuse'
  envelope: Envelope
  raw: Uint8Array
}

export interface RoleMailStore {
  /** Says `full` when more than `bytes` are held; `no_space` as above. */
  accept(message: RoleMessage, bounds: { bytes: number }): Promise<'stored' | 'full' | 'no_space'>
  list(): Promise<Omit<RoleMessage, 'raw'>[]>
  raw(id: string): Promise<Uint8Array | undefined>
  deleteBefore(at: Date): Promise<number>
}
