import { expect, test } from 'bun:test'
import { createRetention } from '../../src/services/retention.ts'
import { DAY, later, mailTest, random, THEN } from '../support/builders.ts'
import { testClock } from '../support/clock.ts'
import { envelope } from '../support/envelope.ts'
import { entry, invitation, madeAccount, session } from '../support/people.ts'
import { testStore } from '../support/store.ts'

test('what is past its time is deleted, and only that', async () => {
  const clock = testClock(THEN)
  const { store, done } = await testStore({ clock })
  const said: unknown[] = []
  const say = (facts: unknown) => said.push(facts)
  const retention = createRetention({
    store,
    clock,
    log: { info: say, warn: say, error: say },
    holder: { host: 'here', start: 'now' },
    people: { sessionIdle: DAY, auditRetention: 2 * DAY },
  })

  const gone = Array.from({ length: 45 }, () => mailTest({ expiresAt: later(DAY) }))
  const staying = mailTest({ expiresAt: later(DAY + 1) })
  await Promise.all([...gone, staying].map((test) => store.mailTests.allocate({ test })))
  const roleMail = (id: string, receivedAt: Date) =>
    store.roleMail.accept(
      { id, role: 'abuse', envelope: envelope({ receivedAt }), raw: random(10) },
      { bytes: 1000 },
    )
  await roleMail('old', later(-29 * DAY - 1))
  await roleMail('young', later(-29 * DAY))

  expect(await retention.run()).toEqual({ tests: 0, roleMail: 0 })
  expect(said).toEqual([])
  clock.advance(DAY)
  expect(await retention.run()).toEqual({ tests: 45, roleMail: 1 })
  expect(said).toEqual([{ tests: 45, roleMail: 1 }])
  expect(await store.mailTests.byToken(staying.token)).toEqual(staying)
  expect(await store.mailTests.delete(gone[0]!.token)).toBe('unknown_test')
  expect((await store.roleMail.list()).map(({ id }) => id)).toEqual(['young'])
  await done()
})

test('of people goes what is over: sessions, links, invitations, old entries, and the rest of deleted accounts', async () => {
  const clock = testClock(THEN)
  const { store, done } = await testStore({ clock })
  const retention = createRetention({
    store,
    clock,
    log: { info() {}, warn() {}, error() {} },
    holder: { host: 'here', start: 'now' },
    people: { sessionIdle: DAY, auditRetention: 2 * DAY },
  })
  const { account: own, owner } = await madeAccount(store)
  const { account: gone } = await madeAccount(store)
  const [idle, used, expired, link, asked] = Array.from({ length: 5 }, () => random(32))
  await store.sessions.begin(session(owner.id, { expiresAt: later(9 * DAY) }), idle!)
  await store.sessions.begin(session(owner.id, { expiresAt: later(9 * DAY), seenAt: later(DAY) }), used!)
  await store.sessions.begin(session(owner.id, { expiresAt: later(DAY), seenAt: later(DAY) }), expired!)
  await store.oneTimeLinks.put(link!, {
    purpose: 'reset',
    personId: owner.id,
    createdAt: THEN,
    expiresAt: later(DAY),
  })
  await store.ceremonies.put(asked!, { kind: 'oidc', data: {}, expiresAt: later(DAY) })
  await store.invitations.create(
    invitation(own.id, { expiresAt: later(DAY) }),
    random(32),
    entry('invitation.created'),
  )
  const tests = Array.from({ length: 45 }, () => mailTest({ accountId: gone.id }))
  for (const test of tests) await store.mailTests.allocate({ test })
  await store.accounts.delete(gone.id, entry('account.deleted', { at: later(DAY) }))

  clock.advance(DAY)
  await retention.run()
  expect(await store.sessions.byHash(idle!)).toBeUndefined()
  expect(await store.sessions.byHash(expired!)).toBeUndefined()
  expect(await store.sessions.byHash(used!)).toBeDefined()
  expect(await store.oneTimeLinks.byHash(link!)).toBeUndefined()
  expect(await store.ceremonies.byHash(asked!)).toBeUndefined()
  expect(await store.invitations.of(own.id)).toEqual([])
  expect(await store.accounts.deleteRest(1)).toBe(0)
  clock.advance(DAY + 1)
  await retention.run()
  const kept = await store.audit.list({ limit: 100 })
  expect(kept.map(({ action }) => action)).toEqual(['account.deleted'])
  await done()
})
