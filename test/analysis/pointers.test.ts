import { expect, test } from 'bun:test'
import { conclude } from '../../src/analysis/analyzer.ts'
import { pointerTo, withLivePointers } from '../../src/analysis/telling/pointers.ts'
import type { Check } from '../../src/core/check.ts'

const check = (name: string, advice?: string): Check => ({
  name,
  status: 'failed',
  score: 0,
  detail: { summary: 'Seen.', ...(advice && { advice }) },
})

test('a pointer leads to a check that is there and has advice, or is left out', () => {
  const provider = check(
    'provider-gmail',
    `TLS: none.${pointerTo('tls')}\nARC: none.${pointerTo('arc')}\nPTR: none.${pointerTo('reverse-dns')}`,
  )
  const [told] = withLivePointers([provider, check('tls', 'Use STARTTLS.'), check('arc')])
  expect(told?.detail['advice']).toBe('TLS: none. The check tls says how to fix it.\nARC: none.\nPTR: none.')
})

test('what points nowhere stays the very same', () => {
  const checks = [check('tls', 'Use STARTTLS.'), check('arc')]
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
  const both = conclude(1, {
    findings: [finding('dkim-from-not-oversigned', 0), finding('other', 0)],
    passed: 'Fine.',
  })
  expect(both.detail).toMatchObject({ advice: 'Do other.', refinement: 'Do dkim-from-not-oversigned.' })
  const alone = conclude(1, { findings: [finding('dkim-from-not-oversigned', 0)], passed: 'Fine.' })
  expect(alone.detail).not.toHaveProperty('advice')
  expect(alone.detail['findings']).toBe('dkim-from-not-oversigned')
  const costly = conclude(1, { findings: [finding('size-missing', 0.1)], passed: 'Fine.' })
  expect(costly.detail).not.toHaveProperty('refinement')
})
