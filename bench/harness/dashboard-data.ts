import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import type { Account } from '../../src/core/access/account.ts'
import { idFrom } from '../../src/core/access/ids.ts'
import type { Store } from '../../src/store/store.ts'
import { entry, person, session } from '../../test/support/people.ts'
import { type Analysed, fillChunk } from './filling.ts'
import { newTest, openBenchStore, random, times } from './tests.ts'

const DAY = 86_400_000
const CHUNK = 200
/** Of all tests, those of the one account that is looked at. */
const MAIN_SHARE = 0.9
const SMALL_ACCOUNTS = 100
const PEOPLE_OF_MAIN = 100
const HISTORY_DAYS = 395
const LOG_LINES = 10_000
const AUDIT_ENTRIES = 20_000

export interface DashboardPlan {
  tests: number
  people: number
  domains: number
  messages: readonly Analysed[]
  say(line: string): void
}

/** What pages are asked with. */
export interface DashboardData {
  cookie: string
  /** By the names of placeholders in paths. */
  names: Readonly<Record<string, string>>
  domain: string
}

/** Fills the store of a folder, while no service runs there, and signs in an owner of the large account who administers the instance. */
export async function fillDashboard(folder: string, plan: DashboardPlan): Promise<DashboardData> {
  const { store, accountId } = await openBenchStore(folder)
  const small = await smallAccounts(store)
  plan.say('people, domains and logs')
  const domains = await fillDomains(store, accountId, plan.domains)
  const owner = await fillPeople(store, { main: accountId, small, count: plan.people })
  const keyId = await fillKey(store, accountId)
  const invitationId = await fillInvitation(store, accountId)
  await times(AUDIT_ENTRIES, (at) =>
    store.audit.add(
      entry('account.renamed', { accountId, at: new Date(Date.now() - at * 60_000), personId: owner }),
    ),
  )
  await fillMailLog(store)
  const token = await fillTests(store, plan, { main: accountId, small, domains })
  await store.close()
  const { cookie, sessionId } = signIn(folder, owner, accountId)
  const [first] = domains
  const database = new Database(join(folder, 'data', 'mailgauge.db'), { readonly: true })
  const one = (sql: string) => database.query<{ id: string }, [string]>(sql).get(accountId)?.id ?? 'none'
  const names = {
    token,
    account: accountId,
    key: keyId,
    invitation: invitationId,
    person: one(`SELECT person_id AS id FROM memberships WHERE account_id = ? AND role = 'member' LIMIT 1`),
    session: sessionId,
    domain: one('SELECT id FROM domains WHERE account_id = ? LIMIT 1'),
  }
  database.close()
  return { cookie, names, domain: first ?? '' }
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

async function fillDomains(store: Store, accountId: string, count: number): Promise<string[]> {
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
  })
  return names
}

async function fillMailLog(store: Store): Promise<void> {
  const bounds = { account: LOG_LINES, anonymous: LOG_LINES, nobody: LOG_LINES }
  for (let done = 0; done < LOG_LINES; done += CHUNK) {
    const lines = Array.from({ length: CHUNK }, (_, at) => {
      const number = done + at
      const when = new Date(Date.now() - number * 50_000)
      return {
        firstAt: when,
        lastAt: when,
        count: 1 + (number % 7),
        outcome: number % 3 === 0 ? ('accepted' as const) : ('unknown_recipient' as const),
        client: `192.0.${number >> 8}.${number & 255}`,
        network: `192.0.${number >> 8}.${number & 255}/32`,
        helo: 'mail.garden.example',
        mailFrom: `bounce-${number}@garden.example`,
        rcptTo: `nobody-${number}@test.example`,
        code: '550 5.1.1',
      }
    })
    await store.mailLog.add(lines as never, [], bounds)
  }
}

/** Of the last 13 months, the newest last; gives the token of the last one of the large account. */
async function fillTests(
  store: Store,
  { tests: count, messages, say }: DashboardPlan,
  { main, small, domains }: { main: string; small: readonly string[]; domains: readonly string[] },
): Promise<string> {
  const [began, step] = [Date.now() - (HISTORY_DAYS - 1) * DAY, ((HISTORY_DAYS - 1) * DAY) / count]
  const expiresAt = new Date(Date.now() + 20 * DAY)
  const varied = domains.flatMap((fromDomain, at) => variantOf(messages[at % messages.length], fromDomain))
  let token = ''
  for (let done = 0; done < count; done += CHUNK) {
    const tests = Array.from({ length: Math.min(CHUNK, count - done) }, (_, at) => {
      const isMain = (done + at) % 10 < MAIN_SHARE * 10
      const accountId = isMain ? main : (small[(done + at) % small.length] ?? main)
      const made = newTest(accountId, new Date(began + (done + at) * step))
      if (isMain) token = made.token
      return { ...made, expiresAt, source: isMain ? ('dashboard' as const) : ('api' as const) }
    })
    const from = (done * 7) % varied.length
    await fillChunk(store, tests, [...varied.slice(from), ...varied.slice(0, from)])
    if ((done / CHUNK) % 50 === 49) say(`${done + CHUNK} tests`)
  }
  return token
}

/** The same report under another domain, with another score. */
function variantOf(one: Analysed | undefined, fromDomain: string): Analysed[] {
  if (!one) return []
  const score = (one.result.packed.score + fromDomain.length + Number(fromDomain.replace(/\D/g, ''))) % 10
  return [{ ...one, result: { ...one.result, packed: { ...one.result.packed, fromDomain, score } } }]
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
