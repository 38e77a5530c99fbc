import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { sessionCookie } from '../../../src/services/people/session-cookie.ts'
import { createSessions, type Sessions } from '../../../src/services/people/sessions.ts'
import { createTidying } from '../../../src/services/people/tidying.ts'
import { account, random, THEN } from '../../support/builders.ts'
import { testClock } from '../../support/clock.ts'
import { entry, person } from '../../support/people.ts'
import { type TestStore, testStore } from '../../support/store.ts'
import { recordingLog } from '../../support/world.ts'

const DAY = 86_400_000
const FROM = { client: '192.0.2.1/32', agent: `Mozilla/5.0 ${'x'.repeat(500)}` }

let opened: TestStore
let sessions: Sessions
const clock = testClock(THEN)
beforeAll(async () => {
  opened = await testStore({ clock })
  sessions = createSessions({
    store: opened.store,
    cookie: sessionCookie('http://mailgauge.example'),
    idle: 14 * DAY,
    lifetime: 90 * DAY,
    clock,
    random,
    log: recordingLog(),
  })
})
afterAll(() => opened.done())

/** Somebody in two accounts, signed in. */
async function signedIn(isInstanceAdmin = false) {
  const { store } = opened
  const [one, two] = [
    account({ name: `a ${crypto.randomUUID()}` }),
    account({ name: `b ${crypto.randomUUID()}` }),
  ]
  const who = person({ isInstanceAdmin })
  for (const made of [one, two]) await store.accounts.create(made)
  await store.people.create(
    { person: who, membership: { accountId: one.id, role: 'owner' } },
    entry('person.created'),
  )
  const joined = { accountId: two.id, personId: who.id, role: 'viewer', createdAt: THEN } as const
  await store.memberships.add(joined, entry('member.joined'))
  const begun = { person: who, method: 'password', stage: 'whole', from: FROM, cookie: null } as const
  const setCookie = await sessions.begin(begun)
  return { who, one, two, cookie: setCookie.split(';')[0] ?? '' }
}

describe('sessions of people', () => {
  test('look at the first account by name, and act by the role that the person has at this moment', async () => {
    const { who, one, two, cookie } = await signedIn()
    const found = await sessions.find(cookie)
    expect(found?.account).toEqual({ id: one.id, name: one.name, role: 'owner' })
    expect(found?.session.agent).toHaveLength(200)
    expect(await sessions.actorOf(cookie)).toEqual({
      kind: 'session',
      accountId: one.id,
      role: 'owner',
      personId: who.id,
    })
    expect(await sessions.switchTo(found?.session ?? never(), two.id)).toBe('set')
    expect((await sessions.actorOf(cookie))?.role).toBe('viewer')
    await opened.store.memberships.setRole(two.id, who.id, 'member', entry('member.role_changed'))
    expect((await sessions.actorOf(cookie))?.role).toBe('member')
    await opened.store.memberships.remove(two.id, who.id, entry('member.removed'))
    expect(await sessions.actorOf(cookie)).toBeUndefined()
    expect((await sessions.find(cookie))?.person.id).toBe(who.id)
  })

  test('do not switch to accounts of others', async () => {
    const { cookie } = await signedIn()
    const { one } = await signedIn()
    const found = (await sessions.find(cookie)) ?? never()
    expect(await sessions.switchTo(found.session, one.id)).toBe('not_a_member')
    expect(await sessions.switchTo(found.session, 'acc_none')).toBe('not_a_member')
  })

  test('of instance admins look into another account as viewers, until the visit ends', async () => {
    const { cookie } = await signedIn(true)
    const { one } = await signedIn()
    const { session } = (await sessions.find(cookie)) ?? never()
    const until = new Date(clock.now().getTime() + 3_600_000)
    await opened.store.sessions.setAccount(session.id, one.id, { until, entry: entry('instance.visited') })
    expect((await sessions.find(cookie))?.account).toEqual({
      id: one.id,
      name: one.name,
      role: 'viewer',
      visitingUntil: until,
    })
    clock.advance(3_600_000)
    expect((await sessions.find(cookie))?.account).toBeUndefined()
  })

  test('are known by a hash alone, and signing in and out stands in the log', async () => {
    const { who, cookie } = await signedIn()
    const token = cookie.slice('mailgauge='.length)
    const rows = JSON.stringify(await opened.store.sessions.of(who.id))
    expect(rows).not.toContain(token)
    const found = await sessions.find(cookie)
    await sessions.end(found, '192.0.2.1/32')
    expect(await sessions.find(cookie)).toBeUndefined()
    const entries = await opened.store.audit.list({ personId: who.id, limit: 10 })
    expect(entries.map(({ action }) => action).slice(0, 2)).toEqual(['sign_in.ended', 'sign_in.succeeded'])
    expect(entries[0]?.client).toBe('192.0.2.1/32')
  })

  test('that are over are deleted, and those in use are not', async () => {
    const { who, cookie } = await signedIn()
    const tidying = createTidying({ store: opened.store, idle: 14 * DAY, auditRetention: 400 * DAY, clock })
    clock.advance(13 * DAY)
    await tidying.run()
    expect(await sessions.find(cookie)).toBeDefined()
    clock.advance(30 * DAY)
    await tidying.run()
    expect(await opened.store.sessions.of(who.id)).toEqual([])
  })
})

function never(): never {
  throw new Error('there is no session')
}
