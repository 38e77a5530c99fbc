import type { MailTest, MailTestStatus } from '../../core/mail-test.ts'
import type { Result } from '../../core/refusal.ts'
import type { SessionActor } from '../people/sessions.ts'

/** Where a test of an account comes from, as it is told outside: a file that a person uploaded is a test of the dashboard. */
export const TOLD_SOURCES = ['api', 'dashboard', 'monitor'] as const
export type ToldSource = (typeof TOLD_SOURCES)[number]

/** What tests are looked for; all that is given must hold. */
export interface TestQuery {
  /** Words of subject and sender, each of them the beginning of one; or a token. */
  words?: string
  status?: MailTestStatus
  source?: ToldSource
  /** Of the score, both included. */
  minScore?: number
  maxScore?: number
  /** The From domain, A-labels. */
  domain?: string
  /** Made at or after, and before. */
  since?: Date
  until?: Date
  /** 1..200. */
  limit: number
  /** The place behind which to go on, as `next` of the page before gave it. One that is none: the first page. */
  after?: string
}

/** A test in a list of its account, with the words of its latest analysed message. */
export interface ListedTest {
  token: string
  address: string
  source: ToldSource
  status: MailTestStatus
  score?: number
  /** Why its latest analysed message could not be analysed. Present where it is `failed`. */
  reason?: string
  createdAt: Date
  expiresAt: Date
  receivedAt?: Date
  /** From and Subject, as its owner may read them. Absent while nothing was analysed. */
  from?: string
  subject?: string
  /** The From domain. */
  domain?: string
  /** How many messages arrived. */
  messages: number
  shared: boolean
  /** The name of the person who made it; absent: a key did, or they are gone. */
  createdBy?: string
}

export interface TestPage {
  items: ListedTest[]
  /** Absent: there is no more. */
  next?: string
}

/** What people do with the tests of their account. Each acts on a test of the actor's account; others are `not_found`. */
export interface AccountTests {
  /** A test of source dashboard; its unit is counted as that of a key's. */
  create(actor: SessionActor): Promise<Result<MailTest>>
  /** Newest first. */
  find(actor: SessionActor, query: TestQuery): Promise<TestPage>
  /** Whether the token alone opens it from now on; who looks at it is told by the announcer, so that a live page ends.
   * `bad_request`: a key made it. */
  share(actor: SessionActor, token: string, shared: boolean): Promise<Result<void>>
  /** Has a message analysed once more, with DNS as it is now; its report stays until then. `under_way`: it waits or runs already. */
  analyseAgain(actor: SessionActor, token: string, messageId?: string): Promise<Result<void>>
  /** A test of the account out of a message file; counted as one that is created. */
  upload(actor: SessionActor, file: Uint8Array): Promise<Result<MailTest>>
}
