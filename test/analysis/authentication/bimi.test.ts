import { describe, expect, test } from 'bun:test'
import { gzipSync } from 'node:zlib'
import { bimi } from '../../../src/analysis/analyzers/authentication/bimi.ts'
import type { ZoneLiteral } from '../../../src/net/dns/zone.ts'
import type { FetchAnswer, FetchRequest } from '../../../src/net/ports.ts'
import { logo } from '../../mail/authentication/bimi/logo.ts'
import { issue } from '../../support/mark-certificate.ts'
import { withFix } from '../../support/with-fix.ts'
import { FIELDS, GOOD, plain, type Scene, scene, signed } from './authentication-scene.ts'

const LOGO = 'https://brand.example.org/logo.svg'
const MARK = 'https://brand.example.org/mark.pem'
const RECORD = `v=BIMI1; l=${LOGO}; a=${MARK}`

const root = issue({ name: 'Mark Root', ca: true })
const middle = issue({ name: 'Mark Authority', issuer: root, ca: true })
const wanted = {
  name: 'Example',
  issuer: middle,
  names: ['example.org'],
  forMarks: true,
  logo: gzipSync(logo()),
  markType: 'Registered Mark',
}
const PEM = [issue(wanted).pem, middle.pem].join('\n')

function file(
  body: string | Uint8Array,
  more: Partial<FetchAnswer & { kind: 'response' }> = {},
): FetchAnswer {
  return {
    kind: 'response',
    status: 200,
    url: 'https://brand.example.org/',
    redirects: [],
    contentType: 'image/svg+xml',
    body: Buffer.from(body).toString('base64'),
    truncated: false,
    ...more,
  }
}

const failure = (reason: (FetchAnswer & { kind: 'failure' })['reason']): FetchAnswer => ({
  kind: 'failure',
  reason,
})

interface Given extends Scene {
  logo?: FetchAnswer
  mark?: FetchAnswer
  record?: string
  dmarc?: string
  records?: ZoneLiteral
  /** Nobody knows the root of the certificate. */
  stranger?: true
}

async function judge(given: Given = {}) {
  const zone: ZoneLiteral = {
    ...GOOD,
    'default._bimi.example.org': { TXT: [given.record ?? RECORD] },
    ...(given.dmarc && { '_dmarc.example.org': { TXT: [given.dmarc] } }),
    ...given.records,
  }
  const asked: FetchRequest[] = []
  const context = scene({ raw: await signed(), ...given, zone })
  const conclusion = withFix(
    await bimi.run({
      ...context,
      settings: { ...context.settings, ...(given.stranger ? {} : { bimiRoots: [root.pem] }) },
      web: () => ({
        fetch: async (request) => {
          asked.push(request)
          return request.url === LOGO ? (given.logo ?? file(logo())) : (given.mark ?? file(PEM))
        },
      }),
    }),
  )
  return { ...conclusion, codes: conclusion.detail['findings'] ?? '', asked }
}

const NONE: ZoneLiteral = { 'default._bimi.example.org': {} }
const from = (...lines: string[]) => plain([...lines, ...FIELDS.slice(1)])

test.each<[string, Given, string, string]>([
  ['all as it should be', {}, 'passed', ''],
  ['no record', { records: NONE }, 'neutral', ''],
  ['declined', { record: 'v=BIMI1; l=; a=;' }, 'neutral', ''],
  ['no From', { raw: plain(FIELDS.slice(1)) }, 'neutral', ''],
  ['two authors', { raw: from('From: <a@example.org>, <b@example.org>') }, 'neutral', ''],
  ['no certificate', { record: `v=BIMI1; l=${LOGO}` }, 'passed', 'bimi-no-certificate'],
  ['the certificate alone', { record: `v=BIMI1; l=; a=${MARK}` }, 'passed', ''],
  ['not a record', { record: 'v=bimi1; l=' }, 'failed', 'bimi-not-a-record'],
  [
    'several',
    { records: { 'default._bimi.example.org': { TXT: [RECORD, RECORD] } } },
    'failed',
    'bimi-several-records',
  ],
  ['an invalid record', { record: 'v=BIMI1; l=http://example.org/a.svg' }, 'failed', 'bimi-record-invalid'],
  ['p=none', { dmarc: 'v=DMARC1; p=none' }, 'failed', 'bimi-dmarc-not-enforcing'],
  ['no DMARC', { records: { '_dmarc.example.org': {} } }, 'failed', 'bimi-dmarc-not-enforcing'],
  ['p=quarantine', { dmarc: 'v=DMARC1; p=quarantine' }, 'passed', ''],
  ['pct=100', { dmarc: 'v=DMARC1; p=quarantine; pct=100' }, 'passed', ''],
  ['pct=99', { dmarc: 'v=DMARC1; p=quarantine; pct=99' }, 'failed', 'bimi-dmarc-pct'],
  ['pct with reject', { dmarc: 'v=DMARC1; p=reject; pct=50' }, 'passed', 'bimi-dmarc-pct'],
  ['sp=none', { dmarc: 'v=DMARC1; p=reject; sp=none' }, 'failed', 'bimi-dmarc-subdomains'],
  ['t=y', { dmarc: 'v=DMARC1; p=reject; t=y' }, 'passed', 'bimi-dmarc-testing'],
  ['DMARC fails', { raw: plain(), envelope: { mailFrom: 'a@other.example' } }, 'failed', 'bimi-dmarc-fail'],
  ['DMARC from a file', { raw: plain(), without: ['clientAddress', 'helo', 'mailFrom'] }, 'passed', ''],
  [
    'a large logo',
    { logo: file(logo(`<!--${'x'.repeat(33_000)}-->`)), record: `v=BIMI1; l=${LOGO}` },
    'passed',
    'bimi-logo-large,bimi-no-certificate',
  ],
  ['another type', { logo: file(logo(), { contentType: 'text/xml' }) }, 'passed', 'bimi-logo-type'],
  [
    'not square',
    { logo: file(logo().replace('0 0 200 200', '0 0 200 100')), record: `v=BIMI1; l=${LOGO}` },
    'passed',
    'bimi-logo-not-square,bimi-no-certificate',
  ],
  [
    'a script in the logo',
    { logo: file(logo('<script/>')), record: `v=BIMI1; l=${LOGO}` },
    'failed',
    'bimi-logo-active,bimi-no-certificate',
  ],
  ['another logo than the certificate holds', { logo: file(logo('<g/>')) }, 'failed', 'bimi-logo-differs'],
  ['a packed logo', { logo: file(gzipSync(logo())) }, 'passed', ''],
  ['a logo that is not there', { logo: file('', { status: 404 }) }, 'failed', 'bimi-logo-not-fetched'],
  ['a logo without end', { logo: file(logo(), { truncated: true }) }, 'failed', 'bimi-logo-not-fetched'],
  [
    'a logo by way of http',
    { logo: file(logo(), { redirects: [LOGO, 'http://example.org/'] }) },
    'failed',
    'bimi-logo-not-fetched',
  ],
  ['a logo of a bad host', { logo: failure('tls') }, 'failed', 'bimi-logo-not-fetched'],
  ['a logo inside', { logo: failure('not-public') }, 'failed', 'bimi-logo-not-fetched'],
  ['a logo that redirects for ever', { logo: failure('redirects') }, 'failed', 'bimi-logo-not-fetched'],
  ['a logo at another port', { logo: failure('bad-address') }, 'failed', 'bimi-logo-not-fetched'],
  ['a logo that is silent', { logo: failure('timeout') }, 'error', ''],
  ['a logo whose server is in trouble', { logo: file('', { status: 503 }) }, 'error', ''],
  [
    'a certificate that is not there',
    { mark: file('', { status: 404 }) },
    'failed',
    'bimi-certificate-not-fetched',
  ],
  ['a certificate that is none', { mark: file('<html>') }, 'failed', 'bimi-certificate-unreadable'],
  ['a certificate without its chain', { mark: file(issue(wanted).pem) }, 'failed', 'bimi-certificate-chain'],
  [
    'an expired certificate',
    { mark: file(issue({ ...wanted, to: '2026-02-01' }).pem + middle.pem) },
    'failed',
    'bimi-certificate-expired',
  ],
  ['a certificate that is silent', { mark: failure('network') }, 'error', ''],
  ['no answer about the record', { fail: ['TXT default._bimi.example.org'] }, 'error', ''],
  ['no answer about DMARC', { fail: ['TXT _dmarc.example.org'] }, 'error', ''],
])('%s', async (_name, given, status, codes) => {
  const found = await judge(given)
  expect({ status: found.status as string, score: found.score, codes: found.codes }).toEqual({
    status,
    score: 0,
    codes,
  })
})

test('evidence says how far the chain was verified, and in whose name it ends', async () => {
  expect((await judge()).detail).toMatchObject({
    domain: 'example.org',
    record: 'at default._bimi.example.org',
    logo: `brand.example.org: ${Buffer.byteLength(logo())} octets, SVG Tiny PS`,
    certificate:
      'VMC by Mark Authority, valid to 2027-01-01; 2 signatures verified; ends in Mark Root, a root that the operator of this service trusts',
    gmail: expect.stringContaining('with the blue checkmark'),
    apple_mail: expect.stringContaining('verified the certificate'),
  })
})

test('a root that nobody knows is told, and no provider is said to show the logo', async () => {
  const { status, codes, detail } = await judge({ stranger: true })
  expect([status as string, codes]).toEqual(['failed', 'bimi-certificate-unknown-root'])
  expect(detail['certificate']).toContain('ends in Mark Root, which is no known mark authority')
  expect(detail['advice']).toContain('DigiCert, GlobalSign, SSL.com')
  expect(detail).not.toHaveProperty('gmail')
})

test('a certificate for a common mark brings the logo, and no checkmark', async () => {
  const common = issue({ ...wanted, markType: 'Prior Use Mark' })
  const { status, detail } = await judge({ mark: file([common.pem, middle.pem].join('\n')) })
  expect(status as string).toBe('passed')
  expect(detail['certificate']).toStartWith('CMC by Mark Authority')
  expect(detail['gmail']).toContain('without the checkmark')
  expect(detail['icloud_mail']).toContain('takes no CMC, by a secondary source')
})

test('nothing is fetched but what a valid record names', async () => {
  expect((await judge()).asked.map(({ url }) => url)).toEqual([LOGO, MARK])
  expect((await judge({ records: NONE })).asked).toEqual([])
  expect((await judge({ record: 'v=BIMI1; l=http://example.org/a.svg' })).asked).toEqual([])
})

describe('BIMI-Selector', () => {
  const WORD = 'zqxword'
  const named = (value: string, ...more: string[]) => plain([...FIELDS, `BIMI-Selector: ${value}`, ...more])
  const records: ZoneLiteral = { ...NONE, [`${WORD}._bimi.example.org`]: { TXT: [RECORD] } }
  const covering = { signedHeaders: ['From', 'Subject', 'BIMI-Selector'], oversign: [] }

  test('signed, it names the record, and is not told to everybody', async () => {
    const raw = await signed(named(`v=BIMI1; s=${WORD};`), covering)
    const { status, detail, quotes, codes } = await judge({ raw, records })
    expect({ status: status as string, codes, quotes }).toEqual({
      status: 'passed',
      codes: '',
      quotes: { selector: WORD },
    })
    expect(JSON.stringify(detail)).not.toContain(WORD)
  })

  test('without a record of its own there is none', async () => {
    const raw = await signed(named('v=BIMI1; s=other'), covering)
    expect((await judge({ raw })).status).toBe('neutral')
  })

  test('not signed, it does not count', async () => {
    const raw = await signed(named(`v=BIMI1; s=${WORD}`))
    expect((await judge({ raw })).codes).toBe('bimi-selector-unsigned')
  })

  test.each([
    's=a',
    'v=BIMI2; s=a',
    'v=BIMI1',
    'v=BIMI1; s=',
    'v=BIMI1; s=a..b',
    'v=BIMI1; s=-a',
    'v=BIMI1; s=a b',
  ])('%p is not of its form', async (value) => {
    const raw = await signed(named(value), covering)
    const { codes, fixes } = await judge({ raw })
    expect(codes).toBe('bimi-selector-malformed')
    expect(fixes).toEqual([{ code: codes, changes: [{ kind: 'header', name: 'BIMI-Selector' }] }])
  })

  test('twice is as good as never', async () => {
    const raw = await signed(named('v=BIMI1; s=a', 'BIMI-Selector: v=BIMI1; s=b'), covering)
    expect((await judge({ raw })).codes).toBe('bimi-selector-malformed')
  })
})

describe('a record to publish keeps what its owner wrote', () => {
  test.each<[string, string[], string | undefined]>([
    [
      'another case',
      [`v=bimi1; l=${LOGO}; a=${MARK}; avp=brand`],
      `v=BIMI1; l=${LOGO}; a=${MARK}; avp=brand`,
    ],
    ['no semicolon', [`v=BIMI1 l=${LOGO}`], `v=BIMI1; l=${LOGO}`],
    ['the same twice', [`v=BIMI1; l=${LOGO}`, `v=BIMI1;l=${LOGO};`], `v=BIMI1; l=${LOGO}`],
    ['two logos', [`v=BIMI1; l=${LOGO}`, `v=BIMI1; l=${LOGO}2`], undefined],
    ['an address without https', ['v=BIMI1; l=http://example.org/a.svg'], undefined],
  ])('%s', async (_name, texts, text) => {
    const { detail, fixes } = await judge({ records: { 'default._bimi.example.org': { TXT: texts } } })
    const records = (fixes ?? []).flatMap(({ changes }) =>
      changes.flatMap((one) => ('records' in one ? one.records : [])),
    )
    expect(records).toEqual(text === undefined ? [] : [`"${text}"`])
    expect(detail['advice']?.includes(' TXT "')).toBe(text !== undefined)
  })

  test('a stricter policy comes step by step', async () => {
    for (const text of [
      'v=DMARC1; p=none; rua=mailto:a@example.org',
      'v=DMARC1; p=reject; sp=none',
      'v=DMARC1; p=reject; t=y',
    ]) {
      const { detail } = await judge({
        records: {
          ...NONE,
          'default._bimi.example.org': { TXT: [RECORD] },
          '_dmarc.example.org': { TXT: [text] },
        },
      })
      expect(detail['advice']).toMatch(/aggregate reports/)
    }
  })
})

test('a root that is known by its name alone leaves it open', async () => {
  const named = issue({ name: 'GoDaddy Verified Mark Root CA - VMCR1', ca: true })
  const between = issue({ name: 'Between', issuer: named, ca: true })
  const mark = file([issue({ ...wanted, issuer: between }).pem, between.pem].join('\n'))
  const conclusion = await judge({ mark, stranger: true })
  expect([conclusion.status as string, conclusion.score]).toEqual(['error', 0])
  expect(conclusion.summary).toBe(
    'Could not be found out, no answer: the root certificate of GoDaddy, which is not at hand here.',
  )
  expect(conclusion.evidence['certificate']).toEndWith('whose certificate is not at hand here')
})
