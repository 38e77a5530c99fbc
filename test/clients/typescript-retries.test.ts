import { afterEach, describe, expect, test } from 'bun:test'
import {
  type ClientOptions,
  ConnectionError,
  createClient,
  RateLimitedError,
  ServiceError,
  UnexpectedAnswerError,
} from '../../clients/typescript/src/client.ts'

const WHOAMI = { account_id: 'a', scopes: [] }
const TEST = { token: 't', address: 'a@b' }

let server: ReturnType<typeof Bun.serve> | undefined
afterEach(() => server?.stop(true))

/** A service that gives these answers in turn, the last one from then on. */
function answering(answers: (() => Response)[], options: Partial<ClientOptions> = {}) {
  const asked: { at: number; idempotencyKey: string | null }[] = []
  server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch(request) {
      asked.push({ at: performance.now(), idempotencyKey: request.headers.get('idempotency-key') })
      return (answers[Math.min(asked.length, answers.length) - 1] ?? Response.error)()
    },
  })
  return {
    asked,
    client: createClient({ baseUrl: `http://127.0.0.1:${server.port}`, apiKey: 'k', ...options }),
  }
}

/** What the promise fails with. (`expect().rejects` holds up the loop that a server in this process needs.) */
const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (cause: unknown) => cause,
  )

const good =
  (body: unknown = WHOAMI) =>
  () =>
    Response.json(body)
const refusing = (status: number, retryAfter?: number) => () =>
  Response.json(
    { error: 'no' },
    { status, headers: retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) } },
  )

describe('the TypeScript client, when it is turned away', () => {
  test('waits as long as Retry-After says and asks again', async () => {
    const { client, asked } = answering([refusing(429, 1), good()])
    expect(await client.whoami()).toEqual(WHOAMI)
    expect((asked[1]?.at ?? 0) - (asked[0]?.at ?? 0)).toBeGreaterThanOrEqual(990)
  })

  test('stops after as many tries as it may', async () => {
    const { client, asked } = answering([refusing(429, 0)], { retries: 2 })
    const error = await failureOf(client.whoami())
    expect(error).toBeInstanceOf(RateLimitedError)
    expect(error).toMatchObject({ status: 429, retryAfter: 0, message: 'no' })
    expect(asked).toHaveLength(3)
  })

  test('does not wait for longer than it may', async () => {
    const { client, asked } = answering([refusing(429, 61), good()])
    expect(await failureOf(client.whoami())).toMatchObject({ retryAfter: 61 })
    expect(asked).toHaveLength(1)
  })

  test('an abort ends the waiting', async () => {
    const { client } = answering([refusing(429, 30)])
    const signal = AbortSignal.timeout(50)
    const ended = await failureOf(client.whoami({ signal }))
    expect(ended).toBe(signal.reason)
  })

  test('asks again after a fault, with the same idempotency key', async () => {
    const { client, asked } = answering([
      () => new Response('<h1>Bad Gateway</h1>', { status: 502 }),
      refusing(409, 0),
      good(TEST),
    ])
    expect(await client.createTest()).toMatchObject(TEST)
    const keys = asked.map(({ idempotencyKey }) => idempotencyKey)
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/)
    expect(new Set(keys).size).toBe(1)
  })

  test('does not ask again where that would not help', async () => {
    for (const status of [400, 401, 403, 404, 409]) {
      const { client, asked } = answering([refusing(status), good()])
      expect(await failureOf(client.whoami())).toMatchObject({ status })
      expect(asked).toHaveLength(1)
    }
  })

  test('a fault that lasts is told', async () => {
    const { client } = answering([() => new Response('down', { status: 503 })], { retries: 0 })
    expect(await failureOf(client.whoami())).toBeInstanceOf(ServiceError)
  })

  test.each([
    ['a page', () => new Response('<h1>Hello</h1>', { headers: { 'content-type': 'text/html' } })],
    ['a list', () => Response.json([])],
    ['broken JSON', () => new Response('{', { headers: { 'content-type': 'application/json' } })],
    ['a 404 of another server', () => new Response('not here', { status: 404 })],
    ['a redirect', () => Response.redirect('https://elsewhere.example/', 301)],
  ])('%s is no answer of this API', async (_what, respond) => {
    const { client, asked } = answering([respond])
    const error = await failureOf(client.whoami())
    expect(error).toBeInstanceOf(UnexpectedAnswerError)
    expect(asked).toHaveLength(1)
  })

  test('nobody there, or no answer in time', async () => {
    const nobody = createClient({ baseUrl: 'http://127.0.0.1:1', retries: 1 })
    expect(await failureOf(nobody.whoami())).toBeInstanceOf(ConnectionError)
    server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Promise<Response>(() => {}) })
    const slow = createClient({ baseUrl: `http://127.0.0.1:${server.port}`, retries: 0, timeout: 50 })
    const error = await failureOf(slow.whoami())
    expect(error).toBeInstanceOf(ConnectionError)
    expect((error as Error).message).toContain('it took too long')
  })
})
