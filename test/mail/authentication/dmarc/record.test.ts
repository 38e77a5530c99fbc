import { describe, expect, test } from 'bun:test'
import { discoverDmarc } from '../../../../src/mail/authentication/dmarc/record.ts'
import type { DmarcProblemCode } from '../../../../src/mail/authentication/dmarc/tags.ts'
import type { ZoneFailures, ZoneLiteral } from '../../../../src/net/dns/zone.ts'
import { zone } from '../../../support/zone.ts'

function discover(text: string, more: ZoneLiteral = {}, fail: ZoneFailures = []) {
  return discoverDmarc('example.org', zone({ ...more, '_dmarc.example.org': { TXT: [text] } }, fail))
}

const codesOf = async (text: string) => (await discover(text)).problems.map(({ code }) => code)
const RECORD = { TXT: ['v=DMARC1; p=reject'] }

describe('where the record is', () => {
  test.each<[string, string, ZoneLiteral, object]>([
    [
      'at the domain',
      'example.org',
      { '_dmarc.example.org': RECORD },
      { recordDomain: 'example.org', organisation: 'example.org', viewsDiffer: false },
    ],
    [
      'at the organization',
      'a.b.example.org',
      { '_dmarc.example.org': RECORD },
      { recordDomain: 'example.org', organisation: 'example.org', viewsDiffer: false },
    ],
    [
      'at both: its own counts',
      'b.example.org',
      { '_dmarc.b.example.org': RECORD, '_dmarc.example.org': RECORD },
      { recordDomain: 'b.example.org', organisation: 'example.org' },
    ],
    [
      'between: only the tree walk sees it',
      'a.b.example.org',
      { '_dmarc.b.example.org': RECORD },
      {
        recordDomain: 'b.example.org',
        organisation: 'b.example.org',
        viewsDiffer: true,
        publicSuffixView: { organisation: 'example.org' },
      },
    ],
    [
      'psd=n ends the walk',
      'a.b.example.org',
      { '_dmarc.b.example.org': { TXT: ['v=DMARC1; p=none; psd=n'] }, '_dmarc.example.org': RECORD },
      { recordDomain: 'b.example.org', organisation: 'b.example.org', viewsDiffer: true },
    ],
    [
      'psd=y above: the name below it is the organization',
      'a.shop.example',
      { '_dmarc.example': { TXT: ['v=DMARC1; p=reject; psd=y'] } },
      { recordDomain: 'example', organisation: 'shop.example' },
    ],
    [
      'nowhere',
      'a.example.org',
      {},
      { organisation: 'a.example.org', publicSuffixView: { organisation: 'example.org' } },
    ],
    [
      'several count as none',
      'example.org',
      { '_dmarc.example.org': { TXT: ['v=DMARC1; p=none', 'v=DMARC1; p=reject'] } },
      { problems: [{ code: 'dmarc-several-records' }] },
    ],
  ])('%s', async (_name, domain, literal, wanted) => {
    expect(await discoverDmarc(domain, zone(literal))).toMatchObject(wanted)
  })

  test('the walk asks at most eight names', async () => {
    const resolver = zone({})
    await discoverDmarc('a.b.c.d.e.f.g.h.i.j.example.org', resolver)
    expect(resolver.calls.filter((call) => call.startsWith('TXT')).length).toBeLessThanOrEqual(9)
    expect(resolver.calls.slice(0, 2)).toEqual([
      'TXT _dmarc.a.b.c.d.e.f.g.h.i.j.example.org',
      'TXT _dmarc.f.g.h.i.j.example.org',
    ])
  })

  test('a failed question is no absent record', async () => {
    const found = await discoverDmarc('a.example.org', zone({}, ['TXT _dmarc.example.org']))
    expect(found).toMatchObject({ failure: 'servfail', viewsDiffer: false })
    expect(found.organisation).toBeUndefined()
    const own = await discoverDmarc(
      'a.example.org',
      zone({ '_dmarc.a.example.org': RECORD }, ['TXT _dmarc.example.org']),
    )
    expect(own).toMatchObject({ recordDomain: 'a.example.org', failure: 'servfail' })
  })

  test('upper case and a root dot', async () => {
    expect(await discoverDmarc('Example.ORG.', zone({ '_dmarc.example.org': RECORD }))).toMatchObject({
      domain: 'example.org',
      recordDomain: 'example.org',
    })
  })
})

describe('what is wrong with a record', () => {
  test.each<[string, DmarcProblemCode[]]>([
    ['v=DMARC1; p=reject; rua=mailto:a@example.org', []],
    ['v=DMARC1;p=reject;', []],
    ['v = DMARC1 ; p = quarantine ; sp=reject; adkim=s; aspf=r; fo=1:d:s; psd=u; t=n; np=reject', []],
    ['v=DMARC1; p=REJECT', []],
    [
      'v=DMARC1; p=reject; pct=50; rf=afrf; ri=86400',
      ['dmarc-historic-tag', 'dmarc-historic-tag', 'dmarc-historic-tag'],
    ],
    ['v=DMARC1; p=block', ['dmarc-bad-value']],
    ['v=DMARC1; sp=none; p=none', ['dmarc-policy-not-second']],
    ['v=DMARC1; rua=mailto:a@example.org', ['dmarc-no-policy']],
    ['v=DMARC1; p=none; p=reject', ['dmarc-unreadable', 'dmarc-duplicate-tag']],
    ['v=DMARC1; p=reject; sp=none', ['dmarc-weaker-sp']],
    ['v=DMARC1; p=reject; np=none', ['dmarc-weaker-np']],
    ['v=DMARC1; p=none; foo=bar', ['dmarc-unknown-tag']],
    ['v=DMARC1; P=none', ['dmarc-tag-case', 'dmarc-no-policy']],
    ['v=DMARC1; p=none;; rua=mailto:a@example.org', ['dmarc-empty-tag']],
    ['v=DMARC1; p=none; rua', ['dmarc-not-a-tag']],
    [
      'v=DMARC1; p=none; adkim=x; aspf=y; t=1; psd=2; fo=9',
      ['dmarc-bad-value', 'dmarc-bad-value', 'dmarc-bad-value', 'dmarc-bad-value', 'dmarc-bad-value'],
    ],
    ['v=DMARC1; p=none; rua=a@example.org', ['dmarc-uri']],
    ['v=DMARC1; p=none; rua=mailto:example.org', ['dmarc-uri']],
    ['v=DMARC1; p=none; ruf=https://example.org/', ['dmarc-uri']],
    ['v=DMARC1; p=none; rua=mailto:a@example.org!10m', ['dmarc-uri-size']],
    ['v=DMARC1; p=none; rua="mailto:a@example.org"', ['dmarc-quotes', 'dmarc-uri']],
    ['v=DMARC1; p=none\u2013', ['dmarc-characters', 'dmarc-bad-value']],
    ['v=dmarc1; p=none', ['dmarc-not-a-record']],
    ['v=DMARC1 p=none', ['dmarc-not-a-record']],
    ['"v=DMARC1; p=none"', ['dmarc-not-a-record']],
    ['p=none; v=DMARC1', ['dmarc-not-a-record']],
    ['hello', []],
  ])('%s', async (text, codes) => {
    expect(await codesOf(text)).toEqual(codes)
  })

  test('the position is counted from one', async () => {
    const { problems } = await discover('v=DMARC1; p=none; pct=50')
    expect(problems[0]).toMatchObject({ code: 'dmarc-historic-tag', at: 19 })
  })

  test('a hostile record is bounded', async () => {
    for (const filler of [';', 'a=b;', '=', 'mailto:', ',', 'p=none;', '\u00ff', ' ']) {
      const found = await discover(`v=DMARC1; rua=${filler.repeat(20_000)}`)
      expect(found.problems.length).toBeLessThan(60)
      expect(found.destinations.length).toBeLessThanOrEqual(6)
    }
  })
})

describe('where reports go', () => {
  const record =
    'v=DMARC1; p=none; rua=mailto:a@reports.example, mailto:b@example.org; ruf=mailto:c@mail.example.org'
  const MX: ZoneLiteral = {
    'reports.example': { MX: [[10, 'mx.reports.example']] },
    'example.org': { MX: [[10, 'mx.example.org']] },
    'mail.example.org': { A: ['192.0.2.1'] },
  }

  test('another organization must consent', async () => {
    const consent = { 'example.org._report._dmarc.reports.example': { TXT: ['v=DMARC1;'] } }
    expect((await discover(record, { ...MX, ...consent })).destinations).toEqual([
      {
        tag: 'rua',
        domain: 'reports.example',
        authorized: 'yes',
        consentName: 'example.org._report._dmarc.reports.example',
        receives: 'yes',
      },
      { tag: 'rua', domain: 'example.org', authorized: 'not-needed', receives: 'yes' },
      { tag: 'ruf', domain: 'mail.example.org', authorized: 'not-needed', receives: 'yes' },
    ])
    expect((await discover(record, MX)).destinations[0]).toMatchObject({ authorized: 'no' })
  })

  test.each<[string, ZoneLiteral]>([
    ['a wildcard', { '*._report._dmarc.reports.example': { TXT: ['v=DMARC1'] } }],
    [
      'a CNAME',
      {
        'example.org._report._dmarc.reports.example': { CNAME: ['all.reports.example'] },
        'all.reports.example': { TXT: ['v=DMARC1; rua=mailto:z@reports.example'] },
      },
    ],
  ])('consent by %s', async (_name, consent) => {
    expect((await discover(record, { ...MX, ...consent })).destinations[0]).toMatchObject({
      authorized: 'yes',
    })
  })

  test('a failed question leaves it open', async () => {
    const fail = ['* example.org._report._dmarc.reports.example', 'MX reports.example']
    expect((await discover(record, MX, fail)).destinations[0]).toMatchObject({
      authorized: 'undetermined',
      receives: 'undetermined',
    })
  })

  test.each<[string, ZoneLiteral]>([
    ['no name', {}],
    ['a null MX', { 'reports.example': { MX: [[0, '.']] } }],
    ['a name without hosts', { 'reports.example': { TXT: ['x'] } }],
  ])('a domain that takes no mail: %s', async (_name, more) => {
    expect((await discover(record, more)).destinations[0]).toMatchObject({ receives: 'no' })
  })
})
