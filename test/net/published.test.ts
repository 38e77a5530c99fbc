import { describe, expect, test } from 'bun:test'
import { type Publication, published } from '../../src/net/dns/published.ts'
import type { ZoneLiteral } from '../../src/net/dns/zone.ts'
import { ask, type RecordType } from '../../src/net/ports.ts'
import { zone } from '../support/zone.ts'

const ZONE: ZoneLiteral = {
  'example.org': { TXT: ['v=spf1 -all', 'other=1'], A: ['192.0.2.1'], MX: [[10, 'mx.example.org']] },
  'alias.example.org': { CNAME: ['example.org'] },
  'far.example.org': { CNAME: ['alias.example.org'] },
}

async function says(publications: Publication[], name: string, type: RecordType, fail: string[] = []) {
  const answer = await ask(published(zone(ZONE, fail), publications), name, type)
  return answer.kind === 'records' ? answer.records : answer.kind === 'failure' ? answer.reason : answer.kind
}

describe('records that are about to be published', () => {
  test.each([
    ['A', '192.0.2.9', '192.0.2.9'],
    ['AAAA', '2001:DB8:0::1', '2001:db8::1'],
    ['MX', '20 MX2.example.org.', { preference: 20, exchange: 'mx2.example.org' }],
    ['PTR', 'Host.example.org.', 'host.example.org'],
    ['TXT', 'v=spf1 "x"', { text: 'v=spf1 "x"', strings: 1 }],
    ['TXT', '"v=spf1 " "-all"', { text: 'v=spf1 -all', strings: 2 }],
    ['TXT', '"a \\" b \\\\ \\065"', { text: 'a " b \\ A', strings: 1 }],
    ['TXT', 'x'.repeat(256), { text: 'x'.repeat(256), strings: 2 }],
    ['CAA', '128 issue "ca.example"', { critical: true, tag: 'issue', value: 'ca.example' }],
    ['TLSA', '3 1 1 AB CD', { usage: 3, selector: 1, matchingType: 1, certificate: 'abcd' }],
  ] as const)('%s %s is read', async (type, record, expected) => {
    expect(await says([{ name: 'new.example', type, records: [record] }], 'NEW.example.', type)).toEqual([
      expected,
    ])
  })

  test('they take the place of all of that name and type, or of those that begin so', async () => {
    const spf = { name: 'example.org', type: 'TXT', records: ['v=spf1 mx -all'] } as const
    const text = (text: string) => ({ text, strings: 1 })
    expect(await says([spf], 'example.org', 'TXT')).toEqual([text('v=spf1 mx -all')])
    expect(await says([{ ...spf, replaces: 'V=SPF1' }], 'example.org', 'TXT')).toEqual([
      text('other=1'),
      text('v=spf1 mx -all'),
    ])
    expect(await says([{ ...spf, replaces: 'v=nothing' }], 'example.org', 'TXT')).toHaveLength(3)
    expect(await says([spf], 'example.org', 'A')).toEqual(['192.0.2.1'])
  })

  test('later ones are laid over earlier ones', async () => {
    const one = { name: 'example.org', type: 'A', records: ['192.0.2.2'] } as const
    expect(
      await says([one, { ...one, records: ['192.0.2.3'], replaces: '192.0.2.9' }], 'example.org', 'A'),
    ).toEqual(['192.0.2.2', '192.0.2.3'])
  })

  test('removing the last record leaves the name without that type', async () => {
    expect(await says([{ name: 'example.org', type: 'MX', records: [] }], 'example.org', 'MX')).toBe('nodata')
    const prefix = { name: 'example.org', type: 'MX', records: [], replaces: '10 mx.example.org' } as const
    expect(await says([prefix], 'example.org', 'MX')).toBe('nodata')
  })

  test('a name that gets a record exists, and so do the names above it', async () => {
    const made: Publication[] = [{ name: 'a.b.example', type: 'A', records: ['192.0.2.2'] }]
    expect(await says(made, 'a.b.example', 'AAAA')).toBe('nodata')
    expect(await says(made, 'b.example', 'A')).toBe('nodata')
    expect(await says(made, 'c.b.example', 'A')).toBe('nxdomain')
  })

  test('aliases lead to what is published', async () => {
    const target: Publication[] = [{ name: 'example.org', type: 'A', records: ['192.0.2.2'] }]
    expect(await says(target, 'far.example.org', 'A')).toEqual(['192.0.2.2'])
    const alias: Publication[] = [{ name: 'www.example', type: 'CNAME', records: ['far.example.org.'] }]
    expect(await says(alias, 'www.example', 'A')).toEqual(['192.0.2.1'])
    const gone: Publication[] = [{ name: 'alias.example.org', type: 'CNAME', records: [] }]
    expect(await says(gone, 'far.example.org', 'A')).toBe('nxdomain')
    const answer = await published(zone(ZONE), alias).query('www.example', 'A')
    expect(answer.chain).toEqual(['far.example.org', 'alias.example.org', 'example.org'])
  })

  test('aliases that go in a circle end', async () => {
    const loop: Publication[] = [
      { name: 'a.example', type: 'CNAME', records: ['b.example'] },
      { name: 'b.example', type: 'CNAME', records: ['a.example'] },
    ]
    expect(await says(loop, 'a.example', 'A')).toBe('servfail')
  })

  test('what is kept has to be known', async () => {
    const spf = { name: 'example.org', type: 'TXT', records: ['v=spf1 -all'] } as const
    expect(await says([{ ...spf, replaces: 'v=spf1' }], 'example.org', 'TXT', ['TXT example.org'])).toBe(
      'servfail',
    )
    expect(await says([spf], 'example.org', 'TXT', ['TXT example.org'])).toHaveLength(1)
  })
})
