import { describe, expect, test } from 'bun:test'
import type { IncomingHttpHeaders } from 'node:http'
import type { OneClickOutcome } from '../../../src/core/unsubscribing/one-click.ts'
import type { Resolver } from '../../../src/net/ports.ts'
import { judgeOneClick } from '../../../src/services/unsubscribing/judging.ts'
import { sendOneClick } from '../../../src/services/unsubscribing/request.ts'
import { poster } from '../../net/safe-fetch/poster.ts'
import { certificate, PUBLIC, secureWeb, web, wire } from '../../net/safe-fetch/web-server.ts'
import { zone } from '../../support/zone.ts'

const URL_OF_LIST = 'https://example.org/leave/4f?list=a%20b'
const good = certificate('example.org')

/** What a server that answers so is taken for. */
async function tried(answer: Parameters<typeof secureWeb>[1], url = URL_OF_LIST, timeoutMs = 20_000) {
  await using server = await secureWeb(good, answer)
  return await sendOneClick(poster({ ...server, ca: [good.cert], timeoutMs }), url)
}

const judged = (outcome: OneClickOutcome) =>
  judgeOneClick(outcome, { host: 'example.org', signed: 'yes', faults: [] })

describe('the one-click request', () => {
  test('is the POST of RFC 8058, once, and says nothing of who asks', async () => {
    const seen: { method: unknown; url: unknown; headers: IncomingHttpHeaders; body: string }[] = []
    const outcome = await tried((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        const { method, url, headers } = request
        seen.push({ method, url, headers, body: Buffer.concat(chunks).toString() })
        response.writeHead(200, { 'Set-Cookie': 'session=1' })
        response.end()
      })
    })
    expect(outcome).toEqual({ kind: 'answer', status: 200, tookMs: expect.any(Number) })
    expect(seen).toEqual([
      {
        method: 'POST',
        url: '/leave/4f?list=a%20b',
        headers: {
          host: 'example.org',
          'content-type': 'application/x-www-form-urlencoded',
          'content-length': '26',
          'user-agent': 'Mailgauge/test (+https://mx.receiver.example/)',
          accept: '*/*',
          'accept-encoding': 'identity',
          connection: 'close',
        },
        body: 'List-Unsubscribe=One-Click',
      },
    ])
  })

  test.each([200, 201, 202, 204])('%i is taken for done', async (status) => {
    const outcome = await tried((_request, response) => response.writeHead(status).end())
    expect(outcome).toMatchObject({ kind: 'answer', status })
    expect(judged(outcome)).toMatchObject({ verdict: 'accepted', conforming: true })
  })

  test.each([
    [301, 'a redirect'],
    [302, 'a redirect'],
    [307, 'a redirect'],
    [400, 'not understood'],
    [401, 'turned away'],
    [403, 'turned away'],
    [404, 'nothing at the address'],
    [405, 'takes no POST'],
    [410, 'nothing at the address'],
    [415, 'not understood'],
    [429, 'too many'],
    [500, 'the server failed'],
    [503, 'the server failed'],
  ])('%i is not, and says why', async (status, says) => {
    const asked: string[] = []
    const outcome = await tried((request, response) => {
      asked.push(request.url ?? '')
      response.writeHead(status, { Location: 'https://example.org/elsewhere' }).end()
    })
    expect(outcome).toMatchObject({ kind: 'answer', status })
    const told = judged(outcome)
    expect(told).toMatchObject({ verdict: 'refused', conforming: false })
    expect(told.says).toContain(says)
    expect(told.advice[0]).toBeTruthy()
    // No redirect is followed, and nothing is sent a second time.
    expect(asked).toEqual(['/leave/4f?list=a%20b'])
  })

  test('a page with a form is not taken for one click', async () => {
    const outcome = await tried((_request, response) => {
      response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' })
      response.end('<html><body><FORM method="post"><button>Yes, unsubscribe</button></FORM>')
    })
    expect(outcome).toMatchObject({ kind: 'answer', status: 200, form: true })
    expect(judged(outcome)).toMatchObject({ verdict: 'accepted', conforming: false })
    expect(judged(outcome).advice[0]).toContain('a page with a form')
    const plain = await tried((_request, response) => {
      response.writeHead(200, { 'Content-Type': 'text/plain' })
      response.end('<form>')
    })
    expect(plain).not.toHaveProperty('form')
  })

  test('a server that never answers is given up, and says nothing of the recipient', async () => {
    const outcome = await tried(() => undefined, URL_OF_LIST, 200)
    expect(outcome).toMatchObject({ kind: 'failure', reason: 'timeout' })
    expect(judged(outcome)).toMatchObject({ verdict: 'open', conforming: false })
  })

  test('a body without end is not waited for, and the status counts', async () => {
    const outcome = await tried((_request, response) => {
      response.writeHead(202, { 'Content-Type': 'text/html' })
      const more = () => response.write('<p>more</p>'.repeat(1_000), () => setImmediate(more))
      more()
    })
    expect(outcome).toMatchObject({ kind: 'answer', status: 202 })
  })

  test('what is no HTTP, and a connection that breaks off, are no answers', async () => {
    await using silent = await wire((socket) => socket.destroy())
    const outcome = await sendOneClick(poster({ ...silent, ca: [good.cert] }), URL_OF_LIST)
    expect(outcome.kind).toBe('failure')
    expect(judged(outcome).verdict).not.toBe('accepted')
  })
})

describe('certificates', () => {
  test.each([
    ['nobody vouches for', certificate('example.org'), [good.cert]],
    ['of another name', certificate('other.example'), undefined],
    ['that has run out', certificate('example.org', -3, -1), undefined],
  ])('one that %s gets no request', async (_which, material, ca) => {
    let requests = 0
    await using server = await secureWeb(material, (_request, response) => {
      requests += 1
      response.end()
    })
    const outcome = await sendOneClick(poster({ ...server, ca: ca ?? [material.cert] }), URL_OF_LIST)
    expect(outcome).toMatchObject({ kind: 'failure', reason: 'tls' })
    expect(judged(outcome)).toMatchObject({ verdict: 'refused' })
    expect(requests).toBe(0)
  })
})

describe('where nothing is sent', () => {
  test.each([
    'http://example.org/leave',
    'https://user@example.org/leave',
    'https://user:secret@example.org/leave',
    'https://example.org:8443/leave',
    'https://example.org:25/leave',
    'mailto:leave@example.org',
    'https://',
    'leave',
  ])('%s', async (url) => {
    const reached: string[] = []
    const outcome = await sendOneClick(poster({ reached }), url)
    expect(outcome).toMatchObject({ kind: 'failure', reason: 'bad-address', tookMs: 0 })
    expect(reached).toEqual([])
  })

  test.each(['10.0.0.1', '127.0.0.1', '169.254.169.254', '192.168.1.1', '100.64.0.1'])(
    'a name that leads to %s, alone or beside a public address',
    async (address) => {
      const reached: string[] = []
      for (const addresses of [[address], [PUBLIC, address]]) {
        const resolver = zone({ 'example.org': { A: addresses } })
        const outcome = await sendOneClick(poster({ resolver, reached }), URL_OF_LIST)
        expect(outcome).toMatchObject({ kind: 'failure', reason: 'not-public' })
        expect(outcome.kind === 'failure' && outcome.says).not.toContain('webhooks')
        expect(judged(outcome).says).toContain('Nothing was sent')
      }
      expect(reached).toEqual([])
    },
  )

  test('a name without an address: nothing was sent, and the advice is about the name', async () => {
    const reached: string[] = []
    const outcome = await sendOneClick(poster({ resolver: zone({}), reached }), URL_OF_LIST)
    expect(outcome).toMatchObject({ kind: 'failure', reason: 'no-address' })
    const { verdict, says, advice } = judged(outcome)
    expect([verdict, says]).toEqual(['open', 'example.org has no address in the DNS. Nothing was sent.'])
    expect(advice).toEqual([
      'Publish an A or AAAA record for example.org, or correct the name in List-Unsubscribe where it is misspelt.',
    ])
    expect(reached).toEqual([])
  })

  test('an address of this machine', async () => {
    const reached: string[] = []
    const outcome = await sendOneClick(poster({ own: [PUBLIC], reached }), URL_OF_LIST)
    expect(outcome).toMatchObject({ kind: 'failure', reason: 'not-public' })
    expect(reached).toEqual([])
  })
})

test('a name that is bound anew between two looks is connected to where it was judged', async () => {
  let asked = 0
  const rebound: Resolver = {
    async query(name, type) {
      asked += 1
      const address = asked <= 2 ? PUBLIC : '127.0.0.1'
      return zone({ 'example.org': { A: [address] } }).query(name, type)
    },
  }
  const reached: string[] = []
  let requests = 0
  await using server = await secureWeb(good, (_request, response) => {
    requests += 1
    response.end()
  })
  const under = poster({ ...server, ca: [good.cert], resolver: rebound, reached })
  expect(await sendOneClick(under, URL_OF_LIST)).toMatchObject({ kind: 'answer', status: 200 })
  expect(reached).toEqual([`${PUBLIC} 443`])
  expect(requests).toBe(1)
  expect(await sendOneClick(under, URL_OF_LIST)).toMatchObject({ reason: 'not-public' })
  expect(reached).toHaveLength(1)
})

test('a server without TLS is no https', async () => {
  await using server = await web((_request, response) => response.end())
  const outcome = await sendOneClick(poster({ ...server, ca: [good.cert] }), URL_OF_LIST)
  expect(outcome.kind).toBe('failure')
  expect(judged(outcome).verdict).not.toBe('accepted')
})
