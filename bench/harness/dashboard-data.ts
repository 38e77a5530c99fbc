import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import type { Account } from '../../src/core/access/account.ts'
import { idFrom } from '../../src/core/access/ids.ts'
import type { Looked } from '../../src/core/domain-health.ts'
import type { MailTest } from '../../src/core/mail-test.ts'
import type { Store } from '../../src/store/store.ts'
import { entry, person, session } from '../../test/support/people.ts'
import { variantOf } from './dashboard-mail.ts'
import { fillMailLog } from './dashboard-mail-log.ts'
import { type Analysed, fillChunk, fillTest } from './filling.ts'
import { newTest, openBenchStore, random, times } from './tests.ts'

const DAY = 86_400_000
const CHUNK = 200
/** Of all tests, those of the one account that is looked at. */
const MAIN_SHARE = 0.9
const SMALL_ACCOUNTS = 1_000
const PEOPLE_OF_MAIN = 100
const HISTORY_DAYS = 395
/** Tests that the mail log has lines of. */
const LOG_ADDRESSES = 500
const MESSAGES_OF_NEWEST = 20
const AUDIT_ENTRIES = 20_000

export interface DashboardPlan {
  tests: number
  people: number
  domains: number
  messages: readonly Analysed[]
  looks: readonly Looked[]
  say(line: string): void
}

/** What pages are asked with. */
export interface DashboardData {
  cookie: string
  /** By the names of placeholders in paths. */
  names: Readonly<Record<string, string>>
  domain: string
  /** Another test of the account, and two messages of the one that `token` names. */
  other: string
  pair: readonly string[]
}

/** Fills the store of a folder, while no service runs there, and signs in an owner of the large account who administers the instance. */
export async function fillDashboard(folder: string, plan: DashboardPlan): Promise<DashboardData> {
  const { store, accountId } = await openBenchStore(folder)
  const small = await smallAccounts(store)
  plan.say('people, domains and logs')
  const domains = await fillDomains(store, accountId, plan)
  const owner = await fillPeople(store, { main: accountId, small, count: plan.people })
  const keyId = await fillKey(store, accountId)
  const invitationId = await fillInvitation(store, accountId)
  await times(AUDIT_ENTRIES, (at) =>
    store.audit.add(
      entry('account.renamed', { accountId, at: new Date(Date.now() - at * 60_000), personId: owner }),
    ),
  )
  const [newest, ...older] = await fillTests(store, plan, { main: accountId, small, domains })
  await fillMailLog(store, [...(newest ? [newest] : []), ...older])
  await store.close()
  const { cookie, sessionId } = signIn(folder, owner, accountId)
  const [first] = domains
  const database = new Database(join(folder, 'data', 'mailgauge.db'), { readonly: true })
  const one = (sql: string) => database.query<{ id: string }, [string]>(sql).get(accountId)?.id ?? 'none'
  const names = {
    token: newest?.token ?? 'none',
    account: accountId,
    key: keyId,
    invitation: invitationId,
    person: one(`SELECT person_id AS id FROM memberships WHERE account_id = ? AND role = 'member' LIMIT 1`),
    session: sessionId,
    domain: one(
      'SELECT id FROM domains WHERE account_id = ? AND verified_at IS NOT NULL ORDER BY domain LIMIT 1',
    ),
  }
  const pair = database
    .query<{ id: string }, [string]>(
      'SELECT id FROM messages WHERE test_seq = (SELECT seq FROM mail_tests WHERE token = ?) ORDER BY seq LIMIT 2',
    )
    .all(names.token)
  database.close()
  return {
    cookie,
    names,
    domain: first ?? '',
    other: older[0]?.token ?? 'none',
    pair: pair.map(({ id }) => id),
  }
}

async function smallAccounts(store: Store): Promise<string[]> {
  const accounts: Account[] = Array.from({ length: SMALL_ACCOUNTS }, (_, at) => ({
    id: crypto.randomUUID(),
    name: `Account ${at}`,
    plan: 'self-hosted',
    createdAt: new Date(),
  }))
  await times(accounts.length, (at) => store.accounts.create(accounts[at] as Account))
  return accounts.map(({ id }) => id)
}

/** A hundred of them in the large account; gives its owner. */
async function fillPeople(
  store: Store,
  { main, small, count }: { main: string; small: readonly string[]; count: number },
): Promise<string> {
  const all = Array.from({ length: count }, (_, at) =>
    person({ isInstanceAdmin: at === 0, name: `Person ${at}` }),
  )
  await times(count, async (at) => {
    const one = all[at] as (typeof all)[number]
    await store.people.create({ person: one }, entry('person.created', { personId: one.id }))
    const accountId = at < PEOPLE_OF_MAIN ? main : (small[at % small.length] ?? main)
    const membership = {
      accountId,
      personId: one.id,
      role: at === 0 ? 'owner' : 'member',
      createdAt: new Date(),
    } as const
    await store.memberships.add(membership, entry('member.joined', { accountId }))
  })
  return all[0]?.id ?? ''
}

async function fillKey(store: Store, accountId: string): Promise<string> {
  const id = idFrom('key', random)
  const key = {
    id,
    accountId,
    name: 'ci',
    prefix: 'mg_1234567',
    scopes: ['tests:read' as const],
    createdAt: new Date(),
  }
  await store.apiKeys.create(key, random(32), entry('key.created', { accountId }))
  return id
}

async function fillInvitation(store: Store, accountId: string): Promise<string> {
  const id = idFrom('inv', random)
  const times = { createdAt: new Date(), expiresAt: new Date(Date.now() + DAY) }
  await store.invitations.create(
    { id, accountId, role: 'viewer', mailed: false, ...times },
    random(32),
    entry('invitation.created', { accountId }),
  )
  return id
}

async function fillDomains(
  store: Store,
  accountId: string,
  { domains: count, looks }: DashboardPlan,
): Promise<string[]> {
  const names = Array.from({ length: count }, (_, at) => `shop-${String(at).padStart(4, '0')}.example`)
  const now = new Date()
  await times(count, async (at) => {
    const made = {
      id: crypto.randomUUID(),
      accountId,
      domain: names[at] ?? '',
      token: 'a'.repeat(26),
      createdAt: now,
      ...(at % 10 > 0 && { verifiedAt: now }),
      look: { state: 'found', at: now } as const,
      watchedUntil: now,
    }
    const bounds = { verified: count + 1, unverified: count + 1 }
    await store.domains.add(made, bounds, entry('domain.added', { accountId }))
    const found = looks[at % looks.length]
    if (!found) return
    const change = { what: 'DMARC policy', before: 'none', after: 'quarantine', at: now }
    await store.domainHealth.keep(
      made.id,
      { at: now, ...found },
      Array.from({ length: at % 20 }, () => change),
      new Date(Date.now() + DAY),
    )
  })
  return names
}

/** Of the last 13 months; gives the last ones of the large account, the newest first. */
async function fillTests(
  store: Store,
  { tests: count, messages, say }: DashboardPlan,
  { main, small, domains }: { main: string; small: readonly string[]; domains: readonly string[] },
): Promise<MailTest[]> {
  const [began, step] = [Date.now() - (HISTORY_DAYS - 1) * DAY, ((HISTORY_DAYS - 1) * DAY) / count]
  const expiresAt = new Date(Date.now() + 20 * DAY)
  const last: MailTest[] = []
  for (let done = 0; done < count; done += CHUNK) {
    const tests = Array.from({ length: Math.min(CHUNK, count - done) }, (_, at) => {
      const isMain = (done + at) % 10 < MAIN_SHARE * 10
      const accountId = isMain ? main : (small[(done + at) % small.length] ?? main)
      const made = newTest(accountId, new Date(began + (done + at) * step))
      const test = { ...made, expiresAt, source: isMain ? ('dashboard' as const) : ('api' as const) }
      if (isMain) last.unshift(test)
      return test
    })
    last.splice(LOG_ADDRESSES)
    const variants = tests.map((_, at) => variantOf(messages, domains, done + at))
    await fillChunk(store, tests, variants)
    if ((done / CHUNK) % 50 === 49) say(`${done + CHUNK} tests`)
  }
  const [newest] = last
  const others = Array.from({ length: MESSAGES_OF_NEWEST - 1 }, (_, at) =>
    variantOf(messages, domains, at * 7),
  )
  if (newest) await fillTest(store, newest, others)
  return last
}

function signIn(folder: string, personId: string, accountId: string): { cookie: string; sessionId: string } {
  const token = Buffer.from(random(32)).toString('base64url')
  const hash = new Uint8Array(new Bun.CryptoHasher('sha256').update(token).digest())
  const { id } = session(personId)
  const now = Date.now()
  const database = new Database(join(folder, 'data', 'mailgauge.db'))
  database.run(
    `INSERT INTO sessions (token_hash, id, person_id, account_id, method, stage, created_at, seen_at, expires_at, client, agent)
     VALUES (?, ?, ?, ?, 'password', 'whole', ?, ?, ?, '127.0.0.1', '')`,
    [hash, id, personId, accountId, now, now, now + DAY],
  )
  database.close()
  return { cookie: `mailgauge=${token}`, sessionId: id }
}
