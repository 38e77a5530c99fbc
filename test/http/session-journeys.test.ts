import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { ROUTES } from '../../src/services/api-description/routes.ts'
import { type Dashboard, openDashboard, type SignedInPerson } from '../support/dashboard.ts'
import { REPORT } from './reports.ts'

const HOUR_MS = 3_600_000

let site: Dashboard
let accountId = ''
let token = ''
beforeAll(async () => {
  site = await openDashboard()
  accountId = (await site.account('slow')).id
  token = (await site.test(accountId)).token
  await site.message(token, REPORT)
})
afterAll(() => site.close())

const get = (path: string, headers: Record<string, string>, method = 'GET') =>
  site.http.handle(new Request(`http://mailgauge.test${path}`, { method, headers }), '127.0.0.1')
const paths = () => ['/v1/tests', `/v1/tests/${token}`]
const statuses = async ({ cookie }: Pick<SignedInPerson, 'cookie'>, more: Record<string, string> = {}) =>
  Promise.all(paths().map(async (path) => (await get(path, { cookie, ...more })).status))

describe('the cookie of the dashboard at the API', () => {
  test.each(['viewer', 'member', 'admin', 'owner'] as const)('reads as %s', async (role) => {
    const who = await site.person({}, [accountId, role])
    for (let i = 0; i < 4; i += 1) expect(await statuses(who)).toEqual([200, 200])
    const answer = await get(`/v1/tests/${token}`, { cookie: who.cookie })
    expect(answer.headers.get('ratelimit')).toBeNull()
    expect(await answer.json()).toMatchObject({ token, status: 'scored' })
  })

  test('reads what the owner reads: the same bytes as a key', async () => {
    const who = await site.person({}, [accountId, 'viewer'])
    const { secret } = await site.key(accountId)
    const own = await (await get(`/v1/tests/${token}`, { cookie: who.cookie })).text()
    expect(await (await get(`/v1/tests/${token}`, { authorization: `Bearer ${secret}` })).text()).toBe(own)
  })

  test('is gated as the plan says, for sessions as for keys', async () => {
    const gated = await site.account('gated')
    const tests = [await site.test(gated.id), await site.test(gated.id)]
    for (const one of tests) await site.message(one.token, REPORT)
    const who = await site.person({}, [gated.id, 'viewer'])
    const read = async (one: { token: string } | undefined) =>
      (await get(`/v1/tests/${one?.token}`, { cookie: who.cookie })).json() as Promise<{
        gated: boolean
        checks: unknown[]
      }>
    expect((await read(tests[0])).gated).toBe(false)
    expect(await read(tests[1])).toMatchObject({ gated: true, checks: [] })
  })

  test('an Authorization header wins, even a broken one', async () => {
    const who = await site.person({}, [accountId, 'owner'])
    for (const authorization of ['Bearer nothing', 'Basic eDp5', '', 'Bearer'])
      expect(await statuses(who, { authorization })).toEqual([401, 401])
  })

  test('opens nothing else', async () => {
    const who = await site.person({}, [accountId, 'owner'])
    const others = Object.values(ROUTES).filter(({ opens }) => opens === 'key')
    expect(others.length).toBeGreaterThan(4)
    for (const { method, path } of others) {
      const at = path.replace('{token}', token).replace(/\{\w+\}/, 'x')
      const { status } = await get(at, { cookie: who.cookie }, method.toUpperCase())
      expect([method, path, status]).toEqual([method, path, 401])
    }
  })

  test('is nobody’s up to the second factor', async () => {
    expect(await statuses(await site.person({ stage: 'factor' }, [accountId, 'owner']))).toEqual([401, 401])
  })

  test('is nobody’s without an account', async () => {
    expect(await statuses(await site.person())).toEqual([401, 401])
  })

  test('of another account finds nothing of this one', async () => {
    const who = await site.person({}, [(await site.account()).id, 'owner'])
    expect(await statuses(who)).toEqual([200, 404])
    expect(await (await get('/v1/tests', { cookie: who.cookie })).json()).toEqual({ tests: [] })
  })

  test('ends with the membership', async () => {
    const who = await site.person({}, [accountId, 'member'])
    expect(await statuses(who)).toEqual([200, 200])
    const entry = { at: site.now(), actor: { kind: 'operator' }, action: 'member.removed' } as const
    await site.store.memberships.remove(accountId, who.person.id, entry)
    expect(await statuses(who)).toEqual([401, 401])
  })

  test('ends with the session: signed out, idle, and at its absolute end', async () => {
    const out = await site.person({}, [accountId, 'member'])
    const found = await site.sessions.find(out.cookie)
    await site.sessions.end(found, '192.0.2.1')
    expect(await statuses(out)).toEqual([401, 401])

    const idle = await site.person({}, [accountId, 'member'])
    const busy = await site.person({}, [accountId, 'member'])
    site.pass(23 * HOUR_MS)
    expect(await statuses(busy)).toEqual([200, 200])
    // That it was seen is written beside the request, before whatever is written after it.
    await site.account()
    site.pass(2 * HOUR_MS)
    expect(await statuses(idle)).toEqual([401, 401])
    expect(await statuses(busy)).toEqual([200, 200])
    await site.account()
    site.pass(23 * HOUR_MS)
    expect(await statuses(busy)).toEqual([401, 401])
  })

  test('of a visiting instance admin reads as a viewer, which stands in the log, and no longer than the visit', async () => {
    const who = await site.person({ isInstanceAdmin: true })
    expect(await statuses(who)).toEqual([401, 401])
    await site.post(`/admin/accounts/${accountId}/visit`, who)
    expect(await statuses(who)).toEqual([200, 200])
    const log = await site.audited(accountId)
    expect(log.find(({ action }) => action === 'instance.visited')?.actor.id).toBe(who.person.id)
    site.pass(HOUR_MS)
    expect(await statuses(who)).toEqual([401, 401])
  })

  test('a token that is planted beside the real one does not take its place', async () => {
    const who = await site.person({}, [accountId, 'member'])
    const planted = `mailgauge=${'A'.repeat(43)}; ${who.cookie}`
    expect(await statuses({ cookie: planted })).toEqual([200, 200])
    expect(await statuses({ cookie: `mailgauge=${'A'.repeat(43)}` })).toEqual([401, 401])
  })
})
