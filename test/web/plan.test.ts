import { describe, expect, test } from 'bun:test'
import type { Change, PlanStep } from '../../src/core/fix.ts'
import { leadsTo, planOf } from '../../src/web/plan.ts'
import { PLAN } from './exhibits.ts'

const step = (gain: PlanStep['gain'], changes: Change[] = [], says = ''): PlanStep => ({
  check: 'spf',
  codes: ['spf-none'],
  says,
  changes,
  gain,
})
const txt = (record: string, replaces?: string): Change => ({
  kind: 'dns',
  name: 'example.org',
  type: 'TXT',
  records: [record],
  ...(replaces !== undefined && { replaces }),
})
const changesOf = (one: PlanStep) => planOf([one]).first[0]?.changes

describe('the steps of a plan', () => {
  test('five are in sight, the rest folded, those without gain apart', () => {
    const plan = planOf(PLAN)
    expect(plan.first.map(({ check }) => check)).toEqual([
      'dkim',
      'dmarc',
      'list-unsubscribe',
      'tls',
      'reverse-dns',
    ])
    expect(plan.more.map(({ check }) => check)).toEqual(['spf', 'spf'])
    expect(plan.free.map(({ check }) => check)).toEqual(['content'])
    expect([plan.steps, plan.open]).toEqual([7, true])
  })

  test('five of five are all in sight', () => {
    const plan = planOf([1, 1, 1, 1, 1].map((gain) => step(gain)))
    expect([plan.first.length, plan.more.length, plan.free.length, plan.open]).toEqual([5, 0, 0, false])
  })

  test('a second step of a check does not repeat the advice', () => {
    expect(planOf(PLAN).more.map(({ again }) => again)).toEqual([false, true])
  })

  test('another check that says the same is told in full', () => {
    const same = step(1, [], 'Send with TLS.')
    expect(planOf([same, { ...same, check: 'tls' }]).first.map(({ again }) => again)).toEqual([false, false])
  })

  test('what the advice says already is not said twice, however it is quoted', () => {
    const record = 'v=spf1 mx -all'
    const said = `Publish: example.org TXT "${record}"`
    expect(changesOf(step(1, [txt(record)], said))).toEqual([])
    expect(changesOf(step(1, [txt(`"${record}"`)], said))).toEqual([])
    expect(changesOf(step(1, [txt('v=spf1 a -all')], said))).toHaveLength(1)
  })

  test('a record is told with its place, without the quotes of one string', () => {
    expect(changesOf(step(1, [txt('"v=spf1 -all"', 'v=spf1')]))).toEqual([
      { place: 'example.org TXT', text: 'v=spf1 -all', instead: 'v=spf1' },
    ])
    const long = '"v=DKIM1; p=a" "b"'
    expect(changesOf(step(1, [txt(long)]))?.[0]?.text).toBe(long)
  })

  test('the TLS that a plan was tried with is not told as something to set', () => {
    expect(changesOf(step(1, [{ kind: 'smtp', tls: { version: 'TLSv1.3', cipher: 'X' } }]))).toEqual([])
  })

  test('what is taken away or done is words, not something to copy', () => {
    const changes: Change[] = [
      { kind: 'dns', name: 'example.org', type: 'TXT', records: [], replaces: 'v=spf1' },
      { kind: 'header', name: 'Sender' },
      { kind: 'smtp', tls: { version: 'TLSv1.3', cipher: 'X' }, helo: 'mail.example.org' },
    ]
    expect(changesOf(step(1, changes))).toEqual([
      { text: 'Remove TXT of example.org that begins with v=spf1', deed: true },
      { text: 'Remove the field Sender', deed: true },
      { text: 'EHLO mail.example.org', deed: true },
    ])
  })
})

describe('where a plan leads', () => {
  const lost = (...scores: number[]) => ({ checks: scores.map((score) => ({ score })) })

  test('is the score with every known gain, from the sum below 0 too, and never past 10', () => {
    expect(leadsTo(planOf([step(1), step(0.5)]), lost(-2))).toBe(9.5)
    expect(leadsTo(planOf([step(1), step('unknown')]), lost(-2))).toBe(9)
    expect(leadsTo(planOf([step(2)]), lost(-8, -3))).toBe(1)
    expect(leadsTo(planOf([step(0.5)]), lost(-8, -3))).toBe(0)
    expect(leadsTo(planOf([step(3)]), lost(-2))).toBe(10)
  })
})
