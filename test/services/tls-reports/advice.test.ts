import { describe, expect, test } from 'bun:test'
import { tlsAdvice } from '../../../src/services/tls-reports/advice.ts'
import { enforcingBy } from '../../../src/services/tls-reports/enforcing.ts'
import { RESULT_TYPES } from '../../../src/web/words/tls.ts'

const FACTS = { domain: 'example.org', mailHosts: ['mx1.example.org', 'mx2.example.org'] }

describe('what to do about sessions that failed', () => {
  test.each(RESULT_TYPES)('is said of %s', (type) => {
    const advice = tlsAdvice(type, ['mx1.example.org'], FACTS)
    expect(advice?.does.length).toBeGreaterThan(40)
    expect(advice?.does).toMatch(/\.$/)
    expect(advice?.does).not.toContain('undefined')
  })

  test('a type that nobody defined has none', () => {
    expect(tlsAdvice('made-up', ['mx1.example.org'], FACTS)).toBeUndefined()
    expect(tlsAdvice('constructor', [], FACTS)).toBeUndefined()
  })

  test('names hosts of the domain alone: others are texts of strangers', () => {
    const both = tlsAdvice('certificate-expired', ['mx2.example.org', 'evil.example'], FACTS)
    expect(both?.does).toStartWith('Renew the certificate of mx2.example.org')
    expect(both?.does).not.toContain('evil')
    expect(both?.now).toBe('1 of the hosts that these reports name is no mail host of example.org now.')
    const strange = tlsAdvice('validation-failure', ['$(reboot).example'], FACTS)
    expect(strange?.does).not.toContain('reboot')
    expect(strange?.now).toContain('No host that these reports name is a mail host of example.org now')
  })

  test('without a look at the DNS says nothing of hosts', () => {
    const advice = tlsAdvice('starttls-not-supported', ['mx1.example.org'], { domain: 'example.org' })
    expect(advice?.does).toContain('each mail server')
    expect(advice?.now).toBeUndefined()
  })

  test('of the policy says whether it can be used now', () => {
    const now = (stsWorks?: boolean) =>
      tlsAdvice('sts-policy-fetch-error', [], {
        domain: 'example.org',
        ...(stsWorks !== undefined && { stsWorks }),
      })?.now
    expect(now()).toBeUndefined()
    expect(now(true)).toContain('could be fetched and read')
    expect(now(false)).toContain('policy could not be used')
  })
})

describe('whether a policy in testing mode may enforce', () => {
  const days = (n: number) => Array.from({ length: n }, (_, day) => ({ day, successes: 10, failures: 0 }))
  const sts = (successes: number, failures: number) => [{ type: 'sts', reports: 1, successes, failures }]

  test('is known after seven days with sessions and without a failure', () => {
    expect(enforcingBy({ days: days(7), policies: sts(70, 0) })).toEqual({
      state: 'ready',
      sessions: 70,
      days: 7,
    })
    expect(enforcingBy({ days: days(6), policies: sts(60, 0) })).toEqual({ state: 'too_little', days: 6 })
  })

  test('a single failure stands against it, on however few days', () => {
    expect(enforcingBy({ days: days(2), policies: sts(20, 1) })).toEqual({
      state: 'failing',
      sessions: 21,
      failures: 1,
    })
  })

  test('sessions without the policy, or by TLSA records, say nothing of it', () => {
    const others = [
      { type: 'tlsa', reports: 9, successes: 900, failures: 9 },
      { type: 'no-policy-found', reports: 9, successes: 900, failures: 9 },
    ]
    expect(enforcingBy({ days: days(14), policies: others })).toEqual({ state: 'too_little', days: 0 })
  })
})
