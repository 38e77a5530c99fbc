import { describe, expect, test } from 'bun:test'
import type { PublishedPolicy } from '../../../../src/core/aggregate/report.ts'
import { isSame, policyLines } from '../../../../src/services/answers/policies/spans.ts'
import type { SeenPolicy } from '../../../../src/store/dmarc/source-facts.ts'
import { processorTime } from '../../../support/processor-time.ts'

const policy = (p: string, changes: Partial<PublishedPolicy> = {}): PublishedPolicy => ({
  p,
  adkim: 'r',
  aspf: 'r',
  ...changes,
})

const seen = (day: number, p: string | PublishedPolicy, changes: Partial<SeenPolicy> = {}): SeenPolicy => ({
  day,
  policyDomain: 'example.org',
  policy: typeof p === 'string' ? policy(p) : p,
  reports: 5,
  authenticated: true,
  ...changes,
})

const spansOf = (all: readonly SeenPolicy[]) => policyLines(all, 'example.org')[0]?.spans ?? []

describe('policies that reports saw', () => {
  test('are the same by what tags mean, not by which are written', () => {
    expect(isSame(policy('reject'), policy('reject', { sp: 'reject', pct: 100, fo: '1' }))).toBe(true)
    expect(isSame(policy('reject'), policy('reject', { sp: 'none' }))).toBe(false)
    expect(isSame(policy('reject', { pct: 100 }), policy('reject', { pct: 50 }))).toBe(false)
    expect(isSame(policy('reject'), policy('reject', { adkim: 's' }))).toBe(false)
  })

  test('differ by np and t only between reporters that read them', () => {
    const [unaware, np, other] = [
      policy('none'),
      policy('none', { np: 'reject' }),
      policy('none', { np: 'none' }),
    ]
    expect(isSame(unaware, np)).toBe(true)
    expect(isSame(np, other)).toBe(false)
    expect(isSame(policy('none', { np: 'none', testing: true }), other)).toBe(false)
  })

  test('a reporter of RFC 9989 that knows no pct saw the same', () => {
    expect(isSame(policy('reject'), policy('reject', { pct: 50 }))).toBe(true)
    const spans = spansOf([
      seen(1, policy('quarantine', { pct: 25 })),
      seen(1, policy('quarantine', { np: 'none', discovery: 'treewalk' }), { reports: 1 }),
      seen(2, policy('quarantine', { pct: 100 })),
    ])
    expect(spans.map(({ policy: { pct }, reports, others }) => [pct, reports, others])).toEqual([
      [25, 6, []],
      [100, 5, []],
    ])
  })

  test('follow each other in spans, with what changed and how many reports saw it', () => {
    const spans = spansOf([
      seen(1, 'none'),
      seen(2, 'none'),
      seen(3, 'quarantine'),
      seen(4, 'reject'),
      seen(5, 'reject'),
    ])
    expect(spans.map(({ policy: { p }, from, to, days, reports }) => [p, from, to, days, reports])).toEqual([
      ['none', 1, 2, 2, 10],
      ['quarantine', 3, 3, 1, 5],
      ['reject', 4, 5, 2, 10],
    ])
  })

  test('a few days without reports are bridged, more are a gap', () => {
    const [span] = spansOf([1, 2, 6, 11, 12].map((day) => seen(day, 'none')))
    expect(span?.runs).toEqual([
      { from: 1, to: 6 },
      { from: 11, to: 12 },
    ])
    expect(span?.days).toBe(5)
  })

  test('a reporter that saw the record from before is told as late, one that saw the next as early', () => {
    const spans = spansOf([
      seen(1, 'none'),
      seen(1, 'quarantine', { reports: 1 }),
      seen(2, 'quarantine'),
      seen(2, 'none', { reports: 2 }),
      seen(3, 'quarantine'),
      seen(3, 'none', { reports: 1 }),
      seen(3, 'reject', { reports: 1 }),
    ])
    expect(spans.map(({ policy: { p } }) => p)).toEqual(['none', 'quarantine'])
    expect(spans[0]?.others).toEqual([{ policy: policy('quarantine'), kind: 'early', reports: 1, last: 1 }])
    expect(spans[1]?.others).toEqual([
      { policy: policy('none'), kind: 'late', reports: 3, last: 3 },
      { policy: policy('reject'), kind: 'other', reports: 1, last: 3 },
    ])
  })

  test('unauthenticated reports outweigh no authenticated one, however many there are', () => {
    const [span] = spansOf([
      seen(1, 'reject', { reports: 1 }),
      seen(1, 'none', { reports: 9_000, authenticated: false }),
    ])
    expect(span?.policy.p).toBe('reject')
    const [alone] = spansOf([seen(1, 'none', { authenticated: false })])
    expect([alone?.policy.p, alone?.reports, alone?.authenticated]).toEqual(['none', 5, 0])
  })

  test('the domain’s own record stands first, then those that most reports name', () => {
    const lines = policyLines(
      [
        seen(1, 'none', { policyDomain: 'a.example.org' }),
        seen(1, 'none', { policyDomain: 'b.example.org', reports: 9 }),
        seen(1, 'reject', { reports: 1 }),
      ],
      'example.org',
    )
    expect(lines.map(({ policyDomain }) => policyDomain)).toEqual([
      'example.org',
      'b.example.org',
      'a.example.org',
    ])
  })

  test('thousands of invented policies are bounded', () => {
    const all = Array.from({ length: 5_000 }, (_, at) =>
      seen(at % 2, `p${at}`, { reports: 1, authenticated: false }),
    )
    const began = processorTime()
    const spans = spansOf([...all, seen(1, 'reject')])
    expect(spans.at(-1)?.policy.p).toBe('reject')
    expect(Math.max(...spans.map(({ others }) => others.length))).toBeLessThanOrEqual(12)
    expect(processorTime() - began).toBeLessThan(2_000)
  })

  test('without reports there is none', () => expect(policyLines([], 'example.org')).toEqual([]))
})
