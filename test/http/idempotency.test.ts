import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { sessionOf } from '../support/session.ts'
import { heldAllocation, openWorld, type World } from '../support/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const DAY = 86_400_000

async function client(plan = 'self-hosted') {
  const account = await world.account(plan)
  const { secret } = await world.key(account.id)
  return {
    account,
    post: (key?: string, as = secret) =>
      world.http.handle(
        new Request('http://mailgauge.test/v1/tests', {
          method: 'POST',
          headers: { authorization: `Bearer ${as}`, ...(key !== undefined && { 'idempotency-key': key }) },
        }),
        '127.0.0.1',
      ),
    count: async () => (await world.mailTests.list(sessionOf(account.id), { limit: 1, offset: 0 })).total,
  }
}

describe('Idempotency-Key', () => {
  test('a repeated request gets the same 201 body, marked, and makes nothing', async () => {
    const { post, count } = await client()
    const first = await post('order-1')
    expect(first.status).toBe(201)
    expect(first.headers.get('idempotent-replayed')).toBeNull()
    const again = await post('order-1')
    expect(again.status).toBe(201)
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(again.headers.get('location')).toBe(first.headers.get('location'))
    expect(await again.text()).toBe(await first.text())
    expect(await count()).toBe(1)
  })

  test('another key, and none, make another test', async () => {
    const { post, count } = await client()
    for (const key of ['a', 'b', undefined, undefined, '~'.repeat(255)]) {
      expect((await post(key)).status).toBe(201)
    }
    expect(await count()).toBe(5)
  })

  test('a replay spends no unit and is answered when the allowance is used up', async () => {
    const { post } = await client('small')
    const made = await (await post('only')).json()
    expect((await post('other')).status).toBe(429)
    const replay = await post('only')
    expect(replay.status).toBe(201)
    expect(await replay.json()).toEqual(made)
  })

  test('a refused request uses no key up', async () => {
    const { account, post } = await client('small')
    await post('first')
    expect((await post('second')).status).toBe(429)
    await world.accounts.setPlan(account.name, 'self-hosted')
    const made = await post('second')
    expect(made.status).toBe(201)
    expect(made.headers.get('idempotent-replayed')).toBeNull()
  })

  test('it belongs to the account: another account with the same key gets its own, another key of the account the same', async () => {
    const [one, two] = [await client(), await client()]
    const first = (await (await one.post('same')).json()) as { token: string }
    const second = (await (await two.post('same')).json()) as { token: string }
    expect(second.token).not.toBe(first.token)
    const other = await world.key(one.account.id, ['tests:write'])
    const replayed = await one.post('same', other.secret)
    expect(await replayed.json()).toEqual(first)
  })

  test('it holds for 24 hours', async () => {
    const { post, count } = await client()
    const first = await (await post('daily')).text()
    world.pass(DAY - 60_000)
    expect(await (await post('daily')).text()).toBe(first)
    world.pass(60_001)
    expect(await (await post('daily')).text()).not.toBe(first)
    expect(await count()).toBe(2)
  })

  test('50 at once make one test; each is told it, or that it is under way', async () => {
    const { post, count } = await client('metered')
    const answers = await Promise.all(Array.from({ length: 50 }, () => post('burst')))
    const statuses = new Set(answers.map(({ status }) => status))
    expect([...statuses].filter((status) => status !== 201 && status !== 409)).toEqual([])
    expect(await count()).toBe(1)
    const bodies = await Promise.all(
      answers.filter(({ status }) => status === 201).map((answer) => answer.text()),
    )
    expect(new Set(bodies).size).toBe(1)
  })

  test('409 with Retry-After while the first has no answer', async () => {
    const slow = await openWorld()
    const held = heldAllocation(slow)
    const account = await slow.account()
    const headers = {
      authorization: `Bearer ${(await slow.key(account.id)).secret}`,
      'idempotency-key': 'slow',
    }
    const post = () =>
      slow.http.handle(new Request('http://m.test/v1/tests', { method: 'POST', headers }), '127.0.0.1')
    const first = post()
    await held.begun
    const second = await post()
    expect(second.status).toBe(409)
    expect(second.headers.get('retry-after')).toBe('1')
    expect(await second.json()).toEqual({ error: expect.stringContaining('Idempotency-Key') })
    held.goOn()
    expect((await first).status).toBe(201)
    expect((await post()).headers.get('idempotent-replayed')).toBe('true')
    await slow.close()
  })

  test.each(['', ' ', 'a b', 'ä', 'k'.repeat(256)])('%p is 400', async (key) => {
    const { post, count } = await client()
    expect((await post(key)).status).toBe(400)
    expect(await count()).toBe(0)
  })
})
