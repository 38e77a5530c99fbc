import { describe, expect, test } from 'bun:test'
import { attentionOf } from '../../../../src/services/answers/standings/attention.ts'
import type { DomainStanding } from '../../../../src/services/answers/standings/standing.ts'
import { standingDays } from '../../../support/standing-days.ts'
import {
  BLOCKED,
  DEMANDING,
  readiness,
  scope,
  simulation,
  TOO_LITTLE,
  verdict,
} from '../../../web/dmarc/fake-answers.ts'

const SETTLED = 20_000

const days = (n: number, last = SETTLED) =>
  standingDays(Array.from({ length: n }, (_, at) => ({ day: last - n + 1 + at, messages: 100, pass: 99 })))
const NO_DAYS = { lastDay: undefined, days: () => [] }

const standing = (changes: Partial<DomainStanding> = {}): DomainStanding => ({
  domain: { id: 'dom-1', domain: 'example.org' },
  isReported: true,
  messages: 3_000,
  pass: 2_970,
  reports: 90,
  before: { messages: 3_000, pass: 2_970, reports: 90 },
  ...days(30),
  ...changes,
})

const kindOf = (one: Partial<DomainStanding>, ready?: ReturnType<typeof readiness>) =>
  attentionOf({ standing: standing(one), readiness: ready, settled: SETTLED }).kind

const HIT = readiness({
  scopes: [
    scope('p', {
      published: 'reject',
      applied: 'reject',
      verdicts: [
        verdict('quarantine', { ready: 'no' }),
        verdict('reject', {
          ready: 'no',
          missing: [{ kind: 'own_mail', says: '6.3% of your own mail fails and would be refused.' }],
          simulation: simulation('reject', { refusedOwn: 2_912 }),
        }),
      ],
    }),
  ],
})

describe('what needs somebody first', () => {
  test.each([
    ['mail of its own that its policy hits', {}, HIT, 'own_refused'],
    ['much less that passes', { pass: 2_000 }, DEMANDING, 'dropped'],
    ['its own mail that fails', {}, BLOCKED, 'blocked'],
    ['reports that stopped', days(20, SETTLED - 3), DEMANDING, 'missing'],
    ['no report of the whole window', { ...NO_DAYS, messages: 0, pass: 0, reports: 0 }, undefined, 'missing'],
    ['TLS that fails', { tls: { sessions: 1_000, failures: 10 } }, DEMANDING, 'tls'],
    ['a DMARC record that is gone', {}, readiness({ record: { state: 'none' } }), 'no_record'],
    ['a DMARC record that receivers cannot use', {}, readiness({ record: { state: 'broken' } }), 'no_record'],
    ['a stricter policy that is allowed', {}, readiness(), 'ready'],
    ['too few reports', {}, TOO_LITTLE, 'too_little'],
    ['nothing', {}, DEMANDING, 'fine'],
    ['no report ever', { isReported: false }, undefined, 'none'],
  ] as const)('%s', (_, one, ready, kind) => expect(kindOf(one as never, ready)).toBe(kind))

  test('without readiness nobody’s mail is called the domain’s own', () => {
    const low = { pass: 2_700, before: { messages: 3_000, pass: 2_700, reports: 90 } }
    const { kind, says } = attentionOf({ standing: standing(low), settled: SETTLED })
    expect(kind).toBe('failing')
    expect(says).toBe('300 messages failed. Whose mail that is is not counted yet.')
    expect(kindOf({})).toBe('uncounted')
    expect(attentionOf({ standing: standing(), settled: SETTLED }).says).toContain('not counted yet')
  })

  test.each([
    ['few messages', { messages: 99, pass: 0 }],
    ['few messages before', { pass: 2_000, before: { messages: 99, pass: 99, reports: 3 } }],
    ['four points', { pass: 2_880 }],
    ['a weekend without reports', days(28, SETTLED - 2)],
    [
      'a domain that seldom has reports',
      standingDays([1, 9, 18].map((n) => ({ day: SETTLED - n - 3, messages: 9, pass: 9 }))),
    ],
    ['one TLS session of a thousand', { tls: { sessions: 1_000, failures: 9 } }],
    ['no TLS session', { tls: { sessions: 0, failures: 0 } }],
  ])('%s is nothing to be told', (_, one) => expect(kindOf(one, DEMANDING)).toBe('fine'))

  test('what is not looked up is not called fine', () => {
    const unknown = readiness({ scopes: [{ scope: 'p', verdicts: [] }] })
    expect(attentionOf({ standing: standing(), readiness: unknown, settled: SETTLED }).says).toContain(
      'could not be looked up',
    )
  })

  test('what weakens a policy goes before the next one', () => {
    const next = readiness().next.map((one) => ({ ...one, policy: 'quarantine' as const }))
    const weakened = readiness({
      next,
      scopes: [scope('p', { published: 'quarantine', applied: 'quarantine' })],
    })
    const { says } = attentionOf({ standing: standing(), readiness: weakened, settled: SETTLED })
    expect(says).toBe('It is ready for p=quarantine: look at the next record.')
  })

  test('a rate is never rounded up', () => {
    const { says } = attentionOf({
      standing: standing({ pass: 2_699 }),
      readiness: DEMANDING,
      settled: SETTLED,
    })
    expect(says).toStartWith('89.9% of its mail passed, 99.0% in the 30 days before')
  })
})
