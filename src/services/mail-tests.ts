import type { MailTest } from '../core/mail-test.ts'
import type { Message } from '../core/message.ts'
import type { Result } from '../core/refusal.ts'
import type { Report } from '../core/report.ts'
import type { Page, Store } from '../store/store.ts'
import type { KeyActor } from './actor.ts'
import type { Announcer, Clock, RandomBytes } from './ports.ts'

export interface MailTestsDeps {
  store: Store
  announcer: Announcer
  clock: Clock
  random: RandomBytes
  mailDomain: string
  /** Days until a test of an account expires, unless its plan says otherwise. */
  lifetimeDays: number
  anonymous: { enabled: boolean; lifetimeDays: number; testsPerHour: number }
}

/** One test as its reader sees it. */
export interface TestView {
  /** Status, score, arrival and message id are those of `message`; pending while that message is not analysed. */
  test: MailTest
  address: string
  /** The pinned message, or else the latest analysed one. Absent while there is none. */
  message?: Message
  /** Present when `message` is scored. */
  report?: Report
  /** All messages of the test, newest first, analysed or not. */
  messages: Message[]
}

export interface MailTests {
  /** A test of the actor's account, counted against its monthly allowance. */
  allocate(actor: KeyActor): Promise<Result<MailTest>>
  /** A test that its token alone opens. `client` is the network the visitor comes from, as text. */
  allocateAnonymous(client: string): Promise<Result<MailTest>>
  /** Unexpired tests of the account, newest first. */
  list(accountId: string, page: { limit: number; offset: number }): Promise<Page<MailTest>>
  /** A test of this account. An unknown `messageId`, or one of another test, is `not_found`. */
  read(accountId: string, token: string, messageId?: string): Promise<Result<TestView>>
  /** An anonymous test; every other one is `not_found`. */
  readShared(token: string, messageId?: string): Promise<Result<TestView>>
  /** Deletes an anonymous test with all its messages. */
  deleteShared(token: string): Promise<Result<void>>
  address(test: Pick<MailTest, 'localPart'>): string
}

export declare function createMailTests(deps: MailTestsDeps): MailTests
