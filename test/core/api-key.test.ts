import { describe, expect, test } from 'bun:test'
import { isScope, isWellFormedSecret, prefixOf, secretFrom } from '../../src/core/access/api-key.ts'
import { idFrom } from '../../src/core/access/ids.ts'
import { random } from '../support/builders.ts'

describe('a key', () => {
  test('has its form', () => {
    const secret = secretFrom(random)
    expect(secret).toMatch(/^mg_[0-9A-Za-z]{39}$/)
    expect(isWellFormedSecret(secret)).toBe(true)
    expect(prefixOf(secret)).toBe(secret.slice(0, 10))
    expect(secretFrom(random)).not.toBe(secret)
  })

  test('ends with the CRC-32 of what comes before', () => {
    // All bytes 0: 33 times the first character.
    const secret = secretFrom((length) => new Uint8Array(length))
    const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
    const read = [...secret.slice(-6)].reduce((sum, character) => sum * 62 + digits.indexOf(character), 0)
    expect(secret.slice(0, -6)).toBe(`mg_${'0'.repeat(33)}`)
    expect(read).toBe(Bun.hash.crc32(secret.slice(0, -6)))
  })

  test('every single typing error is found', () => {
    const secret = secretFrom(random)
    for (let i = 0; i < secret.length; i += 1) {
      const other = secret[i] === 'x' ? 'y' : 'x'
      expect(isWellFormedSecret(secret.slice(0, i) + other + secret.slice(i + 1))).toBe(false)
    }
  })

  test('neighbours that changed places are found', () => {
    const secret = secretFrom(random)
    for (let i = 3; i < secret.length - 1; i += 1) {
      const swapped = secret.slice(0, i) + secret[i + 1] + secret[i] + secret.slice(i + 2)
      if (swapped !== secret) expect(isWellFormedSecret(swapped)).toBe(false)
    }
  })

  test.each([
    '',
    'mg_',
    'mg_short',
    `mg_${'é'.repeat(39)}`,
    ` ${secretFrom(random)}`,
    `${secretFrom(random)}\n`,
  ])('%j is none', (text) => expect(isWellFormedSecret(text)).toBe(false))

  test('every character is equally likely', () => {
    const counts = new Map<string, number>()
    for (let i = 0; i < 3000; i += 1) {
      for (const character of secretFrom(random).slice(3, 36)) {
        counts.set(character, (counts.get(character) ?? 0) + 1)
      }
    }
    expect(counts.size).toBe(62)
    // 99,000 characters, 1597 of each; the bias of a plain remainder would give the first eight 25 % more.
    const expected = 99_000 / 62
    const chiSquare = [...counts.values()].reduce((sum, n) => sum + (n - expected) ** 2 / expected, 0)
    expect(chiSquare).toBeLessThan(140)
  })

  test('ids and scopes', () => {
    expect(idFrom('key', random)).toMatch(/^key_[0-9A-Za-z]{16}$/)
    expect(isScope('tests:read')).toBe(true)
    expect(isScope('tests:*')).toBe(false)
  })
})
