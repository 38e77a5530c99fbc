import { expect, test } from 'bun:test'
import type { Check, CheckStatus, Finding } from '../../src/core/check.ts'
import { categoriesOf, level, sectionsOf, undeterminedSentence } from '../../src/web/sections.ts'
import { check as checkOf, finding } from '../support/builders.ts'
import { BAD, MIXED, NEARLY, PERFECT } from './reports.ts'

const check = (name: string, status: CheckStatus, score = 0, findings: Finding[] = []): Check =>
  checkOf(name, { status, score, findings })

test('checks are read in this order: cost, open, advice, information, passed', () => {
  const sections = sectionsOf([
    check('a', 'passed'),
    check('b', 'failed', -0.3),
    check('c', 'neutral'),
    check('d', 'error'),
    check('e', 'failed', -1.5),
    check('f', 'passed', 0, [finding('could-be-better', { advice: 'Better so.' })]),
    check('g', 'failed', 0),
  ])
  const names = Object.fromEntries(
    Object.entries(sections).map(([key, of]) => [key, of.map((one: Check) => one.name)]),
  )
  expect(names).toEqual({
    cost: ['e', 'b'],
    undetermined: ['d'],
    advice: ['f', 'g'],
    information: ['c'],
    passed: ['a'],
  })
})

test('no check is lost or shown twice', () => {
  for (const { checks } of [MIXED, BAD, PERFECT, NEARLY]) {
    const shown = Object.values(sectionsOf(checks)).flat()
    expect(shown.map(({ name }) => name).toSorted()).toEqual(checks.map(({ name }) => name).toSorted())
  }
})

test.each([
  [{ checks: 0, points: 0 }, undefined],
  [{ checks: 1, points: 1 }, '1 check could not be determined (up to 1 point)'],
  [{ checks: 3, points: 4.5 }, '3 checks could not be determined (up to 4.5 points)'],
] as const)('what is not known: %j', (undetermined, words) => {
  expect(undeterminedSentence(undetermined)).toBe(words)
})

test('levels', () => {
  expect([10, 8.5, 8.4, 5, 4.9, 0].map(level)).toEqual(['good', 'good', 'fair', 'fair', 'poor', 'poor'])
})

test('a listing that costs nothing is for information, another failure could be better', () => {
  const all = [check('blocklist', 'failed', 0), check('provider-gmail', 'failed', 0), check('spf', 'passed')]
  const [category] = categoriesOf(all, [])
  expect(category).toMatchObject({ noted: 1, fine: 1 })
  expect(category?.unmet.map(({ name }) => name)).toEqual(['provider-gmail'])
})
