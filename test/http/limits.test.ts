import { describe, expect, test } from 'bun:test'
import { openWorld, type World } from '../support/world.ts'
import { REPORT } from './reports.ts'

const DAY = 86_400_000
const ask = (world: World, secret: string, method: string, path: string) =>
  world.http.handle(
    new Request(`http://mailgauge.test${path}`, { method, headers: { authorization: `Bearer ${secret}` } }),
    '127.0.0.1',
  )

describe('the allowance', () => {
  test('200 POSTs at once at an allowance of 100 make exactly 100 tests, over several keys', async () => {
    const world = await openWorld()
    const account = await world.account('metered')
    const keys = await Promise.all(Array.from({ length: 4 }, () => world.key(account.id)))
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, i) => ask(world, keys[i % 4]?.secret ?? '', 'POST', '/v1/tests')),
    )
    const count = (status: number) => answers.filter((answer) => answer.status === status).length
    expect([count(201), count(429)]).toEqual([100, 100])
    const tokens = await Promise.all(
      answers.filter(({ status }) => status === 201).map(async (a) => (await a.json()) as { token: string }),
    )
    expect(new Set(tokens.map(({ token }) => token)).size).toBe(100)
    const list = await ask(world, keys[0]?.secret ?? '', 'GET', '/v1/tests')
    expect(list.headers.get('x-total-count')).toBe('100')
    const refused = answers.find(({ status }) => status === 429)
    const wait = Number(refused?.headers.get('retry-after'))
    expect(await refused?.json()).toEqual({ error: expect.stringMatching(/"metered" are used up/) })
    world.pass(wait * 1000)
    expect((await ask(world, keys[0]?.secret ?? '', 'POST', '/v1/tests')).status).toBe(201)
    await world.close()
  })

  test('is not reset by a restart, nor given back by expiry', async () => {
    const world = await openWorld()
    const account = await world.account('small')
    const { secret } = await world.key(account.id)
    expect((await ask(world, secret, 'POST', '/v1/tests')).status).toBe(201)
    await world.stop()
    const again = await openWorld({ directory: world.directory })
    expect((await ask(again, secret, 'POST', '/v1/tests')).status).toBe(429)
    expect((await ask(again, secret, 'GET', '/v1/tests')).headers.get('x-total-count')).toBe('1')
    await again.close()
  })
})

describe('the rate', () => {
  test('admits exactly the budget of requests that come at once, over several keys', async () => {
    const world = await openWorld()
    const account = await world.account('bursty')
    const keys = await Promise.all(Array.from({ length: 3 }, () => world.key(account.id)))
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, i) => ask(world, keys[i % 3]?.secret ?? '', 'GET', '/v1/whoami')),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10)
    for (const answer of answers.filter(({ status }) => status === 429)) {
      expect(answer.headers.get('retry-after')).toMatch(/^\d+$/)
      expect(Number(answer.headers.get('retry-after'))).toBeLessThanOrEqual(60)
    }
    await world.close()
  })

  test('is not reset by a restart', async () => {
    const world = await openWorld()
    const account = await world.account('slow')
    const { secret } = await world.key(account.id)
    expect((await ask(world, secret, 'GET', '/v1/whoami')).status).toBe(200)
    await world.stop()
    const again = await openWorld({ directory: world.directory })
    const refused = await ask(again, secret, 'GET', '/v1/whoami')
    expect(refused.status).toBe(429)
    again.pass(Number(refused.headers.get('retry-after')) * 1000)
    expect((await ask(again, secret, 'GET', '/v1/whoami')).status).toBe(200)
    await again.close()
  })

  test('what a worse plan refused never holds a better one up for more than a minute', async () => {
    const world = await openWorld()
    const account = await world.account('slow')
    const { secret } = await world.key(account.id)
    for (let i = 0; i < 9; i += 1) await ask(world, secret, 'GET', '/v1/whoami')
    await world.accounts.setPlan(account.name, 'metered')
    const refused = await ask(world, secret, 'GET', '/v1/whoami')
    expect(Number(refused.headers.get('retry-after') ?? 0)).toBeLessThanOrEqual(60)
    world.pass(60_000)
    for (let i = 0; i < 100; i += 1) {
      expect((await ask(world, secret, 'GET', '/v1/whoami')).status).toBe(200)
    }
    await world.close()
  })
})

describe('a plan without API', () => {
  test('stops every key of the account at once, and changing back starts them again', async () => {
    const world = await openWorld()
    const account = await world.account()
    const { key, secret } = await world.key(account.id)
    const { token } = await world.test(account.id)
    await world.message(token, REPORT)
    await world.accounts.setPlan(account.name, 'free')
    for (let i = 0; i < 150; i += 1) {
      const refused = await ask(world, secret, 'GET', `/v1/tests/${token}`)
      expect(refused.status).toBe(403)
      expect(await refused.json()).toEqual({ error: 'The plan "free" has no API access.' })
    }
    expect((await world.apiKeys.rotate(key.id)).kind).toBe('plan_without_api')
    await world.accounts.setPlan(account.name, 'self-hosted')
    const read = await ask(world, secret, 'GET', `/v1/tests/${token}`)
    expect(await read.json()).toMatchObject({ token, status: 'scored' })
    await world.close()
  })
})

describe('full reports', () => {
  const shared = (world: World, token: string) =>
    world.http.handle(new Request(`http://mailgauge.test/v1/shared/${token}`), '127.0.0.1')

  async function scoredAnonymous(world: World, client: string) {
    const made = await world.mailTests.allocateAnonymous(client)
    if (!made.ok) throw new Error(made.refusal.kind)
    await world.message(made.value.token, REPORT)
    return made.value.token
  }
  const gatedOf = async (world: World, token: string) => {
    const body = (await (await shared(world, token)).json()) as {
      gated: boolean
      checks: unknown[]
      score: number
    }
    expect(body.score).toBe(9)
    expect(body.checks.length > 0).toBe(!body.gated)
    return body.gated
  }

  test('of anonymous tests are counted by client and UTC day', async () => {
    const world = await openWorld({ anonymousPerDay: 2 })
    const [one, two] = ['192.0.2.1/32', '2001:db8:1:2::/64']
    const first = await scoredAnonymous(world, one)
    await world.message(first, REPORT)
    const second = await scoredAnonymous(world, one)
    const third = await scoredAnonymous(world, one)
    const other = await scoredAnonymous(world, two)
    const gated = await Promise.all([first, second, third, other].map((token) => gatedOf(world, token)))
    expect(gated).toEqual([false, false, true, false])
    world.pass(DAY)
    expect(await gatedOf(world, await scoredAnonymous(world, one))).toBe(false)
    expect(await gatedOf(world, third)).toBe(true)
    await world.close()
  })

  test('of anonymous tests are not counted, nor the network kept, without a limit', async () => {
    const world = await openWorld()
    for (let i = 0; i < 5; i += 1)
      expect(await gatedOf(world, await scoredAnonymous(world, '192.0.2.9/32'))).toBe(false)
    await world.close()
  })

  test('of an account: tests scored at once get exactly the units of the month', async () => {
    const world = await openWorld()
    const account = await world.account('gated')
    const { secret } = await world.key(account.id)
    const tests = await Promise.all(Array.from({ length: 6 }, () => world.test(account.id)))
    await Promise.all(tests.map(({ token }) => world.message(token, REPORT)))
    const bodies = await Promise.all(
      tests.map(async ({ token }) => (await ask(world, secret, 'GET', `/v1/tests/${token}`)).json()),
    )
    expect((bodies as { gated: boolean }[]).filter(({ gated }) => !gated)).toHaveLength(1)
    world.pass(32 * DAY)
    const next = await world.test(account.id)
    await world.message(next.token, REPORT)
    expect(await (await ask(world, secret, 'GET', `/v1/tests/${next.token}`)).json()).toMatchObject({
      gated: false,
    })
    await world.close()
  })
})
