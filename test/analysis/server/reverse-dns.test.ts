import { expect, test } from 'bun:test'
import { reverseDns } from '../../../src/analysis/analyzers/server/reverse-dns.ts'
import type { ZoneLiteral } from '../../../src/net/dns/zone.ts'
import { withFix } from '../../support/with-fix.ts'
import { scene } from './server-context.ts'

const PTR = '10.2.0.192.in-addr.arpa'
const mail = { [PTR]: { PTR: ['mail.example.org'] } }
const generic = 'host-192-0-2-10.example.net'
const here = { A: ['192.0.2.10'] }

const cases: [
  name: string,
  literal: ZoneLiteral,
  fail: string[],
  status: string,
  score: number,
  codes: string,
][] = [
  ['a chosen name that leads back', { ...mail, 'mail.example.org': here }, [], 'passed', 0, ''],
  ['no PTR', {}, [], 'failed', -1, 'ptr-none'],
  ['a PTR name without address', mail, [], 'failed', -1, 'ptr-not-confirmed'],
  [
    'a PTR name with another address',
    { ...mail, 'mail.example.org': { A: ['192.0.2.9'] } },
    [],
    'failed',
    -1,
    'ptr-not-confirmed',
  ],
  [
    'a generic name that leads back',
    { [PTR]: { PTR: [generic] }, [generic]: here },
    [],
    'failed',
    -0.3,
    'ptr-generic',
  ],
  [
    'a generic name that does not lead back costs once',
    { [PTR]: { PTR: [generic] } },
    [],
    'failed',
    -1,
    'ptr-not-confirmed',
  ],
  [
    'a generic and a chosen name, both lead back',
    { [PTR]: { PTR: [generic, 'mail.example.org'] }, [generic]: here, 'mail.example.org': here },
    [],
    'passed',
    0,
    '',
  ],
  [
    'one of two names leads back',
    { [PTR]: { PTR: ['old.example.org', 'mail.example.org'] }, 'mail.example.org': here },
    [],
    'passed',
    0,
    'ptr-some-not-confirmed',
  ],
  ['the PTR question fails', {}, [`PTR ${PTR}`], 'error', 0, ''],
  ['the way back fails', mail, ['A mail.example.org'], 'error', 0, ''],
  [
    'one way back fails, another leads back',
    { [PTR]: { PTR: ['a.example.org', 'mail.example.org'] }, 'mail.example.org': here },
    ['A a.example.org'],
    'passed',
    0,
    '',
  ],
  [
    'one way back fails, another leads elsewhere',
    { [PTR]: { PTR: ['a.example.org', 'mail.example.org'] } },
    ['A a.example.org'],
    'error',
    0,
    '',
  ],
  [
    'a generic name leads back, the way back of a chosen one fails',
    { [PTR]: { PTR: [generic, 'mail.example.org'] }, [generic]: here },
    ['A mail.example.org'],
    'error',
    0,
    '',
  ],
]

test.each(cases)('%s', async (_name, literal, fail, status, score, codes) => {
  const conclusion = withFix(await reverseDns.run(scene({ zone: literal, fail })))
  const { status: found, score: points, detail } = conclusion
  expect({ found, points, codes: detail['findings'] ?? '' }).toEqual({
    found: status as 'error',
    points: score,
    codes,
  })
})

test('the advice holds the very records', async () => {
  const none = withFix(await reverseDns.run(scene()))
  expect(none.detail['advice']).toContain(`${PTR} PTR mail.example.org.`)
  const lost = withFix(await reverseDns.run(scene({ zone: mail })))
  expect(lost.detail['advice']).toContain('mail.example.org A 192.0.2.10')
})

test('IPv6 is judged by AAAA', async () => {
  const name = `5.2.${'0.'.repeat(22)}8.b.d.0.1.0.0.2.ip6.arpa`
  const literal = { [name]: { PTR: ['mail.example.org'] }, 'mail.example.org': { AAAA: ['2001:db8::25'] } }
  const conclusion = withFix(
    await reverseDns.run(scene({ zone: literal, envelope: { clientAddress: '2001:db8::25' } })),
  )
  expect(conclusion.status).toBe('passed')
})

test.each([
  ['hidden by a proxy', { envelope: { clientAddress: '10.0.0.1' } }, 'error'],
  ['from a file', { without: ['clientAddress'] as const }, 'neutral'],
])('%s: nothing is asked', async (_name, given, status) => {
  const context = scene(given)
  expect((await reverseDns.run(context)).status).toBe(status as 'error')
  expect(context.asked.calls).toEqual([])
})
