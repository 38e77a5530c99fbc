import { describe, expect, test } from 'bun:test'
import { generateKeyPairSync } from 'node:crypto'
import { inspect } from '../../src/analysis/inspect.ts'
import { COMMON_SELECTORS } from '../../src/analysis/inspection/dkim.ts'
import { CHECK_WORDS } from '../../src/analysis/telling/check-words.ts'
import type { Check } from '../../src/core/check.ts'
import type { InspectedName } from '../../src/core/inspection.ts'
import { listSettings, ROSTER } from '../../src/mail/server/blocklists/roster.ts'
import { createRecorder } from '../../src/net/dns/recorder.ts'
import type { ZoneFailures, ZoneLiteral } from '../../src/net/dns/zone.ts'
import { DNS_SHARES } from '../../src/net/ports.ts'
import { outside } from '../support/outside.ts'
import { withFix } from '../support/with-fix.ts'
import { zone } from '../support/zone.ts'
import { KEY_TXT, NOW } from './authentication/authentication-scene.ts'

const LISTS = listSettings(ROSTER)
const SHORT = generateKeyPairSync('rsa', { modulusLength: 768 })
  .publicKey.export({ type: 'spki', format: 'der' })
  .toString('base64')
const PUBLIC = { A: ['93.184.216.34'] }
const DOMAIN: ZoneLiteral = {
  'example.org': {
    ...PUBLIC,
    NS: ['ns1.example.net'],
    TXT: ['v=spf1 mx include:_spf.example.net -all'],
    MX: [[10, 'mx.example.org']],
    CAA: [{ critical: false, tag: 'issue', value: 'ca.example' }],
  },
  '_spf.example.net': { TXT: ['v=spf1 ip4:192.0.2.0/24 -all'] },
  'mx.example.org': PUBLIC,
  'google._domainkey.example.org': { TXT: [KEY_TXT] },
  '_dmarc.example.org': { TXT: ['v=DMARC1; p=reject; rua=mailto:d@example.org'] },
  '10.2.0.192.in-addr.arpa': { PTR: ['mail.example.org'] },
  'mail.example.org': { A: ['192.0.2.10'] },
}

async function look(subject: InspectedName | string, changes: ZoneLiteral = {}, fail: ZoneFailures = []) {
  const clock = { now: () => NOW }
  const names = zone({ ...DOMAIN, ...changes }, fail)
  const ports = outside(createRecorder(names, clock), clock)
  const settings = {
    hostname: 'mx.receiver.example',
    lists: LISTS,
    listStates: LISTS.map(({ id }) => ({ id, usable: true })),
  }
  const asked = typeof subject === 'string' ? ({ kind: 'domain', name: subject } as const) : subject
  const looked = await inspect({ subject: asked, settings, waitAtMost: 300_000 }, ports)
  const checks = looked.checks.map(withFix)
  return { checks, calls: names.calls, of: (name: string) => found(checks, name) }
}

function found<T extends Check>(checks: readonly T[], name: string): T {
  const check = checks.find((one) => one.name === name)
  if (!check) throw new Error(`no check ${name}`)
  return check
}

const ADDRESS = { kind: 'address', name: '192.0.2.10' } as const

describe('a domain as it should be', () => {
  test('nothing fails, nothing costs', async () => {
    const { checks } = await look('example.org')
    expect(checks.map(({ name, status }) => [name, status])).toEqual([
      ['dns', 'passed'],
      ['spf', 'passed'],
      ['dkim', 'passed'],
      ['dmarc', 'passed'],
      ['mx', 'passed'],
      ['transport-policy', 'neutral'],
      ['bimi', 'neutral'],
      ['domain-blocklist', 'passed'],
    ])
    expect(checks.filter(({ score }) => score !== 0)).toEqual([])
    for (const { name } of checks) expect(CHECK_WORDS.has(name)).toBe(true)
  })

  test('what was seen', async () => {
    const { of } = await look('example.org')
    expect(of('dns').detail).toMatchObject({
      a: '93.184.216.34',
      aaaa: 'none',
      name_servers: 'ns1.example.net',
    })
    expect(of('spf').detail).toMatchObject({ lookups: '2 of 10', void_lookups: '0 of 2' })
    expect(of('dkim').detail['key_google']).toBe('rsa, 2048 bits, usable')
    expect(of('dmarc').detail).toMatchObject({ record_domain: 'example.org', reports: 'rua to example.org' })
    expect(of('mx').detail['mx']).toBe('10 mx.example.org')
    expect(of('transport-policy').detail['caa']).toContain('ca.example')
  })

  test('a name below it goes by the organization’s policy', async () => {
    const sub = { 'a.example.org': PUBLIC, '_dmarc.example.org': { TXT: ['v=DMARC1; p=reject; sp=none'] } }
    const { of } = await look('a.example.org', sub)
    expect(of('dmarc').detail['summary']).toBe(
      'The DMARC record of example.org asks for none of names below it.',
    )
  })
})

describe('what is wrong with a domain fails', () => {
  const own = (changes: object): ZoneLiteral => ({ 'example.org': { ...DOMAIN['example.org'], ...changes } })

  test.each<[string, string, ZoneLiteral, string]>([
    ['no SPF record', 'spf', own({ TXT: ['other'] }), 'spf-none'],
    ['two SPF records', 'spf', own({ TXT: ['v=spf1 -all', 'v=spf1 ~all'] }), 'spf-several-records'],
    ['an SPF record that lets everybody pass', 'spf', own({ TXT: ['v=spf1 +all'] }), 'spf-plus-all'],
    [
      'too many look-ups',
      'spf',
      own({ TXT: [`v=spf1 ${Array.from({ length: 11 }, (_, i) => `a:h${i}.example.net`).join(' ')} -all`] }),
      'spf-lookups-over',
    ],
    ['no DMARC record', 'dmarc', { '_dmarc.example.org': {} }, 'dmarc-none'],
    ['a null MX', 'mx', own({ MX: [[0, '']] }), 'mx-null'],
    ['an MX without address', 'mx', { 'mx.example.org': {} }, 'mx-no-host'],
    [
      'a short key',
      'dkim',
      {
        'google._domainkey.example.org': {
          TXT: [`v=DKIM1; p=${SHORT}`],
        },
      },
      'dkim-key-short',
    ],
    [
      'on a domain list',
      'domain-blocklist',
      { 'example.org.dbl.spamhaus.org': { A: ['127.0.1.2'] } },
      'listed-',
    ],
  ])('%s', async (_what, name, changes, code) => {
    const { of } = await look('example.org', changes)
    const { status, score, detail } = of(name)
    expect([status, score]).toEqual(['failed', 0])
    expect(detail['findings']).toContain(code)
    expect(detail['advice']).toBeTruthy()
  })

  test.each<[string, string, string[]]>([
    ['v=DMARC1; p=rejct', 'p=rejct is no policy', ['reject is probably meant']],
    [
      'v=DMARC1; p=rejct; rua=mailto:d@example.org',
      'p=rejct is no policy',
      ['send reports and act on no policy'],
    ],
    [
      'v=DMARC1; p=reject; sp=quarantene',
      'sp=quarantene is no policy',
      ['quarantine is probably meant', 'p=reject applies too'],
    ],
    ['v=DMARC1; p=reject; np=x; rua=mailto:d@example.org', 'np=x is no policy', ['behind np=']],
  ])('a DMARC policy that is none: %s', async (text, says, advice) => {
    const { of } = await look('example.org', { '_dmarc.example.org': { TXT: [text] } })
    const { status, detail, fixes } = of('dmarc')
    expect(status).toBe('failed')
    expect(detail['summary']?.split(says)).toHaveLength(2)
    for (const words of advice) expect(detail['advice']).toContain(words)
    // Which policy is meant is for the owner to say.
    expect(fixes).toBeUndefined()
    expect(detail['advice']).not.toContain(' TXT "')
  })

  test('a broken record of a name below is told with what it changes', async () => {
    const { of } = await look('a.example.org', {
      'a.example.org': PUBLIC,
      '_dmarc.a.example.org': { TXT: ['v=dmarc1; p=none; rua=mailto:d@example.org'] },
    })
    expect(of('dmarc').status).toBe('failed')
    expect(of('dmarc').detail['advice']).toContain(
      'Today receivers apply p=reject to a.example.org, by the record of example.org; with this record they apply p=none. Publish: _dmarc.a.example.org TXT',
    )
  })

  test('a key that is not for mail is no fault where no message is signed with it', async () => {
    const text = `${KEY_TXT}; s=tlsrpt`
    const { of } = await look('example.org', { 'google._domainkey.example.org': { TXT: [text] } })
    expect(of('dkim')).toMatchObject({ status: 'passed', detail: { findings: 'dkim-key-service' } })
    expect(of('dkim').fixes).toBeUndefined()
  })

  test('advice alone does not fail', async () => {
    const { of } = await look('example.org', {
      '_dmarc.example.org': { TXT: ['v=DMARC1; p=none; rua=mailto:d@example.org'] },
    })
    expect(of('dmarc')).toMatchObject({ status: 'passed', detail: { findings: 'dmarc-policy-none' } })
  })

  test('a domain that is not there is all there is to say', async () => {
    const { checks } = await look('nowhere.example')
    expect(checks.map(({ name, status }) => [name, status])).toEqual([['dns', 'failed']])
    expect(checks[0]?.detail['findings']).toBe('domain-missing')
  })

  test('a revoked key, or none at common selectors, is no fault', async () => {
    const revoked = await look('example.org', { 'google._domainkey.example.org': { TXT: ['v=DKIM1; p='] } })
    expect(revoked.of('dkim').status).toBe('passed')
    const none = await look('example.org', { 'google._domainkey.example.org': {} })
    expect(none.of('dkim').status).toBe('neutral')
  })

  test('what a wildcard answers for every selector is no key of any', async () => {
    for (const record of ['v=spf1 -all', 'v=DKIM1; p=']) {
      const wildcard = { '*._domainkey.example.org': { TXT: [record] } }
      const beside = (await look('example.org', wildcard)).of('dkim')
      expect(beside.status).toBe('passed')
      expect(Object.keys(beside.detail).filter((key) => key.startsWith('key_'))).toEqual(['key_google'])
      const same = { ...wildcard, 'google._domainkey.example.org': { TXT: [record] } }
      const alone = (await look('example.org', same)).of('dkim')
      expect(alone.status).toBe('neutral')
      expect(alone.detail['summary']).toContain('wildcard')
      expect(alone.detail['findings']).toBeUndefined()
    }
  })
})

describe('no answer is neither clean nor bad', () => {
  test.each([
    ['spf', 'TXT example.org'],
    ['spf', 'TXT _spf.example.net'],
    ['dmarc', 'TXT _dmarc.example.org'],
    ['mx', 'MX example.org'],
    ['bimi', 'TXT default._bimi.example.org'],
    ['transport-policy', 'TXT _mta-sts.example.org'],
    ['domain-blocklist', 'A example.org.dbl.spamhaus.org'],
  ])('%s without %s', async (name, question) => {
    const { of } = await look('example.org', {}, [question])
    expect(of(name).status).toBe('error')
  })

  test('keys of the other selectors are shown all the same', async () => {
    const { of } = await look('example.org', {}, ['TXT default._domainkey.example.org'])
    expect(of('dkim')).toMatchObject({
      status: 'passed',
      detail: { no_answer: `1 of ${COMMON_SELECTORS.length}` },
    })
  })

  test('an answer that never comes ends in time', async () => {
    const never = { share: () => ({ query: () => new Promise<never>(() => {}) }), recorded: () => [] }
    const clock = { now: () => NOW }
    const settings = { hostname: 'mx.receiver.example', lists: [], listStates: [] }
    const input = { subject: ADDRESS, settings, waitAtMost: 30 }
    const { checks } = await inspect(input, outside(never, clock))
    expect(checks.find(({ name }) => name === 'reverse-dns')?.summary).toContain('ran out of time')
  })
})

describe('an address', () => {
  test('named and on no list', async () => {
    const { checks } = await look(ADDRESS)
    expect(checks.map(({ name, status, score }) => [name, status, score])).toEqual([
      ['reverse-dns', 'passed', 0],
      ['blocklist', 'passed', 0],
    ])
  })

  test('without a name, and listed: fails and costs nothing', async () => {
    const { checks } = await look(ADDRESS, {
      '10.2.0.192.in-addr.arpa': {},
      '10.2.0.192.zen.spamhaus.org': { A: ['127.0.0.2'] },
    })
    expect(checks.map(({ status, score }) => [status, score])).toEqual([
      ['failed', 0],
      ['failed', 0],
    ])
  })

  test('IPv6', async () => {
    const name = '2001:4860:4860::8888'
    const { checks, calls } = await look({ kind: 'address', name })
    expect(checks[0]?.status).toBe('failed')
    expect(calls.some((call) => call.endsWith('.zen.spamhaus.org'))).toBe(true)
  })
})

test('addresses of an inner network are not shown', async () => {
  const { checks } = await look('example.org', { 'example.org': { A: ['10.1.2.3'], AAAA: ['fd00::1'] } })
  expect(JSON.stringify(checks)).not.toMatch(/10\.1\.2\.3|fd00::1/)
  expect(found(checks, 'dns').detail['a']).toBe('not a public address')
})

test('the questions are bounded, whatever is published', async () => {
  const wide = Array.from({ length: 60 }, (_, i) => `include:s${i}.example.net`).join(' ')
  const more = Object.fromEntries(
    Array.from({ length: 60 }, (_, i) => [`s${i}.example.net`, { TXT: [`v=spf1 ${wide} -all`] }]),
  )
  const { calls } = await look('example.org', { ...more, 'example.org': { TXT: [`v=spf1 ${wide} -all`] } })
  expect(calls.length).toBeLessThan(Object.values(DNS_SHARES).reduce((sum, most) => sum + most, 0))
})
