import { expect, test } from 'bun:test'
import { remembered } from '../../../src/mail/reading/remembered.ts'

test('a text that comes again is not worked out again, and a long one always is', () => {
  const asked: string[] = []
  const lengthOf = remembered((text) => asked.push(text) && text.length, 5)
  expect([lengthOf('one'), lengthOf('one'), lengthOf('longer'), lengthOf('longer')]).toEqual([3, 3, 6, 6])
  expect(asked).toEqual(['one', 'longer', 'longer'])
})

test('undefined is an answer as well', () => {
  let times = 0
  const nothing = remembered((): undefined => {
    times += 1
  })
  nothing('a')
  nothing('a')
  expect(times).toBe(1)
})

test('no more texts are kept than were allowed', () => {
  const asked: string[] = []
  const of = remembered((text) => asked.push(text) && text, 10, 3)
  for (const text of ['a', 'b', 'c', 'd', 'd', 'a']) expect(of(text)).toBe(text)
  expect(asked).toEqual(['a', 'b', 'c', 'd', 'a'])
})
