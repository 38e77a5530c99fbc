import { describe, expect, test } from 'bun:test'
import { overlay, type ZoneLiteral, zoneResolver } from '../../../src/net/dns/zone.ts'
import { ask } from '../../../src/net/ports.ts'
import { zone } from '../../support/zone.ts'

const ZONE: ZoneLiteral = {
  'Example.ORG.': {
    A: ['192.0.2.1'],
    AAAA: ['2001:DB8:0:0::1'],
    MX: [
      [10, 'Mx.Example.org.'],
      [0, '.'],
    ],
  },
  'txt.example.org': { TXT: ['plain', ['split ', 'in two'], 'x'.repeat(300), 'caf\u00e9', '\u2603'] },
  'deep.down.example.org': { PTR: ['Host.Example.org.'] },
  'www.example.org': { CNAME: ['Deep.Alias.example.org'] },
  'deep.alias.example.org': { CNAME: ['example.org'] },
  'loop.example.org': { CNAME: ['pool.example.org'] },
  'pool.example.org': { CNAME: ['loop.example.org'] },
  'dangling.example.org': { CNAME: ['gone.example.org'] },
  '*.wild.example.org': { A: ['192.0.2.9'] },
  'real.wild.example.org': { TXT: ['here'] },
}

const facts = { ttl: 300, ad: false, chain: [] }

describe('a zone literal answers as a resolver would', () => {
  test.each([
    ['EXAMPLE.org', 'A', { kind: 'records', records: ['192.0.2.1'], ...facts }],
    ['example.org.', 'AAAA', { kind: 'records', records: ['2001:db8::1'], ...facts }],
    [
      'example.org',
      'MX',
      {
        records: [
          { preference: 10, exchange: 'mx.example.org' },
          { preference: 0, exchange: '' },
        ],
      },
    ],
    ['deep.down.example.org', 'PTR', { records: ['host.example.org'] }],
    ['example.org', 'TXT', { kind: 'nodata', ...facts }],
    ['down.example.org', 'A', { kind: 'nodata', ...facts }],
    ['org', 'A', { kind: 'nodata', ...facts }],
    ['up.deep.down.example.org', 'A', { kind: 'nxdomain', ...facts }],
    ['gone.example.org', 'A', { kind: 'nxdomain', ...facts }],
    ['www.example.org', 'A', { records: ['192.0.2.1'], chain: ['deep.alias.example.org', 'example.org'] }],
    ['www.example.org', 'TXT', { kind: 'nodata', chain: ['deep.alias.example.org', 'example.org'] }],
    ['www.example.org', 'CNAME', { records: ['deep.alias.example.org'], chain: [] }],
    ['dangling.example.org', 'A', { kind: 'nxdomain', chain: ['gone.example.org'] }],
    ['loop.example.org', 'A', { kind: 'failure', reason: 'servfail' }],
    ['a..example.org', 'A', { kind: 'failure', reason: 'bad-name' }],
    [`${'x'.repeat(64)}.example.org`, 'A', { kind: 'failure', reason: 'bad-name' }],
    ['any.wild.example.org', 'A', { records: ['192.0.2.9'] }],
    ['any.thing.wild.example.org', 'A', { records: ['192.0.2.9'] }],
    ['any.wild.example.org', 'TXT', { kind: 'nodata' }],
    ['real.wild.example.org', 'A', { kind: 'nodata' }],
    ['below.real.wild.example.org', 'A', { kind: 'nxdomain' }],
    ['constructor', 'A', { kind: 'nxdomain' }],
  ] as const)('%s %s', async (name, type, expected) => {
    expect(await ask(zone(ZONE), name, type)).toMatchObject(expected as never)
  })

  test('TXT keeps octets and counts strings', async () => {
    expect(await ask(zone(ZONE), 'txt.example.org', 'TXT')).toMatchObject({
      records: [
        { text: 'plain', strings: 1 },
        { text: 'split in two', strings: 2 },
        { text: 'x'.repeat(300), strings: 2 },
        { text: 'caf\u00e9', strings: 1 },
        { text: '\u00e2\u0098\u0083', strings: 1 },
      ],
    })
  })

  test('what one asker does to an answer does not reach the next', async () => {
    const dns = zone(ZONE)
    const answer = await dns.query('example.org', 'A')
    if (answer.kind === 'records') answer.records.pop()
    expect(await dns.query('example.org', 'A')).toMatchObject({ records: ['192.0.2.1'] })
  })
})

describe('questions that fail', () => {
  test('a list, a map, and every type of a name', async () => {
    const failing = zone(ZONE, ['A Example.org'])
    expect(await ask(failing, 'example.ORG', 'A')).toEqual({ kind: 'failure', reason: 'servfail' })
    expect(await ask(failing, 'example.org', 'MX')).toMatchObject({ kind: 'records' })
    expect(await ask(failing, 'www.example.org', 'A')).toEqual({ kind: 'failure', reason: 'servfail' })
    const slow = zone(ZONE, { 'TXT txt.example.org': 'timeout', '* new.example.org': 'refused' })
    expect(await ask(slow, 'txt.example.org', 'TXT')).toEqual({ kind: 'failure', reason: 'timeout' })
    expect(await ask(slow, 'new.example.org', 'PTR')).toEqual({ kind: 'failure', reason: 'refused' })
  })

  test('every question is logged', async () => {
    const dns = zone(ZONE)
    await dns.query('example.org', 'A')
    await ask(dns, 'gone.example.org', 'TXT')
    expect(dns.calls).toEqual(['A example.org', 'TXT gone.example.org'])
  })
})

test('an overlay answers its own names alone, and asks on for others', async () => {
  const rest = zone({ 'other.example': { A: ['192.0.2.5'] }, 'demo.example': { TXT: ['not ours'] } })
  const both = overlay(zoneResolver({ 'demo.example': { A: ['127.0.0.1'] } }), rest, (name) =>
    name.endsWith('demo.example'),
  )
  expect(await both.query('DEMO.example.', 'A')).toMatchObject({ records: ['127.0.0.1'] })
  expect(await both.query('demo.example', 'TXT')).toMatchObject({ kind: 'nodata' })
  expect(await both.query('sub.demo.example', 'A')).toMatchObject({ kind: 'nxdomain' })
  expect(await both.query('other.example', 'A')).toMatchObject({ records: ['192.0.2.5'] })
  expect(rest.calls).toEqual(['A other.example'])
})
