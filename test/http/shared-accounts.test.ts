import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { MailTestSource } from '../../src/core/mail-test.ts'
import { mailTest } from '../support/builders.ts'
import { entry } from '../support/people.ts'
import { type Scenario, scenarios } from '../support/scenarios.ts'
import { sessionOf } from '../support/session.ts'
import { until } from '../support/until.ts'
import { openWorld, type World } from '../support/world.ts'
import { REPORT } from './reports.ts'

const WITHHELD = { kind: 'sign_in_link', reason: 'It holds a link.' } as const

async function ownTest(world: World, accountId: string, source: MailTestSource, shared: boolean) {
  const one = mailTest({ accountId, source, createdAt: world.now() })
  await world.store.mailTests.allocate({ test: one })
  if (shared) await world.store.mailTests.setShared(one.token, true)
  return one.token
}

const given = (source: MailTestSource, shared: boolean) => async (world: World, accountId: string) => {
  const token = await ownTest(world, accountId, source, shared)
  return { token, message: await world.message(token, REPORT) }
}

const SHARED = (['dashboard', 'monitor', 'upload'] as const).flatMap((source): Scenario[] => [
  {
    name: `a ${source} test that is shared`,
    proves: 'its owner turned sharing on, and the shared report does not repeat the message',
    request: 'GET /v1/shared/{token}',
    given: given(source, true),
    status: 200,
    has: { status: 'scored', score: 9 },
    lacks: ['second_from', 'the words of the message', 'quotes', 'source'],
  },
  {
    name: `the message of a ${source} test that is shared`,
    proves: 'it is withheld by the message alone',
    request: 'GET /v1/shared/{token}/message',
    given: given(source, true),
    status: 200,
    has: { withheld: false, subject: 'hidden subject', content: 'hidden content' },
  },
  {
    name: `a ${source} test that is not shared`,
    proves: 'it is private until its owner shares it',
    request: 'GET /v1/shared/{token}',
    given: given(source, false),
    status: 404,
    lacks: ['score'],
  },
  {
    name: `the message of a ${source} test that is not shared`,
    proves: 'it is private until its owner shares it',
    request: 'GET /v1/shared/{token}/message',
    given: given(source, false),
    status: 404,
    lacks: ['hidden'],
  },
  {
    name: `a ${source} test that is no longer shared`,
    proves: 'its owner turned sharing off again',
    request: 'GET /v1/shared/{token}',
    given: given(source, true),
    afterwards: async (world, accountId) => {
      const { items } = await world.store.mailTests.find(accountId, { limit: 9 })
      for (const { test: one } of items) await world.store.mailTests.setShared(one.token, false)
    },
    status: 404,
  },
  {
    name: `a ${source} test that was shared, of an account that is gone`,
    proves: 'it is gone with its account',
    request: 'GET /v1/shared/{token}',
    given: given(source, true),
    afterwards: (world, accountId) =>
      world.store.accounts.delete(accountId, entry('account.deleted', { accountId })),
    status: 404,
  },
])

scenarios('shared tests of accounts', [
  ...SHARED,
  {
    name: 'a withheld message of a shared test',
    proves: 'the words are withheld from whoever holds the token',
    request: 'GET /v1/shared/{token}/message',
    given: async (world, accountId) => {
      const token = await ownTest(world, accountId, 'dashboard', true)
      await world.message(token, { ...REPORT, withheld: WITHHELD })
      return { token }
    },
    status: 200,
    has: { withheld: true, withheld_reason: 'It holds a link.' },
    lacks: ['hidden subject', 'hidden content'],
  },
  ...(['', '/message'] as const).flatMap((below): Scenario[] => [
    {
      name: `a test that a key made, whatever its row says${below}`,
      proves: 'source api is 404 on every shared route',
      request: `GET /v1/shared/{token}${below}`,
      given: given('api', true),
      status: 404,
    },
    {
      name: `a test that a key made, of a key that is revoked${below}`,
      proves: 'source api is 404, also when its key is gone',
      request: `GET /v1/shared/{token}${below}`,
      given: given('api', true),
      afterwards: async (world, accountId) => {
        const { key } = await world.key(accountId)
        await world.apiKeys.revoke(key.id)
      },
      status: 404,
    },
    {
      name: `a test that a key made, of an account that is gone${below}`,
      proves: 'source api is 404, also when its account is gone',
      request: `GET /v1/shared/{token}${below}`,
      given: given('api', true),
      afterwards: (world, accountId) =>
        world.store.accounts.delete(accountId, entry('account.deleted', { accountId })),
      status: 404,
    },
  ]),
  {
    name: 'a file that a person uploaded',
    proves: 'source is one of api, dashboard, monitor',
    request: 'GET /v1/tests',
    key: 'full',
    given: given('upload', false),
    status: 200,
    has: { tests: [{ source: 'dashboard' }] },
    lacks: ['"upload"'],
  },
])

describe('one test read by its owner and by those who have its token', () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld()
  })
  afterAll(() => world.close())

  test('what was told to one is never given to the other', async () => {
    const { id } = await world.account()
    const { secret } = await world.key(id)
    const token = await ownTest(world, id, 'dashboard', true)
    await world.message(token, { ...REPORT, withheld: WITHHELD })
    const asked = async (path: string, headers = {}) => {
      const answer = await world.http.handle(new Request(`http://m.test${path}`, { headers }), '127.0.0.1')
      return answer.text()
    }
    const owner = () => asked(`/v1/tests/${token}`, { authorization: `Bearer ${secret}` })
    const holder = () => asked(`/v1/shared/${token}`)
    const kept = async () => (await world.store.mailTests.told(token))?.rendered?.version.split('/')[0]
    for (const order of [
      [owner, holder],
      [holder, owner],
    ]) {
      for (const read of [...order, ...order]) {
        const expected = read === owner ? 'owner' : 'token'
        const body = await read()
        expect(body.includes('the words of the message')).toBe(expected === 'owner')
        await until(async () => (await kept()) === expected)
        expect(await read()).toBe(body)
      }
    }
  })

  test('people of the account read the words that are withheld from others, and none of a gated report', async () => {
    const { id } = await world.account('gated')
    const [full, gated] = [
      await ownTest(world, id, 'dashboard', true),
      await ownTest(world, id, 'dashboard', true),
    ]
    for (const token of [full, gated]) await world.message(token, { ...REPORT, withheld: WITHHELD })
    const [me, holder] = [sessionOf(id, 'viewer'), { kind: 'token', token: full } as const]
    expect(await world.mailTests.readMessage(me, full)).toMatchObject({
      ok: true,
      value: { withheld: false, subject: 'hidden subject', content: 'hidden content' },
    })
    expect(await world.mailTests.readMessage(holder, full)).toMatchObject({
      ok: true,
      value: { withheld: true },
    })
    const view = await world.mailTests.read(me, full)
    expect(JSON.stringify(view)).toContain('the words of the message')
    expect(JSON.stringify(await world.mailTests.read(holder, full))).not.toContain('hidden subject')
    const past = await world.mailTests.read(me, gated)
    expect(past).toMatchObject({ ok: true, value: { gated: true, report: { checks: [] } } })
    expect(await world.mailTests.readMessage(me, gated)).toMatchObject({ value: { withheld: true } })
    expect(await world.mailTests.readMessageView(me, gated)).toMatchObject({ ok: false })
    const stranger = sessionOf((await world.account()).id)
    expect(await world.mailTests.read(stranger, full)).toMatchObject({ ok: false })
    expect(await world.mailTests.readMessage(stranger, full)).toMatchObject({ ok: false })
  })

  test('a pending test of an account says why mail to it is refused, and never that a share is full', async () => {
    const { id } = await world.account()
    const token = await ownTest(world, id, 'dashboard', true)
    const holder = { kind: 'token', token } as const
    const refusing = async () => {
      const seen = [
        await world.mailTests.read(holder, token),
        await world.mailTests.read(sessionOf(id), token),
      ]
      return seen.map((one) => (one.ok ? one.value.refusing : one))
    }
    expect(await refusing()).toEqual([undefined, undefined])
    world.state.become({ anonymousFull: true })
    expect(await refusing()).toEqual([undefined, undefined])
    world.state.become({ obstacle: 'disk_full' })
    expect(await refusing()).toEqual([{ kind: 'out_of_space' }, { kind: 'out_of_space' }])
    world.state.become({})
  })
})
