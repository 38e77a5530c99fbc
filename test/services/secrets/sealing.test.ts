import { expect, test } from 'bun:test'
import type { SecretPlace } from '../../../src/core/sealed.ts'
import { keyIdOf, newKey, seal, unseal } from '../../../src/services/secrets/sealing.ts'
import { random, THEN } from '../../support/builders.ts'

const KEY = newKey(random, THEN)
const PLACE: SecretPlace = { id: 'sec_1', purpose: 'totp', ownerId: 'usr_1' }
const SECRET = new Uint8Array(Buffer.from('JBSWY3DPEHPK3PXP'))

test('what was sealed opens in its place, with its key', () => {
  const sealed = seal(KEY, PLACE, SECRET, random)
  expect(unseal(KEY, PLACE, sealed)).toEqual(SECRET)
  expect(Buffer.from(sealed).includes(Buffer.from(SECRET))).toBe(false)
  expect(unseal(KEY, PLACE, seal(KEY, PLACE, new Uint8Array(), random))).toEqual(new Uint8Array())
})

test('the key id stands in the value, and is made of the key', () => {
  const sealed = seal(KEY, PLACE, SECRET, random)
  expect(Buffer.from(sealed.subarray(1, 9)).toString('hex')).toBe(KEY.id)
  expect(keyIdOf(KEY.bytes)).toBe(KEY.id)
  expect(newKey(random, THEN).id).not.toBe(KEY.id)
})

test('the same secret is never sealed the same', () => {
  const many = Array.from({ length: 100 }, () =>
    Buffer.from(seal(KEY, PLACE, SECRET, random)).toString('hex'),
  )
  expect(new Set(many).size).toBe(100)
})

test('in any other place, and with any other key, it does not open', () => {
  const sealed = seal(KEY, PLACE, SECRET, random)
  const places: SecretPlace[] = [
    { ...PLACE, id: 'sec_2' },
    { ...PLACE, purpose: 'webhook' },
    { ...PLACE, ownerId: 'usr_2' },
    { id: 'usr_1', purpose: 'totp', ownerId: 'sec_1' },
  ]
  for (const place of places) expect(unseal(KEY, place, sealed)).toBeUndefined()
  expect(unseal(newKey(random, THEN), PLACE, sealed)).toBeUndefined()
  const other = newKey(random, THEN)
  expect(unseal({ ...other, id: KEY.id }, PLACE, sealed)).toBeUndefined()
})

test('no bit of it may change, and nothing may be cut off', () => {
  const sealed = seal(KEY, PLACE, SECRET, random)
  for (let at = 0; at < sealed.length; at += 1) {
    const changed = Uint8Array.from(sealed)
    changed[at] = (changed[at] ?? 0) ^ 1
    expect(unseal(KEY, PLACE, changed)).toBeUndefined()
    expect(unseal(KEY, PLACE, sealed.subarray(0, at))).toBeUndefined()
  }
})
