import { describe, expect, test } from 'bun:test'
import { transportPolicy } from '../../../src/analysis/analyzers/server/transport-policy.ts'
import type { ZoneLiteral, ZoneRecords } from '../../../src/net/dns/zone.ts'
import type { FetchAnswer, FetchRequest, Resolver } from '../../../src/net/ports.ts'
import { type Scene, scene } from './server-context.ts'

const ADDRESS = 'https://mta-sts.example.org/.well-known/mta-sts.txt'
const DIGEST = 'ab'.repeat(32)
const tlsa = (usage = 3, certificate = DIGEST) => ({ usage, selector: 1, matchingType: 1, certificate })

function policy(
  lines: string[] = ['mode: enforce', 'mx: mx.example.org', 'max_age: 604800'],
  more = {},
): FetchAnswer {
  return {
    kind: 'response',
    status: 200,
    url: ADDRESS,
    redirects: [],
    contentType: 'text/plain',
    body: Buffer.from(['version: STSv1', ...lines].join('\r\n')).toString('base64'),
    truncated: false,
    ...more,
  }
}

const STS: ZoneRecords = { TXT: ['v=STSv1; id=1'] }
const REPORT: ZoneRecords = { TXT: ['v=TLSRPTv1; rua=mailto:tls@example.org'] }
const ZONE: ZoneLiteral = {
  'example.org': {
    MX: [[10, 'mx.example.org']],
    CAA: [{ critical: false, tag: 'issue', value: 'ca.example; a=b' }],
  },
  '_mta-sts.example.org': STS,
  '_smtp._tls.example.org': REPORT,
}

interface Given extends Scene {
  web?: FetchAnswer
  /** Names whose answers are validated by DNSSEC; '*': all. */
  signed?: string[]
}

async function judge({ web = policy(), signed = [], ...given }: Given) {
  const context = scene({ zone: ZONE, ...given })
  const asked: FetchRequest[] = []
  const resolver: Resolver = {
    async query(name, type) {
      const answer = await context.asked.query(name, type)
      return { ...answer, ad: signed.includes('*') || signed.includes(name) }
    },
  }
  const conclusion = await transportPolicy.run({
    ...context,
    dns: () => resolver,
    web: () => ({
      fetch: async (request) => {
        asked.push(request)
        return web
      },
    }),
  })
  return { ...conclusion, codes: conclusion.detail['findings'] ?? '', asked }
}

const mended = (records: ZoneLiteral): Given => ({ zone: { ...ZONE, ...records } })

test.each<[string, Given, string, string]>([
  ['all as it should be', {}, 'passed', ''],
  ['nothing published', { zone: { 'example.org': { MX: [[10, 'mx.example.org']] } } }, 'neutral', ''],
  ['a domain that is not there', { zone: {} }, 'neutral', ''],
  ['no domain in From', { headers: ['Subject: x'] }, 'neutral', ''],
  ['an address literal in From', { headers: ['From: <a@[192.0.2.1]>'] }, 'neutral', ''],
  ['TLS-RPT alone', mended({ '_mta-sts.example.org': {} }), 'passed', ''],
  ['a null MX', mended({ 'example.org': { MX: [[0, '']] } }), 'passed', ''],
  ['no TLS-RPT beside MTA-STS', mended({ '_smtp._tls.example.org': {} }), 'passed', 'tlsrpt-missing'],
  [
    'testing',
    { web: policy(['mode: testing', 'mx: mx.example.org', 'max_age: 604800']) },
    'passed',
    'sts-testing',
  ],
  ['mode none', { web: policy(['mode: none', 'max_age: 86400']) }, 'passed', ''],
  ['a week', { web: policy(['mode: enforce', 'mx: *.example.org', 'max_age: 604800']) }, 'passed', ''],
  [
    'less than a week',
    { web: policy(['mode: enforce', 'mx: *.example.org', 'max_age: 604799']) },
    'passed',
    'sts-max-age-short',
  ],
  ['another type', { web: policy(undefined, { contentType: 'text/html' }) }, 'passed', 'sts-content-type'],
  [
    'a host that enforce shuts out',
    { web: policy(['mode: enforce', 'mx: other.example.org', 'max_age: 604800']) },
    'failed',
    'sts-mx-not-covered',
  ],
  [
    'a host that testing would shut out',
    { web: policy(['mode: testing', 'mx: other.example.org', 'max_age: 604800']) },
    'passed',
    'sts-mx-not-covered,sts-testing',
  ],
  ['an invalid policy', { web: policy(['mode: on']) }, 'failed', 'sts-policy-invalid'],
  ['a policy too long', { web: policy(undefined, { truncated: true }) }, 'failed', 'sts-policy-invalid'],
  ['a redirect', { web: policy([], { status: 301, location: '/x' }) }, 'failed', 'sts-policy-redirect'],
  ['not found', { web: policy([], { status: 404 }) }, 'failed', 'sts-policy-status'],
  ['a bad certificate', { web: { kind: 'failure', reason: 'tls' } }, 'failed', 'sts-policy-tls'],
  ['an inner address', { web: { kind: 'failure', reason: 'not-public' } }, 'failed', 'sts-policy-not-public'],
  ['a host without address', { web: { kind: 'failure', reason: 'network' } }, 'failed', 'sts-policy-no-host'],
  [
    'a host that is silent',
    {
      ...mended({ 'mta-sts.example.org': { A: ['93.184.216.34'] } }),
      web: { kind: 'failure', reason: 'network' },
    },
    'error',
    '',
  ],
  ['a server in trouble', { web: policy([], { status: 503 }) }, 'error', ''],
  ['a timeout', { web: { kind: 'failure', reason: 'timeout' } }, 'error', ''],
  ['offline', { web: { kind: 'failure', reason: 'not-asked' } }, 'error', ''],
  ['not a record', mended({ '_mta-sts.example.org': { TXT: ['v=STSv1'] } }), 'failed', 'sts-not-a-record'],
  [
    'several',
    mended({ '_mta-sts.example.org': { TXT: ['v=STSv1; id=1', 'v=STSv1; id=2'] } }),
    'failed',
    'sts-several-records',
  ],
  ['no id', mended({ '_mta-sts.example.org': { TXT: ['v=STSv1;'] } }), 'failed', 'sts-bad-id'],
  [
    'no report record',
    mended({ '_smtp._tls.example.org': { TXT: ['v=TLSRPTv1'] } }),
    'failed',
    'tlsrpt-not-a-record',
  ],
  [
    'several report records',
    mended({ '_smtp._tls.example.org': { TXT: [...(REPORT.TXT ?? []), ...(REPORT.TXT ?? [])] } }),
    'failed',
    'tlsrpt-several-records',
  ],
  ['no rua', mended({ '_smtp._tls.example.org': { TXT: ['v=TLSRPTv1;'] } }), 'failed', 'tlsrpt-no-address'],
  [
    'a bad rua',
    mended({ '_smtp._tls.example.org': { TXT: ['v=TLSRPTv1; rua=x'] } }),
    'failed',
    'tlsrpt-bad-address',
  ],
  [
    'a critical CAA tag of no registry',
    mended({
      'example.org': { MX: [[1, 'mx.example.org']], CAA: [{ critical: true, tag: 'tbs', value: 'x' }] },
    }),
    'passed',
    'caa-unknown-critical',
  ],
  ...[
    'MX example.org',
    'TXT _mta-sts.example.org',
    'TXT _smtp._tls.example.org',
    'TLSA _25._tcp.mx.example.org',
    'CAA example.org',
  ].map((question): [string, Given, string, string] => [
    `no answer: ${question}`,
    { fail: [question] },
    'error',
    '',
  ]),
])('%s', async (_name, given, status, codes) => {
  const found = await judge(given)
  expect({ status: found.status as string, score: found.score, codes: found.codes }).toEqual({
    status,
    score: 0,
    codes,
  })
})

test('the policy is asked for as senders ask, and only where a record speaks of it', async () => {
  expect((await judge({})).asked).toEqual([
    { url: ADDRESS, method: 'GET', maxBytes: 65_536, maxRedirects: 0 },
  ])
  expect((await judge(mended({ '_mta-sts.example.org': {} }))).asked).toEqual([])
})

test('what is certainly broken is told though another question failed', async () => {
  const { status, codes } = await judge({ fail: ['CAA example.org'], web: policy([], { status: 404 }) })
  expect({ status: status as string, codes }).toEqual({ status: 'failed', codes: 'sts-policy-status' })
})

test('evidence', async () => {
  const { detail } = await judge({ signed: ['*'] })
  expect(detail).toMatchObject({
    domain: 'example.org',
    mail_hosts: 'mx.example.org',
    mta_sts: 'present, id 1',
    mta_sts_policy: 'mode enforce, max_age 604800, 1 mx',
    tls_rpt: 'present (mailto)',
    dane: 'mx.example.org absent',
    dnssec: 'the MX answer is validated',
    caa: 'at example.org: issue ca.example',
  })
})

test('a subdomain inherits CAA and nothing else', async () => {
  const { detail, status } = await judge({ headers: ['From: <a@news.example.org>'] })
  expect(status).toBe('neutral')
  expect(detail).toMatchObject({
    mta_sts: 'absent',
    tls_rpt: 'absent',
    caa: 'at example.org: issue ca.example',
  })
})

test('the record to publish is in the fix', async () => {
  const { fixes, detail } = await judge(mended({ '_mta-sts.example.org': { TXT: ['v=STSv1'] } }))
  expect(fixes).toEqual([
    {
      code: 'sts-not-a-record',
      changes: [
        { kind: 'dns', name: '_mta-sts.example.org', type: 'TXT', records: ['"v=STSv1; id=20261120120000"'] },
      ],
    },
  ])
  expect(detail['advice']).toContain('_mta-sts.example.org TXT "v=STSv1; id=20261120120000"')
})

describe('DANE', () => {
  const dane = (...records: ReturnType<typeof tlsa>[]): ZoneLiteral => ({
    'example.org': { MX: [[10, 'mx.example.org']] },
    '_25._tcp.mx.example.org': { TLSA: records },
    '_smtp._tls.example.org': REPORT,
  })

  test.each<[string, Given, string, string]>([
    ['usable', { zone: dane(tlsa()), signed: ['*'] }, 'passed', ''],
    ['DANE-TA', { zone: dane(tlsa(2)), signed: ['*'] }, 'passed', ''],
    ['one of two usable', { zone: dane(tlsa(1), tlsa()), signed: ['*'] }, 'passed', ''],
    ['a usage that is not for mail', { zone: dane(tlsa(1)), signed: ['*'] }, 'failed', 'dane-unusable'],
    ['a digest cut short', { zone: dane(tlsa(3, 'abcd')), signed: ['*'] }, 'failed', 'dane-unusable'],
    ['nothing is known of validation', { zone: dane(tlsa()) }, 'passed', ''],
    ['TLSA not validated', { zone: dane(tlsa()), signed: ['example.org'] }, 'passed', 'dane-not-validated'],
    [
      'MX not validated',
      { zone: dane(tlsa()), signed: ['_25._tcp.mx.example.org'] },
      'passed',
      'dane-not-validated',
    ],
  ])('%s', async (_name, given, status, codes) => {
    const found = await judge(given)
    expect({ status: found.status as string, codes: found.codes }).toEqual({ status, codes })
  })
})
