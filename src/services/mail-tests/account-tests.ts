import { type Action, refusalOf } from '../../core/access/permission.ts'
import { addressOf, type MailTest, type MailTestSource, type MailTestStatus } from '../../core/mail-test.ts'
import { granted, type Refusal, type Result, refused } from '../../core/refusal.ts'
import type { FoundTest } from '../../store/mail-tests.ts'
import type { Store } from '../../store/store.ts'
import type { Accounts } from '../access/accounts.ts'
import { byActor, entryBy } from '../access/by.ts'
import { testOf } from '../access/own-test.ts'
import { type Takes, takeFile } from '../intake/uploads.ts'
import type { SessionActor } from '../people/sessions.ts'
import type { Announcer } from '../ports.ts'
import { type AllotmentDeps, allot } from './allotment.ts'
import { SOURCES_TOLD_AS, type ToldSource, toldSource } from './told-source.ts'

export { TOLD_SOURCES, type ToldSource } from './told-source.ts'

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

/** A bounded number of tests is looked at: a page may hold fewer than its limit, or none, and still have `next`. */
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

export interface AccountTestsDeps extends AllotmentDeps {
  store: Pick<Store, 'mailTests' | 'messages' | 'accounts' | 'people'>
  accounts: Pick<Accounts, 'planOf'>
  announcer: Pick<Announcer, 'announce'>
  /** Takes the messages of files. */
  files: Takes
  /** Something waits to be analysed. */
  poke?(): void
}

/** Messages of an account that wait, when it can have no further one analysed again. */
const MOST_WAITING = 20
const RETRY_AFTER_SECONDS = 30
const NAMES_AT_ONCE = 200

const noTest = refused({ kind: 'not_found', what: 'test' })
const OF_A_KEY =
  'A test that an API key made is never shared. Make a test in the dashboard to share its report.'

/** Tests of an account over the store. */
export function createAccountTests(deps: AccountTestsDeps): AccountTests {
  const { store, clock, announcer } = deps

  async function allotTo(actor: SessionActor, source: MailTestSource): Promise<Result<MailTest>> {
    const refusal = refusalOf(actor, 'tests.create')
    if (refusal) return refused(refusal)
    const { accountId, personId: creatorId } = actor
    const account = await store.accounts.byId(accountId)
    // Deleted since the request began.
    if (!account) return refused({ kind: 'unauthenticated' })
    const by = await byActor(store, actor)
    const plan = deps.accounts.planOf(account)
    const made = await allot(deps, { whose: { source, accountId, creatorId }, plan, by })
    return made.ok ? granted(made.value.test) : made
  }

  async function owned(actor: SessionActor, action: Action, token: string): Promise<Result<MailTest>> {
    const refusal = refusalOf(actor, action)
    if (refusal) return refused(refusal)
    const test = await testOf(deps, actor, token, 'change')
    return test ? granted(test) : noTest
  }

  async function entryOf(
    actor: SessionActor,
    action: 'test.shared' | 'test.unshared' | 'test.deleted',
    test: MailTest,
  ) {
    const target = addressOf(test, deps.mailDomain)
    return entryBy(await byActor(store, actor), clock.now(), { accountId: actor.accountId, action, target })
  }

  return {
    create: (actor) => allotTo(actor, 'dashboard'),

    async find({ accountId }, { source, after, limit, ...query }) {
      const found = await store.mailTests.find(accountId, {
        ...query,
        limit: Math.min(200, Math.max(1, limit)),
        ...(source && { sources: SOURCES_TOLD_AS[source] }),
        ...placeOf(after),
      })
      const names = await namesOf(store, found.items)
      const items = found.items.map((one) => listed(one, deps.mailDomain, names))
      return { items, ...(found.next !== undefined && { next: String(found.next) }) }
    },

    async share(actor, token, shared) {
      const test = await owned(actor, 'tests.share', token)
      if (!test.ok) return test
      if (test.value.source === 'api') return refused({ kind: 'bad_request', reason: OF_A_KEY })
      const entry = await entryOf(actor, shared ? 'test.shared' : 'test.unshared', test.value)
      const became = await store.mailTests.setShared(token, shared, entry)
      if (became === 'unknown_test') return noTest
      // Whoever looks at it by the token alone finds it gone.
      if (became === 'changed' && !shared) announcer.announce({ token, change: 'unshared' })
      return granted(undefined)
    },

    async analyseAgain(actor, token, messageId) {
      const test = await owned(actor, 'tests.repeat', token)
      if (!test.ok) return test
      const became = await store.messages.analyseAgain(token, { messageId, mostWaiting: MOST_WAITING })
      if (became !== 'waits') return refused(AGAIN_REFUSED[became])
      deps.poke?.()
      return granted(undefined)
    },

    async upload(actor, file) {
      const refusal = refusalOf(actor, 'tests.create')
      if (refusal) return refused(refusal)
      return takeFile(deps.files, file, {
        make: () => allotTo(actor, 'upload'),
        unmake: async (test) => {
          await store.mailTests.delete(test.token, await entryOf(actor, 'test.deleted', test))
        },
      })
    },
  }
}

const AGAIN_REFUSED = {
  unknown_message: { kind: 'not_found', what: 'message' },
  under_way: { kind: 'under_way' },
  too_many: { kind: 'rate_limited', retryAfterSeconds: RETRY_AFTER_SECONDS },
} as const satisfies Record<string, Refusal>

/** A place of this service's; anything else is none. */
function placeOf(after: string | undefined): { after?: number } {
  return after !== undefined && /^[1-9]\d{0,14}$/.test(after) ? { after: Number(after) } : {}
}

async function namesOf(
  store: Pick<Store, 'people'>,
  items: readonly FoundTest[],
): Promise<Map<string, string>> {
  const ids = [...new Set(items.flatMap(({ test }) => test.creatorId ?? []))].slice(0, NAMES_AT_ONCE)
  const people = await Promise.all(ids.map((id) => store.people.byId(id)))
  return new Map(people.flatMap((one) => (one ? [[one.id, one.name || one.email] as const] : [])))
}

function listed(
  { test, messages, from, subject, domain, reason }: FoundTest,
  mailDomain: string,
  names: ReadonlyMap<string, string>,
): ListedTest {
  const { token, status, score, createdAt, expiresAt, receivedAt } = test
  const createdBy = test.creatorId === undefined ? undefined : names.get(test.creatorId)
  return {
    token,
    address: addressOf(test, mailDomain),
    source: toldSource(test.source),
    status,
    ...(score !== undefined && { score }),
    createdAt,
    expiresAt,
    ...(receivedAt && { receivedAt }),
    ...(from !== undefined && { from }),
    ...(subject !== undefined && { subject }),
    ...(domain !== undefined && { domain }),
    ...(reason !== undefined && { reason }),
    messages,
    shared: test.shared === true,
    ...(createdBy !== undefined && { createdBy }),
  }
}
