import { expect, test } from 'bun:test'
import { compare } from '../../bench/harness/compare.ts'
import { type Row, resultOf } from '../../bench/harness/rows.ts'

const row = (ours: number[], changes: Partial<Row> = {}): Row => ({
  key: 'a',
  what: 'work',
  unit: 'ms',
  better: 'less',
  ours,
  peer: { name: 'peer', values: ours.map(() => 10) },
  ...changes,
})

const verdict = (before: Row, now: Row) => compare({ a: resultOf(before) }, { a: resultOf(now) })[0]?.verdict

test('a ratio that lies further off than the rounds is slower, or faster, by what is better', () => {
  expect(verdict(row([10, 10, 10]), row([12, 12, 12]))).toBe('slower')
  expect(verdict(row([10, 10, 10]), row([8, 8, 8]))).toBe('faster')
  const more = { better: 'more' } as const
  expect(verdict(row([10, 10, 10], more), row([12, 12, 12], more))).toBe('faster')
  expect(verdict(row([10, 10, 10], more), row([8, 8, 8], more))).toBe('slower')
})

test('what the rounds differ by is not told apart', () => {
  expect(verdict(row([10, 10, 10]), row([11, 11, 11]))).toBe('as before')
  expect(verdict(row([8, 10, 12]), row([11, 13, 14]))).toBe('as before')
})

test('a machine that is slower for both is no difference', () => {
  const slowMachine = row([20, 20, 20], { peer: { name: 'peer', values: [20, 20, 20] } })
  expect(verdict(row([10, 10, 10]), slowMachine)).toBe('as before')
})

test('what nothing stood beside, and what is new, is not compared', () => {
  const { peer: _peer, ...alone } = row([10])
  expect(compare({ a: resultOf(alone) }, { a: resultOf(alone) })).toEqual([])
  expect(compare({}, { a: resultOf(row([10])) })).toEqual([])
})

test('a bound is reached by the median of what it is of', () => {
  const bound = (of: 'ratio' | 'ours', must: number, goal: number) =>
    resultOf(row([9, 10, 30], { bound: { of, must, goal } })).reached
  expect(bound('ratio', 1, 0.5)).toBe('must')
  expect(bound('ours', 20, 10)).toBe('goal')
  expect(bound('ours', 9, 5)).toBe('no')
})
