import { expect, test } from 'bun:test'
import { createKept } from '../../../../src/services/answers/sources/kept.ts'

const of = (accountId: string, weight: number) => ({ accountId, weight })

test('what was not asked for longest goes first', () => {
  const kept = createKept<string>({ all: 10, account: 10 })
  kept.put('a', of('one', 4), 'A')
  kept.put('b', of('one', 4), 'B')
  kept.get('a')
  kept.put('c', of('two', 4), 'C')
  expect([kept.get('a'), kept.get('b'), kept.get('c')]).toEqual(['A', undefined, 'C'])
})

test('an account displaces what is its own', () => {
  const kept = createKept<number>({ all: 100, account: 10 })
  kept.put('other', of('two', 9), 0)
  for (let at = 0; at < 50; at += 1) kept.put(`${at}`, of('one', 3), at)
  expect([kept.get('other'), kept.get('46'), kept.get('47'), kept.get('49')]).toEqual([0, undefined, 47, 49])
})

test('the same again takes the place of what was there; what is too heavy is not kept', () => {
  const kept = createKept<number>({ all: 10, account: 10 })
  for (let at = 0; at < 5; at += 1) kept.put('a', of('one', 6), at)
  expect(kept.get('a')).toBe(4)
  kept.put('a', of('one', 11), 9)
  expect(kept.get('a')).toBeUndefined()
  kept.put('b', of('one', 10), 1)
  expect(kept.get('b')).toBe(1)
  kept.drop('b')
  kept.drop('b')
  expect(kept.get('b')).toBeUndefined()
  kept.put('c', of('one', 10), 2)
  expect(kept.get('c')).toBe(2)
})
