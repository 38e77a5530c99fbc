import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { openWorld, type World } from '../../support/world.ts'
import { openMcpWorld } from './world.ts'

let world: World
let secret = ''
beforeAll(async () => {
  world = await openMcpWorld()
  secret = (await world.key((await world.account()).id)).secret
})
afterAll(() => world.close())

interface Asked {
  method?: string
  headers?: Record<string, string>
  body?: string | null
  key?: string
  of?: World
}

const PING = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })

function ask({ method = 'POST', headers = {}, body = PING, key = secret, of = world }: Asked = {}) {
  return of.http.handle(
    new Request('https://mailgauge.example.com/mcp', {
      method,
      headers: {
        'content-type': 'application/json',
        ...(key !== '' && { authorization: `Bearer ${key}` }),
        ...headers,
      },
      ...(method === 'POST' && body !== null && { body }),
    }),
    '127.0.0.1',
  )
}

const told = async (asked: Asked) => {
  const response = await ask(asked)
  const text = await response.text()
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text) }
}

const call = (method: string, params: unknown = {}) =>
  JSON.stringify({ jsonrpc: '2.0', id: 7, method, params })

describe('who may ask', () => {
  test('it is off unless it is turned on: then the address is one like any other', async () => {
    const off = await openWorld()
    try {
      const key = (await off.key((await off.account()).id)).secret
      expect((await ask({ of: off, key })).status).toBe(404)
    } finally {
      await off.close()
    }
  })

  test('every answer is JSON, has an id, is kept nowhere, and tells the budget', async () => {
    const response = await ask()
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toStartWith('application/json')
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('x-request-id')).toStartWith('req_')
    expect(response.headers.get('ratelimit')).toMatch(/^"account";r=\d+;t=\d+$/)
    expect([...response.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
    expect(response.headers.get('mcp-session-id')).toBeNull()
    expect(await response.json()).toEqual({ jsonrpc: '2.0', id: 1, result: {} })
  })

  test('without a key, with one that is none, and by a cookie it is 401', async () => {
    const refused = await ask({ key: '' })
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
    expect((await ask({ key: `mg_${'0'.repeat(39)}` })).status).toBe(401)
    expect((await ask({ key: '', headers: { cookie: 'mailgauge=x' } })).status).toBe(401)
  })

  test('a plan without API is 403, and names the plan', async () => {
    const account = await world.account()
    const { secret: key } = await world.key(account.id)
    await world.accounts.setPlan(account.name, 'free')
    expect(await told({ key })).toEqual({
      status: 403,
      body: { error: 'The plan "free" has no API access.' },
    })
  })

  test('each request takes one slot of the rate, whatever it asks', async () => {
    const { id } = await world.account('slow')
    const { secret: key } = await world.key(id)
    const listing = call('tools/call', { name: 'list_tests', arguments: {} })
    expect((await told({ key, body: listing })).body).toMatchObject({ result: { content: [{}] } })
    const refused = await ask({ key })
    expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([429, 10])
  })

  test('only pages of our own may ask: any other origin is 403, before the key is looked at', async () => {
    const OTHERS = [
      'https://elsewhere.example',
      'http://mailgauge.example.com',
      'https://mailgauge.example.com.elsewhere.example',
      'https://mailgauge.example.com:8443',
      'null',
      '',
    ]
    for (const origin of OTHERS) {
      expect({ origin, status: (await ask({ headers: { origin }, key: '' })).status }).toEqual({
        origin,
        status: 403,
      })
    }
    expect((await ask({ headers: { origin: 'https://mailgauge.example.com' } })).status).toBe(200)
  })

  test('every method but POST is 405', async () => {
    for (const method of ['GET', 'DELETE', 'PUT', 'OPTIONS', 'HEAD']) {
      const response = await ask({ method })
      expect({ method, status: response.status, allow: response.headers.get('allow') }).toEqual({
        method,
        status: 405,
        allow: 'POST',
      })
    }
  })
})

describe('what is no message', () => {
  test.each([
    ['no JSON', '{'],
    ['nothing', ''],
    ['octets that are no text', '\u{0}'],
  ])('%s is a parse error', async (_name, body) => {
    expect(await told({ body })).toMatchObject({ status: 400, body: { id: null, error: { code: -32700 } } })
  })

  test.each([
    ['null', 'null'],
    ['a number', '5'],
    ['a text', '"tools/list"'],
    ['an empty object', '{}'],
    ['another version', '{"jsonrpc":"1.0","id":1,"method":"ping"}'],
    ['no method', '{"jsonrpc":"2.0","id":1}'],
    ['an id that is an object', '{"jsonrpc":"2.0","id":{},"method":"ping"}'],
    ['a method that is a list', '{"jsonrpc":"2.0","id":1,"method":["ping"]}'],
    ['params that are a text', '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":"list_tests"}'],
  ])('%s is refused as JSON-RPC says', async (_name, body) => {
    const { status, body: answer } = await told({ body })
    expect({ status, code: answer?.error?.code }).toEqual({ status: 400, code: expect.any(Number) })
    expect(answer.error.code).toBeLessThan(-31_999)
  })

  test('a batch is refused, however long: one message is one slot of the rate', async () => {
    for (const body of ['[]', `[${PING}]`, `[${Array(500).fill(PING).join(',')}]`]) {
      expect(await told({ body })).toMatchObject({ status: 400, body: { error: { code: -32600 } } })
    }
  })

  test('another type than JSON is 415', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp']) {
      expect((await ask({ headers: { 'content-type': type } })).status).toBe(415)
    }
    expect((await ask({ headers: { 'content-type': 'application/json; charset=utf-8' } })).status).toBe(200)
  })

  test('a body that is too long is 413; one that is deep or wide and short enough is answered', async () => {
    const long = call('tools/call', { name: 'list_tests', arguments: { limit: 'x'.repeat(70_000) } })
    expect((await ask({ body: long })).status).toBe(413)
    const deep = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_tests","arguments":{"limit":${'['.repeat(20_000)}${']'.repeat(20_000)}}}}`
    const { status, body } = await told({ body: deep })
    expect({ status, isAnswer: body.error !== undefined || body.result?.isError }).toEqual({
      status: expect.any(Number),
      isAnswer: true,
    })
    expect(status).toBeLessThan(500)
    const wide = call('tools/call', { name: 'list_tests', arguments: { limit: Array(20_000).fill(0) } })
    expect((await told({ body: wide })).body.result.isError).toBe(true)
  })

  test('methods that are not there are refused by name, and nothing is subscribed to', async () => {
    for (const method of [
      'resources/list',
      'prompts/list',
      'completion/complete',
      'subscriptions/listen',
      'x',
    ]) {
      const { body } = await told({ body: call(method) })
      expect({ method, code: body?.error?.code }).toEqual({ method, code: -32601 })
    }
  })

  test('a notification has no answer', async () => {
    const body = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })
    const response = await ask({ body })
    expect([response.status, await response.text()]).toEqual([202, ''])
  })

  test('a client of a version that nobody knows is told which there are', async () => {
    const opening = {
      protocolVersion: '1999-01-01',
      capabilities: {},
      clientInfo: { name: 'x', version: '1' },
    }
    const { body } = await told({ body: call('initialize', opening) })
    expect(body.result.protocolVersion).toBe('2025-11-25')
    const { status } = await told({ headers: { 'mcp-protocol-version': '1999-01-01' } })
    expect(status).toBe(400)
  })
})

test('what a request meets that is a bug is told once, in the log, and not to the client', async () => {
  const broken = await openMcpWorld({
    senderDomains: { list: () => Promise.reject(new Error('inside')) } as never,
  })
  try {
    const { secret: key } = await broken.key((await broken.account()).id)
    const body = call('tools/call', { name: 'list_domains', arguments: {} })
    const answer = await told({ of: broken, key, body })
    expect(answer.body.result).toMatchObject({ isError: true })
    expect(JSON.stringify(answer)).not.toContain('inside')
    const faults = broken.log.lines.filter(({ level }) => level === 'error')
    expect(faults).toHaveLength(1)
    expect(String(faults[0]?.facts['stack'])).toContain('inside')
  } finally {
    await broken.close()
  }
})
