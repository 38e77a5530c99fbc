import { describe, expect, test } from 'bun:test'
import {
  adviceOf,
  type Check,
  changesOf,
  codesOf,
  detailOf,
  fixesOf,
  fromRendered,
  pointedTo,
} from '../../src/core/check.ts'
import type { Change } from '../../src/core/fix.ts'
import { verbatim } from '../../src/core/verbatim.ts'
import { check, finding } from '../support/builders.ts'

const TXT: Change = { kind: 'dns', name: 'example.org', type: 'TXT', records: ['"v=spf1 -all"'] }
const HELO: Change = { kind: 'smtp', helo: 'mail.example.org' }

const FAILED = check('spf', {
  status: 'failed',
  score: -1,
  summary: 'There is no SPF record.',
  findings: [
    finding('spf-none', { cost: 1, advice: 'Publish one.', reference: 'RFC 7208; Gmail', changes: [TXT] }),
    finding('spf-ptr', { advice: 'Leave out ptr.', reference: 'Gmail; Yahoo' }),
    finding('spf-nicer', { advice: 'Shorten it.', reference: 'RFC 7208', refinement: true }),
  ],
  evidence: { result: 'none', checked_domain: 'example.org' },
  gain: 1,
})

describe('the details of a check', () => {
  test('stand in one order: what was seen, what to do, why, the evidence, then what the plan says', () => {
    expect(Object.entries(detailOf(FAILED))).toEqual([
      ['summary', 'There is no SPF record.'],
      ['advice', 'Publish one.\nLeave out ptr.'],
      ['refinement', 'Shorten it.'],
      ['reference', 'RFC 7208; Gmail; Yahoo'],
      ['findings', 'spf-none,spf-ptr,spf-nicer'],
      ['result', 'none'],
      ['checked_domain', 'example.org'],
      ['fix', 'example.org TXT "v=spf1 -all"'],
      ['gain', '1'],
    ])
  })

  test('without findings are the summary and the evidence', () => {
    const passed = check('spf', { summary: 'It passes.', evidence: { result: 'pass' } })
    expect(detailOf(passed)).toEqual({ summary: 'It passes.', result: 'pass' })
  })

  test('have no advice where all is a refinement, and no refinement where nothing is one', () => {
    const [none, , nicer] = FAILED.findings
    const only = (one = finding('?')) => detailOf(check('spf', { findings: [one] }))
    expect(only(nicer)).toMatchObject({ refinement: 'Shorten it.', findings: 'spf-nicer' })
    expect(only(nicer)).not.toHaveProperty('advice')
    expect(only(none)).not.toHaveProperty('refinement')
  })

  test('leave out advice that is empty, and keep the code and the reference', () => {
    const { summary: _, ...rest } = detailOf(check('mime', { findings: [finding('odd', { advice: '' })] }))
    expect(rest).toEqual({ reference: 'RFC 5322', findings: 'odd' })
  })

  test('tell advice, references, codes and records that findings share once', () => {
    const same = finding('twice', { advice: 'Do it.', changes: [HELO] })
    const other = finding('other', { advice: 'Do it.', changes: [HELO, TXT] })
    expect(detailOf(check('helo', { findings: [same, same, other], gain: 0 }))).toEqual({
      summary: '',
      advice: 'Do it.',
      reference: 'RFC 5322',
      findings: 'twice,other',
      fix: 'EHLO mail.example.org\nexample.org TXT "v=spf1 -all"',
      gain: '0',
    })
  })

  test('tell what to publish only beside what it gains', () => {
    const { gain: _, ...unplanned } = FAILED
    expect(detailOf(unplanned)).not.toContainAnyKeys(['fix', 'gain'])
    expect(detailOf({ ...unplanned, gain: 'unknown' })).toMatchObject({
      fix: 'example.org TXT "v=spf1 -all"',
      gain: 'unknown',
    })
    expect(detailOf({ ...FAILED, findings: [finding('bare')] })).not.toHaveProperty('fix')
  })

  test('hold no marks of what is to be typed', () => {
    const advice = `Set ${verbatim('myhostname')}.`
    expect(detailOf(check('helo', { findings: [finding('helo-empty', { advice })] }))['advice']).toBe(
      'Set myhostname.',
    )
  })

  test('do not quote the message', () => {
    expect(detailOf({ ...FAILED, quotes: { field: 'its own words' } })).toEqual(detailOf(FAILED))
  })
})

describe('a check out of its strings', () => {
  const DETAIL = { summary: 'Seen.', advice: 'Do it.', findings: 'a,b', checked_ip: '192.0.2.10' }
  const RENDERED = fromRendered({
    name: 'spf',
    status: 'failed',
    score: -1,
    detail: DETAIL,
    quotes: { q: 'w' },
  })

  test('is told in the very same strings', () => {
    expect(RENDERED).toMatchObject({ name: 'spf', status: 'failed', score: -1, summary: 'Seen.' })
    expect(RENDERED.quotes).toEqual({ q: 'w' })
    expect(detailOf(RENDERED)).toBe(DETAIL)
  })

  test('keeps its codes, and has no data beside them', () => {
    expect(codesOf(RENDERED)).toEqual(['a', 'b'])
    expect([RENDERED.findings, RENDERED.evidence]).toEqual([[], {}])
    expect([changesOf(RENDERED), fixesOf(RENDERED)]).toEqual([[], []])
  })

  test('without a summary, findings or quotes has none', () => {
    const bare = fromRendered({ name: 'x', status: 'passed', score: 0, detail: {} })
    expect(bare.summary).toBe('')
    expect(codesOf(bare)).toEqual([])
    expect(bare).not.toHaveProperty('quotes')
  })

  test('is what a check was told as', () => {
    const back = fromRendered({ ...FAILED, detail: detailOf(FAILED) })
    expect(detailOf(back)).toEqual(detailOf(FAILED))
    expect(codesOf(back)).toEqual(codesOf(FAILED))
  })
})

describe('what points to another check', () => {
  test('says which one, at the end of its line, and is read from there', () => {
    const advice = adviceOf([
      finding('gmail-tls', { advice: 'TLS: none.', see: 'tls' }),
      finding('gmail-arc', { advice: 'ARC: none.' }),
    ])
    expect(advice).toBe('TLS: none. The check tls says how to fix it.\nARC: none.')
    expect(advice.split('\n').map(pointedTo)).toEqual(['tls', undefined])
  })

  test('is not told as the same where it points elsewhere', () => {
    const to = (see: string) => finding('asked', { advice: 'Fix it.', see })
    expect(adviceOf([to('spf'), to('dkim'), to('spf')]).split('\n')).toHaveLength(2)
  })
})

test('fixes are the findings that changes can fix, each with its own', () => {
  const both: Check = {
    ...FAILED,
    findings: [...FAILED.findings, finding('helo-short', { changes: [HELO] })],
  }
  expect(fixesOf(both)).toEqual([
    { code: 'spf-none', changes: [TXT] },
    { code: 'helo-short', changes: [HELO] },
  ])
  expect(changesOf(both)).toEqual([TXT, HELO])
})

test('codes that are found more than once are told once, in the order of the findings', () => {
  expect(codesOf(check('x', { findings: [finding('b'), finding('a'), finding('b')] }))).toEqual(['b', 'a'])
})
