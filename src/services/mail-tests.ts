import { allowanceMonth, nextMonth } from '../core/account.ts'
import { addressOf, isToken, localPartFrom, type MailTest, tokenFrom } from '../core/mail-test.ts'
import type { Message } from '../core/message.ts'
import { MINUTE, rateOf, takeSlot, wholeSeconds } from '../core/rate.ts'
import { granted, type Result, refused } from '../core/refusal.ts'
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

const DAY_MS = 86_400_000
const HOUR = 60 * MINUTE
/** Networks whose anonymous tests are counted at a time; past it the longest known is forgotten. */
const MOST_CLIENTS = 20_000

const noTest = refused({ kind: 'not_found', what: 'test' })
const noMessage = refused({ kind: 'not_found', what: 'message' })

export function createMailTests(deps: MailTestsDeps): MailTests {
  const { store, announcer, clock, random, mailDomain, anonymous } = deps
  const admitClient = createClientLimit(anonymous.testsPerHour, clock)
  const address = (test: Pick<MailTest, 'localPart'>) => addressOf(test, mailDomain)

  function newTest(days: number, whose: Pick<MailTest, 'source' | 'accountId'>): MailTest {
    const createdAt = clock.now()
    return {
      token: tokenFrom(random),
      localPart: localPartFrom(random),
      ...whose,
      status: 'pending',
      createdAt,
      expiresAt: new Date(createdAt.getTime() + days * DAY_MS),
    }
  }

  async function view(test: MailTest, messageId?: string): Promise<Result<TestView>> {
    const messages = await store.messages.ofTest(test.token)
    const shown = messageId ?? test.messageId
    const whole = { address: address(test), messages }
    if (shown === undefined) return granted({ ...whole, test })
    const stored = await store.messages.report(test.token, shown)
    // The latest message of a test can only be gone with the test.
    if (!stored) return messageId === undefined ? noTest : noMessage
    return granted({ ...whole, ...stored, test: asOf(test, stored.message) })
  }

  async function shared(token: string): Promise<MailTest | undefined> {
    const test = isToken(token) ? await store.mailTests.byToken(token, clock.now()) : undefined
    return test?.source === 'anonymous' ? test : undefined
  }

  return {
    address,

    async allocate({ account, plan }) {
      const now = clock.now()
      const test = newTest(plan.testLifetimeDays ?? deps.lifetimeDays, {
        source: 'api',
        accountId: account.id,
      })
      const units = plan.monthlyTests
      if (units === undefined) {
        await store.mailTests.allocate({ test })
        return granted(test)
      }
      const outcome = await store.mailTests.allocate({
        test,
        allowance: { month: allowanceMonth(now), units },
      })
      if (outcome === 'allocated') return granted(test)
      const retryAfterSeconds = Math.ceil((nextMonth(now).getTime() - now.getTime()) / 1000)
      return refused({ kind: outcome, plan: plan.name, allowance: units, retryAfterSeconds })
    },

    async allocateAnonymous(client) {
      if (!anonymous.enabled) return refused({ kind: 'anonymous_tests_off' })
      const retryAfterSeconds = admitClient(client)
      if (retryAfterSeconds > 0) return refused({ kind: 'too_many_anonymous_tests', retryAfterSeconds })
      const test = newTest(anonymous.lifetimeDays, { source: 'anonymous' })
      await store.mailTests.allocate({ test })
      return granted(test)
    },

    list: (accountId, page) => store.mailTests.listByAccount(accountId, page, clock.now()),

    async read(accountId, token, messageId) {
      const test = isToken(token) ? await store.mailTests.byToken(token, clock.now()) : undefined
      return test?.accountId === accountId ? view(test, messageId) : noTest
    },

    async readShared(token, messageId) {
      const test = await shared(token)
      return test ? view(test, messageId) : noTest
    },

    async deleteShared(token) {
      const test = await shared(token)
      if (!test || (await store.mailTests.delete(token)) !== 'deleted') return noTest
      announcer.announce({ token, change: 'deleted' })
      return granted(undefined)
    },
  }
}

/** The test as one of its messages makes it, whatever came later. */
function asOf(test: MailTest, { id, receivedAt, outcome }: Message): MailTest {
  const { score: _score, receivedAt: _at, messageId: _id, ...lasting } = test
  if (!outcome) return { ...lasting, status: 'pending' }
  const { status } = outcome
  return {
    ...lasting,
    status,
    ...(status === 'scored' && { score: outcome.score }),
    receivedAt,
    messageId: id,
  }
}

/** Counts anonymous tests by network, in memory only: gives the seconds to wait, 0 when the test is granted. */
function createClientLimit(testsPerHour: number, clock: Clock): (client: string) => number {
  const rate = rateOf(testsPerHour, HOUR, testsPerHour - 1)
  const arrivals = new Map<string, number>()
  return (client) => {
    const slot = takeSlot(arrivals.get(client), clock.now().getTime() * 1000, rate)
    arrivals.delete(client)
    arrivals.set(client, slot.arrival)
    const oldest = arrivals.size > MOST_CLIENTS ? arrivals.keys().next().value : undefined
    if (oldest !== undefined) arrivals.delete(oldest)
    return slot.admitted ? 0 : Math.max(1, wholeSeconds(slot.wait))
  }
}
