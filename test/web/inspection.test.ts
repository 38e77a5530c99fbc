import { describe, expect, test } from 'bun:test'
import type { Check, CheckStatus } from '../../src/core/check.ts'
import { granted, type Refusal, refused } from '../../src/core/refusal.ts'
import { check, finding } from '../support/builders.ts'
import { siteUnderTest } from './site-under-test.ts'

function looked(name: string, status: CheckStatus, changes: Partial<Check> = {}): Check {
  return check(name, { status, summary: `${name} was looked at.`, ...changes })
}

const CHECKS = [
  looked('dns', 'passed', { evidence: { a: '93.184.216.34' } }),
  looked('spf', 'failed', {
    summary: 'There is no SPF record for example.org.',
    findings: [
      finding('spf-none', {
        cost: 1,
        advice: 'Publish: example.org TXT "v=spf1 -all"',
        reference: 'RFC 7208 section 2.6.1',
      }),
    ],
  }),
  looked('dmarc', 'passed', { findings: [finding('dmarc-no-reports', { advice: 'Ask for reports.' })] }),
  looked('mx', 'error'),
  looked('bimi', 'neutral'),
]

function site(answer: Refusal | 'done' = 'done') {
  const asked: [string, string][] = []
  const made = siteUnderTest({
    inspections: {
      inspect: async (typed, client) => {
        asked.push([typed, client])
        const subject = { kind: 'domain', name: 'example.org' } as const
        return answer === 'done' ? granted({ subject, checks: CHECKS }) : refused(answer)
      },
    },
  })
  return { ...made, asked }
}

describe('/check', () => {
  test('asks for a name, and nobody for anything', async () => {
    const { ask, asked } = site()
    const response = await ask('/check')
    const html = await response.text()
    expect(response.status).toBe(200)
    expect(response.headers.get('x-robots-tag')).toContain('noindex')
    expect(html).toContain('<form method="get" action="/check"')
    expect(asked).toEqual([])
  })

  test('where tests without an account are off, it says so and has no form', async () => {
    const { ask } = siteUnderTest({ anonymousTests: false })
    const response = await ask('/check')
    const html = await response.text()
    expect(response.status).toBe(403)
    expect(html).toContain('turned off')
    expect(html).not.toContain('<form')
  })

  test('shows what was found: what is to be fixed first', async () => {
    const { ask, asked } = site()
    const response = await ask('/check?name=Example.ORG')
    const html = await response.text()
    expect([response.status, asked]).toEqual([200, [['Example.ORG', '192.0.2.1']]])
    expect(response.headers.get('x-robots-tag')).toContain('noindex')
    expect(response.headers.get('cache-control')).toBe('no-store')
    const order = [
      'One thing to fix.',
      'To fix',
      'Could not be determined',
      'Worth doing',
      'In order',
      'For information',
    ]
    const places = order.map((words) => html.indexOf(words))
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    expect(places[0]).toBeGreaterThan(0)
    expect(html).toContain('v=spf1 -all')
    expect(html).not.toMatch(/of 10/)
  })

  test.each<[Refusal, number, string]>([
    [{ kind: 'bad_request', reason: 'That is neither.' }, 400, 'That is neither.'],
    [{ kind: 'under_way' }, 409, 'Your last check has not ended'],
    [{ kind: 'rate_limited', retryAfterSeconds: 120 }, 429, 'Try again in'],
    [{ kind: 'anonymous_tests_off' }, 403, 'turned off'],
  ])('%p is told beside the form', async (refusal, status, words) => {
    const { ask } = site(refusal)
    const response = await ask('/check?name=%3Cscript%3Ealert(1)%3C/script%3E')
    const html = await response.text()
    expect(response.status).toBe(status)
    expect(html).toContain(words)
    expect(html).toContain('role="alert"')
    expect(html).not.toContain('<script>alert')
    if (refusal.kind === 'rate_limited') expect(response.headers.get('retry-after')).toBe('120')
  })

  test('an endless name is not repeated', async () => {
    const { ask } = site({ kind: 'bad_request', reason: 'Too long.' })
    const html = await (await ask(`/check?name=${'a'.repeat(5_000)}`)).text()
    expect(html).not.toContain('a'.repeat(301))
  })

  test('takes no POST', async () => {
    const { post } = site()
    expect((await post('/check')).status).toBe(405)
  })
})
