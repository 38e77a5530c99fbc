import { expect, test } from 'bun:test'
import { isPassword, normalPassword } from '../../src/core/access/password.ts'

test.each([
  ['too short', '123456789', false],
  ['ten characters', '1234567890', true],
  ['ten characters beyond the basic plane', '😀'.repeat(10), true],
  ['nine of them, which are eighteen units', '😀'.repeat(9), false],
  ['a sentence', 'correct horse battery staple', true],
  ['too long', 'x'.repeat(1025), false],
  ['too long in bytes', 'é'.repeat(600), false],
])('%s', (_, typed, fits) => {
  expect(isPassword(typed)).toBe(fits)
})

test('letters composed otherwise are the same password', () => {
  expect(normalPassword('Cafe\u0301 au lait')).toBe(normalPassword('Caf\u00e9 au lait'))
})
