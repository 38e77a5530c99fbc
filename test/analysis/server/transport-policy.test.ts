import { describe, expect, test } from 'bun:test'
import { transportPolicy } from '../../../src/analysis/analyzers/server/transport-policy.ts'
import type { ZoneLiteral, ZoneRecords } from '../../../src/net/dns/zone.ts'
import type { FetchAnswer, FetchRequest, Resolver } from '../../../src/net/ports.ts'
import { withFix } from '../../support/with-fix.ts'
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
  const conclusion = withFix(
    await transportPolicy.run({
      ...context,
      dns: () => resolver,
      web: () => ({
        fetch: async (request) => {
          asked.push(request)
          return web
        },
      }),
    }),
  )
  return { ...conclusion, codes: conclusion.detail['findings'] ?? '', asked }
}

const fixed = (records: ZoneLiteral): Given => ({ zone: { ...ZONE, ...records } })

test.each<[string, Given, string, string]>([
  ['all as it should be', {}, 'passed', ''],
  ['nothing published', { zone: { 'example.org': { MX: [[10, 'mx.example.org']] } } }, 'neutral', ''],
  ['a domain that is not there', { zone: {} }, 'neutral', ''],
  ['no domain in From', { headers: ['Subject: x'] }, 'neutral', ''],
  ['an address literal in From', { headers: ['From: <a@[192.0.2.1]>'] }, 'neutral', ''],
  ['TLS-RPT alone', fixed({ '_mta-sts.example.org': {} }), 'passed', ''],
  ['a null MX', fixed({ 'example.org': { MX: [[0, '']] } }), 'passed', ''],
  ['no TLS-RPT beside MTA-STS', fixed({ '_smtp._tls.example.org': {} }), 'passed', 'tlsrpt-missing'],
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
      ...fixed({ 'mta-sts.example.org': { A: ['93.184.216.34'] } }),
      web: { kind: 'failure', reason: 'network' },
    },
    'error',
    '',
  ],
  ['a server in trouble', { web: policy([], { status: 503 }) }, 'error', ''],
  ['a timeout', { web: { kind: 'failure', reason: 'timeout' } }, 'error', ''],
  ['offline', { web: { kind: 'failure', reason: 'not-asked' } }, 'error', ''],
  ['not a record', fixed({ '_mta-sts.example.org': { TXT: ['v=STSv1'] } }), 'failed', 'sts-not-a-record'],
  [
    'several',
    fixed({ '_mta-sts.example.org': { TXT: ['v=STSv1; id=1', 'v=STSv1; id=2'] } }),
    'failed',
    'sts-several-records',
  ],
  ['no id', fixed({ '_mta-sts.example.org': { TXT: ['v=STSv1;'] } }), 'failed', 'sts-bad-id'],
  [
    'no report record',
    fixed({ '_smtp._tls.example.org': { TXT: ['v=TLSRPTv1'] } }),
    'failed',
    'tlsrpt-not-a-record',
  ],
  [
    'several report records',
    fixed({ '_smtp._tls.example.org': { TXT: [...(REPORT.TXT ?? []), ...(REPORT.TXT ?? [])] } }),
    'failed',
    'tlsrpt-several-records',
  ],
  ['no rua', fixed({ '_smtp._tls.example.org': { TXT: ['v=TLSRPTv1;'] } }), 'failed', 'tlsrpt-no-address'],
  [
    'a bad rua',
    fixed({ '_smtp._tls.example.org': { TXT: ['v=TLSRPTv1; rua=x'] } }),
    'failed',
    'tlsrpt-bad-address',
  ],
  [
    'a critical CAA tag of no registry',
    fixed({
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
  expect((await judge(fixed({ '_mta-sts.example.org': {} }))).asked).toEqual([])
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
  const { fixes, detail } = await judge(fixed({ '_mta-sts.example.org': { TXT: ['v=STSv1'] } }))
  expect(fixes).toEqual([
    {
      code: 'sts-not-a-record',
      changes: [
        {
          kind: 'dns',
          name: '_mta-sts.example.org',
          type: 'TXT',
          records: ['"v=STSv1; id=20261120120000"'],
          replaces: 'v=STSv1',
        },
      ],
    },
  ])
  expect(detail['advice']).toContain('_mta-sts.example.org TXT "v=STSv1; id=20261120120000"')
})

describe('a record to publish hurts nobody', () => {
  const sts = (...texts: string[]) => fixed({ '_mta-sts.example.org': { TXT: texts } })
  const report = (...texts: string[]) => fixed({ '_smtp._tls.example.org': { TXT: texts } })
  const MX: ZoneLiteral = {
    'example.org': { MX: [[10, 'mx.example.org']] },
    'mx.example.org': { A: ['192.0.2.1'] },
  }
  const offered = async (given: Given) => {
    const { fixes = [], detail } = await judge(given)
    const records = fixes.flatMap(({ changes }) =>
      changes.flatMap((one) => (one.kind === 'dns' ? one.records : [])),
    )
    // What the advice says is what the fix holds.
    for (const record of records) expect(detail['advice']).toContain(record)
    if (records.length === 0) expect(detail['advice'] ?? '').not.toContain(' TXT "')
    return records
  }

  test.each<[string, string[], string[]]>([
    ['another case', ['v=stsv1; id=a1; x=y'], ['"v=STSv1; id=a1; x=y"']],
    ['no semicolon', ['v=STSv1 id=a1'], ['"v=STSv1; id=a1"']],
    ['two ids', ['v=STSv1; id=a1', 'v=STSv1; id=a2'], ['"v=STSv1; id=20261120120000"']],
    ['an id that is none', ['v=STSv1; id=2026-01-01; x=y'], ['"v=STSv1; id=20261120120000; x=y"']],
    ['two that contradict each other', ['v=STSv1; id=a1; x=y', 'v=STSv1; id=a1; x=z'], []],
  ])('MTA-STS record: %s', async (_name, texts, records) => {
    expect(await offered(sts(...texts))).toEqual(records)
  })

  test.each<[string, Partial<Given>]>([
    [
      'enforces and leaves out a mail host',
      { web: policy(['mode: enforce', 'mx: x.example.org', 'max_age: 1']) },
    ],
    ['is not valid', { web: policy(['mode: enforce']) }],
    ['could not be fetched', { web: { kind: 'failure', reason: 'not-asked' } }],
    ['has mail hosts that are not known', { fail: ['MX example.org'] }],
  ])('no MTA-STS record where the policy %s', async (_name, more) => {
    expect(await offered({ ...sts('v=stsv1; id=a1'), ...more })).toEqual([])
  })

  test('an alias is changed where it leads', async () => {
    const alias = {
      '_mta-sts.example.org': { CNAME: ['sts.esp.example'] },
      'sts.esp.example': { TXT: ['v=stsv1; id=a'] },
    }
    expect(await offered(fixed(alias))).toEqual([])
  })

  test.each<[string, string[], string[]]>([
    [
      'another case',
      ['v=tlsrptv1; rua=mailto:a@r.example,https://r.example/'],
      ['"v=TLSRPTv1; rua=mailto:a@r.example,https://r.example/"'],
    ],
    [
      'two lists',
      ['v=TLSRPTv1; rua=mailto:a@r.example', 'v=TLSRPTv1; rua=mailto:b@r.example; x=y'],
      ['"v=TLSRPTv1; rua=mailto:a@r.example,mailto:b@r.example; x=y"'],
    ],
    [
      'no mailto:',
      ['v=TLSRPTv1; rua=a@r.example, mailto:b@r.example'],
      ['"v=TLSRPTv1; rua=mailto:a@r.example,mailto:b@r.example"'],
    ],
    ['http', ['v=TLSRPTv1; rua=http://r.example/'], []],
    ['no address', ['v=TLSRPTv1; x=y'], ['"v=TLSRPTv1; rua=mailto:tls-reports@example.org; x=y"']],
  ])('TLS-RPT record: %s', async (_name, texts, records) => {
    expect(await offered(fixed({ ...MX, ...report(...texts).zone, ...MX }))).toEqual(records)
  })

  test('no address at a domain that takes no mail', async () => {
    const refuses: ZoneLiteral = { 'example.org': { MX: [[0, '']] } }
    expect(await offered(fixed({ ...refuses, '_smtp._tls.example.org': {} }))).toEqual([])
    expect(await offered(fixed({ ...refuses, '_smtp._tls.example.org': { TXT: ['v=TLSRPTv1;'] } }))).toEqual(
      [],
    )
  })

  test.each<[string, string[], string]>([
    [
      'mode, patterns, age and other fields stay, and every mail host is named',
      ['mode: testing', 'mx: *.backup.example', 'mx: https://m1.example.org/', 'max_age: 86400', 'x: y'],
      '"version: STSv1", "mode: testing", "mx: *.backup.example", "mx: m1.example.org", "mx: m2.example.org", "mx: m3.example.org", "mx: m4.example.org", "mx: m5.example.org", "mx: m6.example.org", "mx: m7.example.org", "max_age: 86400", "x: y"',
    ],
    ['a mode misspelt', ['mode: enforc', 'mx: *.example.org', 'max_age: 86400'], 'Correct the policy at '],
  ])('policy: %s', async (_name, lines, advice) => {
    const hosts = [1, 2, 3, 4, 5, 6, 7].map((n): [number, string] => [n, `m${n}.example.org`])
    const { detail } = await judge({ ...fixed({ 'example.org': { MX: hosts } }), web: policy(lines) })
    expect(detail['findings']).toContain('sts-policy-invalid')
    expect(detail['advice']).toContain(advice)
    expect(detail['advice']).toContain('a new id, such as 20261120120000')
  })
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
