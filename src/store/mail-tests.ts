import type { NewAuditEntry } from '../core/access/audit.ts'
import type { MailTest, MailTestSource, MailTestStatus } from '../core/mail-test.ts'
import type { HintChange } from '../core/report.ts'
import type { AnonymousHeld } from '../core/space.ts'

/** A test to allocate, with the allowance it is counted against. */
export interface NewMailTest {
  test: MailTest
  /** Absent: nothing is counted (anonymous, or an unlimited plan). */
  allowance?: { month: string; units: number }
  /** What a repeated request names; a second one before `expiresAt` gets the first one's test. Of an account's test only. */
  idempotency?: { key: string; expiresAt: Date }
  /** The network that a test without an account was made from: its share of the store and its full reports are counted by it, and its messages take their turn by it. */
  client?: string
  /** Written where the test is allocated, and not where an earlier one is given again. */
  entry?: NewAuditEntry
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

/** What tests are looked for; all that is given must hold. */
export interface TestSearch {
  /** As somebody typed them: each is the beginning of a word of subject or sender, or all of them are a token. */
  words?: string
  status?: MailTestStatus
  /** Any of these. */
  sources?: readonly MailTestSource[]
  /** Of the score, both included. */
  minScore?: number
  maxScore?: number
  /** The From domain, A-labels. */
  domain?: string
  /** Made at or after, and before. */
  since?: Date
  until?: Date
  limit: number
  /** The place behind which to go on. */
  after?: number
}

/** A test with the words of its latest analysed message. */
export interface FoundTest {
  test: MailTest
  /** How many messages it holds. */
  messages: number
  /** From, Subject and From domain. Absent while no message has a report. */
  from?: string
  subject?: string
  domain?: string
  /** Why that message could not be analysed, where it failed. */
  reason?: string
}

/** So many tests are looked at and no more: there may be fewer than were asked for, or none, and still more behind `next`. */
export interface FoundTests {
  items: FoundTest[]
  /** Absent: all were looked at. */
  next?: number
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

/** A copy of what was told. Of one that was read lately it is the same object again. */
export interface ToldCopy {
  /** Of what made it. */
  readonly version: string
  readonly checks: Uint8Array
}

/** A test, and the copy of what was told of its latest report, where one is kept. */
export interface ToldTestRow {
  test: Omit<MailTest, 'senderHints'>
  rendered?: ToldCopy
}

/** What has expired, and which period it is, is told by the engine's own clock. */
export interface MailTestStore {
  /** Allocates the test, its allowance unit and its idempotency key together. A refused request uses no key up. */
  allocate(request: NewMailTest): Promise<Allocation>
  /** Absent after its expiry, too. */
  byToken(token: string): Promise<MailTest | undefined>
  /** The same test as what the API tells of it is made of, in one look. */
  told(token: string): Promise<ToldTestRow | undefined>
  /** What lies at the address with this local part, lower case. Absent after the test's expiry, too. */
  mailbox(localPart: string): Promise<Mailbox | undefined>
  /** What tests without an account hold: all of them, and those made from this network. */
  anonymousHeld(client?: string): Promise<AnonymousHeld>
  /** Unexpired tests of an account, newest first. */
  listByAccount(accountId: string, page: { limit: number; offset: number }): Promise<Page<MailTest>>
  /** Unexpired tests of an account that all of the search holds for, newest first. */
  find(accountId: string, search: TestSearch): Promise<FoundTests>
  /** Whether the token alone opens a test of an account that no key made; `unchanged`: it was so before. */
  setShared(
    token: string,
    shared: boolean,
    entry?: NewAuditEntry,
  ): Promise<'changed' | 'unchanged' | 'unknown_test'>
  /** Enters tests that an earlier version analysed into what is found, newest first, at most `limit`; gives how many. */
  enterEarlier(limit: number): Promise<number>
  /** Keeps what the owner says of the test's mail; what the change does not name stays, whoever changes it at the same moment. */
  changeSenderHints(token: string, change: HintChange): Promise<'changed' | 'unknown_test'>
  /** Removes the test with its messages, reports and evidence. */
  delete(token: string, entry?: NewAuditEntry): Promise<'deleted' | 'unknown_test'>
  /** Removes expired tests, at most `limit`; gives how many. */
  deleteExpired(limit: number): Promise<number>
  /** Forgets expired idempotency keys, and counts of full reports of periods that are over. */
  forgetCounts(): Promise<void>
}
