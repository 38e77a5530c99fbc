import { describe, expect, test } from 'bun:test'
import { canReceive, mailDomain } from '../../../../src/mail/reading/domains/receiving.ts'
import type { ZoneLiteral } from '../../../../src/net/dns/zone.ts'
import { isPublicAddress } from '../../../../src/net/ip.ts'
import { zone } from '../../../support/zone.ts'

const D = 'example.org'
const up = { A: ['192.0.2.25'] }

const cases: [name: string, literal: ZoneLiteral, fail: string[], expected: object][] = [
  [
    'an MX with an address',
    { [D]: { MX: [[10, 'mx.example.org']] }, 'mx.example.org': up },
    [],
    { kind: 'receives', by: 'mx' },
  ],
  [
    'an MX with IPv6 only',
    { [D]: { MX: [[10, 'mx.example.org']] }, 'mx.example.org': { AAAA: ['2001:db8::1'] } },
    [],
    { kind: 'receives' },
  ],
  ['no MX, an address', { [D]: up }, [], { kind: 'receives', by: 'address' }],
  ['no MX, an IPv6 address', { [D]: { AAAA: ['2001:db8::1'] } }, [], { kind: 'receives', by: 'address' }],
  [
    'no MX, an alias to a host',
    { [D]: { CNAME: ['web.example.net'] }, 'web.example.net': up },
    [],
    { kind: 'receives', hosts: [{ isAlias: false }] },
  ],
  ['a null MX', { [D]: { MX: [[0, '.']], ...up } }, [], { kind: 'refuses' }],
  [
    'a null MX beside another',
    {
      [D]: {
        MX: [
          [0, '.'],
          [10, 'mx.example.org'],
        ],
      },
      'mx.example.org': up,
    },
    [],
    { kind: 'receives', nullBeside: true },
  ],
  ['no such domain', {}, [], { kind: 'cannot', why: 'no-domain' }],
  ['a domain with only TXT', { [D]: { TXT: ['v=spf1 -all'] } }, [], { kind: 'cannot', why: 'no-records' }],
  [
    'a dangling MX',
    { [D]: { MX: [[10, 'gone.example.org']] } },
    [],
    { kind: 'cannot', why: 'no-host', hosts: [{ state: 'no-address' }] },
  ],
  [
    'a dangling MX does not fall back to the domain itself',
    { [D]: { MX: [[10, 'gone.example.org']], ...up } },
    [],
    { kind: 'cannot' },
  ],
  [
    'one of two MX dangling',
    {
      [D]: {
        MX: [
          [10, 'gone.example.org'],
          [20, 'mx.example.org'],
        ],
      },
      'mx.example.org': up,
    },
    [],
    { kind: 'receives', hosts: [{ state: 'no-address' }, { state: 'reachable' }] },
  ],
  [
    'an MX that is an address',
    { [D]: { MX: [[10, '192.0.2.25']] } },
    [],
    { kind: 'cannot', hosts: [{ state: 'ip-address' }] },
  ],
  [
    'an MX that is an alias',
    {
      [D]: { MX: [[10, 'mx.example.org']] },
      'mx.example.org': { CNAME: ['real.example.net'] },
      'real.example.net': up,
    },
    [],
    { kind: 'receives', hosts: [{ isAlias: true }] },
  ],
  [
    'an MX at a private address',
    { [D]: { MX: [[10, 'mx.example.org']] }, 'mx.example.org': { A: ['10.0.0.1'] } },
    [],
    { kind: 'cannot', why: 'no-host', hosts: [{ state: 'not-public' }] },
  ],
  [
    'an MX at loopback',
    {
      [D]: { MX: [[10, 'localhost.example.org']] },
      'localhost.example.org': { A: ['127.0.0.1'], AAAA: ['::1'] },
    },
    [],
    { kind: 'cannot' },
  ],
  [
    'a private A but a public AAAA',
    { [D]: { MX: [[10, 'mx.example.org']] }, 'mx.example.org': { A: ['10.0.0.1'], AAAA: ['2001:db8::1'] } },
    [],
    { kind: 'receives' },
  ],
  ['the MX question fails', { [D]: up }, [`MX ${D}`], { kind: 'unknown' }],
  [
    'the only host cannot be asked',
    { [D]: { MX: [[10, 'mx.example.org']] }, 'mx.example.org': { TXT: ['x'] } },
    ['A mx.example.org'],
    { kind: 'unknown' },
  ],
  [
    'one host fails, another answers',
    {
      [D]: {
        MX: [
          [10, 'a.example.org'],
          [20, 'b.example.org'],
        ],
      },
      'b.example.org': up,
    },
    ['A a.example.org', 'AAAA a.example.org'],
    { kind: 'receives' },
  ],
  [
    'A fails, AAAA answers',
    { [D]: { MX: [[10, 'mx.example.org']] }, 'mx.example.org': { AAAA: ['2001:db8::1'] } },
    ['A mx.example.org'],
    { kind: 'receives' },
  ],
  ['no MX, and the address fails', { [D]: { TXT: ['x'] } }, [`A ${D}`], { kind: 'unknown' }],
]

describe('can a domain receive', () => {
  test.each(cases)('%s', async (_name, literal, fail, expected) => {
    expect(await canReceive(D, zone(literal, fail), isPublicAddress)).toMatchObject(expected)
  })

  test('a name that cannot be asked receives nothing', async () => {
    expect(await canReceive(`${'x'.repeat(64)}.org`, zone({}), isPublicAddress)).toMatchObject({
      why: 'no-domain',
    })
  })

  test('of many hosts the four most preferred are asked', async () => {
    const MX = Array.from({ length: 30 }, (_, i) => [100 - i, `mx${i}.example.org`] as const)
    const dns = zone({ [D]: { MX } })
    expect(await canReceive(D, dns, isPublicAddress)).toMatchObject({ kind: 'unknown', hosts: { length: 4 } })
    expect(dns.calls).toEqual(['MX example.org', ...[29, 28, 27, 26].map((i) => `A mx${i}.example.org`)])
  })
})

test.each([
  ['Example.ORG', 'example.org'],
  ['example.org.', 'example.org'],
  ['müller.example', 'xn--mller-kva.example'],
  ['[192.0.2.1]', undefined],
  ['', undefined],
  ['x'.repeat(5_000), undefined],
])('the name to ask about %s', (domain, name) => {
  expect(mailDomain(domain)).toBe(name as string)
})
