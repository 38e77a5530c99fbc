import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { CHECK_WORDS } from '../../src/analysis/telling/check-words.ts'
import type { Account, Plan } from '../../src/core/access/account.ts'
import { holderOf, keyActor } from '../../src/services/access/actor.ts'
import { createAnnouncer } from '../../src/services/announcer.ts'
import { createMailTests, type MailTestsDeps } from '../../src/services/mail-tests/mail-tests.ts'
import type { TestChange } from '../../src/services/ports.ts'
import { account, apiKey, DAY, newMessage, plan, ROOMY, RULES, random, report } from '../support/builders.ts'
import { finish } from '../support/claiming.ts'
import { type TestClock, testClock } from '../support/clock.ts'
import { envelope } from '../support/envelope.ts'
import { readinessUnderTest } from '../support/readiness.ts'
import { sessionOf } from '../support/session.ts'
import { type TestStore, testStore } from '../support/store.ts'

describe('tests', () => {
  let opened: TestStore
  let clock: TestClock
  let owner: Account
  beforeAll(async () => {
    clock = testClock()
    opened = await testStore({ clock })
  })
  afterAll(() => opened.done())
  beforeEach(async () => {
    owner = account()
    await opened.store.accounts.create(owner)
  })

  const announcer = createAnnouncer()
  const state = readinessUnderTest()
  const service = (changes: Partial<MailTestsDeps> = {}) =>
    createMailTests({
      checkWords: CHECK_WORDS,
      store: opened.store,
      announcer,
      gate: { isGated: async () => false },
      readiness: state.readiness,
      rules: RULES,
      clock,
      random,
      mailDomain: 'test.example',
      lifetimeDays: 30,
      anonymous: { enabled: true, lifetimeDays: 7, testsPerHour: 3 },
      ...changes,
    })
  const actor = (changes: Partial<Plan> = {}) => keyActor(apiKey(owner.id), owner, plan(changes))
  const session = () => sessionOf(owner.id)
  const noTest = { ok: false as const, refusal: { kind: 'not_found' as const, what: 'test' as const } }
  const noMessage = { ok: false as const, refusal: { kind: 'not_found' as const, what: 'message' as const } }

  async function allocated() {
    const result = await service().allocate(actor())
    if (!result.ok) throw new Error(result.refusal.kind)
    return result.value.test
  }
  async function anonymous(client = '192.0.2.1') {
    const result = await service().allocateAnonymous(client)
    if (!result.ok) throw new Error(result.refusal.kind)
    return result.value
  }
  async function receive(token: string, score?: number | 'failed') {
    const message = newMessage(token, { envelope: envelope({ receivedAt: clock.now() }) })
    await opened.store.messages.accept([message], ROOMY)
    if (score === 'failed') {
      await finish(opened.store, message.id, { status: 'failed', reason: 'no message' })
    } else if (score !== undefined) {
      const outcome = { status: 'scored', report: report({ score }), evidence: {} } as const
      await finish(opened.store, message.id, outcome)
    }
    return message.id
  }
  async function viewed(token: string, messageId?: string) {
    const result = await service().read(session(), token, messageId)
    if (!result.ok) throw new Error(result.refusal.kind)
    return result.value
  }

  test('a gated report shows neither checks nor plan; both are there once the gate opens', async () => {
    const test = await allocated()
    const message = newMessage(test.token, { envelope: envelope({ receivedAt: clock.now() }) })
    await opened.store.messages.accept([message], ROOMY)
    const plan = [{ check: 'spf', codes: ['spf-none'], says: 'Publish it.', changes: [], gain: 1 }]
    const outcome = { status: 'scored', report: report({ plan }), evidence: {} } as const
    await finish(opened.store, message.id, outcome)
    const read = async (isGated: boolean) => {
      const gate = { isGated: async () => isGated }
      const result = await service({ gate }).read(session(), test.token)
      if (!result.ok) throw new Error(result.refusal.kind)
      return result.value
    }
    const gated = await read(true)
    expect(gated).toMatchObject({ gated: true, report: { score: 9, checks: [] } })
    expect(gated.report).not.toHaveProperty('plan')
    expect((await read(false)).report).toEqual(report({ plan }))
  })

  test('a new test waits under an address that its token does not tell', async () => {
    const made = await allocated()
    expect(made).toMatchObject({
      source: 'api',
      status: 'pending',
      accountId: owner.id,
      createdAt: clock.now(),
    })
    expect(made.expiresAt.getTime() - made.createdAt.getTime()).toBe(30 * DAY)
    expect(service().address(made)).toBe(`${made.localPart}@test.example`)
    expect(made.token).not.toContain(made.localPart)
    const view = await viewed(made.token)
    expect(view).toEqual({ test: made, address: service().address(made), messages: [] })
  })

  test('a plan may set its own lifetime, and after it the test is gone', async () => {
    const result = await service().allocate(actor({ testLifetimeDays: 2 }))
    const token = result.ok ? result.value.test.token : ''
    clock.advance(2 * DAY - 1)
    expect((await service().read(session(), token)).ok).toBe(true)
    clock.advance(1)
    expect(await service().read(session(), token)).toEqual(noTest)
    expect(await service().list(session(), { limit: 50, offset: 0 })).toEqual({ items: [], total: 0 })
  })

  test('an exhausted allowance says how long the month still is', async () => {
    clock.set('2026-11-30T23:58:59.500Z')
    const { allocate } = service()
    const monthly = actor({ name: 'pro', monthlyTests: 2 })
    expect((await allocate(monthly)).ok).toBe(true)
    expect((await allocate(monthly)).ok).toBe(true)
    expect(await allocate(monthly)).toEqual({
      ok: false,
      refusal: { kind: 'allowance_exhausted', plan: 'pro', allowance: 2, retryAfterSeconds: 61 },
    })
    clock.advance(60_500)
    expect((await allocate(monthly)).ok).toBe(true)
  })

  test('200 at once on an allowance of 100 make exactly 100', async () => {
    const { allocate } = service()
    const monthly = actor({ monthlyTests: 100 })
    const results = await Promise.all(Array.from({ length: 200 }, () => allocate(monthly)))
    expect(results.filter(({ ok }) => ok)).toHaveLength(100)
  })

  test('while no mail can be taken none is made, no unit is spent and no client is counted', async () => {
    const { allocate, allocateAnonymous } = service()
    const monthly = actor({ monthlyTests: 1 })
    const full = { ok: false, refusal: { kind: 'out_of_space' } } as const
    const gone = { ok: false, refusal: { kind: 'mail_not_taken' } } as const
    state.become({ obstacle: 'disk_full' })
    for (let i = 0; i < 5; i += 1) {
      expect(await allocate(monthly, 'a-key')).toEqual(full)
      expect(await allocateAnonymous('192.0.2.7/32')).toEqual(full)
    }
    state.become({ obstacle: 'database_gone' })
    expect(await allocate(monthly)).toEqual(gone)
    expect(await allocateAnonymous('192.0.2.7/32')).toEqual(gone)
    state.become({})
    expect(await allocate(monthly, 'a-key')).toMatchObject({ ok: true, value: { replayed: false } })
    for (let i = 0; i < 3; i += 1) expect((await allocateAnonymous('192.0.2.7/32')).ok).toBe(true)
    expect((await allocateAnonymous('192.0.2.7/32')).ok).toBe(false)
  })

  test('a full share of tests without an account leaves accounts alone', async () => {
    state.become({ anonymousFull: true })
    const { allocate, allocateAnonymous } = service()
    const full = { ok: false, refusal: { kind: 'anonymous_share_full' } } as const
    expect(await allocateAnonymous('192.0.2.8/32')).toEqual(full)
    expect((await allocate(actor())).ok).toBe(true)
    state.become({})
    expect((await allocateAnonymous('192.0.2.8/32')).ok).toBe(true)
  })

  test('a client whose tests hold as much as they may makes no more, and its waiting page says so', async () => {
    const shares = { bytes: 1e12, bytesPerClient: 70_000 }
    const narrow = service({ anonymous: { enabled: true, lifetimeDays: 7, testsPerHour: 30, shares } })
    const [client, other] = ['192.0.2.9/32', '192.0.2.10/32']
    const make = async () => {
      const made = await narrow.allocateAnonymous(client)
      if (!made.ok) throw new Error(made.refusal.kind)
      return made.value.token
    }
    const [waiting, filled] = [await make(), await make()]
    expect(
      (await narrow.read(holderOf(waiting), waiting)).ok && (await narrow.read(holderOf(waiting), waiting)),
    ).not.toHaveProperty('value.refusing')
    await receive(filled)
    const full = { kind: 'client_share_full' } as const
    expect(await narrow.allocateAnonymous(client)).toEqual({ ok: false, refusal: full })
    expect((await narrow.allocateAnonymous(other)).ok).toBe(true)
    expect(await narrow.read(holderOf(waiting), waiting)).toMatchObject({
      ok: true,
      value: { refusing: full },
    })
    expect(await narrow.read(holderOf(filled), filled)).not.toHaveProperty('value.refusing')
    await narrow.delete(holderOf(filled), filled)
    expect((await narrow.allocateAnonymous(client)).ok).toBe(true)
    state.become({ obstacle: 'store_full' })
    expect(await narrow.read(holderOf(waiting), waiting)).toMatchObject({
      value: { refusing: { kind: 'out_of_space' } },
    })
    state.become({})
  })

  test('whoever waits is told that mail was refused, and nothing of who sent it', async () => {
    const made = await service().allocateAnonymous('192.0.2.21/32')
    const test = made.ok ? made.value : undefined
    const { token = '', localPart = '' } = test ?? {}
    const at = clock.now()
    const line = {
      ...{ firstAt: at, lastAt: at, count: 2, outcome: 'message_too_big' as const, localPart },
      ...{ network: '198.51.100.1/32', client: '198.51.100.1', helo: 'mail.example.org' },
      ...{ mailFrom: 'ann@example.org', reply: { code: 552, text: '5.3.4 Too large' } },
    }
    await opened.store.mailLog.add([line], [], { account: 9, anonymous: 9, nobody: 9 })
    const read = await service().read(holderOf(token), token)
    expect(read.ok && read.value.refused).toEqual({
      outcome: 'message_too_big',
      lastAt: at,
      count: 2,
      code: 552,
    })
    await receive(token)
    expect(await service().read(holderOf(token), token)).not.toHaveProperty('value.refused')
  })

  test('only its own account reads a test', async () => {
    const made = await allocated()
    const free = await anonymous()
    expect(await service().read(sessionOf(crypto.randomUUID()), made.token)).toEqual(noTest)
    expect(await service().read(session(), free.token)).toEqual(noTest)
    expect(await service().read(holderOf(made.token), made.token)).toEqual(noTest)
    expect(await service().delete(holderOf(made.token), made.token)).toEqual(noTest)
    expect((await service().read(holderOf(free.token), free.token)).ok).toBe(true)
    for (const token of ['', 'x', made.token.toUpperCase(), `${made.token} `]) {
      expect(await service().read(session(), token)).toEqual(noTest)
      expect(await service().read(holderOf(token), token)).toEqual(noTest)
    }
  })

  test('the view is of the latest analysed message, or of the pinned one', async () => {
    const { token } = await allocated()
    const first = await receive(token, 6)
    clock.advance(1000)
    const second = await receive(token, 8)
    const third = await receive(token)
    const latest = await viewed(token)
    expect(latest.test).toMatchObject({
      status: 'scored',
      score: 8,
      messageId: second,
      receivedAt: clock.now(),
    })
    expect(latest).toMatchObject({ message: { id: second }, report: { score: 8 } })
    expect(latest.messages.map(({ id }) => id)).toEqual([third, second, first])
    const pinned = await viewed(token, first)
    expect(pinned.test).toMatchObject({ status: 'scored', score: 6, messageId: first })
    expect(pinned).toMatchObject({ message: { id: first }, report: { score: 6 } })
  })

  test('a pinned message that is not analysed yet is shown as pending', async () => {
    const { token } = await allocated()
    await receive(token, 6)
    const waiting = await receive(token)
    const view = await viewed(token, waiting)
    expect(view.test.status).toBe('pending')
    for (const absent of ['score', 'receivedAt', 'messageId']) expect(view.test).not.toHaveProperty(absent)
    expect(view).not.toHaveProperty('report')
    expect(view.message?.id).toBe(waiting)
  })

  test('a failed message has no score, whatever came before', async () => {
    const { token } = await allocated()
    const good = await receive(token, 6)
    const bad = await receive(token, 'failed')
    const view = await viewed(token)
    expect(view.test).toMatchObject({ status: 'failed', messageId: bad })
    expect(view.test).not.toHaveProperty('score')
    expect(view).not.toHaveProperty('report')
    expect((await viewed(token, good)).test).toMatchObject({ status: 'scored', score: 6 })
  })

  test('a message that is unknown, or of another test, is not found', async () => {
    const [one, two] = [await allocated(), await allocated()]
    const elsewhere = await receive(two.token, 6)
    for (const id of [elsewhere, 'msg_none', '', '1; DROP TABLE messages']) {
      expect(await service().read(session(), one.token, id)).toEqual(noMessage)
    }
  })

  test('anonymous tests live their own time and belong to nobody', async () => {
    const made = await anonymous()
    expect(made.source).toBe('anonymous')
    expect(made).not.toHaveProperty('accountId')
    expect(made.expiresAt.getTime() - made.createdAt.getTime()).toBe(7 * DAY)
  })

  test('anonymous tests are limited by network, and come back with time', async () => {
    const { allocateAnonymous } = service()
    for (let i = 0; i < 3; i += 1) expect((await allocateAnonymous('2001:db8::/64')).ok).toBe(true)
    const refusal = { kind: 'too_many_anonymous_tests' as const, retryAfterSeconds: 1200 }
    expect(await allocateAnonymous('2001:db8::/64')).toEqual({ ok: false, refusal })
    expect(await allocateAnonymous('2001:db8::/64')).toEqual({ ok: false, refusal })
    expect((await allocateAnonymous('192.0.2.7')).ok).toBe(true)
    clock.advance(1_200_000)
    expect((await allocateAnonymous('2001:db8::/64')).ok).toBe(true)
    expect((await allocateAnonymous('2001:db8::/64')).ok).toBe(false)
  })

  test('anonymous tests can be off', async () => {
    const { allocateAnonymous } = service({ anonymous: { enabled: false, lifetimeDays: 7, testsPerHour: 3 } })
    expect(await allocateAnonymous('192.0.2.1')).toEqual({
      ok: false,
      refusal: { kind: 'anonymous_tests_off' },
    })
  })

  test('deleting is at once, and told', async () => {
    const made = await anonymous()
    await receive(made.token, 7)
    const heard: TestChange[] = []
    const stop = announcer.listen(made.token, (change) => heard.push(change))
    expect(await service().delete(holderOf(made.token), made.token)).toEqual({ ok: true, value: undefined })
    expect(await service().read(holderOf(made.token), made.token)).toEqual(noTest)
    expect(await service().delete(holderOf(made.token), made.token)).toEqual(noTest)
    expect(heard).toEqual([{ token: made.token, change: 'deleted' }])
    stop()
    announcer.announce({ token: made.token, change: 'received' })
    expect(heard).toHaveLength(1)
  })

  test('a full disk is told, to account and visitor alike', async () => {
    const mailTests = { ...opened.store.mailTests, allocate: async () => 'no_space' as const }
    const full = service({ store: { ...opened.store, mailTests } })
    const refusal = { ok: false as const, refusal: { kind: 'out_of_space' as const } }
    expect(await full.allocate(actor())).toEqual(refusal)
    expect(await full.allocateAnonymous('192.0.2.77')).toEqual(refusal)
  })
})
