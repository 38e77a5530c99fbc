import { expect } from 'bun:test'
import { SCOPES, type Scope } from '../../src/core/access/api-key.ts'
import { check } from '../support/builders.ts'
import type { World } from '../support/world.ts'
import {
  allocation,
  countScored,
  type ModelAccount,
  type ModelKey,
  type ModelTest,
  refusalOf,
  reportOf,
} from './model.ts'

const HOUR = 3_600_000
export const PLANS = {
  wide: { name: 'wide', api: true, ratePerMinute: 1_000_000, burst: 100_000 },
  tight: {
    name: 'tight',
    api: true,
    ratePerMinute: 1_000_000,
    burst: 100_000,
    monthlyTests: 4,
    fullReportsPerMonth: 1,
    testLifetimeDays: 2,
  },
  middling: {
    name: 'middling',
    api: true,
    ratePerMinute: 1_000_000,
    burst: 100_000,
    monthlyTests: 25,
    fullReportsPerMonth: 4,
  },
  none: { name: 'none', api: false, ratePerMinute: 1_000_000, burst: 100_000 },
}
const PLAN_NAMES = Object.keys(PLANS) as (keyof typeof PLANS)[]

/** The API and the model, moved along side by side. */
export function players(world: World, next: () => number) {
  const accounts: ModelAccount[] = []
  const keys: ModelKey[] = []
  const tests: ModelTest[] = []
  const seen = new Map<string, number>()
  const saw = (what: string): void => {
    seen.set(what, (seen.get(what) ?? 0) + 1)
  }
  const pick = <T>(from: readonly T[]): T => {
    const one = from[Math.floor(next() * from.length)]
    if (one === undefined) throw new Error('nothing to pick from')
    return one
  }
  const accountOf = (id: string | undefined) => accounts.find((account) => account.id === id)
  const now = () => world.now().getTime()
  const alive = (one: ModelTest) => one.expiresAt > now()
  const openToAll = (one: ModelTest) => alive(one) && one.accountId === undefined

  /** Mostly one that fits: few of all that were ever made are alive. */
  const pickMostly = <T>(from: readonly T[], fits: (one: T) => boolean): T => {
    const fitting = next() < 0.85 ? from.filter(fits) : []
    return pick(fitting.length > 0 ? fitting : from)
  }
  const pickKey = (scope?: Scope) =>
    pickMostly(keys, (key) => {
      const account = accountOf(key.accountId)
      return account !== undefined && refusalOf(key, account, scope, now()) === undefined
    })

  async function ask(method: string, path: string, key?: ModelKey, idempotencyKey?: string) {
    const response = await world.http.handle(
      new Request(`http://m.test${path}`, {
        method,
        headers: {
          ...(key && { authorization: `Bearer ${key.secret}` }),
          ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
        },
      }),
      '127.0.0.1',
    )
    return { status: response.status, headers: response.headers, body: await response.json() }
  }

  /** Refused as the model says, or not refused; tells whether it was. */
  function refused(status: number, key: ModelKey, scope: Scope | undefined): boolean {
    const account = accountOf(key.accountId)
    if (!account) throw new Error('a key without an account')
    const wanted = refusalOf(key, account, scope, now())
    if (wanted !== undefined) expect(status).toBe(wanted)
    saw(wanted === undefined ? 'let in' : String(wanted))
    return wanted !== undefined
  }

  /** A test came into being. */
  function made(account: ModelAccount, body: Record<string, string>, named: string | undefined): void {
    const { token = '' } = body
    const [createdAt, expiresAt] = [
      Date.parse(body['created_at'] ?? ''),
      Date.parse(body['expires_at'] ?? ''),
    ]
    expect(expiresAt - createdAt).toBe((account.plan.testLifetimeDays ?? 30) * 24 * HOUR)
    tests.push({ token, accountId: account.id, createdAt, expiresAt, messages: [] })
    if (named !== undefined) account.replays.set(named, { token, until: createdAt + 24 * HOUR })
  }

  const steps: Record<string, () => Promise<void>> = {
    async 'make an account'() {
      if (accounts.length >= 6) return
      const plan = PLANS[pick(PLAN_NAMES)]
      const made = await world.account(plan.name)
      accounts.push({
        id: made.id,
        name: made.name,
        plan,
        spent: new Map(),
        full: new Map(),
        replays: new Map(),
      })
    },
    async 'change a plan'() {
      const account = pick(accounts)
      account.plan = PLANS[pick(PLAN_NAMES)]
      await world.accounts.setPlan(account.name, account.plan.name)
    },
    async 'make a key'() {
      const account = pick(accounts)
      const scopes = SCOPES.filter(() => next() < 0.7)
      const expiresAt = next() < 0.3 ? new Date(now() + Math.floor(next() * 50 * HOUR) + 1000) : undefined
      const made = await world.apiKeys.create(account.id, {
        name: 'k',
        scopes,
        ...(expiresAt && { expiresAt }),
      })
      if (!account.plan.api) expect(made.kind).toBe('plan_without_api')
      else if (scopes.length === 0) expect(made.kind).toBe('bad_request')
      else if (made.kind !== 'created') throw new Error(made.kind)
      if (made.kind !== 'created') return
      const { id } = made.key
      keys.push({
        id,
        accountId: account.id,
        secret: made.secret,
        scopes,
        revoked: false,
        ...(expiresAt && { expiresAt: expiresAt.getTime() }),
      })
    },
    async 'rotate a key'() {
      const key = pickKey()
      const outcome = await world.apiKeys.rotate(key.id)
      const can = !key.revoked && accountOf(key.accountId)?.plan.api === true
      expect(outcome.kind === 'rotated').toBe(can)
      if (outcome.kind !== 'rotated') return
      expect((await ask('GET', '/v1/whoami', key)).status).toBe(401)
      key.secret = outcome.secret
    },
    async 'revoke a key'() {
      if (next() < 0.7) return
      const key = pick(keys)
      await world.apiKeys.revoke(key.id)
      key.revoked = true
    },
    async 'who am I'() {
      const key = pickKey()
      const { status, body } = await ask('GET', '/v1/whoami', key)
      if (refused(status, key, undefined)) return
      expect(body).toEqual({ account_id: key.accountId, scopes: [...key.scopes] })
    },
    async 'make a test'() {
      const key = pickKey('tests:write')
      const named = next() < 0.4 ? `key-${Math.floor(next() * 4)}` : undefined
      const { status, headers, body } = await ask('POST', '/v1/tests', key, named)
      if (refused(status, key, 'tests:write')) return
      const account = accountOf(key.accountId)
      if (!account) return
      const wanted = allocation(account, named, now())
      expect(status).toBe(wanted.status)
      if (wanted.status === 429) return saw('429')
      expect(headers.get('idempotent-replayed')).toBe(wanted.replayed === undefined ? null : 'true')
      if (wanted.replayed === undefined) return made(account, body, named)
      saw('replay')
      expect(body.token).toBe(wanted.replayed)
    },
    async 'make an anonymous test'() {
      const made = await world.anonymousTest()
      tests.push({
        token: made.token,
        accountId: undefined,
        createdAt: made.createdAt.getTime(),
        expiresAt: made.expiresAt.getTime(),
        messages: [],
      })
    },
    async 'receive a message'() {
      const one = pickMostly(tests, alive)
      if (!alive(one) || one.messages.length >= 20) return
      const score = next() < 0.8 ? Math.round(next() * 100) / 10 : undefined
      const checks = [check('spf', { summary: 'x' })]
      const id = await world.message(one.token, score === undefined ? 'failed' : { score, checks })
      one.messages.push({ id, ...(score !== undefined && { score }) })
      if (score !== undefined) countScored(one, accountOf(one.accountId), now())
    },
    async 'read a test'() {
      const key = pickKey('tests:read')
      const one = pickMostly(tests, (each) => alive(each) && each.accountId === key.accountId)
      const pinned = pinOf(one)
      const { status, body } = await ask('GET', `/v1/tests/${one.token}${queryOf(pinned)}`, key)
      if (refused(status, key, 'tests:read')) return
      const mine = alive(one) && one.accountId === key.accountId
      judge(status, body, mine ? reportOf(one, accountOf(one.accountId), pinned) : undefined)
    },
    async 'read a shared test'() {
      const one = pickMostly(tests, openToAll)
      const pinned = pinOf(one)
      const { status, body } = await ask('GET', `/v1/shared/${one.token}${queryOf(pinned)}`)
      judge(status, body, openToAll(one) ? reportOf(one, undefined, pinned) : undefined)
    },
    async 'read a shared message'() {
      const one = pickMostly(tests, openToAll)
      const { status, body } = await ask('GET', `/v1/shared/${one.token}/message`)
      const latest = openToAll(one) ? one.messages.at(-1) : undefined
      expect(status).toBe(latest ? 200 : 404)
      if (latest) expect(body.withheld).toBe(latest.score === undefined)
    },
    async 'list tests'() {
      const key = pickKey('tests:read')
      const [limit, offset] = [1 + Math.floor(next() * 10), Math.floor(next() * 5)]
      const { status, headers, body } = await ask('GET', `/v1/tests?limit=${limit}&offset=${offset}`, key)
      if (refused(status, key, 'tests:read')) return
      const own = tests.filter((one) => one.accountId === key.accountId && alive(one))
      expect(headers.get('x-total-count')).toBe(String(own.length))
      const newest = own
        .map((one, index) => ({ one, index }))
        .toSorted((a, b) => b.one.createdAt - a.one.createdAt || b.index - a.index)
      const wanted = newest.slice(offset, offset + limit).map(({ one }) => {
        const report = reportOf(one, undefined, undefined)
        return { token: one.token, status: report?.['status'], score: report?.['score'] }
      })
      const got = (body.tests as Record<string, unknown>[]).map(({ token, status: state, score }) => ({
        token,
        status: state,
        score,
      }))
      expect(got).toEqual(wanted)
    },
    async 'let time pass'() {
      world.pass(Math.floor(next() * (next() < 0.1 ? 100 : 3) * HOUR))
    },
    async 'delete what expired'() {
      await world.store.mailTests.deleteExpired(1000)
      await world.store.mailTests.forgetCounts()
    },
  }

  const queryOf = (pinned: string | undefined) => (pinned === undefined ? '' : `?m=${pinned}`)
  function pinOf(one: ModelTest): string | undefined {
    if (next() < 0.5) return undefined
    const from = next() < 0.2 ? pick(tests) : one
    return from.messages.length > 0 ? pick(from.messages).id : undefined
  }
  function judge(status: number, body: Record<string, unknown>, wanted: Record<string, unknown> | undefined) {
    expect(status).toBe(wanted ? 200 : 404)
    saw(wanted ? `${wanted['status']}${wanted['gated'] ? ', gated' : ''}` : '404')
    if (!wanted) return
    const { checks, score, message_id, ...rest } = body
    const told = { ...(score !== undefined && { score }), ...(message_id !== undefined && { message_id }) }
    expect({ ...rest, ...told, checks: (checks as unknown[]).length }).toMatchObject(wanted)
    expect(Object.keys(told).toSorted()).toEqual(
      Object.keys(wanted)
        .filter((name) => name === 'score' || name === 'message_id')
        .toSorted(),
    )
  }

  return { steps, seen, ready: () => accounts.length > 0 && keys.length > 0 && tests.length > 0 }
}
