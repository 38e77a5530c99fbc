import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { sessionOf } from '../support/session.ts'
import { openWorld, type World } from '../support/world.ts'
import { REPORT } from './reports.ts'

let world: World
let accountId = ''
const asked: string[] = []

beforeAll(async () => {
  world = await openWorld({
    sessions: {
      async actorOf(cookie) {
        asked.push(cookie)
        return cookie === 'mailgauge=good' ? sessionOf(accountId) : undefined
      },
    },
  })
  accountId = (await world.account('slow')).id
})
afterAll(() => world.close())

const COOKIE = { cookie: 'mailgauge=good' }
const ask = (path: string, headers: Record<string, string>, method = 'GET') =>
  world.http.handle(new Request(`http://mailgauge.test${path}`, { method, headers }), '127.0.0.1')

describe('a dashboard session', () => {
  test('reads the list and a test of its account, and takes no slot of the rate', async () => {
    const { token } = await world.test(accountId)
    await world.message(token, REPORT)
    for (let i = 0; i < 5; i += 1) {
      const list = await ask('/v1/tests', COOKIE)
      expect(list.status).toBe(200)
      expect(await list.json()).toMatchObject({ tests: [{ token }] })
      const one = await ask(`/v1/tests/${token}`, COOKIE)
      expect(await one.json()).toMatchObject({ token, status: 'scored', score: 9 })
      for (const { headers } of [list, one]) {
        expect(headers.get('ratelimit')).toBeNull()
        expect(headers.get('cache-control')).toBe('no-store')
      }
    }
    expect((await ask(`/v1/tests/${token}`, COOKIE, 'HEAD')).status).toBe(200)
  })

  test('does not read a test of another account', async () => {
    const { token } = await world.test((await world.account()).id)
    expect((await ask(`/v1/tests/${token}`, COOKIE)).status).toBe(404)
  })

  test('works on a plan without API: it is no key', async () => {
    const account = await world.account('free')
    const before = accountId
    accountId = account.id
    expect((await ask('/v1/tests', COOKIE)).status).toBe(200)
    accountId = before
  })

  test('that does not hold is 401 like no key at all', async () => {
    const refused = await ask('/v1/tests', { cookie: 'mailgauge=old' })
    expect(refused.status).toBe(401)
    expect(refused.headers.get('www-authenticate')).toBe('Bearer')
  })

  test.each([
    ['an unknown key', 'Bearer nothing'],
    ['another scheme', 'Basic eDp5'],
    ['nothing in it', ''],
  ])('gives way to an Authorization header with %s', async (_name, authorization) => {
    asked.length = 0
    expect((await ask('/v1/tests', { ...COOKIE, authorization })).status).toBe(401)
    expect(asked).toEqual([])
  })

  test('gives way to a key that lacks the scope, and to one of another account', async () => {
    const other = await world.account()
    const weak = await world.key(other.id, ['tests:write'])
    const strong = await world.key(other.id, ['tests:read'])
    const with_ = (secret: string) => ask('/v1/tests', { ...COOKIE, authorization: `Bearer ${secret}` })
    expect((await with_(weak.secret)).status).toBe(403)
    expect(await (await with_(strong.secret)).json()).toEqual({ tests: [] })
  })

  test.each([
    ['POST', '/v1/tests'],
    ['GET', '/v1/whoami'],
    ['GET', '/v1/domains'],
    ['GET', '/v1/domains/x/dmarc/summary'],
  ])('opens nothing else: %s %s', async (method, path) => {
    asked.length = 0
    expect((await ask(path, COOKIE, method)).status).toBe(401)
    expect(asked).toEqual([])
  })
})
