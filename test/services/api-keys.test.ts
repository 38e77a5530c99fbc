import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import type { Account } from '../../src/core/access/account.ts'
import { secretFrom } from '../../src/core/access/api-key.ts'
import { type Accounts, createAccounts } from '../../src/services/access/accounts.ts'
import { type ApiKeys, createApiKeys } from '../../src/services/access/api-keys.ts'
import type { Store } from '../../src/store/store.ts'
import { plan, random } from '../support/builders.ts'
import { type TestClock, testClock } from '../support/clock.ts'
import { type TestStore, testStore } from '../support/store.ts'

describe('API keys', () => {
  let opened: TestStore
  let clock: TestClock
  let accounts: Accounts
  let keys: ApiKeys
  let owner: Account
  /** Look-ups by hash, and writes of `last used`. */
  let lookups: number
  let touches: number
  let diskFull: boolean
  beforeAll(async () => {
    opened = await testStore()
  })
  afterAll(() => opened.done())

  beforeEach(async () => {
    clock = testClock()
    ;[lookups, touches, diskFull] = [0, 0, false]
    const { apiKeys } = opened.store
    const store: Store = {
      ...opened.store,
      apiKeys: {
        ...apiKeys,
        byHash: (hash) => {
          lookups += 1
          return apiKeys.byHash(hash)
        },
        touch: (id, at) => {
          touches += 1
          return diskFull ? Promise.reject(new Error('database or disk is full')) : apiKeys.touch(id, at)
        },
      },
    }
    const plans = { paid: plan({ name: 'paid' }), free: plan({ name: 'free', api: false }) }
    accounts = createAccounts({ store, plans, defaultPlan: 'paid', clock, random })
    keys = createApiKeys({ store, accounts, clock, random })
    const made = await accounts.create(crypto.randomUUID())
    if (made.kind !== 'created') throw new Error(made.kind)
    owner = made.account
  })

  async function newKey(expiresAt?: Date) {
    const made = await keys.create(owner.id, {
      name: 'ci',
      scopes: ['tests:read', 'tests:write'],
      ...(expiresAt && { expiresAt }),
    })
    if (made.kind !== 'created') throw new Error(made.kind)
    return made
  }
  const unauthenticated = { ok: false as const, refusal: { kind: 'unauthenticated' as const } }

  test('a new key opens its account', async () => {
    const { key, secret } = await newKey()
    expect(key).toMatchObject({ accountId: owner.id, name: 'ci', prefix: secret.slice(0, 10) })
    // In the order of the list of scopes, however they were named.
    expect(key.scopes).toEqual(['tests:write', 'tests:read'])
    const actor = await keys.authenticate(`Bearer ${secret}`)
    expect(actor).toMatchObject({
      ok: true,
      value: { account: owner, plan: { name: 'paid' }, key: { id: key.id } },
    })
    expect(JSON.stringify(await keys.list(owner.id))).not.toContain(secret.slice(10))
  })

  test('a key opens its account on a full disk too', async () => {
    const { secret } = await newKey()
    diskFull = true
    expect((await keys.authenticate(`Bearer ${secret}`)).ok).toBe(true)
    expect(touches).toBe(1)
  })

  test.each(['bearer', 'BEARER', 'Bearer'])('the scheme may be written %s', async (scheme) => {
    const { secret } = await newKey()
    expect((await keys.authenticate(`${scheme} ${secret}`)).ok).toBe(true)
  })

  test.each([
    ['no header', () => undefined],
    ['an empty header', () => ''],
    ['the scheme alone', () => 'Bearer'],
    ['the key alone', (secret: string) => secret],
    ['another scheme', (secret: string) => `Basic ${secret}`],
    ['two keys', (secret: string) => `Bearer ${secret} ${secret}`],
    ['a list', (secret: string) => `Bearer ${secret}, Bearer ${secret}`],
    ['one character more', (secret: string) => `Bearer ${secret}0`],
    ['one character less', (secret: string) => `Bearer ${secret.slice(0, -1)}`],
    [
      'a typing error',
      (secret: string) => `Bearer ${secret.slice(0, -1)}${secret.endsWith('0') ? '1' : '0'}`,
    ],
    ['other letter case', (secret: string) => `Bearer ${secret.toLowerCase()}`],
    ['a megabyte', () => `Bearer ${'a'.repeat(1_000_000)}`],
  ])('%s is turned away without a look-up', async (_name, header) => {
    const { secret } = await newKey()
    expect(await keys.authenticate(header(secret))).toEqual(unauthenticated)
    expect(lookups).toBe(0)
  })

  test('a well-formed key that nobody has is turned away', async () => {
    expect(await keys.authenticate(`Bearer ${secretFrom(random)}`)).toEqual(unauthenticated)
    expect(lookups).toBe(1)
  })

  test('an expired key is turned away at its very time', async () => {
    const { secret } = await newKey(new Date(clock.now().getTime() + 1000))
    clock.advance(999)
    expect((await keys.authenticate(`Bearer ${secret}`)).ok).toBe(true)
    clock.advance(1)
    expect(await keys.authenticate(`Bearer ${secret}`)).toEqual(unauthenticated)
  })

  test('a revoked key is turned away at once, and stays revoked', async () => {
    const { key, secret } = await newKey()
    expect(await keys.revoke(key.id)).toBe('revoked')
    expect(await keys.authenticate(`Bearer ${secret}`)).toEqual(unauthenticated)
    expect(await keys.rotate(key.id)).toEqual({ kind: 'revoked_key' })
    expect(await keys.revoke('key_none')).toBe('unknown_key')
  })

  test('rotation keeps id, name and scopes, and kills the old secret at once', async () => {
    const { key, secret } = await newKey()
    const rotated = await keys.rotate(key.id)
    if (rotated.kind !== 'rotated') throw new Error(rotated.kind)
    expect(rotated.key).toEqual({ ...key, prefix: rotated.secret.slice(0, 10) })
    expect(await keys.authenticate(`Bearer ${secret}`)).toEqual(unauthenticated)
    expect((await keys.authenticate(`Bearer ${rotated.secret}`)).ok).toBe(true)
    expect(await keys.rotate('key_none')).toEqual({ kind: 'unknown_key' })
  })

  test('on a plan without API no key is made or rotated, and those that are there stop, naming the plan', async () => {
    const { key, secret } = await newKey()
    await accounts.setPlan(owner.name, 'free')
    const refusal = { kind: 'plan_without_api' as const, plan: 'free' }
    expect(await keys.authenticate(`Bearer ${secret}`)).toEqual({ ok: false, refusal })
    expect(await keys.create(owner.id, { name: 'ci', scopes: ['tests:read'] })).toEqual(refusal)
    expect(await keys.rotate(key.id)).toEqual(refusal)
    await accounts.setPlan(owner.name, 'paid')
    expect((await keys.authenticate(`Bearer ${secret}`)).ok).toBe(true)
  })

  test('a revoked key on a plan without API is 401, not 403', async () => {
    const { key, secret } = await newKey()
    await keys.revoke(key.id)
    await accounts.setPlan(owner.name, 'free')
    expect(await keys.authenticate(`Bearer ${secret}`)).toEqual(unauthenticated)
  })

  test('a key needs a name, a scope, a future and an account', async () => {
    expect(await keys.create(owner.id, { name: '', scopes: ['tests:read'] })).toMatchObject({
      kind: 'bad_request',
    })
    expect(await keys.create(owner.id, { name: 'ci', scopes: [] })).toMatchObject({ kind: 'bad_request' })
    expect(
      await keys.create(owner.id, { name: 'ci', scopes: ['tests:read'], expiresAt: clock.now() }),
    ).toMatchObject({
      kind: 'bad_request',
    })
    expect(
      await keys.create(owner.id, { name: 'ci', scopes: ['tests:read'], expiresAt: new Date(Number.NaN) }),
    ).toMatchObject({
      kind: 'bad_request',
    })
    expect(await keys.create('nobody', { name: 'ci', scopes: ['tests:read'] })).toEqual({
      kind: 'unknown_account',
    })
    expect(await keys.list(owner.id)).toEqual([])
  })

  test('last use is written at most once a minute', async () => {
    const { key, secret } = await newKey()
    for (let i = 0; i < 5; i += 1) await keys.authenticate(`Bearer ${secret}`)
    expect(touches).toBe(1)
    clock.advance(59_999)
    await keys.authenticate(`Bearer ${secret}`)
    expect(touches).toBe(1)
    clock.advance(1)
    await keys.authenticate(`Bearer ${secret}`)
    expect(touches).toBe(2)
    expect((await opened.store.apiKeys.byId(key.id))?.lastUsedAt).toEqual(clock.now())
  })
})
