import { expect, test } from 'bun:test'
import type { Check, CheckStatus } from '../../src/core/check.ts'
import { level, sectionsOf, undeterminedSentence, verdict } from '../../src/web/sections.ts'
import { BAD, MIXED, NEARLY, PERFECT, report } from './reports.ts'

const check = (name: string, status: CheckStatus, score = 0, detail: Record<string, string> = {}): Check => ({
  name,
  status,
  score,
  detail,
})

test('checks are read in this order: cost, open, advice, information, passed', () => {
  const sections = sectionsOf([
    check('a', 'passed'),
    check('b', 'failed', -0.3),
    check('c', 'neutral'),
    check('d', 'error'),
    check('e', 'failed', -1.5),
    check('f', 'passed', 0, { advice: 'Better so.' }),
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
  ['ten points', PERFECT, 'Well made and well sent. Nothing cost a point.'],
  ['one check', NEARLY, 'Well made and well sent. One check cost 0.3 points.'],
  ['several', MIXED, 'Receivers have some reason to doubt this message. Four checks cost 3.3 points.'],
  [
    'more than ten points',
    BAD,
    'Receivers have good reason to refuse this message. Eleven checks cost 12.5 points.',
  ],
  [
    'ten points with questions open',
    report([check('blocklist', 'error')], { undetermined: { checks: 1, points: 3 } }),
    'Nothing that could be determined cost a point.',
  ],
] as const)('the verdict on %s', (_name, judged, words) => {
  expect(verdict(judged, sectionsOf(judged.checks))).toBe(words)
})

test.each(['link-imitates-brand', 'name-emoji,domain-imitates-brand'])(
  'an imitation of a brand is never well made: %s',
  (findings) => {
    const judged = report([check('links', 'failed', -1, { findings })], { score: 9 })
    expect(verdict(judged, sectionsOf(judged.checks))).toBe(
      'This message looks like an imitation of a well-known brand. One check cost 1 point.',
    )
  },
)

test('a domain that is merely near is no imitation', () => {
  const judged = report([check('sender-identity', 'passed', 0, { findings: 'domain-near-brand' })])
  expect(verdict(judged, sectionsOf(judged.checks))).toBe('Well made and well sent. Nothing cost a point.')
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
