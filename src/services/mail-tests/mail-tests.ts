import type { NewAuditEntry } from '../../core/access/audit.ts'
import type { Actor } from '../../core/access/permission.ts'
import type { CheckWordsByName } from '../../core/check-words.ts'
import type { RefusedMail } from '../../core/mail-log.ts'
import { addressOf, isToken, type MailTest } from '../../core/mail-test.ts'
import type { Message } from '../../core/message.ts'
import type { MessageView } from '../../core/message-view.ts'
import { granted, type Refusal, type Result, refused } from '../../core/refusal.ts'
import type { Report } from '../../core/report.ts'
import type { AnonymousShares } from '../../core/space.ts'
import type { Page } from '../../store/mail-tests.ts'
import type { Store } from '../../store/store.ts'
import type { AccountActor, KeyActor } from '../access/actor.ts'
import { byActor, byKey, entryBy } from '../access/by.ts'
import { createLimits, type Limits, perHour } from '../access/limits.ts'
import { testOf } from '../access/own-test.ts'
import { lastRefusal } from '../mail-log/last-refusal.ts'
import type { Announcer, Clock, RandomBytes } from '../ports.ts'
import { type Readiness, refusalFor } from '../readiness.ts'
import { reportForToken, type WithholdingRules } from '../withholding/shown-words.ts'
import { type Allocated, allot, newTest } from './allotment.ts'
import { againstAnonymousMail } from './anonymous-room.ts'
import { shownMessageView } from './message-view.ts'
import { type ReceivedMessage, receivedMessage } from './received-message.ts'
import type { ReportGate } from './report-gate.ts'
import { type Subjects, subjectsOf } from './subjects.ts'
import { createToldTests, type ToldTest } from './told-tests.ts'

export interface MailTestsDeps {
  store: Store
  announcer: Announcer
  clock: Clock
  /** Absent: this process counts alone. */
  limits?: Limits
  random: RandomBytes
  gate: Pick<ReportGate, 'isGated'>
  readiness: Pick<Readiness, 'obstacle' | 'anonymousFull'>
  /** What is shown of messages whose words are withheld. */
  rules: WithholdingRules
  checkWords: CheckWordsByName
  mailDomain: string
  /** Days until a test of an account expires, unless its plan says otherwise. */
  lifetimeDays: number
  /** `shares` absent: tests without an account may hold as much as all others. */
  anonymous: { enabled: boolean; lifetimeDays: number; testsPerHour: number; shares?: AnonymousShares }
}

/** One test as its reader sees it. */
export interface TestView {
  /** Status, score, arrival and message id are those of `message`; pending while that message is not analysed. */
  test: MailTest
  address: string
  /** The pinned message, or else the latest analysed one. Absent while there is none. */
  message?: Message
  /** Present when `message` is scored. Its checks and what they tell are left out while it is gated. */
  report?: Report
  /** The full report is withheld pending an upgrade. */
  gated?: true
  /** All messages of the test, newest first, analysed or not. */
  messages: Message[]
  /** Why mail to it would be refused now. Only while nothing has arrived, and not for keys. */
  refusing?: Refusal
  /** The last mail to it that was not taken. Only while nothing has arrived, and not for keys. */
  refused?: RefusedMail
}

export interface MailTests {
  /** A test of the actor's account, counted against its monthly allowance. The same key within 24 hours gives the same
   * test again and spends nothing; `under_way` while the first request with it has no answer. */
  allocate(actor: KeyActor, idempotencyKey?: string): Promise<Result<Allocated>>
  /** A test that its token alone opens. `client` is the network the visitor comes from, as text. */
  allocateAnonymous(client: string, source?: 'anonymous' | 'upload'): Promise<Result<MailTest>>
  /** Unexpired tests of the account, newest first. */
  list(actor: AccountActor, page: { limit: number; offset: number }): Promise<Page<MailTest>>
  /** A test of the actor's; every other one is `not_found`, and so is an unknown `messageId` or one of another test. For
   * whoever holds the token alone, names that may hold what is withheld are shortened. */
  read(actor: Actor, token: string, messageId?: string): Promise<Result<TestView>>
  /** What the API tells of the same. */
  tell(actor: Actor, token: string, messageId?: string): Promise<Result<ToldTest>>
  /** The account whose test it is. Absent: nobody's, or there is no such test. */
  accountOf(token: string): Promise<string | undefined>
  /** What arrived: to people of its account as it is, to others as far as it may be shown to whoever holds the token;
   * `not_found` while nothing has. */
  readMessage(actor: Actor, token: string, messageId?: string): Promise<Result<ReceivedMessage>>
  /** The subjects of the test's newest messages, as far as they may be shown; none while its report is gated. */
  readSubjects(actor: Actor, token: string): Promise<Result<Subjects>>
  /** What a page shows of a message beside its report; `not_found` where it may not be shown, or is not kept. */
  readMessageView(actor: Actor, token: string, messageId?: string): Promise<Result<MessageView>>
  /** Deletes a test of the actor's with all its messages. */
  delete(actor: Actor, token: string): Promise<Result<void>>
  address(test: Pick<MailTest, 'localPart'>): string
}

const noTest = refused({ kind: 'not_found', what: 'test' })
const noMessage = refused({ kind: 'not_found', what: 'message' })

export function createMailTests(deps: MailTestsDeps): MailTests {
  const { store, announcer, clock, mailDomain, anonymous, limits = createLimits(clock) } = deps
  const anonymousTests = limits.rate('anonymous-tests', perHour(anonymous.testsPerHour))
  const oneAtATime = createTurns()
  const address = (test: Pick<MailTest, 'localPart'>) => addressOf(test, mailDomain)

  const allocateOwn = (actor: KeyActor, idempotencyKey?: string): Promise<Result<Allocated>> =>
    allot(deps, {
      whose: { source: 'api', accountId: actor.account.id },
      plan: actor.plan,
      by: byKey(actor),
      ...(idempotencyKey !== undefined && { idempotencyKey }),
    })

  async function withRefusing(seen: TestView): Promise<TestView> {
    const [refusing, last] = await Promise.all([
      againstMailTo(seen.test),
      lastRefusal(store, seen.test.localPart),
    ])
    return { ...seen, ...(refusing && { refusing }), ...(last && { refused: last }) }
  }

  async function againstMailTo({ accountId, localPart }: MailTest): Promise<Refusal | undefined> {
    if (accountId !== undefined) {
      const obstacle = await deps.readiness.obstacle()
      return obstacle && refusalFor(obstacle)
    }
    const held = async () => (await store.mailTests.mailbox(localPart))?.anonymous
    return againstAnonymousMail(deps.readiness, anonymous.shares, held)
  }

  async function view(test: MailTest, messageId?: string): Promise<Result<TestView>> {
    const messages = await store.messages.ofTest(test.token)
    const shown = messageId ?? test.messageId
    const whole = { address: address(test), messages }
    if (shown === undefined) return granted({ ...whole, test })
    const stored = await store.messages.report(test.token, shown)
    // The latest message of a test can only be gone with the test.
    if (!stored) return messageId === undefined ? noTest : noMessage
    const { message, report } = stored
    const gated = report !== undefined && (await deps.gate.isGated(test))
    return granted({
      ...whole,
      message,
      ...(report && { report: gated ? withoutChecks(report) : report }),
      ...(gated && { gated }),
      test: asOf(test, message),
    })
  }

  const readable = (actor: Actor, token: string) => testOf(deps, actor, token, 'read')

  /** Tests without an account are in nobody's log. */
  async function deletionOf(actor: Actor, test: MailTest): Promise<NewAuditEntry | undefined> {
    const { accountId } = test
    if (accountId === undefined) return undefined
    const by = await byActor(store, actor)
    return entryBy(by, clock.now(), { accountId, action: 'test.deleted', target: address(test) })
  }

  const tests: Omit<MailTests, 'tell'> = {
    address,

    allocate: (actor, idempotencyKey) => {
      const once = () => allocateOwn(actor, idempotencyKey)
      if (idempotencyKey === undefined) return once()
      return oneAtATime(`${actor.accountId} ${idempotencyKey}`, once)
    },

    async allocateAnonymous(client, source = 'anonymous') {
      if (!anonymous.enabled) return refused({ kind: 'anonymous_tests_off' })
      // Before it is counted: who is turned away for want of room has made no test.
      const against = await againstAnonymousMail(deps.readiness, anonymous.shares, () =>
        store.mailTests.anonymousHeld(client),
      )
      if (against) return refused(against)
      const retryAfterSeconds = await anonymousTests.take(client)
      if (retryAfterSeconds > 0) return refused({ kind: 'too_many_anonymous_tests', retryAfterSeconds })
      const test = newTest(deps, anonymous.lifetimeDays, { source })
      const outcome = await store.mailTests.allocate({ test, client })
      return outcome === 'no_space' ? refused({ kind: 'out_of_space' }) : granted(test)
    },

    list: ({ accountId }, page) => store.mailTests.listByAccount(accountId, page),

    async read(actor, token, messageId) {
      const test = await readable(actor, token)
      const read = test ? await view(test, messageId) : noTest
      if (!read.ok || actor.kind === 'key') return read
      const { report } = read.value
      if (read.value.messages.length === 0) return granted(await withRefusing(read.value))
      if (!report || actor.kind !== 'token') return read
      return granted({ ...read.value, report: reportForToken(report, deps.rules) })
    },

    accountOf: async (token) =>
      isToken(token) ? (await store.mailTests.byToken(token))?.accountId : undefined,

    async readMessage(actor, token, messageId) {
      const test = await readable(actor, token)
      if (!test) return noTest
      const whole = readsAll(actor) && !(await deps.gate.isGated(test))
      return receivedMessage(store, deps.rules, test, { messageId, whole })
    },

    async readSubjects(actor, token) {
      const test = await readable(actor, token)
      if (!test) return noTest
      if (await deps.gate.isGated(test)) return granted(new Map())
      return granted(await subjectsOf(store, deps.rules, token, readsAll(actor)))
    },

    async readMessageView(actor, token, messageId) {
      const test = await readable(actor, token)
      return test ? shownMessageView(deps, test, { messageId, whole: readsAll(actor) }) : noTest
    },

    async delete(actor, token) {
      const test = await testOf(deps, actor, token, 'change')
      const entry = test && (await deletionOf(actor, test))
      if (!test || (await store.mailTests.delete(token, entry)) !== 'deleted') return noTest
      announcer.announce({ token, change: 'deleted' })
      return granted(undefined)
    },
  }
  return { ...tests, tell: createToldTests({ ...deps, read: tests.read }) }
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

/** People of the account read what is withheld from those who have the token alone. */
const readsAll = ({ kind }: Actor) => kind === 'session'

/** A gated report: what it was judged by stays in the store. */
function withoutChecks({ plan: _plan, ...report }: Report): Report {
  return { ...report, checks: [], undetermined: { checks: 0, points: 0 }, kindReasons: [] }
}

/** Lets one request of a name run at a time; another one is told so. */
function createTurns() {
  const running = new Set<string>()
  return async <T>(name: string, run: () => Promise<Result<T>>): Promise<Result<T>> => {
    if (running.has(name)) return refused({ kind: 'under_way' })
    running.add(name)
    try {
      return await run()
    } finally {
      running.delete(name)
    }
  }
}
