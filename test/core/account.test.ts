import { expect, test } from 'bun:test'
import { accountIdFrom, allowanceMonth, isName, nextMonth } from '../../src/core/access/account.ts'
import { addressOf, isToken, localPartFrom, messageIdFrom, tokenFrom } from '../../src/core/mail-test.ts'
import { random } from '../support/builders.ts'

test('the month is the UTC calendar month', () => {
  expect(allowanceMonth(new Date('2026-11-30T23:59:59.999Z'))).toBe('2026-11')
  expect(allowanceMonth(new Date('2026-12-01T00:00:00.000Z'))).toBe('2026-12')
  expect(allowanceMonth(new Date('2026-12-01T00:30:00+02:00'))).toBe('2026-11')
  expect(nextMonth(new Date('2026-11-30T23:59:59.999Z'))).toEqual(new Date('2026-12-01T00:00:00Z'))
  expect(nextMonth(new Date('2026-12-31T12:00:00Z'))).toEqual(new Date('2027-01-01T00:00:00Z'))
})

test('an account id is a random UUID', () => {
  expect(accountIdFrom(random)).toMatch(
    /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
  )
  expect(accountIdFrom((length) => new Uint8Array(length).fill(255))).toBe(
    'ffffffff-ffff-4fff-bfff-ffffffffffff',
  )
})

test.each([
  ['a', true],
  ['Example & Söhne GmbH', true],
  ['', false],
  [' a', false],
  ['a\n', false],
  ['a\u0000b', false],
  ['x'.repeat(100), true],
  ['x'.repeat(101), false],
  ['\u200b', false],
  ['a\u2028b', false],
  ['\u202egnp.exe', false],
  ['a\ud800', false],
  ['👩\u200d👧', true],
  ['متجر\u200f 7', true],
])('%j as a name: %p', (text, expected) => expect(isName(text)).toBe(expected))

test('tokens, local parts and message ids have their form', () => {
  expect(isToken(tokenFrom(random))).toBe(true)
  expect(tokenFrom(random)).not.toBe(tokenFrom(random))
  expect(localPartFrom(random)).toMatch(/^[a-z2-7]{12}$/)
  expect(messageIdFrom(random)).toMatch(/^msg_[a-z2-7]{26}$/)
  expect(addressOf({ localPart: 'abc' }, 'mail.example')).toBe('abc@mail.example')
  for (const text of ['', 'A'.repeat(26), 'a'.repeat(25), 'a'.repeat(27), `${'a'.repeat(26)}\n`]) {
    expect(isToken(text)).toBe(false)
  }
})
