import { describe, expect, test } from 'bun:test'
import { CHECK_WORDS } from '../../../src/analysis/telling/check-words.ts'
import type { Check } from '../../../src/core/check.ts'
import { type Report, scoreOf } from '../../../src/core/report.ts'
import { type CheckChange, compareChecks, type Outcome } from '../../../src/services/comparing/checks.ts'
import { compareReports } from '../../../src/services/comparing/reports.ts'
import { sentenceOf, tellChange } from '../../../src/services/comparing/sentence.ts'
import { check, finding, report } from '../../support/builders.ts'
import { chance } from '../../support/chance.ts'

const failed = (name: string, score: number, ...codes: string[]) =>
  check(name, { status: 'failed', score, findings: codes.map((code) => finding(code)) })
const open = (name: string) => check(name, { status: 'error' })
const neutral = (name: string) => check(name, { status: 'neutral' })
const judged = (checks: Check[], rest: Partial<Report> = {}) => ({
  report: report({ checks, score: scoreOf(checks), ...rest }),
  size: 1000,
})

function outcomeOf(before: Check[], after: Check[]): CheckChange {
  const [change] = compareChecks(before, after)
  if (!change) throw new Error('There is no change.')
  return change
}

describe('a check before and after', () => {
  const passes = check('spf')
  const cases: [string, Check | undefined, Check | undefined, Outcome][] = [
    ['failed, then passed', failed('spf', -1), passes, 'fixed'],
    ['failed without points, then passed', failed('spf', 0), passes, 'fixed'],
    ['passed, then failed', passes, failed('spf', -1), 'new_trouble'],
    ['cheaper', failed('spf', -1), failed('spf', -0.5), 'better'],
    ['dearer', failed('spf', -0.5), failed('spf', -1), 'worse'],
    ['a finding less', failed('spf', -1, 'a', 'b'), failed('spf', -1, 'a'), 'better'],
    ['a finding more', failed('spf', -1, 'a'), failed('spf', -1, 'a', 'b'), 'worse'],
    ['another finding', failed('spf', -1, 'a'), failed('spf', -1, 'b'), 'changed'],
    ['the same', failed('spf', -1, 'a'), failed('spf', -1, 'a'), 'same'],
    [
      'a refinement more',
      passes,
      check('spf', { findings: [finding('a', { refinement: true })] }),
      'changed',
    ],
    ['failed, then not determined', failed('spf', -1), open('spf'), 'not_comparable'],
    ['not determined, then failed', open('spf'), failed('spf', -1), 'not_comparable'],
    ['not determined, then passed', open('spf'), passes, 'not_comparable'],
    ['never determined', open('spf'), open('spf'), 'not_comparable'],
    ['failed, then nothing to judge', failed('spf', -1), neutral('spf'), 'not_comparable'],
    ['nothing to judge, then failed', neutral('spf'), failed('spf', -1), 'not_comparable'],
    ['nothing to judge in both', neutral('spf'), neutral('spf'), 'same'],
    ['of a newer version', undefined, failed('spf', -1), 'only_after'],
    ['of an older version', failed('spf', -1), undefined, 'only_before'],
  ]
  test.each(cases)('%s', (_, before, after, outcome) => {
    expect(outcomeOf(before ? [before] : [], after ? [after] : []).outcome).toBe(outcome)
  })

  test('tells which findings are gone, new and still there', () => {
    const { findings, points } = outcomeOf(
      [failed('spf', -1, 'a', 'b', 'b')],
      [failed('spf', -0.4, 'b', 'c')],
    )
    expect(findings).toEqual({ gone: ['a'], fresh: ['c'], still: ['b'] })
    expect(points).toBe(0.6)
  })

  test('reads the codes of an earlier version out of its strings', () => {
    const before = { ...failed('spf', -1), rendered: { summary: 'No.', findings: 'a,b' } }
    const { outcome, findings } = outcomeOf([before], [failed('spf', -1, 'a')])
    expect([outcome, findings.gone]).toEqual(['better', ['b']])
  })
})

describe('the sentence', () => {
  const cases: [string, Check[], Check[], Partial<Report>, string][] = [
    ['nothing', [check('spf')], [check('spf')], {}, 'No change since message 1'],
    ['one fixed', [failed('dkim', -1.5)], [check('dkim')], {}, '+1.5 since message 1: DKIM fixed'],
    [
      'several fixed, the most points first',
      [failed('spf', -0.5), failed('dkim', -1.5), failed('dmarc', -1), failed('tls', -0.3)],
      ['spf', 'dkim', 'dmarc', 'tls'].map((name) => check(name)),
      {},
      '+3.3 since message 1: DKIM and DMARC fixed, 2 more',
    ],
    ['worse', [check('spf')], [failed('spf', -1)], {}, '−1.0 since message 1: new trouble in SPF'],
    [
      'both ways',
      [failed('dkim', -1.5), check('spf')],
      [check('dkim'), failed('spf', -1.5)],
      {},
      'Same score as message 1: DKIM fixed; new trouble in SPF',
    ],
    [
      'what moved the score, and not what rests on it',
      [failed('dkim', -1.5), failed('provider-gmail', 0)],
      [check('dkim'), check('provider-gmail')],
      {},
      '+1.5 since message 1: DKIM fixed',
    ],
    ['without points', [failed('bimi', 0)], [check('bimi')], {}, 'Same score as message 1: BIMI fixed'],
    ['better', [failed('spf', -1)], [failed('spf', -0.5)], {}, '+0.5 since message 1: SPF better'],
    [
      'gained by not knowing',
      [failed('spf', -1)],
      [open('spf')],
      {},
      '+1.0 since message 1: SPF could not be determined this time',
    ],
    [
      'lost by knowing',
      [open('spf')],
      [failed('spf', -1)],
      {},
      '−1.0 since message 1: SPF could not be determined before',
    ],
    [
      'known to be sound, then not known',
      [check('spf')],
      [open('spf')],
      {},
      'Same score as message 1: SPF could not be determined this time',
    ],
    ['never known', [open('spf')], [open('spf')], {}, 'No change that could be determined since message 1'],
    [
      'nothing to judge',
      [failed('tls', -1)],
      [neutral('tls')],
      {},
      '+1.0 since message 1: Encryption not judged this time',
    ],
    ['passed, then nothing to judge', [check('tls')], [neutral('tls')], {}, 'Same score as message 1'],
    [
      'by other rules',
      [failed('spf', -1)],
      [check('spf')],
      { scoringVersion: 9 },
      '+1.0 since message 1, judged by other rules: SPF fixed',
    ],
    [
      'mail of another domain',
      [failed('spf', -1)],
      [check('spf')],
      { headline: { from: 'Ann <ann@other.example>', date: '', subject: '' } },
      '+1.0 since message 1, from another domain: SPF fixed',
    ],
    [
      'a check that only one has',
      [],
      [failed('spf', -1)],
      { scoringVersion: 9 },
      '−1.0 since message 1, judged by other rules: SPF not judged before',
    ],
    [
      'other findings',
      [failed('spf', -1, 'a')],
      [failed('spf', -1, 'b')],
      {},
      'Same score as message 1: other findings in SPF',
    ],
  ]
  const tell = (before: Check[], after: Check[], rest: Partial<Report>, apart = false) => {
    const comparison = compareReports(judged(before), judged(after, rest))
    const other = { name: 'message 1', ...(apart && { apart: true as const }) }
    return sentenceOf(tellChange(comparison, other, CHECK_WORDS))
  }
  test.each(cases)('%s', (_, before, after, rest, says) => {
    expect(tell(before, after, rest)).toBe(says)
  })

  test('of a report that is no earlier one', () => {
    expect(tell([failed('spf', -1)], [check('spf')], {}, true)).toBe(
      '+1.0 compared with message 1: SPF fixed',
    )
  })

  test('of gated reports tells the scores alone', () => {
    const sides = [judged([failed('spf', -1)]), { ...judged([]), gated: true as const }] as const
    const comparison = compareReports(sides[0], sides[1])
    expect(comparison.checks).toEqual([])
    expect(sentenceOf(tellChange(comparison, { name: 'message 1' }, CHECK_WORDS))).toBe(
      '+1.0 since message 1',
    )
    const same = compareReports(sides[1], sides[1])
    expect(sentenceOf(tellChange(same, { name: 'message 1' }, CHECK_WORDS))).toBe('Same score as message 1')
  })
})

test('says whose mail it is only where the two differ', () => {
  const from = (address: string) => judged([], { headline: { from: address, date: '', subject: '' } })
  const senders = (a: string, b: string) => compareReports(from(a), from(b)).senders
  expect(senders('A <a@One.example>', 'b@one.example')).toBeUndefined()
  expect(senders('"x@y" <a@one.example>', 'b@two.example')).toEqual({
    before: 'one.example',
    after: 'two.example',
  })
  expect(senders('', 'b@two.example')).toBeUndefined()
})

const MIRROR: Record<Outcome, Outcome> = {
  fixed: 'new_trouble',
  new_trouble: 'fixed',
  better: 'worse',
  worse: 'better',
  only_before: 'only_after',
  only_after: 'only_before',
  changed: 'changed',
  same: 'same',
  not_comparable: 'not_comparable',
}

/** Without a zero below zero. */
const mirrored = (points: number) => (points === 0 ? 0 : -points)

describe('any two reports', () => {
  const NAMES = ['spf', 'dkim', 'dmarc', 'tls', 'bimi', 'other']
  const random = chance(Number(process.env['SEED'] ?? 7))
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T
  const anyCheck = (name: string): Check => {
    const status = pick(['passed', 'failed', 'neutral', 'error'] as const)
    const codes = ['a', 'b', 'c'].filter(() => random() < 0.4)
    const findings = codes.map((code) => finding(code, random() < 0.3 ? { refinement: true } : {}))
    return check(name, { status, score: status === 'failed' ? -Math.round(random() * 30) / 10 : 0, findings })
  }
  const anyReport = () => judged(NAMES.filter(() => random() < 0.8).map(anyCheck))

  test('compared with itself a report has no change', () => {
    for (let i = 0; i < 300; i += 1) {
      const one = anyReport()
      const comparison = compareReports(one, one)
      const others = comparison.checks.filter(({ before }) => before?.status !== 'error')
      expect(others.every(({ outcome }) => outcome === 'same')).toBeTrue()
      expect(comparison.delta).toBe(0)
      const { lead, what } = tellChange(comparison, { name: 'message 1' }, CHECK_WORDS)
      expect(lead).toStartWith('No change')
      expect(what).toBeUndefined()
    }
  })

  test('compared the other way round it mirrors, and what is not known is neither fixed nor broken', () => {
    for (let i = 0; i < 1_000; i += 1) {
      const [one, two] = [anyReport(), anyReport()]
      const [there, back] = [compareReports(one, two), compareReports(two, one)]
      expect(there.delta).toBe(mirrored(back.delta))
      expect(there.checks).toHaveLength(back.checks.length)
      const open = there.checks.filter(({ before, after }) => before?.status === 'error' && after)
      expect(open.every(({ outcome }) => outcome === 'not_comparable')).toBeTrue()
      for (const { name, outcome, points, findings } of there.checks) {
        const change = back.checks.find((other) => other.name === name)
        expect(change?.outcome).toBe(MIRROR[outcome])
        expect(change?.points).toBe(mirrored(points))
        expect(change?.findings.gone).toEqual(findings.fresh)
      }
    }
  })
})
