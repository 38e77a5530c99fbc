import { expect, test } from 'bun:test'
import { prefixOf, secretFrom } from '../../src/core/access/api-key.ts'
import { createAccounts } from '../../src/services/access/accounts.ts'
import { createApiKeys } from '../../src/services/access/api-keys.ts'
import { plan, random } from '../support/builders.ts'
import { testClock } from '../support/clock.ts'
import { testStore } from '../support/store.ts'

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** A well-formed key that begins like another one and goes on differently. */
function secretLike(secret: string): string {
  const wanted = [...prefixOf(secret).slice(3)].map((character) => BASE62.indexOf(character))
  let isFirst = true
  return secretFrom((length) => {
    const bytes = random(length)
    if (isFirst) bytes.set(wanted)
    isFirst = false
    return bytes
  })
}

// Times are compared in bench/refused-keys.ts; here, that both take the same way: the checksum, then one look-up by the
// hash of the whole key. Nothing is ever looked up by the prefix.
test('a wrong prefix and a wrong secret are refused in the very same way', async () => {
  const { store, done } = await testStore()
  const asked: string[] = []
  const noted = Object.entries(store.apiKeys).map(([name, method]) => [
    name,
    (...args: unknown[]) => {
      asked.push(name)
      return Reflect.apply(method, store.apiKeys, args)
    },
  ])
  const watched = { ...store, apiKeys: Object.fromEntries(noted) as typeof store.apiKeys }
  const clock = testClock()
  const accounts = createAccounts({
    store,
    plans: { 'self-hosted': plan() },
    defaultPlan: 'self-hosted',
    clock,
    random,
  })
  const apiKeys = createApiKeys({ store: watched, accounts, clock, random })
  const account = await accounts.ensureDefault()
  const made = await apiKeys.create(account.id, { name: 'ci', scopes: ['tests:read'] })
  if (made.kind !== 'created') throw new Error(made.kind)

  const like = secretLike(made.secret)
  expect(prefixOf(like)).toBe(prefixOf(made.secret))
  expect(like).not.toBe(made.secret)
  const ways = []
  for (const secret of [secretFrom(random), like]) {
    asked.length = 0
    const answer = await apiKeys.authenticate(`Bearer ${secret}`)
    ways.push({ answer, asked: [...asked] })
  }
  const refusal = { ok: false as const, refusal: { kind: 'unauthenticated' as const } }
  expect(ways).toEqual([
    { answer: refusal, asked: ['byHash'] },
    { answer: refusal, asked: ['byHash'] },
  ])

  // A typing error is found by the checksum, without any look-up.
  asked.length = 0
  const typo = made.secret.slice(0, -1) + (made.secret.endsWith('0') ? '1' : '0')
  expect(await apiKeys.authenticate(`Bearer ${typo}`)).toEqual(refusal)
  expect(asked).toEqual([])
  await done()
})
