import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { openWorld, type World } from '../support/world.ts'
import { REPORT } from './reports.ts'

let world: World
let secret: string
const tokens: string[] = []

beforeAll(async () => {
  world = await openWorld()
  const account = await world.account()
  secret = (await world.key(account.id, ['tests:read'])).secret
  for (let i = 0; i < 53; i += 1) {
    world.pass(10)
    tokens.unshift((await world.test(account.id)).token)
  }
  await world.test((await world.account()).id)
  await world.message(tokens[0] ?? '', REPORT)
  await world.message(tokens[1] ?? '', 'failed')
  await world.message(tokens[2] ?? '')
})
afterAll(() => world.close())

async function list(query = '') {
  const response = await world.http.handle(
    new Request(`http://mailgauge.test/v1/tests${query}`, { headers: { authorization: `Bearer ${secret}` } }),
    '127.0.0.1',
  )
  expect(response.status).toBe(200)
  const body = (await response.json()) as { tests: Record<string, unknown>[] }
  return { body, link: response.headers.get('link'), total: response.headers.get('x-total-count') }
}

describe('GET /v1/tests', () => {
  test("the account's tests, newest first, 50 of them, with the address of the next page", async () => {
    const { body, link, total } = await list()
    expect(Object.keys(body)).toEqual(['tests'])
    expect(body.tests.map(({ token }) => token)).toEqual(tokens.slice(0, 50))
    expect(total).toBe('53')
    expect(link).toBe('<https://mailgauge.example.com/v1/tests?limit=50&offset=50>; rel="next"')
  })

  test('an item has score and received_at only when there are any, and never an address', async () => {
    const { body } = await list('?limit=4')
    const [scored, failed, waiting, pending] = body.tests
    expect(Object.keys(scored ?? {})).toEqual([
      'token',
      'source',
      'status',
      'score',
      'created_at',
      'received_at',
    ])
    expect(scored).toMatchObject({ source: 'api', status: 'scored', score: 9 })
    expect(Object.keys(failed ?? {})).toEqual(['token', 'source', 'status', 'created_at', 'received_at'])
    expect(Object.keys(waiting ?? {})).toEqual(['token', 'source', 'status', 'created_at'])
    expect(Object.keys(pending ?? {})).toEqual(['token', 'source', 'status', 'created_at'])
  })

  test.each([
    ['?limit=2&offset=1', 1, 3, '?limit=2&offset=3'],
    ['?offset=50', 50, 53, undefined],
    ['?limit=53', 0, 53, undefined],
    ['?limit=52', 0, 52, '?limit=52&offset=52'],
    ['?limit=0', 0, 1, '?limit=1&offset=1'],
    ['?limit=-3', 0, 1, '?limit=1&offset=1'],
    ['?limit=100000', 0, 53, undefined],
    ['?limit=99999999999999999999999', 0, 53, undefined],
    ['?offset=-1', 0, 50, '?limit=50&offset=50'],
    ['?limit=1e2', 0, 50, '?limit=50&offset=50'],
    ['?limit=0x10', 0, 50, '?limit=50&offset=50'],
    ['?limit=5.0', 0, 50, '?limit=50&offset=50'],
    ['?limit=%205', 0, 50, '?limit=50&offset=50'],
    ['?limit=', 0, 50, '?limit=50&offset=50'],
    ['?limit=abc&offset=xyz', 0, 50, '?limit=50&offset=50'],
    ['?offset=53', 53, 53, undefined],
    ['?offset=9007199254740993', 53, 53, undefined],
  ])('%s is the page from %d to %d', async (query, from, to, next) => {
    const { body, link } = await list(query)
    expect(body.tests.map(({ token }) => token)).toEqual(tokens.slice(from, to))
    expect(link).toBe(next ? `<https://mailgauge.example.com/v1/tests${next}>; rel="next"` : null)
  })

  test('an expired test is left out, and reads as 404', async () => {
    world.pass(31 * 86_400_000)
    expect((await list()).body.tests).toEqual([])
    const gone = await world.http.handle(
      new Request(`http://mailgauge.test/v1/tests/${tokens[0]}`, {
        headers: { authorization: `Bearer ${secret}` },
      }),
      '127.0.0.1',
    )
    expect(gone.status).toBe(404)
  })
})
