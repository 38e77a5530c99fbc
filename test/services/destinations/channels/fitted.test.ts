import { expect, test } from 'bun:test'
import { cut, fitted, octets } from '../../../../src/services/destinations/channels/fitted.ts'

test('what fits stays, and what does not is counted', () => {
  const lines = ['one', 'two', 'three']
  expect(fitted(lines, 13)).toBe('one\ntwo\nthree')
  expect(fitted(['aaaaaaaaaa', 'bbbbbbbbbb', 'cccccccccc', 'dddddddddd'], 32)).toBe(
    'aaaaaaaaaa\nAnd 3 more lines.',
  )
  expect(fitted(['aaaaaaaaaa', 'bbbbbbbbbbbbbbbbbbb'], 28)).toBe('aaaaaaaaaa\nAnd 1 more line.')
  expect(fitted([], 10)).toBe('')
})

test.each([1, 3, 4, 7, 20, 100, 1_000])('no more than %i, in characters and in octets', (most) => {
  const lines = Array.from({ length: 20 }, (_, at) => '山🚨a'.repeat(at + 1))
  expect(fitted(lines, most).length).toBeLessThanOrEqual(most)
  expect(octets(fitted(lines, Math.max(most, 3), octets))).toBeLessThanOrEqual(Math.max(most, 3))
  expect(cut('🚨'.repeat(50), most).isWellFormed()).toBe(true)
})
