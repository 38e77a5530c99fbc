import { describe, expect, test } from 'bun:test'
import { createStubResolver } from '../../../src/net/dns/stub.ts'
import {
  DnsFailure,
  type Answer as NetAnswer,
  type RecordType,
  type Resolver,
} from '../../../src/net/ports.ts'
import { AD, a, cname, say, soa, startDnsServer } from './dns-server.ts'

const NAME = 'name.example'
const stub = (...servers: string[]): Resolver => createStubResolver({ servers, timeoutMs: 20_000, tries: 2 })

async function failureOf(answer: Promise<NetAnswer<RecordType>>): Promise<string> {
  const cause = await answer.catch((error: unknown) => error)
  expect(cause).toBeInstanceOf(DnsFailure)
  return (cause as DnsFailure).reason
}

describe('records', () => {
  test.each([
    ['A', '192.0.2.1', ['192.0.2.1']],
    ['AAAA', '2001:db8:0:0:0:0:0:1', ['2001:db8::1']],
    ['AAAA', '::ffff:192.0.2.1', ['::ffff:192.0.2.1']],
    ['MX', { preference: 10, exchange: 'MX.Example' }, [{ preference: 10, exchange: 'mx.example' }]],
    ['MX', { preference: 0, exchange: '.' }, [{ preference: 0, exchange: '' }]],
    ['PTR', 'Host.Example', ['host.example']],
    ['PTR', 'evil\nname\u0007.example', ['evil\\010name\\007.example']],
    ['NS', 'ns.example', ['ns.example']],
    ['CNAME', 'other.example', ['other.example']],
    [
      'SOA',
      { mname: 'ns.example', rname: 'host\\.master.example', serial: 7, minimum: 1 },
      [{ primary: 'ns.example', mailbox: 'host\\.master.example', serial: 7 }],
    ],
    [
      'TLSA',
      { usage: 3, selector: 1, matchingType: 1, certificate: Buffer.from('ABCDEF', 'hex') },
      [{ usage: 3, selector: 1, matchingType: 1, certificate: 'abcdef' }],
    ],
    [
      'CAA',
      { flags: 128, tag: 'Issue', value: 'ca.example; x=y' },
      [{ critical: true, tag: 'issue', value: 'ca.example; x=y' }],
    ],
    ['TXT', 'v=spf1 -all', [{ text: 'v=spf1 -all', strings: 1 }]],
    ['TXT', ['v=spf1 ', '', '-all'], [{ text: 'v=spf1 -all', strings: 3 }]],
    ['TXT', [Buffer.from([0xe9, 0x00, 0xff])], [{ text: '\u00e9\u0000\u00ff', strings: 1 }]],
  ] as const)('%s %p', async (type, data, records) => {
    await using server = await startDnsServer({
      udp: (asked) => say(asked, { answers: [{ type, name: NAME, ttl: 30, data } as never] }),
    })
    expect(await stub(server.address).query(NAME, type)).toEqual({
      kind: 'records',
      records: records as never,
      ttl: 30,
      ad: false,
      chain: [],
    })
  })

  test('several, and those of other names, types and classes left out', async () => {
    await using server = await startDnsServer({
      udp: (asked) =>
        say(asked, {
          answers: [
            a(NAME, '192.0.2.1', 50),
            a('other.example', '192.0.2.9', 1),
            { type: 'TXT', name: NAME, data: 'no', ttl: 1 },
            { type: 'A', name: NAME, data: '192.0.2.8', ttl: 1, class: 'CH' },
            a('NAME.example', '192.0.2.2', 40),
          ],
        }),
    })
    const answer = await stub(server.address).query(NAME, 'A')
    expect(answer).toMatchObject({ kind: 'records', records: ['192.0.2.1', '192.0.2.2'], ttl: 40 })
  })

  test('a TTL with the highest bit counts as zero', async () => {
    await using server = await startDnsServer({
      udp: (asked) => say(asked, { answers: [a(NAME, '192.0.2.1', 2 ** 31)] }),
    })
    expect(await stub(server.address).query(NAME, 'A')).toMatchObject({ ttl: 0 })
  })

  test('AD is believed of a loopback server, and must hold for every part of a chain', async () => {
    await using server = await startDnsServer({
      udp: (asked) => {
        if (asked.name === NAME) return say(asked, { answers: [a(NAME, '192.0.2.1')], flags: AD })
        if (asked.name === 'alias.example')
          return say(asked, { answers: [cname('alias.example', 'x.example')], flags: AD })
        return say(asked, { answers: [a('x.example', '192.0.2.1')] })
      },
    })
    const resolver = stub(server.address)
    expect(await resolver.query(NAME, 'A')).toMatchObject({ ad: true })
    expect(await resolver.query('alias.example', 'A')).toMatchObject({ ad: false })
    expect(server.asked[0]?.query.flag_ad).toBe(true)
    expect(server.asked[0]?.query.flag_rd).toBe(true)
  })
})

describe('absence', () => {
  test.each([
    ['NXDOMAIN with SOA', { rcode: 3, authorities: [soa('example', 600, 60)] }, 'nxdomain', 60, 'example'],
    [
      'the least of the SOA TTL and minimum',
      { rcode: 3, authorities: [soa('example', 20, 60)] },
      'nxdomain',
      20,
      'example',
    ],
    ['NXDOMAIN without SOA may not be kept', { rcode: 3 }, 'nxdomain', 0, undefined],
    [
      'NXDOMAIN with a SOA of another zone',
      { rcode: 3, authorities: [soa('elsewhere')] },
      'nxdomain',
      0,
      undefined,
    ],
    ['NODATA', { authorities: [soa('example')] }, 'nodata', 60, undefined],
    ['NODATA without anything', {}, 'nodata', 0, undefined],
    ['a SOA of another zone says nothing', { authorities: [soa('elsewhere')] }, 'nodata', 0, undefined],
  ] as const)('%s', async (_name, said, kind, ttl, zone) => {
    await using server = await startDnsServer({ udp: (asked) => say(asked, said as never) })
    const answer = await stub(server.address).query(NAME, 'TXT')
    expect(answer).toEqual({
      kind,
      ttl,
      ad: false,
      chain: [],
      ...(zone !== undefined && { zone }),
    } as typeof answer)
  })

  test('at the end of a chain, the rcode speaks of the last name (RFC 6604)', async () => {
    await using server = await startDnsServer({
      udp: (asked) => {
        const answers = [cname(asked.name, 'gone.example', 10)]
        return say(asked, {
          rcode: asked.name === NAME ? 3 : 0,
          answers,
          authorities: [soa('example', 600, 60)],
        })
      },
    })
    const absent = { ttl: 10, ad: false, chain: ['gone.example'] }
    expect(await stub(server.address).query(NAME, 'A')).toEqual({
      kind: 'nxdomain',
      zone: 'example',
      ...absent,
    })
    expect(await stub(server.address).query('alias.example', 'A')).toEqual({ kind: 'nodata', ...absent })
  })
})

describe('chains', () => {
  const zone: Record<string, string> = {
    'a.example': 'b.example',
    'b.example': 'c.example',
    'loop.example': 'pool.example',
    'pool.example': 'loop.example',
    'self.example': 'self.example',
    ...Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`n${i}.example`, `n${i + 1}.example`])),
  }
  const oneStep = (name: string) => (zone[name] ? [cname(name, zone[name], 20)] : [a(name, '192.0.2.1', 99)])
  const wholeChain = (name: string) => {
    const seen = new Set<string>()
    let at = name
    while (zone[at] && !seen.has(at)) {
      seen.add(at)
      at = zone[at] as string
    }
    return [...[...seen].flatMap(oneStep), ...(zone[at] ? [] : oneStep(at))]
  }

  describe.each([
    ['given at once', wholeChain],
    ['asked on step by step', oneStep],
    ['given in reverse order', (name: string) => wholeChain(name).toReversed()],
  ])('%s', (_how, answersFor) => {
    test.each([
      ['a.example', { kind: 'records', records: ['192.0.2.1'], ttl: 20, chain: ['b.example', 'c.example'] }],
      ['A.EXAMPLE', { kind: 'records', chain: ['b.example', 'c.example'] }],
      ['c.example', { kind: 'records', ttl: 99, chain: [] }],
      ['n30.example', { kind: 'records', chain: Array.from({ length: 10 }, (_, i) => `n${i + 31}.example`) }],
      ['loop.example', 'servfail'],
      ['self.example', 'servfail'],
      ['n0.example', 'servfail'],
    ])('%s', async (name, expected) => {
      await using server = await startDnsServer({
        udp: (asked) => say(asked, { answers: answersFor(asked.name) }),
      })
      const answer = stub(server.address).query(name, 'A')
      if (typeof expected === 'string') expect(await failureOf(answer)).toBe(expected)
      else expect(await answer).toMatchObject(expected as never)
    })
  })

  test('a question for the CNAME itself is not followed', async () => {
    await using server = await startDnsServer({
      udp: (asked) => say(asked, { answers: wholeChain(asked.name) }),
    })
    const answer = await stub(server.address).query('a.example', 'CNAME')
    expect(answer).toMatchObject({ kind: 'records', records: ['b.example'], chain: [] })
  })

  test('a DNAME beside the CNAME made of it changes nothing', async () => {
    await using server = await startDnsServer({
      udp: (asked) =>
        say(asked, {
          answers: [
            { type: 'DNAME', name: 'old.example', data: 'new.example', ttl: 5 },
            cname('www.old.example', 'www.new.example'),
            a('www.new.example', '192.0.2.1'),
          ],
        }),
    })
    const answer = await stub(server.address).query('www.old.example', 'A')
    expect(answer).toMatchObject({ records: ['192.0.2.1'], chain: ['www.new.example'], ttl: 300 })
  })
})

describe('names', () => {
  const label63 = 'x'.repeat(63)
  test.each([
    ['an over-long label', `${'x'.repeat(64)}.example`],
    ['an over-long label in octets', `${'é'.repeat(32)}.example`],
    ['an over-long name', `${[label63, label63, label63, 'x'.repeat(62)].join('.')}`],
    ['an empty label', 'a..example'],
    ['a leading dot', '.example'],
    ['two trailing dots', 'example..'],
    ['nothing', ''],
    ['the root', '.'],
    ['a line break', 'a\n.example'],
    ['a NUL', 'a\u0000b.example'],
    ['half a surrogate pair', 'a\ud800.example'],
    ['a megabyte', 'a.'.repeat(500_000)],
  ])('%s cannot be asked', async (_what, name) => {
    await using server = await startDnsServer({})
    const cause = await stub(server.address)
      .query(name, 'A')
      .catch((error: unknown) => error)
    expect(cause).toMatchObject({ name: 'DnsFailure', reason: 'bad-name' })
    expect(String(cause).length).toBeLessThan(300)
    expect(server.asked).toEqual([])
  })

  test.each([
    ['the longest', [label63, label63, label63, 'x'.repeat(61)].join('.')],
    ['underscores', '_dmarc._x.example'],
    ['8-bit', 'é.example'],
    ['a blank', 'a b.example'],
    ['a trailing dot', 'name.example.'],
  ])('%s can', async (_what, name) => {
    await using server = await startDnsServer({ udp: (asked) => say(asked, { rcode: 3 }) })
    expect(await stub(server.address).query(name, 'A')).toMatchObject({ kind: 'nxdomain' })
    expect(server.asked.map((asked) => asked.name)).toEqual([name.replace(/\.$/, '')])
  })
})

test('a server that is none is refused at once', () => {
  expect(() => stub('dns.example')).toThrow('"dns.example" is not the address of a DNS server')
})

test('with no server every question fails', async () => {
  expect(await failureOf(stub().query(NAME, 'A'))).toBe('network')
})
