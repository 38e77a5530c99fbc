import { describe, expect, test } from 'bun:test'
import { spfBreadth } from '../../../../../src/mail/authentication/spf/breadth/breadth.ts'
import { breadthInWords, describeBreadth } from '../../../../../src/mail/authentication/spf/breadth/words.ts'
import { walkSpf } from '../../../../../src/mail/authentication/spf/tree.ts'
import { createRecorder } from '../../../../../src/net/dns/recorder.ts'
import type { ZoneFailures, ZoneLiteral } from '../../../../../src/net/dns/zone.ts'
import { DnsFailure, type Resolver } from '../../../../../src/net/ports.ts'
import { zone } from '../../../../support/zone.ts'

const counted = async (resolver: Resolver) => spfBreadth(await walkSpf('example.org', { resolver }), resolver)

async function told(text: string, more: ZoneLiteral = {}, fail: ZoneFailures = []) {
  const dns = zone({ 'example.org': { TXT: [text] }, ...more }, fail)
  return describeBreadth(await counted(dns))
}

describe('how many may send', () => {
  test.each<[string, string, ZoneLiteral, string]>([
    ['nobody', 'v=spf1 -all', {}, '0 IPv4'],
    ['one address', 'v=spf1 ip4:192.0.2.1 -all', {}, '1 IPv4'],
    ['a network', 'v=spf1 ip4:192.0.2.0/24 -all', {}, '256 IPv4'],
    ['an address twice', 'v=spf1 ip4:192.0.2.1 ip4:192.0.2.0/31 -all', {}, '2 IPv4'],
    ['IPv6 by networks of 64 bits', 'v=spf1 ip6:2001:db8::/48 -all', {}, '65,536 IPv6 /64'],
    ['two hosts of one network', 'v=spf1 ip6:2001:db8::1 ip6:2001:db8::2 -all', {}, '1 IPv6 /64'],
    ['both', 'v=spf1 ip4:192.0.2.1 ip6:2001:db8::/63 -all', {}, '1 IPv4 and 2 IPv6 /64'],
    ['everybody', 'v=spf1 +all', {}, 'every address'],
    [
      'all but those that are refused before',
      'v=spf1 -ip4:192.0.2.0/25 ip4:192.0.2.0/24 -all',
      {},
      '128 IPv4',
    ],
    [
      'not whom another qualifier decides',
      'v=spf1 ~ip4:192.0.2.1 ?ip4:192.0.2.2 -ip4:192.0.2.3 -all',
      {},
      '0 IPv4',
    ],
    ['not what stands behind all', 'v=spf1 -all ip4:192.0.2.1', {}, '0 IPv4'],
    [
      'hosts and mail hosts, with a prefix',
      'v=spf1 a:a.example mx:m.example/30 -all',
      {
        'a.example': { A: ['192.0.2.1'], AAAA: ['2001:db8::1'] },
        'm.example': { MX: [[1, 'mx.m.example']] },
        'mx.m.example': { A: ['198.51.100.5'] },
      },
      '5 IPv4 and 1 IPv6 /64',
    ],
    [
      'an include, as far as it passes',
      'v=spf1 include:x.example -all',
      { 'x.example': { TXT: ['v=spf1 -ip4:192.0.2.1 ip4:192.0.2.0/30 ~all'] } },
      '3 IPv4',
    ],
    [
      'an include of everybody',
      'v=spf1 include:x.example -all',
      { 'x.example': { TXT: ['v=spf1 +all'] } },
      'every address',
    ],
    [
      'a redirect',
      'v=spf1 ip4:192.0.2.1 redirect=x.example',
      { 'x.example': { TXT: ['v=spf1 ip4:192.0.2.0/31 -all'] } },
      '2 IPv4',
    ],
    [
      'a name that is there for all',
      'v=spf1 exists:x.example -all',
      { 'x.example': { A: ['127.0.0.2'] } },
      'every address',
    ],
  ])('%s', async (_, text, more, wanted) => {
    expect((await told(text, more))['may_send']).toBe(wanted)
  })

  test('no record, or none that can be used', async () => {
    expect(await told('v=spf2')).toEqual({})
    expect(await told('v=spf1 nonsense -all')).toEqual({})
  })
})

test('each term has what none before it let in', async () => {
  const more = { 'x.example': { TXT: ['v=spf1 ip4:192.0.2.0/30 ip6:2001:db8::/64 -all'] } }
  expect(await told('v=spf1 ip4:192.0.2.1 include:x.example ip4:192.0.2.2 -all', more)).toEqual({
    may_send: '4 IPv4 and 1 IPv6 /64',
    may_send_by_term: 'ip4:192.0.2.1 1 IPv4, include:x.example 3 IPv4 and 1 IPv6 /64',
  })
})

describe('what could not be counted is said', () => {
  test('a term that is made for each message', async () => {
    expect(await told('v=spf1 ip4:192.0.2.1 exists:%{i}.x.example ptr -all')).toEqual({
      may_send: 'at least 1 IPv4',
      may_send_by_term: 'ip4:192.0.2.1 1 IPv4, exists:%{i}.x.example not counted, ptr not counted',
    })
  })

  test('a question without an answer', async () => {
    const more = { 'a.example': { A: ['192.0.2.1'] } }
    expect(
      await told('v=spf1 a:a.example include:x.example -all', more, ['AAAA a.example', 'TXT x.example']),
    ).toEqual({
      may_send: 'at least 1 IPv4',
      may_send_by_term: 'a:a.example at least 1 IPv4, include:x.example not counted',
    })
  })

  test.each<[string, string, ZoneLiteral, string, string]>([
    [
      'a term for single messages that refuses, before networks',
      'v=spf1 -exists:%{i}.x.example ip4:192.0.2.0/24 -all',
      {},
      'at most 256 IPv4',
      'ip4:192.0.2.0/24 at most 256 IPv4',
    ],
    ['softly', 'v=spf1 ~ptr ip4:192.0.2.1 -all', {}, 'at most 1 IPv4', 'ip4:192.0.2.1 at most 1 IPv4'],
    ['or not at all', 'v=spf1 ?ptr ip4:192.0.2.1 -all', {}, 'at most 1 IPv4', 'ip4:192.0.2.1 at most 1 IPv4'],
    ['not behind them', 'v=spf1 ip4:192.0.2.1 -ptr -all', {}, '1 IPv4', 'ip4:192.0.2.1 1 IPv4'],
    ['everybody', 'v=spf1 -exists:%{i}.x.example +all', {}, 'at most every address', '+all at most'],
    [
      'inside an include',
      'v=spf1 include:x.example -all',
      { 'x.example': { TXT: ['v=spf1 -ptr ip4:192.0.2.0/30 -all'] } },
      'at most 4 IPv4',
      'include:x.example at most 4 IPv4',
    ],
    [
      'whom such an include refuses is not sure',
      'v=spf1 -include:x.example ip4:192.0.2.0/24 -all',
      { 'x.example': { TXT: ['v=spf1 -ptr ip4:192.0.2.0/25 -all'] } },
      'at least 128 IPv4',
      'ip4:192.0.2.0/24 at least 128 IPv4',
    ],
    [
      'both sides are open',
      'v=spf1 -ptr ip4:192.0.2.1 exists:%{i}.x.example -all',
      {},
      'about 1 IPv4',
      'ip4:192.0.2.1 at most 1 IPv4, exists:%{i}.x.example not counted',
    ],
    [
      'a redirect behind one',
      'v=spf1 -ptr redirect=x.example',
      { 'x.example': { TXT: ['v=spf1 ip4:192.0.2.0/31 -all'] } },
      'at most 2 IPv4',
      'redirect=x.example at most 2 IPv4',
    ],
  ])('%s', async (_, text, more, all, terms) => {
    const { may_send, may_send_by_term } = await told(text, more)
    expect([may_send, may_send_by_term?.slice(0, terms.length)]).toEqual([all, terms])
  })

  test('no more than twenty terms are listed', async () => {
    const terms = Array.from({ length: 30 }, (_, i) => `ip4:192.0.2.${i}`).join(' ')
    const { may_send, may_send_by_term = '' } = await told(`v=spf1 ${terms} -all`)
    expect([may_send, may_send_by_term.split(', ').length]).toEqual(['30 IPv4', 20])
    expect(may_send_by_term).toEndWith('ip4:192.0.2.19 1 IPv4 and 10 more terms')
  })
})

describe('ranges that clouds share among their customers', () => {
  test.each<[string, string | undefined]>([
    ['ip4:3.64.0.0/11', 'ip4:3.64.0.0/11 2,097,152 IPv4 of Amazon Web Services'],
    ['ip4:68.183.7.0/24', 'ip4:68.183.7.0/24 256 IPv4 of DigitalOcean'],
    ['ip4:45.33.0.0/16', 'ip4:45.33.0.0/16 32,768 IPv4 of Linode'],
    ['ip4:45.76.1.1', undefined],
    ['ip4:45.76.1.0/25', undefined],
    ['ip4:203.0.113.0/24', undefined],
    ['ip4:192.0.2.0/24', undefined],
  ])('%s', async (term, wanted) => {
    expect((await told(`v=spf1 ${term} -all`))['shared_by_clouds']).toBe(wanted)
  })

  test('of several clouds, and through an include', async () => {
    const more = { 'x.example': { TXT: ['v=spf1 ip4:144.24.0.0/16 ip4:45.32.0.0/16 -all'] } }
    expect((await told('v=spf1 include:x.example -all', more))['shared_by_clouds']).toBe(
      'include:x.example 65,536 IPv4 of Oracle Cloud, include:x.example 65,536 IPv4 of Vultr',
    )
  })
})

test('a record as large as may be is counted in little time', async () => {
  const part = (n: number) =>
    `v=spf1 ${Array.from({ length: 480 }, (_, i) => `ip4:${n}.${i >> 8}.${i & 255}.${(i * 7) & 255}`).join(' ')} -all`
  const more = Object.fromEntries(
    Array.from({ length: 40 }, (_, i) => [`i${i}.example`, { TXT: [part(20 + i)] }]),
  )
  const text = `v=spf1 ${Object.keys(more)
    .map((name) => `include:${name}`)
    .join(' ')} -all`
  expect((await told(text, more))['may_send']).toBe('19,200 IPv4')
})

test.each<[string, string]>([
  ['v=spf1 -all', 'It lets nobody send.'],
  ['v=spf1 +all', 'It lets every address send.'],
  ['v=spf1 ip4:192.0.2.1 ptr -all', 'It lets at least 1 IPv4 address send.'],
  ['v=spf1 -ptr ip4:192.0.2.1 -all', 'It lets at most 1 IPv4 address send.'],
  ['v=spf1 -ptr +all', 'It lets every address send that no term for single messages refuses.'],
  ['v=spf1 ip6:2001:db8::/64 -all', 'It lets 1 IPv6 network of 64 bits send.'],
  [
    'v=spf1 ip4:68.183.0.0/16 ip4:68.183.7.0/24 ip4:45.32.0.0/24 ip6:2001:db8::/48 -all',
    'It lets 65,792 IPv4 addresses and 65,536 IPv6 networks of 64 bits send. In ranges that clouds give to any customer: 65,536 of DigitalOcean, 256 of Vultr.',
  ],
])('in sentences: %s', async (text, wanted) => {
  const breadth = await counted(zone({ 'example.org': { TXT: [text] } }))
  expect(breadth && breadthInWords(breadth)).toBe(wanted)
})

test('servers that are silent are waited for once, not one after the other', async () => {
  const names = Array.from({ length: 6 }, (_, i) => `h${i}.example`)
  const honest = zone({
    'example.org': { TXT: [`v=spf1 ${names.map((name) => `a:${name}`).join(' ')} -all`] },
  })
  const waiting: (() => void)[] = []
  let mostWaiting = 0
  const silent: Resolver = {
    async query(name, type) {
      if (type !== 'AAAA') return honest.query(name, type)
      await new Promise<void>((resolve) => {
        waiting.push(resolve)
        mostWaiting = Math.max(mostWaiting, waiting.length)
        setImmediate(() => waiting.splice(0).forEach((go) => void go()))
      })
      throw new DnsFailure(name, type, 'timeout')
    },
  }
  const tree = await walkSpf('example.org', { resolver: honest, clientAddress: '192.0.2.1' })
  const recorder = createRecorder(silent, { now: () => new Date(0) })
  const breadth = await spfBreadth(tree, recorder.share('spf'))
  expect(breadth?.open).toBe(true)
  expect(mostWaiting).toBe(names.length)
})
