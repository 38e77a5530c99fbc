import { expect, test } from 'bun:test'
import { renderingMark } from '../../../src/services/telling/rendering-mark.ts'
import { renderingVersion } from '../../../src/services/telling/rendering-version.ts'

test('the version of what is told is a mark of what tells, written in when the program is built', () => {
  expect(renderingVersion()).toMatch(/^[0-9a-f]{16}$/)
  expect(renderingMark()).toBe(renderingVersion())
})
