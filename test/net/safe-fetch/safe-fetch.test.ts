import { describe, expect, test } from 'bun:test'
import type { IncomingHttpHeaders } from 'node:http'
import { gzipSync } from 'node:zlib'
import type { Resolver } from '../../../src/net/ports.ts'
import { createSafeFetch } from '../../../src/net/safe-fetch/safe-fetch.ts'
import { zone } from '../../support/zone.ts'
import { fetcher, get, PUBLIC, shown, web, ZONE } from './web-server.ts'

describe('what comes back', () => {
  test('a page, with the request as it was made', async () => {
    let headers: IncomingHttpHeaders = {}
    await using server = await web((request, response) => {
      headers = request.headers
      response.writeHead(200, { 'Content-Type': 'Text/Plain; charset=utf-8', 'Set-Cookie': 'a=b' })
      response.end(`${request.method} ${request.url}`)
    })
    const answer = await fetcher(server).fetch(get('http://example.org/a%20b?c=d#e'))
    expect(shown(answer)).toEqual({
      kind: 'response',
      status: 200,
      url: 'http://example.org/a%20b?c=d',
      redirects: [],
      contentType: 'text/plain',
      body: 'GET /a%20b?c=d',
      truncated: false,
    })
    expect(headers).toEqual({
      host: 'example.org',
      'user-agent': 'Mailgauge/test (+https://mx.receiver.example/)',
      accept: '*/*',
      'accept-encoding': 'identity',
      connection: 'close',
    })
  })

  test('HEAD has no body', async () => {
    await using server = await web((request, response) => {
      response.setHeader('Content-Length', '5')
      response.end(request.method === 'HEAD' ? undefined : 'hello')
    })
    const answer = await fetcher(server).fetch(get('http://example.org/', { method: 'HEAD' }))
    expect(shown(answer)).toMatchObject({ status: 200, body: '', truncated: false })
  })

  test('a status that is no success is an answer', async () => {
    await using server = await web((_request, response) => response.writeHead(404).end('none'))
    expect(shown(await fetcher(server).fetch(get('http://example.org/')))).toMatchObject({
      status: 404,
      body: 'none',
      contentType: '',
    })
  })

  test.each([
    [9, 'abcdefghi', true],
    [10, 'abcdefghij', false],
    [0, '', true],
  ])('a body of ten octets with room for %d', async (maxBytes, body, truncated) => {
    await using server = await web((_request, response) => response.end('abcdefghij'))
    const answer = await fetcher(server).fetch(get('http://example.org/', { maxBytes }))
    expect(shown(answer)).toMatchObject({ body, truncated })
  })

  test('gzip is not inflated', async () => {
    const packed = gzipSync(Buffer.alloc(5_000_000))
    await using server = await web((_request, response) => {
      response.setHeader('Content-Encoding', 'gzip')
      response.end(packed)
    })
    const answer = await fetcher(server).fetch(get('http://example.org/'))
    expect(answer).toMatchObject({ body: packed.toString('base64'), truncated: false })
  })

  test('a second address is tried when the first does not connect', async () => {
    await using server = await web((_request, response) => response.end('here'))
    const reached: string[] = []
    const resolver = zone({ 'example.org': { A: [PUBLIC], AAAA: ['2606:2800:21f::1'] } })
    const answer = await fetcher({ ...server, resolver, reached, dead: [PUBLIC] }).fetch(
      get('http://example.org/'),
    )
    expect(shown(answer)).toMatchObject({ body: 'here' })
    expect(reached).toEqual([PUBLIC, '2606:2800:21f::1'])
  })
})

describe('what may not be fetched', () => {
  test.each([
    'ftp://example.org/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'data:text/plain,a',
    'http://user@example.org/',
    'http://user:word@example.org/',
    'http://:word@example.org/',
    'http://example.org:8080/',
    'https://example.org:25/',
    'http://',
    'example.org',
    '',
    `http://example.org/${'a'.repeat(5_000)}`,
  ])('%s', async (url) => {
    const reached: string[] = []
    expect(shown(await fetcher({ reached }).fetch(get(url)))).toBe('bad-address')
    expect(reached).toEqual([])
  })

  test.each([
    '0.0.0.0',
    '10.0.0.1',
    '100.64.0.1',
    '127.0.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '192.0.0.8',
    '192.0.2.1',
    '192.168.1.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:10.0.0.1',
    '64:ff9b::a00:1',
    '2002:7f00:1::',
    '2001:db8::1',
    'fc00::1',
    'fe80::1',
    'ff02::1',
  ])('%s, as a literal and by name, alone or beside a public one', async (address) => {
    const reached: string[] = []
    const literal = address.includes(':') ? `[${address}]` : address
    const type = address.includes(':') ? 'AAAA' : 'A'
    const resolver = zone({
      'alone.example': { [type]: [address] },
      'beside.example': {
        A: type === 'A' ? [PUBLIC, address] : [PUBLIC],
        ...(type === 'AAAA' && { AAAA: [address] }),
      },
    })
    const under = fetcher({ resolver, reached })
    for (const url of [`http://${literal}/`, 'http://alone.example/', 'https://beside.example/']) {
      expect(shown(await under.fetch(get(url)))).toBe('not-public')
    }
    expect(reached).toEqual([])
  })

  test.each([
    'http://2130706433/',
    'http://0x7f.1/',
    'http://0177.0.0.1/',
    'http://127.1/',
    'http://[::ffff:7f00:1]/',
  ])('loopback in disguise: %s', async (url) => {
    expect(shown(await fetcher({}).fetch(get(url)))).toBe('not-public')
  })

  test('without the opening for tests a connection goes to the judged address itself', async () => {
    const resolver = zone(ZONE)
    const answer = await createSafeFetch({ resolver, timeoutMs: 20_000, userAgent: 'x' }).fetch(
      get('http://example.org/'),
    )
    // The guard of the tests throws at a connection beyond loopback.
    expect(shown(answer)).toBe('network')
  })
})

describe('the address that was judged is the one connected to', () => {
  test('a name that changes its answer is asked once', async () => {
    let asked = 0
    const resolver: Resolver = {
      async query(name, type) {
        if (type === 'A') asked++
        return zone({ 'example.org': { A: [asked > 1 ? '127.0.0.1' : PUBLIC] } }).query(name, type)
      },
    }
    await using server = await web((_request, response) => response.end('here'))
    const reached: string[] = []
    const answer = await fetcher({ ...server, resolver, reached }).fetch(get('http://example.org/'))
    expect(shown(answer)).toMatchObject({ body: 'here' })
    expect({ asked, reached }).toEqual({ asked: 1, reached: [PUBLIC] })
  })

  test('a redirect to the same name is judged anew', async () => {
    let asked = 0
    const resolver: Resolver = {
      async query(name, type) {
        if (type === 'A') asked++
        return zone({ 'example.org': { A: [asked > 1 ? '127.0.0.1' : PUBLIC] } }).query(name, type)
      },
    }
    await using server = await web((_request, response) => response.writeHead(302, { Location: '/b' }).end())
    expect(shown(await fetcher({ ...server, resolver }).fetch(get('http://example.org/')))).toBe('not-public')
  })

  test.each([
    [{ 'A example.org': 'timeout', 'AAAA example.org': 'timeout' }, 'timeout'],
    [{ 'A example.org': 'servfail', 'AAAA example.org': 'servfail' }, 'network'],
  ] as const)('no answer about the name: %p', async (fail, reason) => {
    const resolver = zone(ZONE, fail)
    expect(shown(await fetcher({ resolver }).fetch(get('http://example.org/')))).toBe(reason)
  })

  test('a name that does not exist, and a resolver that never answers', async () => {
    expect(shown(await fetcher({}).fetch(get('http://gone.example/')))).toBe('network')
    const silent: Resolver = { query: () => new Promise(() => undefined) }
    const answer = await fetcher({ resolver: silent, timeoutMs: 50 }).fetch(get('http://example.org/'))
    expect(shown(answer)).toBe('timeout')
  })

  test('a resolver that breaks is no exception', async () => {
    const broken: Resolver = { query: () => Promise.reject(new Error('broken')) }
    expect(shown(await fetcher({ resolver: broken }).fetch(get('http://example.org/')))).toBe('network')
  })
})

describe('redirects', () => {
  const hop = (location: string) =>
    web((request, response) => {
      if (request.url === '/') response.writeHead(301, { Location: location }).end('gone')
      else response.end(`${request.headers.host}${request.url}`)
    })

  test('followed, with what was left behind', async () => {
    await using server = await hop('//other.example/b')
    const answer = await fetcher(server).fetch(get('http://example.org/'))
    expect(shown(answer)).toMatchObject({
      status: 200,
      url: 'http://other.example/b',
      redirects: ['http://example.org/'],
      body: 'other.example/b',
    })
  })

  test('to an address written in UTF-8', async () => {
    await using server = await hop(Buffer.from('/é').toString('latin1'))
    const answer = await fetcher(server).fetch(get('http://example.org/'))
    expect(shown(answer)).toMatchObject({ url: 'http://example.org/%C3%A9', body: 'example.org/%C3%A9' })
  })

  test('none allowed: the redirect is the answer', async () => {
    await using server = await hop('/b')
    const answer = await fetcher(server).fetch(get('http://example.org/', { maxRedirects: 0 }))
    expect(shown(answer)).toMatchObject({ status: 301, location: '/b', redirects: [], body: 'gone' })
  })

  test('one that the asker does not want followed is the answer', async () => {
    const seen: (string | undefined)[] = []
    await using server = await web((request, response) => {
      seen.push(request.url)
      response.writeHead(302, { Location: request.url === '/' ? '/b' : '/leave?id=1' }).end()
    })
    const answer = await fetcher(server).fetch(get('http://example.org/'), ({ search }) => search === '')
    expect(shown(answer)).toMatchObject({
      status: 302,
      url: 'http://example.org/b',
      redirects: ['http://example.org/'],
      location: '/leave?id=1',
    })
    expect(seen).toEqual(['/', '/b'])
  })

  test.each([
    ['http://10.0.0.1/', 'not-public'],
    ['http://[::1]/', 'not-public'],
    ['http://127.0.0.1./', 'not-public'],
    [Buffer.from('http://127\u30020\u30020\u30021/').toString('latin1'), 'not-public'],
    ['//0/', 'not-public'],
    ['http:\\\\127.0.0.1\\', 'not-public'],
    ['ht\ttp://127.0.0.1/', 'not-public'],
    ['http://%31%32%37.0.0.1/', 'not-public'],
    ['http://[fe80::1%25lo]/', 'bad-address'],
    ['http://169.254.169.254/latest/meta-data/', 'not-public'],
    ['http://example.org:22/', 'bad-address'],
    ['file:///etc/passwd', 'bad-address'],
    ['gopher://example.org/', 'bad-address'],
    ['http://u:p@example.org/', 'bad-address'],
    ['http://', 'bad-address'],
    ['/', 'redirects'],
  ])('to %s', async (location, reason) => {
    await using server = await hop(location)
    expect(shown(await fetcher(server).fetch(get('http://example.org/')))).toBe(reason)
  })

  test.each([
    [3, 'redirects'],
    [4, 200],
  ])('four hops with %d allowed', async (maxRedirects, expected) => {
    await using server = await web((request, response) => {
      const n = Number(request.url?.slice(1))
      if (n < 4) response.writeHead(307, { Location: `/${n + 1}` }).end()
      else response.end()
    })
    const answer = await fetcher(server).fetch(get('http://example.org/0', { maxRedirects }))
    expect(shown(answer)).toEqual(
      typeof expected === 'string' ? expected : expect.objectContaining({ status: expected }),
    )
  })
})
