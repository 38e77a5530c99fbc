import { expect, test } from 'bun:test'
import { createLimit } from '../../src/services/access/client-limit.ts'
import { perHour } from '../../src/services/access/limits.ts'
import { testClock } from '../support/clock.ts'

test('a network gets what is allowed in an hour at once, and then one at a time', () => {
  const clock = testClock()
  const wait = createLimit(perHour(2), clock)
  expect([wait('a'), wait('a'), wait('b')]).toEqual([0, 0, 0])
  expect(wait('a')).toBe(1800)
  clock.advance(1_800_000)
  expect(wait('a')).toBe(0)
})

test('of many networks the one that was known longest is forgotten, so that they take no more memory', () => {
  const wait = createLimit(perHour(1), testClock())
  for (const early of ['first', 'second', 'first']) wait(early)
  for (let other = 0; other < 19_999; other += 1) wait(`other ${other}`)
  // It asked last of the two.
  expect(wait('first')).toBeGreaterThan(0)
  expect(wait('second')).toBe(0)
})
