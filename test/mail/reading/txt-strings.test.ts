import { expect, test } from 'bun:test'
import { quoteTxt } from '../../../src/mail/reading/txt-strings.ts'

test('a text is quoted as a zone file wants it', () => {
  expect(quoteTxt('v=spf1 -all')).toBe('"v=spf1 -all"')
  expect(quoteTxt(`${'a'.repeat(255)}b`)).toBe(`"${'a'.repeat(255)}" "b"`)
  expect(quoteTxt('a"b\\c')).toBe('"a\\"b\\\\c"')
})
