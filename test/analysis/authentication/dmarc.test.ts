import { describe, expect, test } from 'bun:test'
import { dmarc } from '../../../src/analysis/analyzers/authentication/dmarc.ts'
import type { ZoneLiteral } from '../../../src/net/dns/zone.ts'
import { withFix } from '../../support/with-fix.ts'
import { FIELDS, GOOD, plain, type Scene, scene, signed } from './authentication-scene.ts'

async function judge(given: Scene = {}) {
  const { status, score, detail } = withFix(await dmarc.run(scene({ zone: GOOD, ...given })))
  return { status, score, detail, codes: (detail['findings'] ?? '').split(',').filter(Boolean) }
}

function published(text: string, more: ZoneLiteral = {}): ZoneLiteral {
  return { ...GOOD, ...more, '_dmarc.example.org': { TXT: [text] } }
}

const ELSEWHERE = { mailFrom: 'bounce@esp.example' }
const from = (address: string) => plain([`From: ${address}`, ...FIELDS.slice(1)])

describe('status and cost', () => {
  test('passing by both', async () => {
    const { status, score, codes, detail } = await judge({ raw: await signed() })
    expect({ status, score, codes }).toEqual({ status: 'passed', score: 0, codes: [] })
    expect(detail).toMatchObject({
      checked_domain: 'example.org',
      result: 'pass',
      policy: 'reject',
      record_domain: 'example.org',
      organization: 'example.org',
      organization_by_public_suffix_list: 'example.org',
      spf_alignment: 'example.org pass: same domain',
      dkim_alignment: 'example.org pass: same domain',
      reports: 'rua to example.org: the same organization, it takes mail',
    })
  })

  test('passing by SPF alone is advice', async () => {
    expect(await judge()).toMatchObject({ status: 'passed', score: 0, codes: ['dmarc-spf-only'] })
  })

  test('whoever writes from a provider for everybody is not told to fix its records', async () => {
    const raw = from('ann@gmail.com')
    const zone = {
      'gmail.com': { TXT: ['v=spf1 ip4:192.0.2.10 -all'] },
      '_dmarc.gmail.com': { TXT: ['v=DMARC1; p=none'] },
    }
    const own = await judge({ raw, zone, envelope: { mailFrom: 'ann@gmail.com' } })
    expect(own).toMatchObject({ status: 'passed', codes: [] })
    const forged = await judge({ raw, zone, envelope: { mailFrom: 'ann@example.org' } })
    expect(forged).toMatchObject({ score: -1.5, codes: ['dmarc-fail'] })
    expect(forged.detail['advice']).toBe(
      'Send through the servers of gmail.com, or write an address at a domain of your own in From and authenticate that; the one at gmail.com can stand in Reply-To.',
    )
  })

  const RECORD = 'v=DMARC1; p=reject; rua=mailto:dmarc@example.org'
  const MANY = Array.from({ length: 11 }, (_, i) => `mailto:a${i}@example.org`).join()
  const AWAY: ZoneLiteral = { 'away.example': { MX: [[1, 'mx.away.example']] } }

  test.each<[string, string, ZoneLiteral, string[]]>([
    ['no consent', `${RECORD}; ruf=mailto:a@away.example`, AWAY, ['dmarc-ruf-unauthorized']],
    [
      'nobody there',
      `${RECORD}; ruf=mailto:a@gone.example`,
      {},
      ['dmarc-ruf-unauthorized', 'dmarc-ruf-unreachable'],
    ],
    ['eleven addresses', `v=DMARC1; p=reject; rua=${MANY}`, {}, ['dmarc-many-uris']],
    ['a quotation mark', `${RECORD}; n="x`, {}, ['dmarc-quotes', 'dmarc-unknown-tag']],
    ['a letter beyond ASCII', `${RECORD}; n=ü`, {}, ['dmarc-characters', 'dmarc-unknown-tag']],
    ['two semicolons', RECORD.replace(';', ';;'), {}, ['dmarc-empty-tag']],
    ['a tag in capitals', RECORD.replace('p=', 'P='), {}, ['dmarc-tag-case', 'dmarc-no-policy']],
    ['p= at the end', 'v=DMARC1; rua=mailto:dmarc@example.org; p=reject', {}, ['dmarc-policy-not-second']],
  ])('advice about a record that applies: %s', async (_name, text, more, codes) => {
    const judged = await judge({ zone: published(text, more), raw: await signed() })
    expect(judged).toMatchObject({ status: 'passed', score: 0, codes })
  })

  test.each<[string, string[]]>([
    ['dmarc-several-records', [RECORD, RECORD.replace('reject', 'none')]],
    ['dmarc-unreadable', [`${RECORD}; p=none`]],
    ['dmarc-duplicate-tag', [`${RECORD}; p=none`]],
  ])('advice about a record of a subdomain that nobody can use: %s', async (code, texts) => {
    const zone = { ...GOOD, '_dmarc.news.example.org': { TXT: texts } }
    const { status, codes } = await judge({ zone, raw: from('ann@news.example.org') })
    expect(status).toBe('passed')
    expect(codes).toContain(code)
  })

  test('nobody can publish records for a name of private use', async () => {
    const { codes, detail } = await judge({ raw: from('root@web1.localdomain') })
    expect(codes).toEqual(['dmarc-none'])
    expect(detail['advice']).toStartWith('Write in From an address at a domain of your own')
  })

  test('passing by DKIM alone is fine', async () => {
    expect(await judge({ raw: await signed(), envelope: ELSEWHERE })).toMatchObject({
      status: 'passed',
      codes: [],
    })
  })

  test('failing', async () => {
    const { status, score, codes, detail } = await judge({ envelope: ELSEWHERE })
    expect({ status, score, codes }).toEqual({ status: 'failed', score: -6, codes: ['dmarc-fail'] })
    expect(detail['advice']).toContain('Sign with DKIM as d=example.org')
  })

  const RUA = 'rua=mailto:a@example.org'
  const BELOW = 'ann@news.example.org'
  const EXISTS: ZoneLiteral = { 'news.example.org': { A: ['192.0.2.1'] } }

  test.each<[string, string, ZoneLiteral, number]>([
    ['p=none', 'ann@example.org', {}, -1.5],
    ['p=quarantine', 'ann@example.org', {}, -4],
    ['p=reject', 'ann@example.org', {}, -6],
    ['p=REJECT', 'ann@example.org', {}, -6],
    ['p=reject; t=y', 'ann@example.org', {}, -4],
    ['p=quarantine; t=y', 'ann@example.org', {}, -1.5],
    ['p=none; t=y', 'ann@example.org', {}, -1.5],
    ['p=reject; pct=0', 'ann@example.org', {}, -6],
    ['p=none; sp=reject', 'ann@example.org', {}, -1.5],
    ['p=none; sp=reject', BELOW, EXISTS, -6],
    ['p=reject; sp=none', BELOW, EXISTS, -1.5],
    ['p=reject; sp=quarantine; t=y', BELOW, EXISTS, -1.5],
    ['p=none; np=reject', BELOW, EXISTS, -1.5],
    ['p=none; np=reject', BELOW, {}, -6],
    ['p=reject; np=quarantine', BELOW, {}, -4],
    ['p=rejct', 'ann@example.org', {}, -1.5],
    ['p=reject; sp=quarantene', 'ann@example.org', {}, -1.5],
  ])('failing under %s as %s costs what receivers are asked to do', async (tags, address, more, score) => {
    const zone = published(`v=DMARC1; ${tags}; ${RUA}`, more)
    const judged = await judge({ zone, raw: from(address), envelope: ELSEWHERE })
    expect(judged).toMatchObject({ status: 'failed', score })
    expect(judged.codes).toContain('dmarc-fail')
  })

  test('strict alignment refuses a subdomain, relaxed takes it', async () => {
    const envelope = { mailFrom: 'b@mail.example.org' }
    const sub = { 'mail.example.org': { TXT: ['v=spf1 ip4:192.0.2.10 -all'], A: ['192.0.2.10'] } }
    expect(
      (await judge({ zone: published('v=DMARC1; p=none; aspf=r; rua=mailto:a@example.org', sub), envelope }))
        .status,
    ).toBe('passed')
    expect(
      (await judge({ zone: published('v=DMARC1; p=none; aspf=s; rua=mailto:a@example.org', sub), envelope }))
        .codes,
    ).toContain('dmarc-fail')
  })

  const RECEIVES: ZoneLiteral = {
    'example.org': { MX: [[1, 'mx.example.org']] },
    'mx.example.org': { A: ['192.0.2.1'] },
  }
  const NULL_MX: ZoneLiteral = { 'example.org': { MX: [[0, '']] } }
  const FIRST = '_dmarc.example.org TXT "v=DMARC1; p=none; rua=mailto:dmarc@example.org"'
  const OWN = (...texts: string[]): ZoneLiteral => ({ ...RECEIVES, '_dmarc.example.org': { TXT: texts } })

  test.each<[string, ZoneLiteral, string, string]>([
    ['no record', RECEIVES, 'ann@example.org', FIRST],
    ['none for a subdomain: published at the organization', RECEIVES, 'ann@news.example.org', FIRST],
    [
      'none under a public suffix of several labels',
      { 'example.co.uk': { A: ['192.0.2.1'] } },
      'ann@a.example.co.uk',
      '_dmarc.example.co.uk TXT "v=DMARC1; p=none; rua=mailto:dmarc@example.co.uk"',
    ],
    [
      'a domain that takes no mail',
      NULL_MX,
      'ann@example.org',
      '_dmarc.example.org TXT "v=DMARC1; p=none"\nexample.org takes no mail',
    ],
    [
      'an MX without address',
      { 'example.org': { MX: [[1, 'mx.example.org']] } },
      'ann@example.org',
      'TXT "v=DMARC1; p=none"\nexample.org takes no mail',
    ],
    ['another text', OWN('hello'), 'ann@example.org', FIRST],
  ])('%s', async (_name, zone, address, record) => {
    const { status, score, codes, detail } = await judge({ zone, raw: from(address) })
    expect({ status, score, codes }).toEqual({ status: 'failed', score: -1, codes: ['dmarc-none'] })
    expect(detail['advice']).toContain(record)
  })

  test('an address for reports rests on the answer about the MX', async () => {
    const { detail } = await judge({ zone: RECEIVES, fail: ['MX example.org'] })
    expect(detail['advice']).toStartWith(
      'Publish: _dmarc.example.org TXT "v=DMARC1; p=none"\nWhether example.org takes mail could not be found out',
    )
  })

  test.each<[string, string[], string]>([
    [
      'two records',
      ['v=DMARC1; p=none', 'v=DMARC1; p=reject'],
      'Leave one record at _dmarc.example.org, with the report addresses of all of them. They differ in p.',
    ],
    [
      'a tag twice',
      ['v=DMARC1; p=none; p=reject'],
      'In the TXT record of _dmarc.example.org write p once only',
    ],
    [
      'a policy that is none',
      ['v=DMARC1; p=blocked'],
      'In the TXT record of _dmarc.example.org write none, quarantine or reject behind p=',
    ],
    [
      'a policy misspelt',
      ['v=DMARC1; p=rejct'],
      'In the TXT record of _dmarc.example.org write none, quarantine or reject behind p=',
    ],
  ])('%s: which is meant is left open, so there is no record to copy', async (_name, texts, begins) => {
    const raw = await signed()
    const { codes, detail } = await judge({ zone: { ...GOOD, ...OWN(...texts) }, raw })
    expect(codes).toEqual(['dmarc-none'])
    expect(detail['advice']).toContain(begins)
    expect(detail['advice']).not.toContain('TXT "')
  })

  test.each<[string, string[], string]>([
    [
      'another case',
      ['v=dmarc1; p=reject; rua=mailto:a@r.example'],
      'v=DMARC1; p=reject; rua=mailto:a@r.example',
    ],
    ['no semicolon', ['v=DMARC1 p=none; rua=mailto:a@r.example'], 'v=DMARC1; p=none; rua=mailto:a@r.example'],
    [
      'the same record twice, without reports',
      ['v=DMARC1; p=reject', 'v=DMARC1;p=reject;'],
      'v=DMARC1; p=reject; rua=mailto:dmarc@example.org',
    ],
    [
      'two lists of addresses',
      ['v=DMARC1; p=reject; rua=mailto:a@r.example', 'v=DMARC1; p=reject; rua=mailto:b@r.example!10m; fo=1'],
      'v=DMARC1; p=reject; rua=mailto:a@r.example,mailto:b@r.example!10m; fo=1',
    ],
    [
      'a tag twice with one value',
      ['v=DMARC1; p=reject; sp=none; rua=mailto:a@r.example; p=Reject'],
      'v=DMARC1; p=reject; sp=none; rua=mailto:a@r.example',
    ],
    [
      'quoting',
      ['v=DMARC1\\; p=reject\\; ruf=mailto:a@r.example'],
      'v=DMARC1; p=reject; ruf=mailto:a@r.example; rua=mailto:dmarc@example.org',
    ],
  ])('%s: all that the owner wrote stays', async (_name, texts, text) => {
    const { codes, detail } = await judge({ zone: { ...GOOD, ...OWN(...texts) }, raw: await signed() })
    expect(codes).toEqual(['dmarc-none'])
    expect(detail['advice']).toEndWith(`Publish: _dmarc.example.org TXT "${text}"`)
  })

  test('a record that would have this message refused is not offered', async () => {
    const { codes, detail } = await judge({ zone: OWN('v=dmarc1; p=reject'), envelope: ELSEWHERE })
    expect(codes).toEqual(['dmarc-none'])
    expect(detail['advice']).toContain('Let your mail pass first')
    expect(detail['advice']).not.toContain('TXT "')
  })

  test.each([
    ['a tag that may be p=', 'v=DMARC1 pr=eject; rua=mailto:a@example.org'],
    ['an address in two pieces', 'v=dmarc1; p=none; rua=mailto:a;b@example.org'],
    ['a tag in two pieces', 'v=dmarc1; p=none; adk;im=s'],
    ['an option behind a semicolon', 'v=dmarc1; p=none; fo=1:;d:s'],
  ])('%s is for the owner to correct', async (_what, text) => {
    const { detail } = await judge({ zone: published(text), raw: await signed() })
    expect(detail['advice']).not.toContain('TXT "')
  })

  test('a verification beside the record is left alone', async () => {
    const zone = { ...GOOD, '_dmarc.example.org': { TXT: ['dmarc-verification=a1b2', 'v=DMARC1; p=none'] } }
    const { detail } = await judge({ zone, raw: await signed() })
    expect(detail['advice']).toContain('TXT "v=DMARC1; p=none; rua=mailto:dmarc@example.org"')
  })

  test.each([
    ['v=DMARC1; p=quarantine; pct=20; rua=mailto:a@example.org', 'older ones do so once pct is removed'],
    ['v=DMARC1; p=quarantine; pct=100; rua=mailto:a@example.org', 'Nothing changes for receivers'],
    ['v=DMARC1; p=none; pct=20; rua=mailto:a@example.org', 'Nothing changes for receivers'],
  ])('what removing pct does: %s', async (text, says) => {
    const { detail } = await judge({ zone: published(text), raw: await signed() })
    expect(detail['advice']).toContain(says)
    expect(detail['advice']).not.toContain('t=y')
  })

  test('a text without a policy is not made one that is weaker than what applies', async () => {
    const zone = {
      ...GOOD,
      '_dmarc.news.example.org': { TXT: ['v=dmarc1'] },
      '_dmarc.example.org': { TXT: ['v=DMARC1; p=reject'] },
    }
    const { codes, detail } = await judge({ zone, raw: from('ann@news.example.org') })
    expect(codes).toContain('dmarc-not-a-record')
    expect(detail['advice']).toContain('Today receivers apply p=reject to news.example.org')
    expect(detail['advice']).not.toContain('_dmarc.news.example.org TXT "')
  })

  test('a record that is taken for nobody stays where a suffix has one that cannot be used', async () => {
    const zone = {
      ...GOOD,
      '_dmarc.example.org': { TXT: ['v=DMARC1; p=reject; sp=reject'] },
      '_dmarc.org': { TXT: ['v=DMARC1; t=y'] },
    }
    const { codes, detail } = await judge({ zone, raw: from('ann@news.example.org') })
    expect(codes).toEqual(['dmarc-none'])
    expect(detail['advice']).toStartWith('The record of _dmarc.example.org can stay as it is.')
    expect(detail['advice']).not.toContain('TXT "')
  })

  test.each([
    'mailto:a@example.org mailto:b@example.org',
    'mailto: a@example.org,mailto:b@example.org',
    'mailto:<a@example.org>,mailto:b@example.org',
    'mailto:mailto:a@example.org,b@example.org',
    'mailto://a@example.org,mailto:b@example.org',
    'mailto=a@example.org,mailto=b@example.org',
    'mailto;a@example.org,b@example.org',
  ])('rua=%s is no list that reports are sent to', async (rua) => {
    const { codes, detail } = await judge({
      zone: published(`v=DMARC1; p=reject; rua=${rua}; ruf=mailto:f@example.org`),
      raw: await signed(),
    })
    expect(codes).toContain('dmarc-uri')
    expect(detail['advice']).toContain(
      'TXT "v=DMARC1; p=reject; rua=mailto:a@example.org,mailto:b@example.org; ruf=mailto:f@example.org"',
    )
  })

  test('nobody can publish a record at an address or a name without a dot', async () => {
    for (const address of ['root@localhost', 'root@[192.0.2.10]']) {
      const { score, detail } = await judge({ raw: from(address) })
      expect(score).toBe(-1)
      expect(detail['advice']).toContain('_dmarc.example.org TXT')
      expect(detail['advice']).not.toContain(address.slice('root@'.length))
    }
  })

  test('several mailboxes of one domain are judged', async () => {
    const raw = from('ann@example.org, bob@example.org')
    expect(await judge({ raw })).toMatchObject({ status: 'passed' })
  })

  test.each([
    ['no From', plain(FIELDS.slice(1))],
    ['two domains in From', from('ann@example.org, eve@example.com')],
    ['two From fields', plain([FIELDS[0] ?? '', ...FIELDS])],
    ['a group without members', from('undisclosed:;')],
    ['words in place of an address', from('<Dear reader@best offers>')],
  ])('%s: nothing to judge, another check says so', async (_name, raw) => {
    expect(await judge({ raw })).toMatchObject({ status: 'neutral', score: 0 })
  })
})

test('a policy that is none is told where the message passes all the same', async () => {
  const zone = published('v=DMARC1; p=reject; sp=quarantene; rua=mailto:a@example.org')
  const { status, score, codes, detail } = await judge({ zone, raw: await signed() })
  expect({ status, score, codes }).toEqual({ status: 'passed', score: 0, codes: ['dmarc-bad-value'] })
  expect(detail['summary']).toContain('Its policy cannot be used: sp=quarantene is no policy')
})

describe('what could not be asked', () => {
  test.each([
    ['the record', ['TXT _dmarc.example.org']],
    ['SPF', ['TXT example.org']],
  ])('%s', async (_name, fail) => {
    expect(await judge({ fail })).toMatchObject({ status: 'error', score: 0 })
  })

  test('the key of an aligned signature, where SPF passes: that is not SPF alone', async () => {
    const fail = ['TXT s1._domainkey.example.org']
    expect(await judge({ raw: await signed(), fail })).toMatchObject({ status: 'passed', codes: [] })
  })

  test('the record that the Public Suffix List would lead to', async () => {
    const zone = {
      ...GOOD,
      '_dmarc.a.example.org': { TXT: ['v=DMARC1; p=reject; psd=n; rua=mailto:a@a.example.org'] },
      'a.example.org': { A: ['192.0.2.1'] },
    }
    const { codes } = await judge({
      zone,
      raw: from('ann@b.a.example.org'),
      fail: ['TXT _dmarc.example.org'],
    })
    expect(codes).not.toContain('dmarc-views-differ')
  })

  test('the key of an aligned signature', async () => {
    const given = { raw: await signed(), envelope: ELSEWHERE, fail: ['TXT s1._domainkey.example.org'] }
    expect(await judge(given)).toMatchObject({ status: 'error', score: 0 })
  })
})

describe('without a verdict of SPF', () => {
  const hidden = { clientAddress: '10.0.0.1' }
  const without = ['clientAddress', 'helo'] as const

  test('a valid aligned signature is enough', async () => {
    expect((await judge({ raw: await signed(), envelope: hidden })).status).toBe('passed')
    expect((await judge({ raw: await signed(), without })).status).toBe('passed')
  })

  test('an aligned sender behind a proxy leaves it open', async () => {
    expect(await judge({ envelope: hidden })).toMatchObject({ status: 'error', score: 0 })
  })

  test('a file leaves it open', async () => {
    expect(await judge({ without })).toMatchObject({ status: 'neutral', score: 0 })
    expect(await judge({ without: [...without, 'mailFrom'] })).toMatchObject({ status: 'neutral', score: 0 })
  })

  test('a sender that cannot align does not', async () => {
    expect(await judge({ envelope: { ...hidden, ...ELSEWHERE } })).toMatchObject({
      status: 'failed',
      score: -6,
    })
    expect(await judge({ envelope: ELSEWHERE, without })).toMatchObject({ status: 'failed', score: -6 })
    const strict = published('v=DMARC1; p=none; aspf=s; rua=mailto:a@example.org')
    const below = { ...hidden, mailFrom: 'b@mail.example.org' }
    expect((await judge({ zone: strict, envelope: below })).codes).toContain('dmarc-fail')
  })

  test('a missing record is missing all the same', async () => {
    expect(await judge({ zone: {}, envelope: hidden })).toMatchObject({ status: 'failed', score: -1 })
  })
})

describe('advice about the record', () => {
  test.each(['v=DMARC1; p=none', 'v=DMARC1; p=none; sp=reject'])(
    '%s is one record to publish, and later one tag',
    async (text) => {
      const judged = await judge({ zone: published(text), raw: await signed() })
      expect(judged.detail['findings']).toContain('dmarc-no-reports,dmarc-policy-none')
      const advice = judged.detail['advice'] ?? ''
      expect(advice.split('_dmarc.example.org TXT "v=DMARC1').length).toBe(2)
      expect(advice).toContain(`${text}; rua=mailto:dmarc@example.org"`)
      expect(advice).not.toContain('p=quarantine')
      expect(advice).toContain('Only then raise p= in this TXT record of _dmarc.example.org to quarantine')
    },
  )

  test.each<[string, string, ZoneLiteral, string[], string]>([
    [
      'p=none',
      'v=DMARC1; p=none; rua=mailto:a@example.org',
      {},
      ['dmarc-policy-none'],
      'Then write p=quarantine in the TXT record of _dmarc.example.org, leaving the rest as it is',
    ],
    [
      'no rua',
      'v=DMARC1; p=reject;',
      {},
      ['dmarc-no-reports'],
      '_dmarc.example.org TXT "v=DMARC1; p=reject; rua=mailto:dmarc@example.org"',
    ],
    [
      'a record too long to be written out',
      `v=DMARC1; p=none; zz=${'v'.repeat(2_000)}`,
      {},
      ['dmarc-unknown-tag', 'dmarc-no-reports', 'dmarc-policy-none'],
      'No aggregate reports are asked for. Add rua=mailto:dmarc@example.org to it.',
    ],
    ['t=y', 'v=DMARC1; p=reject; t=y; rua=mailto:a@example.org', {}, ['dmarc-testing'], 'Remove t=y'],
    [
      'pct',
      'v=DMARC1; p=reject; pct=20; rua=mailto:a@example.org',
      {},
      ['dmarc-historic-tag'],
      'character 21',
    ],
    [
      'no consent',
      'v=DMARC1; p=reject; rua=mailto:a@r.example',
      { 'r.example': { MX: [[1, 'mx.r.example']] } },
      ['dmarc-rua-unauthorized'],
      'example.org._report._dmarc.r.example TXT "v=DMARC1"',
    ],
    ['no host', 'v=DMARC1; p=reject; rua=mailto:a@x.example.org', {}, ['dmarc-rua-unreachable'], 'MX record'],
  ])('%s', async (_name, text, more, codes, advice) => {
    const judged = await judge({ zone: published(text, more), raw: await signed() })
    expect(judged).toMatchObject({ status: 'passed', score: 0, codes })
    expect(judged.detail['advice']).toContain(advice)
  })

  test('the Public Suffix List sees another organization', async () => {
    const zone = {
      ...GOOD,
      '_dmarc.a.example.org': { TXT: ['v=DMARC1; p=reject; psd=n; rua=mailto:a@a.example.org'] },
      'a.example.org': { A: ['192.0.2.1'] },
    }
    const { codes, detail } = await judge({ zone, raw: from('ann@b.a.example.org') })
    expect(codes).toContain('dmarc-views-differ')
    expect(detail).toMatchObject({
      organization: 'a.example.org',
      organization_by_public_suffix_list: 'example.org',
    })
  })
})

describe('what to do about a failure fits how the message was sent', () => {
  const advice = async (given: Scene) => (await judge(given)).detail['advice']?.split('\n')[0]

  test('nothing is signed, and another domain stands in the envelope', async () => {
    expect(await advice({ envelope: ELSEWHERE })).toBe(
      'Sign with DKIM as d=example.org, or use an envelope sender at example.org whose SPF record allows the sending host: one of the two is enough.',
    )
  })

  test('the envelope names the domain, and its record does not allow the host', async () => {
    expect(await advice({ envelope: { clientAddress: '198.51.100.9' } })).toBe(
      'Sign with DKIM as d=example.org, or let the SPF record of example.org allow the sending host: one of the two is enough.',
    )
  })

  test('a null sender stays one', async () => {
    const said = await advice({ envelope: { mailFrom: '', helo: 'host.esp.example' } })
    expect(said).toContain('or give the host a HELO name at example.org whose SPF record allows')
    expect(said).not.toContain('envelope sender')
  })

  test('a signature that was broken on the way is to be made valid', async () => {
    const raw = Buffer.from(`${(await signed()).toString('latin1')}A footer.\r\n`, 'latin1')
    expect(await advice({ raw, envelope: ELSEWHERE })).toStartWith(
      'Make the DKIM signature of example.org valid, or',
    )
  })
})
