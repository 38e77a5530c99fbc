import { afterEach, describe, expect, test } from 'bun:test'
import { lookUpReverse } from '../../../../src/mail/server/reverse-dns/reverse-dns.ts'
import { createStubResolver } from '../../../../src/net/dns/stub.ts'
import type { ZoneLiteral } from '../../../../src/net/dns/zone.ts'
import { nameFor } from '../../../../src/services/aggregates/naming/looking-up.ts'
import { createNetworks } from '../../../../src/services/aggregates/naming/networks.ts'
import { type DnsServer, dnsServer } from '../../../support/dns-server.ts'
import { zone } from '../../../support/zone.ts'

const open: DnsServer[] = []
afterEach(() => {
  for (const server of open.splice(0)) server.close()
})

async function loopback(literal: ZoneLiteral) {
  const server = await dnsServer(literal)
  open.push(server)
  const resolver = createStubResolver({ servers: [server.address], timeoutMs: 5_000, tries: 2 })
  return { resolver, calls: server.calls }
}

const IP = '216.90.108.31'
const ORIGIN = '31.108.90.216.origin.asn.cymru.com'
const SIX = '2001:4860::8888'
const SIX_ORIGIN = `8.8.8.8${'.0'.repeat(20)}.0.6.8.4.1.0.0.2.origin6.asn.cymru.com`
const NAMED = {
  'as23028.asn.cymru.com': { TXT: ['23028 | US | arin | 2002-01-04 | TEAM-CYMRU - Team Cymru Inc., US'] },
}

async function network(ip: string, literal: ZoneLiteral) {
  return createNetworks((await loopback(literal)).resolver)(ip)
}

test('the network of an address, and its name', async () => {
  const TXT = ['23028 | 216.90.108.0/24 | US | arin | 1998-09-25']
  const { resolver, calls } = await loopback({ [ORIGIN]: { TXT }, ...NAMED })
  const networkOf = createNetworks(resolver)
  const expected = { kind: 'network', name: 'AS23028 TEAM-CYMRU - Team Cymru Inc.' } as const
  expect(await networkOf(IP)).toEqual(expected)
  expect(await networkOf(IP)).toEqual(expected)
  // The name of a network is asked for once.
  expect(calls.map((call) => call.toLowerCase())).toEqual([
    `txt ${ORIGIN}`,
    'txt as23028.asn.cymru.com',
    `txt ${ORIGIN}`,
  ])
})

test('of IPv6', async () => {
  const TXT = ['15169 | 2001:4860::/32 | US | arin | 2005-03-14']
  const name = { 'as15169.asn.cymru.com': { TXT: ['15169 | US | arin | 2000-03-30 | GOOGLE, US'] } }
  expect(await network(SIX, { [SIX_ORIGIN]: { TXT }, ...name })).toEqual({
    kind: 'network',
    name: 'AS15169 GOOGLE',
  })
})

test('the narrowest prefix of several, and the lowest number', async () => {
  const TXT = [
    '1 | 216.0.0.0/8 | US | arin | 1998-09-25',
    '64501 23028 | 216.90.108.0/24 | US | arin | 1998-09-25',
    '2 | 216.90.0.0/16 | US | arin | 1998-09-25',
  ]
  expect(await network(IP, { [ORIGIN]: { TXT }, ...NAMED })).toMatchObject({
    name: 'AS23028 TEAM-CYMRU - Team Cymru Inc.',
  })
})

describe('what is no answer', () => {
  test('nobody announces it', async () => {
    expect(await network(IP, {})).toEqual({ kind: 'none' })
  })

  test('the DNS does not say: of the address, or of the name', async () => {
    const TXT = ['23028 | 216.90.108.0/24 | US | arin | 1998-09-25']
    for (const question of [`TXT ${ORIGIN}`, 'TXT as23028.asn.cymru.com']) {
      const failing = zone({ [ORIGIN]: { TXT }, ...NAMED }, [question])
      expect(await createNetworks(failing)(IP)).toEqual({ kind: 'failed' })
    }
  })

  test('it is no address', async () => {
    expect(await network('evil.example', {})).toEqual({ kind: 'none' })
  })
})

describe('hostile answers', () => {
  test.each([
    '',
    '|||||',
    'x'.repeat(4_000),
    '23028',
    '23028 | 198.51.100.0/24 | US | arin | 1998-09-25',
    '23028 | 216.90.108.0/99 | US | arin | 1998-09-25',
    '23028 | 216.90.108.0/-1 | US',
    '23028 | ::/0 | US',
    '0 | 216.90.108.0/24 | US',
    '4294967295 | 216.90.108.0/24 | US',
    '99999999999999999999 | 216.90.108.0/24 | US',
    '-5 | 216.90.108.0/24 | US',
    '1e3 0x10 | 216.90.108.0/24 | US',
    '<script>alert(1)</script> | 216.90.108.0/24 | US',
    `${'| '.repeat(200)}23028 | 216.90.108.0/24`,
  ])('%s', async (text) => {
    expect(await network(IP, { [ORIGIN]: { TXT: [text] }, ...NAMED })).toEqual({ kind: 'none' })
  })

  test('very many records are read to a bound', async () => {
    const TXT = Array.from({ length: 200 }, (_, n) => `${n + 1} | 216.90.108.0/${n < 20 ? 8 : 24} | US`)
    expect(await network(IP, { [ORIGIN]: { TXT } })).toEqual({ kind: 'network', name: 'AS1' })
  })

  test.each<[string, string]>([
    ['23028 | US | arin | 2002 | A\u0000\u0007B\nC\r\n\t D', 'AS23028 A B C D'],
    [
      `23028 | US | arin | 2002 | ${Buffer.from('Ünïted\u202e evil\u2028 Net', 'utf8').toString('latin1')}`,
      'AS23028 Ünïted evil Net',
    ],
    ['23028 | US | arin | 2002 | \u00ff\u00fe\u00c3', 'AS23028'],
    [`23028 | US | arin | 2002 | ${'x'.repeat(400)}`, `AS23028 ${'x'.repeat(80)}`],
    ['99 | US | arin | 2002 | Another network', 'AS23028'],
    ['23028 | US', 'AS23028'],
    ['23028 | US | arin | 2002 |   , US', 'AS23028'],
    ['23028 | US | arin | 2002 | AS99 Somebody else, DE', 'AS23028 AS99 Somebody else'],
  ])('a name of %j', async (text, name) => {
    const TXT = ['23028 | 216.90.108.0/24 | US | arin | 1998-09-25']
    const found = await network(IP, { [ORIGIN]: { TXT }, 'as23028.asn.cymru.com': { TXT: [text] } })
    expect(found).toEqual({ kind: 'network', name })
  })
})

test('an address is named by its confirmed host name, and only without one by its network', async () => {
  const { resolver, calls } = await loopback({
    '1.108.90.216.in-addr.arpa': { PTR: ['o1.ptr1.sendgrid.net'] },
    'o1.ptr1.sendgrid.net': { A: ['216.90.108.1'] },
    '31.108.90.216.in-addr.arpa': { PTR: ['forged.sendgrid.net'] },
    'forged.sendgrid.net': { A: ['216.90.108.1'] },
    [ORIGIN]: { TXT: ['23028 | 216.90.108.0/24 | US | arin | 1998-09-25'] },
    ...NAMED,
  })
  const outside = {
    lookUp: (ip: string) => lookUpReverse(ip, resolver),
    mayAsk: () => true,
    answers: async () => true,
    organisationOf: (name: string) => name.split('.').slice(-2).join('.'),
    knownSender: () => ({ name: 'Twilio SendGrid', type: 'Transactional' }),
    networkOf: createNetworks(resolver),
  }
  const now = new Date('2026-11-23T06:00:00Z')
  expect((await nameFor('216.90.108.1', outside, now)).name).toMatchObject({
    organization: { name: 'Twilio SendGrid', domain: 'sendgrid.net', type: 'Transactional', basis: 'ptr' },
  })
  expect(calls.filter((call) => call.includes('cymru'))).toEqual([])
  expect((await nameFor(IP, outside, now)).name).toEqual({
    organization: { name: 'AS23028 TEAM-CYMRU - Team Cymru Inc.', basis: 'asn' },
  })
})
