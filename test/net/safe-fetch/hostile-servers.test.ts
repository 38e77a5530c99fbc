import { describe, expect, test } from 'bun:test'
import { zone } from '../../support/zone.ts'
import { certificate, fetcher, get, PUBLIC, secureWeb, shown, web, wire } from './web-server.ts'

describe('certificates', () => {
  const good = certificate('example.org')

  test('one that proves the name', async () => {
    await using server = await secureWeb(good, (_request, response) => response.end('safe'))
    const answer = await fetcher({ ...server, ca: [good.cert] }).fetch(get('https://example.org/'))
    expect(shown(answer)).toMatchObject({ body: 'safe', url: 'https://example.org/' })
  })

  test.each([
    ['of another name', certificate('other.example'), true],
    ['expired', certificate('example.org', -5, -1), true],
    ['not yet valid', certificate('example.org', 1, 5), true],
    ['signed by nobody known', good, false],
  ])('%s', async (_name, material, isTrusted) => {
    await using server = await secureWeb(material, (_request, response) => response.end('unsafe'))
    const answer = await fetcher({ ...server, ...(isTrusted && { ca: [material.cert] }) }).fetch(
      get('https://example.org/'),
    )
    expect(shown(answer)).toBe('tls')
  })

  test('a connection that was made is not tried again elsewhere', async () => {
    const reached: string[] = []
    const resolver = zone({ 'example.org': { A: [PUBLIC, '93.184.216.35'] } })
    await using server = await secureWeb(good, (_request, response) => response.end('unsafe'))
    const answer = await fetcher({ ...server, resolver, reached }).fetch(get('https://example.org/'))
    expect({ answer: shown(answer), reached }).toEqual({ answer: 'tls', reached: [PUBLIC] })
  })

  test('no TLS at all', async () => {
    await using server = await web((_request, response) => response.end('plain'))
    expect(shown(await fetcher(server).fetch(get('https://example.org/')))).toBe('tls')
  })

  test('an address proves itself by its own certificate, never by a name', async () => {
    await using server = await secureWeb(good, (_request, response) => response.end('unsafe'))
    expect(shown(await fetcher({ ...server, ca: [good.cert] }).fetch(get(`https://${PUBLIC}/`)))).toBe('tls')
  })
})

describe('hostile servers', () => {
  const head = 'HTTP/1.1 200 OK\r\n'

  test('an endless body is cut', async () => {
    await using server = await wire((socket) => {
      socket.write(`${head}\r\n`)
      const timer = setInterval(() => socket.write(Buffer.alloc(65_536, 'a')), 1)
      socket.on('close', () => clearInterval(timer))
    })
    const answer = await fetcher(server).fetch(get('http://example.org/', { maxBytes: 100_000 }))
    expect(answer).toMatchObject({ kind: 'response', truncated: true })
    expect(Buffer.from(answer.kind === 'response' ? answer.body : '', 'base64')).toHaveLength(100_000)
  })

  test.each([
    ['a slow drip', (n: number) => (n === 0 ? `${head}Content-Length: 100000\r\n\r\n` : 'a')],
    ['slow header fields', (n: number) => (n === 0 ? head : `X-${n}: a\r\n`)],
    ['silence', () => ''],
  ])('%s ends with the time', async (_name, say) => {
    await using server = await wire((socket) => {
      let n = 0
      const timer = setInterval(() => socket.write(say(n++)), 10)
      socket.on('close', () => clearInterval(timer))
    })
    expect(shown(await fetcher({ ...server, timeoutMs: 300 }).fetch(get('http://example.org/')))).toBe(
      'timeout',
    )
  })

  test.each([
    ['a header bomb', `${head}${'X-A: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\r\n'.repeat(2_000)}\r\n`],
    ['one endless field', `${head}X-A: ${'a'.repeat(100_000)}`],
    ['no HTTP', '220 mail.example.org ESMTP\r\n'],
    ['a body that breaks off', `${head}Content-Length: 10\r\n\r\nabc`],
    ['nothing', ''],
    ['a switch of protocol', 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n'],
  ])('%s', async (_name, bytes) => {
    await using server = await wire((socket) => {
      socket.once('data', () => socket.end(bytes))
    })
    expect(shown(await fetcher(server).fetch(get('http://example.org/')))).toBe('network')
  })

  test('endless 1xx', async () => {
    await using server = await wire((socket) => {
      const timer = setInterval(() => socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'), 1)
      socket.on('close', () => clearInterval(timer))
    })
    expect(shown(await fetcher(server).fetch(get('http://example.org/')))).toBe('network')
  })

  test('redirects share the time of one request', async () => {
    let n = 0
    await using server = await web((_request, response) => {
      setTimeout(() => response.writeHead(302, { Location: `/${n++}` }).end(), 80)
    })
    const answer = await fetcher({ ...server, timeoutMs: 250 }).fetch(
      get('http://example.org/', { maxRedirects: 10 }),
    )
    expect(shown(answer)).toBe('timeout')
  })

  test('a proxy of the environment is not used', async () => {
    await using server = await web((_request, response) => response.end('here'))
    process.env['HTTP_PROXY'] = 'http://127.0.0.1:1'
    try {
      expect(shown(await fetcher(server).fetch(get('http://example.org/')))).toMatchObject({ body: 'here' })
    } finally {
      delete process.env['HTTP_PROXY']
    }
  })
})
