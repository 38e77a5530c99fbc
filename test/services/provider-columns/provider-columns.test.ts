import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Actor } from '../../../src/core/access/permission.ts'
import { createProviderColumns } from '../../../src/services/provider-columns/provider-columns.ts'
import { account } from '../../support/builders.ts'
import { type TestStore, testStore } from '../../support/store.ts'

let opened: TestStore
beforeAll(async () => {
  opened = await testStore()
})
afterAll(() => opened.done())

const session = (accountId: string, role: 'viewer' | 'member'): Actor => ({
  kind: 'session',
  accountId,
  role,
  personId: 'per_1',
})

test('an account keeps what a member chose, and forgets it', async () => {
  const { store } = opened
  const one = account()
  await store.accounts.create(one)
  const columns = createProviderColumns(store.accounts)
  const member = session(one.id, 'member')
  expect(await columns.of(member)).toBeUndefined()
  expect(await columns.keep(member, ['provider-gmx', 'provider-orange'])).toBe('kept')
  expect(await columns.of(session(one.id, 'viewer'))).toEqual(['gmx', 'orange'])
  expect(await columns.keep(member, undefined)).toBe('kept')
  expect(await columns.of(member)).toBeUndefined()
})

test('a viewer, a key and whoever holds a token choose nothing for an account', async () => {
  const { store } = opened
  const one = account()
  await store.accounts.create(one)
  const columns = createProviderColumns(store.accounts)
  const others: Actor[] = [
    session(one.id, 'viewer'),
    { kind: 'key', accountId: one.id, scopes: ['tests:write'] },
    { kind: 'token', token: 'a'.repeat(26) },
  ]
  for (const actor of others) expect(await columns.keep(actor, ['provider-gmx'])).toHaveProperty('refusal')
  expect(await columns.of(session(one.id, 'member'))).toBeUndefined()
})
