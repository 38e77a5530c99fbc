import { expect, test } from 'bun:test'
import { withholdingMark } from '../../../src/mail/discretion/withholding-mark.ts'
import { withholdingVersion } from '../../../src/mail/discretion/withholding-version.ts'

test('the version of the rules is a mark of what decides, written in when the program is built', () => {
  expect(withholdingVersion()).toMatch(/^[0-9a-f]{16}$/)
  expect(withholdingMark()).toBe(withholdingVersion())
})
