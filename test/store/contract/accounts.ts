import { expect, test } from 'bun:test'
import { account, apiKey, later, random, THEN } from '../../support/builders.ts'
import { entry } from '../../support/people.ts'
import type { TheStore } from '../contract.ts'

export function accountContract(store: TheStore): void {
  test('an account is found by id and by name, as it was made', async () => {
    const one = account()
    expect(await store().accounts.create(one)).toBe('created')
    expect(await store().accounts.byId(one.id)).toEqual(one)
    expect(await store().accounts.byName(one.name)).toEqual(one)
    expect(await store().accounts.byId('nobody')).toBeUndefined()
    expect(await store().accounts.byName('nobody')).toBeUndefined()
    expect(await store().accounts.list()).toContainEqual(one)
  })

  test('a second account of a name is not made', async () => {
    const one = account()
    const two = account({ name: one.name })
    await store().accounts.create(one)
    expect(await store().accounts.create(two)).toBe('name_taken')
    expect(await store().accounts.byId(two.id)).toBeUndefined()
  })

  test('accounts are read a page at a time, by name, without those that are deleted', async () => {
    const tag = `paged ${account().id}`
    const made = [3, 1, 2, 5, 4].map((place) => account({ name: `${tag} ${place}` }))
    for (const one of made) await store().accounts.create(one)
    const gone = made.find(({ name }) => name === `${tag} 3`)!
    await store().accounts.delete(gone.id, entry('account.deleted', { accountId: gone.id }))
    const page = (after: string) => store().accounts.page({ after, limit: 2 })
    const names = ({ items }: { items: { name: string }[] }) => items.map(({ name }) => name)
    const first = await page(tag)
    expect([names(first), first.next]).toEqual([[`${tag} 1`, `${tag} 2`], `${tag} 2`])
    expect(names(await page(first.next!))).toEqual([`${tag} 4`, `${tag} 5`])
    const all = await store().accounts.list()
    expect(await store().accounts.page({ limit: all.length })).toStrictEqual({ items: all })
  })

  test('which mailbox providers it shows is kept, forgotten, and gone with the account', async () => {
    const { accounts } = store()
    const one = account()
    const other = account()
    for (const made of [one, other]) await accounts.create(made)
    expect(await accounts.shownProviders(one.id)).toBeUndefined()
    expect(await accounts.setShownProviders(one.id, ['gmail', 'gmx'])).toBe('set')
    expect(await accounts.shownProviders(one.id)).toEqual(['gmail', 'gmx'])
    expect(await accounts.shownProviders(other.id)).toBeUndefined()
    expect(await accounts.byId(one.id)).toEqual(one)
    expect(await accounts.setShownProviders(one.id, undefined)).toBe('set')
    expect(await accounts.shownProviders(one.id)).toBeUndefined()
    expect(await accounts.setShownProviders('nobody', ['gmx'])).toBe('unknown_account')
    await accounts.setShownProviders(other.id, ['orange'])
    await accounts.delete(other.id, entry('account.deleted', { accountId: other.id }))
    expect(await accounts.shownProviders(other.id)).toBeUndefined()
  })

  test('the plan changes, but not of an account that is not there', async () => {
    const one = account()
    await store().accounts.create(one)
    expect(await store().accounts.setPlan(one.id, 'pro')).toBe('changed')
    expect(await store().accounts.byId(one.id)).toEqual({ ...one, plan: 'pro' })
    expect(await store().accounts.setPlan('nobody', 'pro')).toBe('unknown_account')
  })

  test('a key is found by the hash of its secret, absent times are missing keys', async () => {
    const one = account()
    await store().accounts.create(one)
    const key = apiKey(one.id)
    const hash = random(32)
    await store().apiKeys.create(key, hash)
    expect(await store().apiKeys.byHash(hash)).toStrictEqual({ key, account: one })
    expect(await store().apiKeys.byId(key.id)).toStrictEqual(key)
    expect(await store().apiKeys.byHash(random(32))).toBeUndefined()
    expect(await store().apiKeys.byId('key_none')).toBeUndefined()
  })

  test('use, expiry and the first revocation are kept', async () => {
    const one = account()
    await store().accounts.create(one)
    const key = apiKey(one.id, { expiresAt: later(5000) })
    await store().apiKeys.create(key, random(32))
    await store().apiKeys.touch(key.id, later(10))
    expect(await store().apiKeys.revoke(key.id, later(20))).toBe('revoked')
    expect(await store().apiKeys.revoke(key.id, later(30))).toBe('revoked')
    expect(await store().apiKeys.revoke('key_none', THEN)).toBe('unknown_key')
    expect(await store().apiKeys.byId(key.id)).toEqual({
      ...key,
      lastUsedAt: later(10),
      revokedAt: later(20),
    })
  })

  test('rotation swaps the secret and keeps the rest', async () => {
    const one = account()
    await store().accounts.create(one)
    const key = apiKey(one.id)
    const [before, after] = [random(32), random(32)]
    await store().apiKeys.create(key, before)
    expect(await store().apiKeys.rotate(key.id, 'mg_abcdefg', after)).toBe('rotated')
    expect(await store().apiKeys.byHash(before)).toBeUndefined()
    expect(await store().apiKeys.byHash(after)).toMatchObject({ key: { ...key, prefix: 'mg_abcdefg' } })
    expect(await store().apiKeys.rotate('key_none', 'mg_abcdefg', random(32))).toBe('unknown_key')
  })

  test('keys are listed newest first, by account or all', async () => {
    const [one, two] = [account(), account()]
    await store().accounts.create(one)
    await store().accounts.create(two)
    const keys = [apiKey(one.id), apiKey(one.id, { createdAt: later(5) }), apiKey(two.id)]
    for (const key of keys) await store().apiKeys.create(key, random(32))
    expect((await store().apiKeys.list(one.id)).map((key) => key.id)).toEqual([keys[1]!.id, keys[0]!.id])
    const all = (await store().apiKeys.list()).map((key) => key.id)
    for (const key of keys) expect(all).toContain(key.id)
  })

  test('a key of an account that is not there is refused', async () => {
    const secret = random(32)
    const refused = await store()
      .apiKeys.create(apiKey('nobody'), secret)
      .catch((cause: Error) => cause)
    expect(refused).toBeInstanceOf(Error)
    expect(String(refused)).not.toContain(secret.toHex())
  })
}
