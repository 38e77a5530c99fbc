import { describe, expect, test } from 'bun:test'
import {
  type ClientOptions,
  createClient,
  RateLimitedError,
  WaitTimeoutError,
} from '../../clients/typescript/src/client.ts'
import { createLine } from '../../clients/typescript/src/line.ts'
import { until } from '../support/until.ts'

const TOKEN = 't'.repeat(26)

const WHOAMI = { account_id: 'a', scopes: [] }

interface Asked {
  path: string
  status: number
}

/** A service that answers as it is told, and notes how many asked side by side while the rate was used up. */
function service(
  respond: (url: URL, count: number) => Response | Promise<Response>,
  options: Partial<ClientOptions> = {},
) {
  const asked: Asked[] = []
  const seen = { refused: 0, sideBySide: 0 }
  let running = 0
  let count = 0
  async function send(input: string | URL | Request): Promise<Response> {
    running += 1
    count += 1
    const url = new URL(String(input))
    if (seen.refused > 0) seen.sideBySide = Math.max(seen.sideBySide, running)
    const response = await respond(url, count)
    if (response.status === 429) seen.refused += 1
    asked.push({ path: url.pathname + url.search, status: response.status })
    running -= 1
    return response
  }
  const client = createClient({
    baseUrl: 'https://mailgauge.example.com',
    apiKey: 'k',
    retries: 0,
    fetch: send as typeof fetch,
    ...options,
  })
  return { asked, seen, client }
}

const refused = (seconds = 1) =>
  Response.json({ error: 'no' }, { status: 429, headers: { 'retry-after': String(seconds) } })
const admitted = (left = 0, body: unknown = WHOAMI) =>
  Response.json(body, { headers: { ratelimit: `"account";r=${left};t=9` } })
const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (cause: unknown) => cause,
  )

describe('the TypeScript client, when the rate is used up', () => {
  test('waits for a slot as often as it takes, whatever its retries are', async () => {
    const { client, asked } = service((_url, count) => (count <= 2 ? refused() : admitted()))
    expect(await client.whoami()).toEqual(WHOAMI)
    expect(asked.map(({ status }) => status)).toEqual([429, 429, 200])
  })

  test('lets one call through at a time, and the others stand in line', async () => {
    const { client, asked, seen } = service(async (_url, count) => {
      await Bun.sleep(5)
      return count <= 1 || count === 14 ? refused() : admitted()
    })
    const first = client.whoami()
    await until(() => seen.refused === 1)
    const others = Array.from({ length: 11 }, () => client.whoami())
    expect(await Promise.all([first, ...others])).toHaveLength(12)
    expect(seen.sideBySide).toBe(1)
    expect(asked.filter(({ status }) => status === 200)).toHaveLength(12)
  })

  test('lets all go that there is room for', async () => {
    const all = Promise.withResolvers<void>()
    let waiting = 0
    const { client, seen } = service(async (_url, count) => {
      if (count === 1) return refused()
      if (count === 2) return admitted(3)
      // Answered only once all three are here.
      waiting += 1
      if (waiting === 3) all.resolve()
      await all.promise
      return admitted()
    })
    const first = client.whoami()
    await until(() => seen.refused === 1)
    await Promise.all([first, client.whoami(), client.whoami(), client.whoami()])
    expect(seen.sideBySide).toBe(3)
  })

  test('keeps the order in which they came', async () => {
    const { client, asked, seen } = service((_url, count) => (count === 1 ? refused() : admitted()))
    const calls = [client.testPage({ offset: 0 })]
    await until(() => seen.refused === 1)
    for (const offset of [1, 2, 3]) calls.push(client.testPage({ offset }))
    await Promise.all(calls)
    expect(asked.map(({ path }) => path.at(-1))).toEqual(['0', '0', '1', '2', '3'])
  })

  test('an answer that is held does not hold up the others', async () => {
    const end = Promise.withResolvers<void>()
    const { client, seen } = service(async (url, count) => {
      if (count === 1) return refused()
      if (url.searchParams.has('wait')) await end.promise
      return admitted(0, url.searchParams.has('wait') ? { status: 'scored' } : WHOAMI)
    })
    const held = client.getTest(TOKEN, { wait: 60 })
    await until(() => seen.refused === 1)
    expect(await client.whoami()).toEqual(WHOAMI)
    end.resolve()
    expect(await held).toMatchObject({ status: 'scored' })
  })

  test('an abort leaves the line, and the next one goes', async () => {
    const { client, asked, seen } = service((_url, count) => (count === 1 ? refused() : admitted()))
    const [head, middle] = [new AbortController(), new AbortController()]
    const first = failureOf(client.whoami({ signal: head.signal }))
    await until(() => seen.refused === 1)
    const second = failureOf(client.whoami({ signal: middle.signal }))
    const third = client.whoami()
    middle.abort(new Error('second'))
    head.abort(new Error('first'))
    expect(await first).toMatchObject({ message: 'first' })
    expect(await second).toMatchObject({ message: 'second' })
    expect(await third).toEqual(WHOAMI)
    expect(asked).toHaveLength(2)
  })

  test('waits no longer than it may in all, in line or at its head', async () => {
    const { client, asked } = service(() => refused(2), { maxRateLimitWait: 3 })
    const failures = await Promise.all([failureOf(client.whoami()), failureOf(client.whoami())])
    for (const failure of failures) {
      expect(failure).toBeInstanceOf(RateLimitedError)
      expect(failure).toMatchObject({ status: 429, message: 'no', retryAfter: expect.any(Number) })
    }
    expect(asked.length).toBeLessThanOrEqual(4)
  })

  test('a wait that is too long stops this call alone', async () => {
    const { client } = service((url) => (url.pathname === '/v1/tests' ? refused(100_000) : admitted()))
    expect(await failureOf(client.createTest())).toMatchObject({ status: 429, retryAfter: 100_000 })
    expect(await client.whoami()).toEqual(WHOAMI)
  })

  test('a fault in line uses up retries, and passes the turn on', async () => {
    const { client, seen } = service((_url, count) => {
      if (count === 1) return refused()
      return count === 2 ? new Response('down', { status: 503 }) : admitted()
    })
    const first = failureOf(client.whoami())
    await until(() => seen.refused === 1)
    const second = client.whoami()
    expect(await first).toMatchObject({ status: 503 })
    expect(await second).toEqual(WHOAMI)
  })

  test('a report that is waited for does not come in time', async () => {
    const { client } = service(() => refused(20))
    expect(await failureOf(client.waitForReport(TOKEN, { timeout: 5000 }))).toBeInstanceOf(WaitTimeoutError)
  })
})

test('a line takes any time that is given', async () => {
  const line = createLine()
  const call = { until: Infinity, late: () => new Error('late') }
  const first = await line.turn(call)
  const second = line.turn(call)
  first?.end(0)
  first?.end(0)
  expect(await second).toMatchObject({ ended: false })
})
