import { expect, test } from 'bun:test'
import { clip, cutAround } from '../../../src/web/components/compare/differing.tsx'

test('what two values have in common is told apart from what differs', () => {
  expect(cutAround('v=DMARC1; p=none', 'v=DMARC1; p=reject')).toEqual({
    head: 'v=DMARC1; p=',
    middle: 'none',
    tail: '',
  })
  expect(cutAround('abc', 'abxc')).toEqual({ head: 'ab', middle: '', tail: 'c' })
  expect(cutAround('aa', 'aaa')).toEqual({ head: 'aa', middle: '', tail: '' })
  expect(cutAround('', 'x')).toEqual({ head: '', middle: '', tail: '' })
  expect(cutAround('x😀y', 'x😁y')).toEqual({ head: 'x', middle: '😀', tail: 'y' })
})

test('long values are cut around what differs, never within a letter', () => {
  const long = 'é'.repeat(3_000)
  const { head, middle, tail } = cutAround(`${long}1${long}`, `${long}2${long}`)
  expect([head.length, middle, tail.length]).toEqual([81, '1', 81])
  expect(clip('😀'.repeat(1_000), 10)).toBe(`${'😀'.repeat(10)}…`)
  expect(clip('short', 10)).toBe('short')
})
