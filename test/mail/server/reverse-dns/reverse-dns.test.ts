import { expect, test } from 'bun:test'
import { lookUpReverse } from '../../../../src/mail/server/reverse-dns/reverse-dns.ts'
import { zone } from '../../../support/zone.ts'

const PTR = '10.2.0.192.in-addr.arpa'

test('a name that leads back', async () => {
  const dns = zone({
    [PTR]: { PTR: ['Mail.Example.org'] },
    'mail.example.org': { A: ['198.51.100.1', '192.0.2.10'] },
  })
  expect(await lookUpReverse('192.0.2.10', dns)).toEqual({
    kind: 'names',
    question: PTR,
    names: [{ name: 'mail.example.org', forward: 'confirmed', addresses: ['198.51.100.1', '192.0.2.10'] }],
    notAsked: 0,
  })
})

test('a CNAME into a delegated reverse zone is followed (RFC 2317)', async () => {
  const dns = zone({
    [PTR]: { CNAME: ['10.0-63.2.0.192.in-addr.arpa'] },
    '10.0-63.2.0.192.in-addr.arpa': { PTR: ['mail.example.org'] },
    'mail.example.org': { A: ['192.0.2.10'] },
  })
  expect(await lookUpReverse('192.0.2.10', dns)).toMatchObject({ names: [{ forward: 'confirmed' }] })
})

test('an IPv6 address is confirmed by AAAA, however it is written, and A is not asked', async () => {
  const name = '5.2.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.8.b.d.0.1.0.0.2.ip6.arpa'
  const dns = zone({
    [name]: { PTR: ['mail.example.org'] },
    'mail.example.org': { AAAA: ['2001:db8:0::25'] },
  })
  expect(await lookUpReverse('2001:0db8::0025', dns)).toMatchObject({ names: [{ forward: 'confirmed' }] })
  expect(dns.calls).toEqual([`PTR ${name}`, 'AAAA mail.example.org'])
})

test.each([
  ['no such name', {}, [], { kind: 'none' }],
  ['the name exists without a PTR', { [PTR]: { TXT: ['x'] } }, [], { kind: 'none' }],
  ['the question fails', {}, [`PTR ${PTR}`], { kind: 'failed' }],
  ['the name has no address', { [PTR]: { PTR: ['a.example'] } }, [], { names: [{ forward: 'no-address' }] }],
  [
    'the name has another address',
    { [PTR]: { PTR: ['a.example'] }, 'a.example': { A: ['192.0.2.99'] } },
    [],
    { names: [{ forward: 'other-address', addresses: ['192.0.2.99'] }] },
  ],
  [
    'the way back fails',
    { [PTR]: { PTR: ['a.example'] } },
    ['A a.example'],
    { names: [{ forward: 'no-answer' }] },
  ],
  [
    'the name cannot be asked',
    { [PTR]: { PTR: [`${'x'.repeat(64)}.example`] } },
    [],
    { names: [{ forward: 'no-address' }] },
  ],
])('%s', async (_name, literal, fail, expected) => {
  expect(await lookUpReverse('192.0.2.10', zone(literal, fail))).toMatchObject(expected as object)
})

test('of many names ten are asked', async () => {
  const names = Array.from({ length: 40 }, (_, i) => `h${i}.example`)
  const dns = zone({ [PTR]: { PTR: names } })
  expect(await lookUpReverse('192.0.2.10', dns)).toMatchObject({ notAsked: 30 })
  expect(dns.calls).toHaveLength(11)
})
