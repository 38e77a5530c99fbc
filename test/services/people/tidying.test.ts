import { expect, test } from 'bun:test'
import { createTidying } from '../../../src/services/people/tidying.ts'
import { DAY, later, mailTest, random, THEN } from '../../support/builders.ts'
import { testClock } from '../../support/clock.ts'
import { entry, invitation, madeAccount, session } from '../../support/people.ts'
import { testStore } from '../../support/store.ts'

test('what is over goes: sessions, links, invitations, old entries, and the rest of deleted accounts', async () => {
  const clock = testClock(THEN)
  const { store, done } = await testStore({ clock })
  const tidying = createTidying({ store, clock, idle: DAY, auditRetention: 2 * DAY })
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
    invitation(own.id, { expiresAt: later(-29 * DAY) }),
    random(32),
    entry('invitation.created'),
  )
  const tests = Array.from({ length: 45 }, () => mailTest({ accountId: gone.id }))
  for (const test of tests) await store.mailTests.allocate({ test })
  await store.accounts.delete(gone.id, entry('account.deleted', { at: later(DAY) }))

  clock.advance(DAY)
  await tidying.run()
  expect(await store.sessions.byHash(idle!)).toBeUndefined()
  expect(await store.sessions.byHash(expired!)).toBeUndefined()
  expect(await store.sessions.byHash(used!)).toBeDefined()
  expect(await store.oneTimeLinks.byHash(link!)).toBeUndefined()
  expect(await store.ceremonies.byHash(asked!)).toBeUndefined()
  expect(await store.invitations.of(own.id)).toEqual([])
  expect(await store.accounts.deleteRest(1)).toBe(0)
  clock.advance(DAY + 1)
  await tidying.run()
  const kept = await store.audit.list({ limit: 100 })
  expect(kept.map(({ action }) => action)).toEqual(['account.deleted'])
  await done()
})
