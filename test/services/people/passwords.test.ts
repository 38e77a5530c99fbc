import { describe, expect, test } from 'bun:test'
import { createPasswords, passwordProblem } from '../../../src/services/people/sign-in/passwords.ts'

const passwords = createPasswords()
const RIGHT = 'correct horse battery'
const hashed = await passwords.hash(RIGHT)

describe('passwords', () => {
  test('are kept as argon2id with 19 MiB and two passes', () => {
    expect(hashed).toStartWith('$argon2id$v=19$m=19456,t=2,p=1$')
  })

  test('compare as they are, and however a keyboard composes their letters', async () => {
    expect(await passwords.compare(RIGHT, hashed)).toBe('right')
    expect(await passwords.compare(`${RIGHT} `, hashed)).toBe('wrong')
    const composed = await passwords.hash('Gärtnerei Müller')
    expect(await passwords.compare('Gärtnerei Müller'.normalize('NFD'), composed)).toBe('right')
  })

  test('nobody has one that was never set, nor the one that strangers are compared with', async () => {
    for (const typed of ['', ' ', 'x', RIGHT, 'a'.repeat(5000)]) {
      expect([typed, await passwords.compare(typed, undefined)]).toEqual([typed, 'wrong'])
      if (typed !== RIGHT) expect(await passwords.compare(typed, hashed)).toBe('wrong')
    }
    expect(await passwords.compare(RIGHT, 'not a hash')).toBe('wrong')
  })

  test('of weaker parameters are right, and are to be hashed anew', async () => {
    const weak = await Bun.password.hash(RIGHT, { algorithm: 'argon2id', memoryCost: 8192, timeCost: 1 })
    expect(await passwords.compare(RIGHT, weak)).toBe('outdated')
    expect(await passwords.compare('wrong password', weak)).toBe('wrong')
  })

  test('a flood is turned away rather than remembered', async () => {
    const few = createPasswords()
    const all = await Promise.all(Array.from({ length: 80 }, () => few.compare('typed', undefined)))
    expect(all.filter((one) => one === 'busy').length).toBe(16)
    expect(await few.compare(RIGHT, hashed)).toBe('right')
  })

  test.each([
    ['short', true],
    ['0123456789', false],
    ['ann@example.org', true],
    ['ANN@Example.ORG', true],
    ['example.org', true],
    ['ann.of.example', true],
    ['My Mail Gauge', true],
    ['my mail gauge', true],
    ['my mail gauge 2', false],
    ['passwort mit ümlaut', false],
    ['x'.repeat(2000), true],
  ])('%s is refused: %p', (typed, refused) => {
    const email = typed === 'ann.of.example' ? 'ann.of.example@example.org' : 'ann@example.org'
    expect(passwordProblem(typed, { email, siteName: 'My Mail Gauge' }) !== undefined).toBe(refused)
  })
})
