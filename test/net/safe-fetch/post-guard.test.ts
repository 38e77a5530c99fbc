import { describe, expect, test } from 'bun:test'
import type { Resolver } from '../../../src/net/ports.ts'
import { createPoster } from '../../../src/net/safe-fetch/post.ts'
import { zone } from '../../support/zone.ts'
import { ended, poster, posting } from './poster.ts'
import { PUBLIC, web, ZONE } from './web-server.ts'

/** Every kind of address that is not a stranger's. */
const INSIDE: readonly (readonly [kind: string, address: string])[] = [
  ['this network', '0.0.0.0'],
  ['private', '10.0.0.1'],
  ['private', '172.16.0.1'],
  ['private', '172.31.255.254'],
  ['private', '192.168.1.1'],
  ['CGNAT', '100.64.0.1'],
  ['CGNAT', '100.127.255.254'],
  ['loopback', '127.0.0.1'],
  ['loopback', '127.255.255.254'],
  ['link-local', '169.254.0.1'],
  ['metadata of clouds', '169.254.169.254'],
  ['metadata of a cloud', '100.100.100.200'],
  ['protocol', '192.0.0.8'],
  ['documentation', '192.0.2.1'],
  ['documentation', '198.51.100.1'],
  ['documentation', '203.0.113.1'],
  ['6to4 relay', '192.88.99.1'],
  ['benchmark', '198.18.0.1'],
  ['multicast', '224.0.0.1'],
  ['reserved', '240.0.0.1'],
  ['broadcast', '255.255.255.255'],
  ['unspecified', '::'],
  ['loopback', '::1'],
  ['mapped loopback', '::ffff:127.0.0.1'],
  ['mapped private', '::ffff:10.0.0.1'],
  ['mapped link-local', '::ffff:169.254.169.254'],
  ['compatible', '::127.0.0.1'],
  ['compatible', '::a00:1'],
  ['translated', '::ffff:0:7f00:1'],
  ['NAT64 of a private one', '64:ff9b::a00:1'],
  ['NAT64 of loopback', '64:ff9b::7f00:1'],
  ['NAT64 of a public one', '64:ff9b::5db8:d822'],
  ['NAT64 of a network', '64:ff9b:1::a00:1'],
  ['6to4 of loopback', '2002:7f00:1::'],
  ['6to4 of a private one', '2002:a00:1::1'],
  ['Teredo', '2001:0:a00:1::1'],
  ['documentation', '2001:db8::1'],
  ['documentation', '3fff::1'],
  ['ORCHID', '2001:20::1'],
  ['discard', '100::1'],
  ['segment routing', '5f00::1'],
  ['unique local', 'fc00::1'],
  ['unique local', 'fd12:3456:789a::1'],
  ['metadata of a cloud', 'fd00:ec2::254'],
  ['link-local', 'fe80::1'],
  ['site-local', 'fec0::1'],
  ['multicast', 'ff02::1'],
]

const literalOf = (address: string) => (address.includes(':') ? `[${address}]` : address)

describe('addresses that are not public', () => {
  test.each(INSIDE)('%s, %s: as a literal, by name, and beside a public one', async (_kind, address) => {
    const reached: string[] = []
    const type = address.includes(':') ? 'AAAA' : 'A'
    const resolver = zone({
      'alone.example': { [type]: [address] },
      'beside.example': {
        A: type === 'A' ? [PUBLIC, address] : [PUBLIC],
        ...(type === 'AAAA' && { AAAA: [address] }),
      },
    })
    const under = poster({ resolver, reached })
    for (const url of [
      `http://${literalOf(address)}/`,
      `https://${literalOf(address)}:8443/a`,
      'http://alone.example/',
      'https://alone.example.:8080/',
      'https://beside.example/',
    ]) {
      const posted = await under.post(posting(url))
      expect({ url, ended: ended(posted) }).toEqual({ url, ended: 'not-public' })
      // Where a name leads inside is not told.
      if (!url.includes(literalOf(address)) && posted.kind === 'failure')
        expect(posted.says).not.toContain(address)
    }
    expect(reached).toEqual([])
  })

  test.each([
    'http://2130706433/',
    'http://0x7f000001/',
    'http://0x7f.1/',
    'http://017700000001/',
    'http://0177.0.0.1/',
    'http://127.1/',
    'http://127.0.1/',
    'http://127.0.0.1./',
    'http://0/',
    'http://0x0a.0.0.1/',
    'http://012.0.0.1/',
    'http://167772161/',
    'http://3232235777/',
    'http://2852039166/latest/meta-data/',
    'http://0xa9fea9fe/',
    'http://[::ffff:7f00:1]/',
    'http://[::ffff:a9fe:a9fe]/',
    'http://[0:0:0:0:0:ffff:10.0.0.1]/',
    'http://[::7f00:1]/',
    'http://%31%32%37.0.0.1/',
    'http://１２７.0.0.1/',
    'http://127。0。0。1/',
    'http://①②⑦.0.0.1/',
    'http:\\\\127.0.0.1\\',
    'ht\ttp://127.0.0.1/',
    'http://localhost/',
    'http://LOCALHOST./',
    'http://a.localhost:8080/',
    'http://ⓛocalhost/',
  ])('in disguise: %s', async (url) => {
    const reached: string[] = []
    // A resolver that answers for names which mean this machine is not believed.
    const resolver = zone({ localhost: { A: [PUBLIC] }, 'a.localhost': { A: [PUBLIC] } })
    expect(ended(await poster({ resolver, reached }).post(posting(url)))).toBe('not-public')
    expect(reached).toEqual([])
  })

  test('this machine’s own public address, as a literal and by name', async () => {
    const reached: string[] = []
    const six = '2606:2800:21f:cb07:6820:80da:af6b:8b2c'
    const own = [PUBLIC, '2606:2800:21F:CB07:6820:80DA:AF6B:8B2C']
    const resolver = zone({ ...ZONE, 'six.example': { AAAA: [six] } })
    const under = poster({ resolver, reached, own })
    for (const url of [
      `http://${PUBLIC}/`,
      'https://example.org/',
      `http://[::ffff:${PUBLIC}]/`,
      `http://[${six}]/`,
      'http://six.example/',
    ])
      expect({ url, ended: ended(await under.post(posting(url))) }).toEqual({ url, ended: 'not-public' })
    expect(reached).toEqual([])
  })

  test('without the opening for tests a connection goes to the judged address itself', async () => {
    const options = { timeoutMs: 20_000, userAgent: 'x', allow: [], own: () => [] }
    // The guard of the tests throws at a connection beyond loopback.
    const posted = await createPoster({ ...options, resolver: zone(ZONE) }).post(
      posting('http://example.org/'),
    )
    expect(ended(posted)).toBe('network')
  })
})

describe('what the operator allows', () => {
  test.each([
    ['http://10.1.2.3/', ['10.0.0.0/8'], 200],
    ['http://10.1.2.3/', ['10.0.0.0/16', '192.168.0.0/16'], 'not-public'],
    ['http://[::ffff:10.1.2.3]/', ['10.0.0.0/8'], 200],
    ['http://[fd00::5]/', ['fd00::/8'], 200],
    ['http://127.0.0.1:8080/', ['127.0.0.0/8'], 200],
    ['http://localhost:8080/', ['127.0.0.1/32'], 200],
    ['http://inside.example/', ['10.0.0.0/8'], 200],
    ['http://both.example/', ['10.0.0.0/8'], 'not-public'],
    ['http://both.example/', ['10.0.0.0/8', 'fd00::/8'], 200],
    ['http://beside.example/', ['10.0.0.0/8'], 200],
    [`http://${PUBLIC}/`, [`${PUBLIC}/32`], 200],
  ] as const)('%s with %j', async (url, allow, expected) => {
    await using server = await web((_request, response) => response.end())
    const resolver = zone({
      'inside.example': { A: ['10.1.2.3'] },
      'both.example': { A: ['10.1.2.3'], AAAA: ['fd00::5'] },
      'beside.example': { A: ['10.1.2.3', PUBLIC] },
    })
    const under = poster({ ...server, resolver, allow: [...allow], own: [PUBLIC] })
    // The neighbour of an own address that is allowed is a public one.
    const own = url === 'http://beside.example/' ? poster({ ...server, resolver, allow: [...allow] }) : under
    expect(ended(await own.post(posting(url)))).toBe(expected)
  })
})

describe('addresses that cannot be used', () => {
  test.each([
    '',
    'example.org',
    'http://',
    'ftp://example.org/',
    'file:///etc/passwd',
    'gopher://example.org/',
    'javascript:alert(1)',
    'data:text/plain,a',
    'http://user@example.org/',
    'http://user:word@example.org/',
    'http://:word@example.org/',
    'http://example.org@127.0.0.1/',
    'http://127.0.0.1:80@example.org/',
    'http://example.org:0/',
    'http://example.org:65536/',
    'http://example.org:25/',
    'https://example.org:465/',
    'http://example.org:587/',
    'http://[fe80::1%25lo]/',
    'http://[::1/',
    'http://exa mple.org/',
    'http://example.org%00.inside/',
    `http://example.org/${'a'.repeat(5_000)}`,
  ])('%s', async (url) => {
    const reached: string[] = []
    const posted = await poster({ reached }).post(posting(url))
    expect({ ended: ended(posted), reached }).toEqual({ ended: 'bad-address', reached: [] })
  })

  test('a name in letters beyond ASCII is asked for as the DNS has it', async () => {
    await using server = await web((request, response) => response.end(request.headers.host))
    const resolver = zone({ 'xn--mnchen-3ya.example': { A: [PUBLIC] } })
    const posted = await poster({ ...server, resolver }).post(posting('http://München.example./hook'))
    expect(posted).toMatchObject({ status: 200, body: 'xn--mnchen-3ya.example' })
  })
})

describe('the address that was judged is the one connected to', () => {
  test('a name that answers otherwise the second time is asked once', async () => {
    let asked = 0
    const rebinding: Resolver = {
      async query(name, type) {
        if (type === 'A') asked++
        return zone({ 'example.org': { A: [asked > 1 ? '127.0.0.1' : PUBLIC] } }).query(name, type)
      },
    }
    await using server = await web((_request, response) => response.end())
    const reached: string[] = []
    const under = poster({ ...server, resolver: rebinding, reached })
    expect(ended(await under.post(posting('http://example.org/')))).toBe(200)
    expect({ asked, reached }).toEqual({ asked: 1, reached: [`${PUBLIC} 80`] })
    expect(ended(await under.post(posting('http://example.org/')))).toBe('not-public')
    expect(reached).toHaveLength(1)
  })

  test.each([
    ['http://10.0.0.1/', 301],
    ['http://169.254.169.254/', 302],
    ['/other', 303],
    ['https://example.org/', 307],
    ['//other.example/', 308],
  ])('a redirect to %s (%d) is the answer', async (location, status) => {
    let times = 0
    await using server = await web((_request, response) => {
      times++
      response.writeHead(status, { Location: location }).end()
    })
    const posted = await poster(server).post(posting('http://example.org/'))
    expect(posted).toMatchObject({ kind: 'response', status, headers: { location } })
    expect(times).toBe(1)
  })

  test.each([
    [{ 'A example.org': 'timeout', 'AAAA example.org': 'timeout' }, 'timeout'],
    [{ 'A example.org': 'servfail', 'AAAA example.org': 'servfail' }, 'network'],
  ] as const)('no answer about the name: %p', async (fail, reason) => {
    const posted = await poster({ resolver: zone(ZONE, fail) }).post(posting('http://example.org/'))
    expect(posted).toMatchObject({ reason })
    expect(posted.kind === 'failure' && posted.says).toContain('The DNS did not answer for example.org')
  })

  test('half an answer may hide what the other half would show', async () => {
    const resolver = zone({ 'example.org': { A: [PUBLIC], AAAA: ['::1'] } }, ['AAAA example.org'])
    await using server = await web((_request, response) => response.end())
    const reached: string[] = []
    const posted = await poster({ ...server, resolver, reached }).post(posting('http://example.org/'))
    // What is connected to is what was judged, whatever else there is.
    expect({ ended: ended(posted), reached }).toEqual({ ended: 200, reached: [`${PUBLIC} 80`] })
  })

  test('a name that does not exist, a resolver that never answers, and one that breaks', async () => {
    expect(await poster({}).post(posting('http://gone.example/'))).toMatchObject({
      reason: 'no-address',
      says: 'gone.example has no address in the DNS.',
    })
    const silent: Resolver = { query: () => new Promise(() => undefined) }
    expect(
      ended(await poster({ resolver: silent, timeoutMs: 50 }).post(posting('http://example.org/'))),
    ).toBe('timeout')
    const broken: Resolver = { query: () => Promise.reject(new Error('broken')) }
    expect(ended(await poster({ resolver: broken }).post(posting('http://example.org/')))).toBe('network')
  })
})
