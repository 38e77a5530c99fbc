import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { rawHttp } from '../support/raw-http.ts'
import { sessionOf } from '../support/session.ts'
import { until } from '../support/until.ts'
import { openWorld, type World } from '../support/world.ts'

let world: World
let address: string
let authorization: string
let accountId: string

beforeAll(async () => {
  world = await openWorld({
    longestBodyMs: 300,
    web: () => ({
      async handle(request) {
        made.push(`${request.method} ${new URL(request.url).pathname} ${await request.text()}`)
        return new Response('a page')
      },
    }),
  })
  address = `127.0.0.1:${world.http.start()[0]?.port}`
  accountId = (await world.account('metered')).id
  authorization = `Authorization: Bearer ${(await world.key(accountId)).secret}\r\n`
})
afterAll(() => world.close())

/** What pages were asked to do. */
const made: string[] = []

const post = (more = '', body = '', path = '/v1/tests') =>
  `POST ${path} HTTP/1.1\r\nHost: x.example\r\n${path.startsWith('/v1') ? authorization : ''}${more}Content-Length: ${body.length}\r\n\r\n${body}`
const whoami = (more = '', version = '1.1') => `GET /v1/whoami HTTP/${version}\r\n${authorization}${more}\r\n`
const JSON_BODY = 'Content-Type: application/json\r\n'

async function tests(): Promise<number> {
  return (await world.mailTests.list(sessionOf(accountId), { limit: 1, offset: 0 })).total
}

/** Tests that were made, and those that were answered for. What was refused has been refused when another one is made. */
async function playedPosts(steps: Parameters<typeof rawHttp>[1], answers: number) {
  const before = await tests()
  const finished = (text: string) => text.split('"expires_at"').length > answers
  const played = await rawHttp(address, steps, answers === 0 ? undefined : finished)
  const after = await rawHttp(address, [post()], (text) => text.includes('"token"'))
  expect(after.text).toStartWith('HTTP/1.1 201 ')
  return { made: (await tests()) - before - 1, ...played }
}

describe('a POST that takes effect is answered', () => {
  const truncated = () => post(JSON_BODY, '{}').slice(0, -1)
  const chunked = (rest: string) =>
    post(`${JSON_BODY}Transfer-Encoding: chunked\r\n`).replace('Content-Length: 0\r\n', '') + rest

  const ANSWERED: [string, () => Parameters<typeof rawHttp>[1]][] = [
    ['alone', () => [post()]],
    ['with Connection: close', () => [post('Connection: close\r\n')]],
    [
      'with Connection: close, and another behind it, which is not looked at',
      () => [post('Connection: close\r\n') + post()],
    ],
    ['with a body in a packet of its own', () => [post(JSON_BODY, '{}').slice(0, -2), '{}']],
    ['with Expect: 100-continue', () => [post(`${JSON_BODY}Expect: 100-continue\r\n`, '{}')]],
    ['of HTTP/1.0, with a body', () => [post(JSON_BODY, '{}').replace('HTTP/1.1', 'HTTP/1.0')]],
    ['with a chunked body', () => [chunked('2\r\n{}\r\n0\r\n\r\n')]],
    ['with the beginning of another behind it', () => [`${post()}POST /v1/te`]],
  ]
  test.each(ANSWERED)('%s', async (_name, steps) => {
    const played = await playedPosts(steps(), 1)
    expect({ made: played.made, status: played.text.match(/HTTP\/1\.1 (?!100)\d+/g) }).toEqual({
      made: 1,
      status: ['HTTP/1.1 201'],
    })
  })

  const REFUSED: [string, () => Parameters<typeof rawHttp>[1]][] = [
    ['two in one packet', () => [post() + post()]],
    ['three in one packet', () => [post() + post() + post()]],
    ['two with bodies in one packet', () => [post(JSON_BODY, '{}') + post(JSON_BODY, '{}')]],
    ['a GET behind it', () => [`${post()}${whoami('Host: x.example\r\n')}`]],
    ['the rest of its body and another', () => [truncated(), `}${post()}`]],
    ['nothing behind it, for the write side is closed', () => [post(), 'end']],
    ['a body, and the write side is closed', () => [post(JSON_BODY, '{}'), 'end']],
    ['less body than was declared, and the write side is closed', () => [truncated(), 'end']],
    ['less body than was declared, without a type', () => [post('', 'abc').slice(0, -1), 'end']],
    ['less body than was declared, for too long', () => [truncated()]],
    ['more body than was declared', () => [`${post(JSON_BODY, '{}')}{}\r\n\r\n`]],
    ['a chunk of no size', () => [chunked('zz\r\n{}\r\n0\r\n\r\n')]],
    ['a trailer, which the runtime takes for another', () => [chunked('2\r\n{}\r\n0\r\nA: b\r\n\r\n')]],
    ['chunks that do not end', () => [chunked('2\r\n{}\r\n'), 'end']],
    ['nonsense behind it', () => [`${post()}\0\0\r\n\r\n`]],
  ]
  test.each(REFUSED)('or it has none: with %s', async (_name, steps) => {
    const played = await playedPosts(steps(), 0)
    expect(played.made).toBe(0)
    expect(played.text).not.toContain(' 201 ')
    expect(played.closed).toBe(true)
  })

  test('forms of pages too, and whole ones reach them', async () => {
    made.length = 0
    await rawHttp(address, [post('', '', '/') + post('', '', '/')])
    await rawHttp(address, [post('', 'kind=list', '/t/x/kind'), 'end'])
    await rawHttp(address, [post('', 'kind=list', '/t/x/kind').slice(0, -1), 'end'])
    await rawHttp(address, [post('', 'kind=list', '/t/y/kind')], (text) => text.includes('a page'))
    expect(made).toEqual(['POST /t/y/kind kind=list'])
  })

  test('who hangs up is no bug, and is told in the log', async () => {
    await until(() => world.log.lines.some(({ sentence }) => sentence.startsWith('A client went away')))
    expect(world.log.lines.filter(({ level }) => level !== 'info')).toEqual([])
  })

  test('a body that does not end is 408', async () => {
    const { text } = await rawHttp(address, [truncated()])
    expect(text).toStartWith('HTTP/1.1 408 ')
    expect(text).toContain('{"error":"The body took too long to arrive."}')
  })
})

describe('Host', () => {
  const HOSTS: [string, string, string, number][] = [
    ['one', 'Host: x.example\r\n', '1.1', 200],
    ['one of an address, with a port', 'Host: [::1]:8080\r\n', '1.1', 200],
    ['an empty one', 'Host:\r\n', '1.1', 200],
    ['two', 'Host: x.example\r\nHost: y.example\r\n', '1.1', 400],
    ['two that are equal', 'Host: x.example\r\nhost: x.example\r\n', '1.1', 400],
    ['an empty one and another', 'Host:\r\nHost: y.example\r\n', '1.1', 400],
    ['two empty ones', 'Host:\r\nHost:\r\n', '1.1', 400],
    ['two in one field', 'Host: x.example,y.example\r\n', '1.1', 400],
    ['two of HTTP/1.0', 'Host: x.example\r\nHost: y.example\r\n', '1.0', 400],
    ['none of HTTP/1.0', '', '1.0', 200],
    ['one with a path', 'Host: x.example/v1\r\n', '1.1', 400],
    ['one with a user', 'Host: me@x.example\r\n', '1.1', 400],
  ]
  test.each(HOSTS)('%s', async (_name, fields, version, status) => {
    const { text } = await rawHttp(address, [whoami(fields, version)], (got) => got.includes('}'))
    expect(text).toStartWith(`HTTP/1.1 ${status} `)
    expect(text).toContain(status === 400 ? '{"error":"' : '{"account_id":"')
    expect(text).toMatch(/\r\ndate: /i)
  })

  test('that is refused to HEAD has no body', async () => {
    const two = 'HEAD / HTTP/1.1\r\nHost: x.example\r\nHost: y.example\r\nConnection: close\r\n\r\n'
    const { text } = await rawHttp(address, [two])
    expect(text).toMatch(/^HTTP\/1\.1 400 [^{]*\r\ndate: [^{]*\r\n\r\n$/is)
  })

  test('that is missing in HTTP/1.1 is refused, by the runtime', async () => {
    const { text, closed } = await rawHttp(address, [whoami()])
    expect(text).toStartWith('HTTP/1.1 400 ')
    expect(closed).toBe(true)
  })
})

test.each(['//v1/whoami', '///v1/whoami', '/\\v1/whoami', '//V1//whoami', '/v1\\/whoami'])(
  '%s is an unknown path',
  async (path) => {
    const { text } = await rawHttp(
      address,
      [`GET ${path} HTTP/1.1\r\nHost: x.example\r\n${authorization}\r\n`],
      (got) => got.includes('}'),
    )
    expect(text).toStartWith('HTTP/1.1 404 ')
    expect(text).toContain('{"error":"There is nothing at this address."}')
  },
)

test('every answer has one Date, HEAD too', async () => {
  const ask = (method: string, path: string) =>
    rawHttp(address, [
      `${method} ${path} HTTP/1.1\r\nHost: x.example\r\n${authorization}Connection: close\r\n\r\n`,
    ])
  for (const path of ['/v1/whoami', '/v1/nothing', '/V1/whoami', '/healthz', '/openapi.json', '/']) {
    for (const method of ['GET', 'HEAD', 'OPTIONS']) {
      const { text } = await ask(method, path)
      const dates = text.match(/\r\ndate: [A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT\r\n/gi)
      expect({ method, path, dates: dates?.length }).toEqual({ method, path, dates: 1 })
    }
  }
})

/** What docs/api.md says of answers that are not ours. */
describe('what the runtime answers', () => {
  const host = 'Host: x.example\r\n'
  const ANSWERS: [string, string, number | 'nothing'][] = [
    ['no request line', 'FOO\r\n\r\n', 400],
    ['a target that is no path', `GET v1/whoami HTTP/1.1\r\n${host}\r\n`, 400],
    ['OPTIONS *', `OPTIONS * HTTP/1.1\r\n${host}\r\n`, 400],
    ['a field without a colon', `GET /v1/whoami HTTP/1.1\r\n${host}Foo\r\n\r\n`, 400],
    ['a blank before the colon', `GET /v1/whoami HTTP/1.1\r\n${host}Foo : x\r\n\r\n`, 400],
    ['a folded field', `GET /v1/whoami HTTP/1.1\r\n${host}Foo: x\r\n y\r\n\r\n`, 400],
    ['NUL in a field', `GET /v1/whoami HTTP/1.1\r\n${host}Foo: \0\r\n\r\n`, 400],
    ['an empty line first', `\r\nGET /v1/whoami HTTP/1.1\r\n${host}\r\n`, 400],
    [
      'a length and chunks',
      `POST / HTTP/1.1\r\n${host}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n`,
      400,
    ],
    ['two lengths', `POST / HTTP/1.1\r\n${host}Content-Length: 1\r\nContent-Length: 2\r\n\r\n`, 400],
    ['a length that is none', `POST / HTTP/1.1\r\n${host}Content-Length: +1\r\n\r\n`, 400],
    ['another transfer coding', `POST / HTTP/1.1\r\n${host}Transfer-Encoding: gzip, chunked\r\n\r\n`, 400],
    ['a header section over 16 KB', `GET / HTTP/1.1\r\n${host}A: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
    ['a target over 16 KB', `GET /${'a'.repeat(20_000)} HTTP/1.1\r\n${host}\r\n`, 431],
    ['250 fields', `GET / HTTP/1.1\r\n${host}${'A: b\r\n'.repeat(250)}\r\n`, 431],
    ['HTTP/2.0', `GET / HTTP/2.0\r\n${host}\r\n`, 505],
    ['no version', `GET /\r\n${host}\r\n`, 505],
    ['bare line feeds', 'GET / HTTP/1.1\nHost: x.example\n\n', 505],
    ['an unknown method', `FROB / HTTP/1.1\r\n${host}\r\n`, 'nothing'],
    ['a method in lower case', `get / HTTP/1.1\r\n${host}\r\n`, 'nothing'],
  ]
  test.each(ANSWERS)('%s', async (_name, request, status) => {
    const { text, closed } = await rawHttp(address, [request])
    if (status === 'nothing') expect(text).toBe('')
    else
      expect(text).toMatch(new RegExp(`^HTTP/1\\.1 ${status} [A-Za-z ]+\\r\\nConnection: close\\r\\n\\r\\n$`))
    expect(closed).toBe(true)
  })
})
