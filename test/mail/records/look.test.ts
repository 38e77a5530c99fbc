import { afterEach, beforeEach, expect, test } from 'bun:test'
import type { SeenRecords } from '../../../src/core/watching/records.ts'
import { lookAtRecords } from '../../../src/mail/records/look.ts'
import { createStubResolver } from '../../../src/net/dns/stub.ts'
import type { ZoneFailures, ZoneLiteral } from '../../../src/net/dns/zone.ts'
import type { FetchAnswer, Fetcher } from '../../../src/net/ports.ts'
import { type DnsServer, dnsServer } from '../../support/dns-server.ts'

let server: DnsServer
let answer: FetchAnswer
beforeEach(async () => {
  server = await dnsServer({})
  answer = { kind: 'failure', reason: 'network' }
})
afterEach(() => server.close())

const web: Fetcher = { fetch: async () => answer }
const file = (text: string, status = 200): FetchAnswer => ({
  kind: 'response',
  status,
  url: 'https://mta-sts.example.org/.well-known/mta-sts.txt',
  redirects: [],
  contentType: 'text/plain',
  body: Buffer.from(text, 'latin1').toString('base64'),
  truncated: false,
})

const EXAMPLE: ZoneLiteral = {
  'example.org': {
    TXT: ['v=spf1 mx -all', 'google-site-verification=abc'],
    MX: [
      [20, 'b.example.org'],
      [10, 'a.example.org'],
    ],
  },
  '_dmarc.example.org': { TXT: ['v=DMARC1; p=none', 'unrelated'] },
  's1._domainkey.example.org': { CNAME: ['s1.esp.example'] },
  's1.esp.example': { TXT: ['v=DKIM1; k=rsa; p=AAAA'] },
  '_mta-sts.example.org': { TXT: ['v=STSv1; id=1'] },
  '_smtp._tls.example.org': { TXT: ['v=TLSRPTv1; rua=mailto:tls@example.org'] },
  'default._bimi.example.org': { TXT: ['v=BIMI1; l=https://example.org/logo.svg'] },
}

/** Over real packets. */
async function look(
  zone: ZoneLiteral,
  {
    fail = [],
    domain = 'example.org',
    ...more
  }: { fail?: ZoneFailures; domain?: string; envelopeDomain?: string } = {},
): Promise<Record<string, readonly string[]>> {
  server.publish(zone, fail)
  const resolver = createStubResolver({ servers: [server.address], timeoutMs: 2_000, tries: 1 })
  const signers = [
    { domain, selector: 's1' },
    { domain: 'bad name', selector: '..' },
  ]
  const seen = await lookAtRecords({ domain, signers, ...more }, { resolver, fetcher: web })
  return Object.fromEntries(
    seen.map(({ record, name, values }: SeenRecords) => [`${record} ${name}`, values]),
  )
}

test('everything that a domain publishes about its mail, and nothing else of it', async () => {
  answer = file('version: STSv1\nmode: enforce\nmx: a.example.org\nmax_age: 86400\n')
  expect(await look(EXAMPLE)).toEqual({
    'spf example.org': ['v=spf1 mx -all'],
    'dkim s1._domainkey.example.org': ['CNAME s1.esp.example', 'v=DKIM1; k=rsa; p=AAAA'],
    'dmarc _dmarc.example.org': ['v=DMARC1; p=none'],
    'bimi default._bimi.example.org': ['v=BIMI1; l=https://example.org/logo.svg'],
    'mta_sts _mta-sts.example.org': ['v=STSv1; id=1'],
    'sts_policy mta-sts.example.org': ['version: STSv1\nmode: enforce\nmx: a.example.org\nmax_age: 86400\n'],
    'tls_rpt _smtp._tls.example.org': ['v=TLSRPTv1; rua=mailto:tls@example.org'],
    'mx example.org': ['10 a.example.org', '20 b.example.org'],
  })
})

test('NXDOMAIN and NODATA are none; a place that gave no answer is left out', async () => {
  const zone = { 'example.org': { A: ['192.0.2.1'] } }
  expect(await look(zone, { fail: ['TXT _dmarc.example.org', 'MX example.org'] })).toEqual({
    'spf example.org': [],
    'dkim s1._domainkey.example.org': [],
    'bimi default._bimi.example.org': [],
    'mta_sts _mta-sts.example.org': [],
    'tls_rpt _smtp._tls.example.org': [],
  })
})

test('the records of the organisation where the name has none of its own', async () => {
  const inherited = await look(EXAMPLE, { domain: 'news.example.org' })
  expect(inherited['dmarc _dmarc.news.example.org']).toEqual([])
  expect(inherited['dmarc _dmarc.example.org']).toEqual(['v=DMARC1; p=none'])
  expect(inherited['bimi default._bimi.example.org']).toHaveLength(1)
  const own = await look(
    { ...EXAMPLE, '_dmarc.news.example.org': { TXT: ['v=DMARC1; p=reject'] } },
    { domain: 'news.example.org' },
  )
  expect(own['dmarc _dmarc.news.example.org']).toEqual(['v=DMARC1; p=reject'])
  expect(own).not.toHaveProperty('dmarc _dmarc.example.org')
})

test('what was meant for a record and cannot be used is seen too', async () => {
  const seen = await look({
    'example.org': { TXT: ['v=spf2 mx -all', '"v=spf1 mx -all"'] },
    '_dmarc.example.org': { TXT: ['v=DMARC; p=none'] },
    '_mta-sts.example.org': { TXT: ['v=STS1; id=1'] },
  })
  expect(seen['spf example.org']).toHaveLength(2)
  expect(seen['dmarc _dmarc.example.org']).toEqual(['v=DMARC; p=none'])
  expect(seen['mta_sts _mta-sts.example.org']).toEqual(['v=STS1; id=1'])
})

test('the domain of the envelope has an SPF record of its own', async () => {
  const zone = { ...EXAMPLE, 'bounce.example.net': { TXT: ['v=spf1 ip4:192.0.2.1 -all'] } }
  const seen = await look(zone, { envelopeDomain: 'bounce.example.net' })
  expect(seen['spf bounce.example.net']).toEqual(['v=spf1 ip4:192.0.2.1 -all'])
  expect(seen['spf example.org']).toEqual(['v=spf1 mx -all'])
})

test.each<[string, FetchAnswer, readonly string[] | undefined]>([
  ['a file that is not there', file('no', 404), []],
  ['one that was taken away', file('no', 410), []],
  ['a page for people in its place', file('<html>welcome 17</html>'), []],
  ['a host that is not there', { kind: 'failure', reason: 'network' }, []],
  ['one that may not be seen', file('no', 403), undefined],
  ['trouble of the server', file('no', 503), undefined],
  ['a certificate that does not prove the name', { kind: 'failure', reason: 'tls' }, undefined],
  ['no answer in time', { kind: 'failure', reason: 'timeout' }, undefined],
])('the policy file: %s', async (_name, fetched, values) => {
  answer = fetched
  expect((await look(EXAMPLE))['sts_policy mta-sts.example.org']).toEqual(values as string[])
})

test('what strangers publish is bounded', async () => {
  const long = `v=spf1 ${'a'.repeat(9_000)}`
  const many = Array.from({ length: 80 }, (_, at): [number, string] => [at, `m${at}.example.org`])
  const seen = await look({ 'example.org': { TXT: [long], MX: many } })
  expect(seen['spf example.org']?.[0]).toHaveLength(4_096)
  expect(seen['mx example.org']).toHaveLength(50)
  const keys = Array.from({ length: 9 }, (_, at) => `${at}${'k'.repeat(3_000)}`)
  const all = await look({ 's1._domainkey.example.org': { TXT: keys } })
  expect(all['dkim s1._domainkey.example.org']?.join('')).toHaveLength(8_192)
})
