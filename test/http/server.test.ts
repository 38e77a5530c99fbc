import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { connect } from 'node:net'
import { openDoor } from '../../src/http/health/door.ts'
import { createAnnouncer } from '../../src/services/announcer.ts'
import { openWorld, type World } from '../support/world.ts'
import { REPORT } from './reports.ts'

let world: World
let base: string
let seenClient = ''

beforeAll(async () => {
  world = await openWorld({
    listen: [
      { host: '127.0.0.1', port: 0 },
      { host: '127.0.0.1', port: 0 },
    ],
    trustedProxies: ['127.0.0.0/8'],
    web: ({ clientOf, closing }) => ({
      handle(request) {
        seenClient = clientOf(request)
        const { pathname } = new URL(request.url)
        if (pathname === '/boom') throw new Error('the page broke')
        if (pathname === '/stream') return endless(closing)
        return new Response('a page', { headers: { 'content-type': 'text/html' } })
      },
    }),
  })
  base = `http://127.0.0.1:${world.http.start()[0]?.port}`
})
afterAll(() => world.close())

function endless(closing: AbortSignal): Response {
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(': hello\n\n'))
      closing.addEventListener('abort', () => controller.close())
    },
  })
  return new Response(stream, { headers: { 'content-type': 'text/event-stream' } })
}

/** Speaks to the server as written, and gives the answer of the next moment. */
function raw(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(base).port), '127.0.0.1', () => socket.write(text))
    let answer = ''
    socket.on('data', (chunk) => {
      answer += chunk
      if (['"}', '\r\n\r\nok', 'a page'].some((end) => answer.includes(end))) socket.destroy()
    })
    socket.on('close', () => resolve(answer))
    socket.on('error', reject)
  })
}

async function bearer(): Promise<{ authorization: string }> {
  const account = await world.account()
  return { authorization: `Bearer ${(await world.key(account.id)).secret}` }
}

describe('the server', () => {
  test('listens on every address, with real ports', async () => {
    const ports = world.http.addresses().map(({ port }) => port)
    expect(new Set(ports).size).toBe(2)
    for (const port of ports)
      expect(await (await fetch(`http://127.0.0.1:${port}/healthz`)).text()).toBe('ok\n')
  })

  test.each([
    ['a host of two letters', 'HTTP/1.1\r\nHost: mg\r\n', 401],
    ['HTTP/1.0, which needs no Host', 'HTTP/1.0\r\n', 401],
    ['an empty Host', 'HTTP/1.1\r\nHost: \r\n', 401],
    ['a Host that is none', 'HTTP/1.1\r\nHost: a b\r\n', 400],
    ['a port that is none', 'HTTP/1.1\r\nHost: a.example:99999999\r\n', 400],
  ])('finds the path for %s', async (_name, opening, status) => {
    const answer = await raw(`POST /v1/tests ${opening}Content-Length: 0\r\n\r\n`)
    expect(answer).toStartWith(`HTTP/1.1 ${status} `)
    expect(answer).toContain('{"error":"')
    expect(answer.toLowerCase()).toContain('x-request-id: req_')
  })

  test('says which address is taken, and then listens nowhere', async () => {
    const taken = world.http.addresses()[0]?.port ?? 0
    const other = await openWorld({
      listen: [
        { host: '127.0.0.1', port: 0 },
        { host: '127.0.0.1', port: taken },
      ],
    })
    expect(() => other.http.start()).toThrow(
      `HTTP cannot listen on 127.0.0.1:${taken}: another program listens there already`,
    )
    expect(other.http.addresses()).toEqual([])
    await other.close()
  })

  test('/readyz says whether mail can be taken, and why not, to anybody', async () => {
    const ready = await fetch(`${base}/readyz`)
    expect([ready.status, ready.headers.get('cache-control'), await ready.json()]).toEqual([
      200,
      'no-store',
      { ready: true },
    ])
    world.state.become({ anonymousFull: true })
    expect((await fetch(`${base}/readyz`)).status).toBe(200)
    world.state.become({ obstacle: 'store_full' })
    const full = await fetch(`${base}/readyz`)
    expect([full.status, full.headers.get('cache-control'), full.headers.get('retry-after')]).toEqual([
      503,
      'no-store',
      '5',
    ])
    expect(await full.json()).toEqual({
      error:
        'No mail can be taken: the store is as large as store.max_bytes allows. Raise it, or wait until tests expire.',
    })
    const head = await fetch(`${base}/readyz`, { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([503, ''])
    expect((await fetch(`${base}/healthz`)).status).toBe(200)
    const posted = await fetch(`${base}/readyz`, { method: 'POST' })
    expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
    world.state.become({})
  })

  test('/readyz says that the service stops, beside what else is wrong', async () => {
    const other = await openWorld()
    const ask = () => other.http.handle(new Request('http://localhost/readyz'), '127.0.0.1')
    expect((await ask()).status).toBe(200)
    other.state.readiness.include(() => 'smtp_gone')
    other.state.readiness.drain()
    const answer = await ask()
    expect(answer.status).toBe(503)
    expect((await answer.json()).error).toBe(
      'No mail can be taken: the SMTP listener is closed. Restart the service; the log may say why. The service is stopping: it takes no new mail. Send mail and requests elsewhere, or try again in a minute.',
    )
    await other.close()
  })

  test('/livez is 503 only where a restart helps', async () => {
    const alive = await fetch(`${base}/livez`)
    expect([alive.status, alive.headers.get('cache-control'), await alive.json()]).toEqual([
      200,
      'no-store',
      { alive: true },
    ])
    expect((await fetch(`${base}/livez`, { method: 'HEAD' })).status).toBe(200)
    const posted = await fetch(`${base}/livez`, { method: 'POST' })
    expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
    const dead = await openWorld({ liveness: { isAlive: () => false } })
    const answer = await dead.http.handle(new Request('http://localhost/livez'), '127.0.0.1')
    expect(answer.status).toBe(503)
    expect((await answer.json()).error).toContain('Restart the service')
    await dead.close()
  })

  test('before there is a service, the listeners say that it starts, and that it lives', async () => {
    const door = openDoor([{ host: '127.0.0.1', port: 0 }])
    const at = `http://127.0.0.1:${door.addresses()[0]?.port}`
    expect((await fetch(`${at}/livez`)).status).toBe(200)
    for (const path of ['/readyz', '/healthz', '/v1/whoami', '/']) {
      const answer = await fetch(`${at}${path}`)
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
      expect((await answer.json()).error).toContain('is starting')
    }
    const started = await openWorld({ door })
    expect(started.http.start()).toEqual(door.addresses())
    expect((await fetch(`${at}/readyz`)).status).toBe(200)
    await started.close()
    expect(fetch(`${at}/livez`)).rejects.toThrow()
  })

  test('answers HEAD as GET without the body', async () => {
    const headers = await bearer()
    const full = await fetch(`${base}/v1/whoami`, { headers })
    const head = await fetch(`${base}/v1/whoami`, { method: 'HEAD', headers })
    expect(head.status).toBe(200)
    expect(await head.text()).toBe('')
    expect(head.headers.get('content-length')).toBe(String((await full.arrayBuffer()).byteLength))
    expect(head.headers.get('ratelimit')).toMatch(/^"account"/)
    expect((await fetch(`${base}/v1/tests`, { method: 'HEAD' })).status).toBe(401)
    expect((await fetch(`${base}/healthz`, { method: 'POST' })).status).toBe(405)
  })

  test('a body without a declared length is cut off where it is too large', async () => {
    const { authorization } = await bearer()
    const head = `POST /v1/tests HTTP/1.1\r\nHost: x.example\r\nAuthorization: ${authorization}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`
    const chunk = `400\r\n${' '.repeat(1024)}\r\n`
    const answer = await raw(head + chunk + chunk)
    expect(answer).toStartWith('HTTP/1.1 413 ')
    expect(answer).toContain('{"error":"A request body is at most 1000 bytes."}')
    const page = await raw(
      'POST /form HTTP/1.1\r\nHost: x.example\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n\r\n',
    )
    expect(page).toStartWith('HTTP/1.1 411 ')
  })

  test('an oversized body is refused by its declared length, without being read', async () => {
    const { authorization } = await bearer()
    const rest = 'Host: x.example\r\nContent-Length: 5000000000\r\n'
    const answer = await raw(`POST /v1/tests HTTP/1.1\r\nAuthorization: ${authorization}\r\n${rest}\r\n`)
    expect(answer).toStartWith('HTTP/1.1 413 ')
    expect(answer).toContain('{"error":')
    expect(answer).toMatch(/ratelimit: "account"/i)
    expect(await raw(`POST /form HTTP/1.1\r\n${rest}\r\n`)).toStartWith('HTTP/1.1 413 ')
    // The page that takes message files judges their length itself.
    for (const path of ['/upload', '/tests/upload', '/bounce'])
      expect(await raw(`POST ${path} HTTP/1.1\r\n${rest}\r\n`)).toStartWith('HTTP/1.1 200 ')
  })

  test('who may not ask is told so before the length of the body is judged', async () => {
    const answer = await raw(
      'POST /v1/tests HTTP/1.1\r\nHost: x.example\r\nContent-Length: 5000000000\r\n\r\n',
    )
    expect(answer).toStartWith('HTTP/1.1 401 ')
  })

  test('pages get what is not the API, with a request id', async () => {
    const page = await fetch(`${base}/t/x`)
    expect(await page.text()).toBe('a page')
    expect(page.headers.get('x-request-id')).toMatch(/^req_/)
    expect((await fetch(`${base}/v1/x`)).headers.get('content-type')).toMatch(/^application\/json/)
  })

  test.each([
    ['no header', '', '127.0.0.1/32'],
    ['one client behind our proxy', '192.0.2.7', '192.0.2.7/32'],
    ['what the client itself claimed is not believed', '198.51.100.1, 192.0.2.7', '192.0.2.7/32'],
    ['our proxies behind one another', '192.0.2.7, 127.0.0.9', '192.0.2.7/32'],
    [
      'an IPv6 client counts as its /64, also with a port',
      '[2001:db8:1:2:3:4:5:6]:4711',
      '2001:db8:1:2::/64',
    ],
    ['rubbish', '192.0.2.7, unknown', '127.0.0.1/32'],
  ])('the client: %s', async (_name, forwarded, client) => {
    await fetch(`${base}/`, { headers: forwarded ? { 'x-forwarded-for': forwarded } : {} })
    expect(seenClient).toBe(client)
  })

  test('a bug is 500 with an error body, and is logged once with its stack and without the token', async () => {
    const before = world.log.lines.length
    const broken = await fetch(`${base}/boom`)
    expect(broken.status).toBe(500)
    expect(await broken.text()).not.toContain('the page broke')
    const said = world.log.lines.slice(before).filter(({ level }) => level === 'error')
    expect(said).toHaveLength(1)
    expect(said[0]?.facts).toMatchObject({
      request: broken.headers.get('x-request-id'),
      path: '/boom',
      stack: expect.stringContaining('server.test.ts'),
    })
  })

  test('tokens are cut short in the log, queries left out, and the checks of health and readiness are not logged', async () => {
    const { token } = await world.anonymousTest()
    await fetch(`${base}/v1/shared/${token}?q=secret`)
    await fetch(`${base}/healthz`)
    await fetch(`${base}/readyz`)
    await fetch(`${base}/livez`)
    const last = world.log.lines.at(-1)
    expect(last?.facts).toMatchObject({
      method: 'GET',
      status: 200,
      path: `/v1/shared/${token.slice(0, 4)}…`,
    })
    expect(JSON.stringify(world.log.lines)).not.toContain(token)
    expect(JSON.stringify(world.log.lines)).not.toContain('secret')
  })
})

describe('waiting', () => {
  test('?wait holds the answer until the test is scored', async () => {
    const account = await world.account()
    const { secret } = await world.key(account.id)
    const { token } = await world.test(account.id)
    const waiting = fetch(`${base}/v1/tests/${token}?wait=60`, {
      headers: { authorization: `Bearer ${secret}` },
    })
    expect(await Promise.race([waiting.then(() => 'answered'), Bun.sleep(150)])).toBeUndefined()
    const id = await world.message(token)
    world.announcer.announce({ token, change: 'received' })
    expect(await Promise.race([waiting.then(() => 'answered'), Bun.sleep(150)])).toBeUndefined()
    await world.analysed(id, token, REPORT)
    expect(await (await waiting).json()).toMatchObject({ status: 'scored', score: 9 })
  })

  test('without wait, with nonsense, and when the time is up: the pending test at once', async () => {
    const account = await world.account()
    const { secret } = await world.key(account.id)
    const { token } = await world.test(account.id)
    for (const query of ['', '?wait=0', '?wait=soon', '?wait=-5', '?wait=1']) {
      const answer = await fetch(`${base}/v1/tests/${token}${query}`, {
        headers: { authorization: `Bearer ${secret}` },
      })
      expect(await answer.json()).toMatchObject({ status: 'pending' })
    }
  })

  test('a test that does not exist is 404 at once', async () => {
    const headers = await bearer()
    expect((await fetch(`${base}/v1/tests/${'a'.repeat(26)}?wait=60`, { headers })).status).toBe(404)
  })
})

test('stopping answers who waits, ends open streams, and takes no new connection', async () => {
  const announcer = createAnnouncer()
  const heard = Promise.withResolvers<void>()
  const other = await openWorld({
    announcer: {
      ...announcer,
      listen(token, change) {
        heard.resolve()
        return announcer.listen(token, change)
      },
    },
    web: ({ closing }) => ({ handle: () => endless(closing) }),
  })
  const port = other.http.start()[0]?.port
  const account = await other.account()
  const { secret } = await other.key(account.id)
  const { token } = await other.test(account.id)
  const waiting = fetch(`http://127.0.0.1:${port}/v1/tests/${token}?wait=60`, {
    headers: { authorization: `Bearer ${secret}` },
  })
  const stream = await fetch(`http://127.0.0.1:${port}/stream`)
  await heard.promise
  await other.http.stop(5000)
  expect(await (await waiting).json()).toMatchObject({ status: 'pending' })
  expect(await stream.text()).toBe(': hello\n\n')
  const late = fetch(`http://127.0.0.1:${port}/healthz`)
  expect(
    await late.then(
      () => 'answered',
      () => 'refused',
    ),
  ).toBe('refused')
  await other.close()
})
