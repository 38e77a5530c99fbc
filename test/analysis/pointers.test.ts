import { expect, test } from 'bun:test'
import { conclude } from '../../src/analysis/analyzer.ts'
import { withLivePointers } from '../../src/analysis/telling/pointers.ts'
import type { Check, Finding } from '../../src/core/check.ts'
import { withFix } from '../support/with-fix.ts'

const advises = (advice: string, more: Partial<Finding> = {}): Finding => ({
  code: 'seen',
  cost: 0,
  says: 'Seen.',
  advice,
  reference: 'R',
  ...more,
})
const check = (name: string, ...findings: Finding[]): Check => ({
  name,
  status: 'failed',
  score: 0,
  summary: 'Seen.',
  findings,
  evidence: {},
})

test('a pointer leads to a check that is there and has advice, or is left out', () => {
  const provider = check(
    'provider-gmail',
    advises('TLS: none.', { see: 'tls' }),
    advises('ARC: none.', { see: 'arc' }),
    advises('PTR: none.', { see: 'reverse-dns' }),
    advises('DKIM: none.', { see: 'dkim' }),
  )
  const dkim = check('dkim', advises('Oversign.', { refinement: true }))
  const [shown] = withLivePointers([
    provider,
    check('tls', advises('Use STARTTLS.')),
    check('arc'),
    dkim,
  ]).map(withFix)
  expect(shown?.detail['advice']).toBe(
    'TLS: none. The check tls says how to fix it.\nARC: none.\nPTR: none.\nDKIM: none.',
  )
})

test('what points nowhere stays the very same', () => {
  const checks = [check('tls', advises('Use STARTTLS.')), check('arc')]
  expect(withLivePointers(checks)).toEqual(checks)
  expect(withLivePointers(checks)[0]).toBe(checks[0] as Check)
})

test('a refinement is told apart from advice, and what costs is none', () => {
  const finding = (code: string, cost: number) => ({
    code,
    cost,
    says: `${code}.`,
    advice: `Do ${code}.`,
    reference: 'R',
  })
  const both = withFix(
    conclude(1, {
      findings: [finding('dkim-from-not-oversigned', 0), finding('other', 0)],
      passed: 'Fine.',
    }),
  )
  expect(both.detail).toMatchObject({ advice: 'Do other.', refinement: 'Do dkim-from-not-oversigned.' })
  const alone = withFix(conclude(1, { findings: [finding('dkim-from-not-oversigned', 0)], passed: 'Fine.' }))
  expect(alone.detail).not.toHaveProperty('advice')
  expect(alone.detail['findings']).toBe('dkim-from-not-oversigned')
  const costly = withFix(conclude(1, { findings: [finding('size-missing', 0.1)], passed: 'Fine.' }))
  expect(costly.detail).not.toHaveProperty('refinement')
})
