import { describe, expect, test } from 'bun:test'
import type { IncomingHttpHeaders } from 'node:http'
import { zone } from '../../support/zone.ts'
import { ended, poster, posting } from './poster.ts'
import { certificate, PUBLIC, secureWeb, web } from './web-server.ts'

describe('a post', () => {
  test('is sent as it was given, and the answer is told', async () => {
    let seen: { method?: string; url?: string; headers: IncomingHttpHeaders; body: string } | undefined
    await using server = await web((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        const { method, url, headers } = request
        seen = {
          ...(method && { method }),
          ...(url && { url }),
          headers,
          body: Buffer.concat(chunks).toString(),
        }
        response.writeHead(202, { 'Content-Type': 'text/plain', 'Retry-After': '7', 'Set-Cookie': 'a=b' })
        response.end('taken: é')
      })
    })
    const body = JSON.stringify({ text: 'é😀' })
    const posted = await poster(server).post(
      posting('http://example.org/hooks/a%20b?c=d#e', { body, headers: { 'X-One': '1' } }),
    )
    expect(posted).toMatchObject({
      kind: 'response',
      status: 202,
      headers: { 'content-type': 'text/plain', 'retry-after': '7' },
      body: 'taken: é',
    })
    expect(posted.kind === 'response' && Object.keys(posted.headers)).not.toContain('set-cookie')
    expect(posted.tookMs).toBeGreaterThanOrEqual(0)
    expect(seen).toEqual({
      method: 'POST',
      url: '/hooks/a%20b?c=d',
      headers: {
        host: 'example.org',
        'user-agent': 'Mailgauge/test (+https://mx.receiver.example/)',
        accept: '*/*',
        'accept-encoding': 'identity',
        'x-one': '1',
        'content-length': String(Buffer.byteLength(body)),
        connection: 'close',
      },
      body,
    })
  })

  test('may be a PUT, on any port, with an agent of its own', async () => {
    const reached: string[] = []
    let seen = ''
    await using server = await web((request, response) => {
      seen = `${request.method} ${request.headers.host} ${request.headers['user-agent']}`
      response.end()
    })
    const request = posting('http://example.org:8443/', { method: 'PUT', headers: { 'user-agent': 'mine' } })
    expect(ended(await poster({ ...server, reached }).post(request))).toBe(200)
    expect(seen).toBe('PUT example.org:8443 mine')
    expect(reached).toEqual([`${PUBLIC} 8443`])
  })

  test('goes to a second address when the first does not connect, and says it when none does', async () => {
    let times = 0
    await using server = await web((_request, response) => {
      times++
      response.end()
    })
    const resolver = zone({ 'example.org': { A: [PUBLIC, '93.184.216.35'] } })
    const reached: string[] = []
    const under = poster({ ...server, resolver, reached, dead: [PUBLIC] })
    expect(ended(await under.post(posting('http://example.org/')))).toBe(200)
    expect({ reached, times }).toEqual({ reached: [`${PUBLIC} 80`, '93.184.216.35 80'], times: 1 })
    const none = await poster({ resolver, dead: [PUBLIC, '93.184.216.35'] }).post(
      posting('http://example.org/'),
    )
    expect(none).toMatchObject({
      reason: 'network',
      says: 'The connection was refused: nothing listens there.',
    })
  })

  test('is not sent a second time where the first may have arrived', async () => {
    let times = 0
    await using server = await web((request) => {
      times++
      request.socket.destroy()
    })
    const resolver = zone({ 'example.org': { A: [PUBLIC, '93.184.216.35'] } })
    const posted = await poster({ ...server, resolver }).post(posting('http://example.org/'))
    expect(posted).toMatchObject({
      reason: 'network',
      says: 'The connection broke off before an answer came.',
    })
    expect(times).toBe(1)
  })

  test('uses no proxy of the environment', async () => {
    await using server = await web((_request, response) => response.end())
    for (const name of ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'ALL_PROXY'])
      process.env[name] = 'http://127.0.0.1:1'
    try {
      expect(ended(await poster(server).post(posting('http://example.org/')))).toBe(200)
    } finally {
      for (const name of ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'ALL_PROXY']) delete process.env[name]
    }
  })
})

describe('certificates', () => {
  const good = certificate('example.org')

  test('one that proves the name', async () => {
    await using server = await secureWeb(good, (_request, response) => response.writeHead(204).end())
    const posted = await poster({ ...server, ca: [good.cert] }).post(posting('https://example.org/'))
    expect(ended(posted)).toBe(204)
  })

  test.each([
    ['of another name', certificate('other.example'), true],
    ['expired', certificate('example.org', -5, -1), true],
    ['signed by nobody known', good, false],
  ])('%s: nothing is sent', async (_name, material, isTrusted) => {
    let times = 0
    await using server = await secureWeb(material, (_request, response) => {
      times++
      response.end()
    })
    const posted = await poster({ ...server, ...(isTrusted && { ca: [material.cert] }) }).post(
      posting('https://example.org/'),
    )
    expect(posted).toMatchObject({ reason: 'tls' })
    expect(posted.kind === 'failure' && posted.says).toMatch(
      /^The certificate of example\.org could not be verified/,
    )
    expect(times).toBe(0)
  })
})

describe('what is not sent', () => {
  test.each([
    ['Host', 'x'],
    ['Content-Length', '1'],
    ['transfer-encoding', 'chunked'],
    ['Connection', 'keep-alive'],
    ['Expect', '100-continue'],
    ['Proxy-Authorization', 'x'],
    ['X\r\nA', 'b'],
    ['', 'b'],
    ['X-A', 'b\r\nHost: inside'],
    ['X-A', 'b\u0000'],
    ['X-A', '\u0130'],
    ['X-A', 'b'.repeat(5_000)],
  ])('header field %j with %j', async (name, value) => {
    const reached: string[] = []
    const posted = await poster({ reached }).post(
      posting('http://example.org/', { headers: { [name]: value } }),
    )
    expect({ ended: ended(posted), reached }).toEqual({ ended: 'bad-address', reached: [] })
  })

  test('too many header fields, and a body that is too large', async () => {
    const headers = Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`X-${n}`, 'a']))
    expect(ended(await poster({}).post(posting('http://example.org/', { headers })))).toBe('bad-address')
    const body = 'é'.repeat(50_001)
    expect(ended(await poster({}).post(posting('http://example.org/', { body })))).toBe('bad-address')
  })
})
