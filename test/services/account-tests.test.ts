import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { openFile } from '../../src/app/file-message.ts'
import type { Role } from '../../src/core/access/role.ts'
import type { Result } from '../../src/core/refusal.ts'
import { createIntake } from '../../src/services/intake/intake.ts'
import { createAccountTests } from '../../src/services/mail-tests/account-tests.ts'
import type { SessionActor } from '../../src/services/people/sessions.ts'
import { account, random } from '../support/builders.ts'
import { finish, waiting } from '../support/claiming.ts'
import { entry, person } from '../support/people.ts'
import { openWorld, type World } from '../support/world.ts'

let world: World
beforeEach(async () => {
  world = await openWorld()
})
afterEach(() => world.close())

const MAIL = new TextEncoder().encode('From: a@example.org\nSubject: x\n\nbody\n')
const SCORED = { score: 8, checks: [] }

function service({ bytesPerTest = 1e8, maxBytes = 1e6 } = {}) {
  const { store, announcer, log, accounts, state } = world
  const clock = { now: () => world.now() }
  const heard: string[] = []
  let pokes = 0
  const announce = {
    announce: (one: Parameters<typeof announcer.announce>[0]) => void heard.push(one.change),
  }
  const intake = createIntake({
    store,
    announcer: announce,
    clock,
    random,
    mailDomain: 'in.example.com',
    bounds: {
      messagesPerTest: 20,
      bytesPerTest,
      roleBytes: 1,
      roleMessageBytes: 1,
      roleMessagesPerHour: 1,
      roleMessagesPerNetwork: 1,
    },
    readiness: state.readiness,
    log,
  })
  const tests = createAccountTests({
    store,
    accounts,
    announcer: announce,
    clock,
    random,
    readiness: state.readiness,
    mailDomain: 'in.example.com',
    lifetimeDays: 30,
    files: { intake, open: openFile, clock, maxBytes },
    poke: () => {
      pokes += 1
    },
  })
  return { tests, heard, pokes: () => pokes }
}

async function somebody(role: Role = 'member', plan = 'self-hosted'): Promise<SessionActor> {
  const { id } = await world.account(plan)
  const one = person({ name: 'Ada' })
  await world.store.people.create({ person: one, account: account() }, entry('person.created'))
  return { kind: 'session', accountId: id, role, personId: one.id }
}

const value = <T>(result: Result<T>): T => {
  if (!result.ok) throw new Error(result.refusal.kind)
  return result.value
}

const logged = async ({ accountId }: SessionActor) =>
  (await world.store.audit.list({ accountId, limit: 50 }))
    .filter(({ action }) => action.startsWith('test.'))
    .map(({ action, actor, target }) => [action, actor.name, target])

describe('a test that a person makes', () => {
  test('is of source dashboard, is theirs, lasts as their plan says, and stands in the log', async () => {
    const [{ tests }, me] = [service(), await somebody()]
    const made = value(await tests.create(me))
    expect(made).toMatchObject({ source: 'dashboard', accountId: me.accountId, creatorId: me.personId })
    expect(made.shared).toBeUndefined()
    expect(await logged(me)).toEqual([['test.created', 'Ada', `${made.localPart}@in.example.com`]])
    const { items } = await tests.find(me, { limit: 9 })
    expect(items).toMatchObject([
      {
        token: made.token,
        source: 'dashboard',
        status: 'pending',
        messages: 0,
        shared: false,
        createdBy: 'Ada',
      },
    ])
    expect(items[0]?.address).toBe(`${made.localPart}@in.example.com`)
  })

  test('spends a unit of the allowance that the keys of the account spend, too', async () => {
    const [{ tests }, me] = [service(), await somebody('member', 'small')]
    value(await tests.create(me))
    expect(await tests.create(me)).toMatchObject({
      refusal: { kind: 'allowance_exhausted', plan: 'small', allowance: 1 },
    })
    expect(await tests.upload(me, MAIL)).toMatchObject({ refusal: { kind: 'allowance_exhausted' } })
    expect(await world.test(me.accountId).catch(String)).toBe('Error: allowance_exhausted')
    expect(await logged(me)).toHaveLength(1)
  })

  test('is made on a plan without an API', async () => {
    const [{ tests }, me] = [service(), await somebody('member', 'free')]
    expect((await tests.create(me)).ok).toBe(true)
  })

  test('is refused while mail is not taken', async () => {
    const [{ tests }, me] = [service(), await somebody()]
    world.state.become({ obstacle: 'disk_full' })
    expect(await tests.create(me)).toMatchObject({ refusal: { kind: 'out_of_space' } })
    expect(await logged(me)).toEqual([])
  })

  test('is nothing for those who only look', async () => {
    const [{ tests }, me] = [service(), await somebody('viewer')]
    const refusal = { kind: 'missing_role', role: 'member' }
    const { token } = await world.test(me.accountId)
    expect(await tests.create(me)).toEqual({ ok: false, refusal } as never)
    expect(await tests.upload(me, MAIL)).toEqual({ ok: false, refusal } as never)
    expect(await tests.share(me, token, true)).toEqual({ ok: false, refusal } as never)
    expect(await tests.analyseAgain(me, token)).toEqual({ ok: false, refusal } as never)
    expect((await tests.find(me, { limit: 9 })).items).toMatchObject([{ token, source: 'api' }])
  })
})

describe('sharing', () => {
  test('opens a test to whoever has its token, until it ends; each change stands in the log once', async () => {
    const [{ tests, heard }, me] = [service(), await somebody()]
    const { token, localPart } = value(await tests.create(me))
    const holder = { kind: 'token', token } as const
    expect((await world.mailTests.read(holder, token)).ok).toBe(false)
    for (let i = 0; i < 2; i += 1) expect(await tests.share(me, token, true)).toMatchObject({ ok: true })
    expect((await world.mailTests.read(holder, token)).ok).toBe(true)
    expect((await tests.find(me, { limit: 1 })).items[0]?.shared).toBe(true)
    expect(await world.mailTests.delete(holder, token)).toMatchObject({ ok: false })
    expect(heard).toEqual([])
    for (let i = 0; i < 2; i += 1) expect(await tests.share(me, token, false)).toMatchObject({ ok: true })
    expect((await world.mailTests.read(holder, token)).ok).toBe(false)
    expect(heard).toEqual(['unshared'])
    const target = `${localPart}@in.example.com`
    expect(await logged(me)).toEqual([
      ['test.unshared', 'Ada', target],
      ['test.shared', 'Ada', target],
      ['test.created', 'Ada', target],
    ])
  })

  test('is refused for what a key made, and for tests of others and of nobody', async () => {
    const [{ tests }, me, stranger] = [service(), await somebody(), await somebody('owner')]
    const own = await world.test(me.accountId)
    expect(await tests.share(me, own.token, true)).toMatchObject({ refusal: { kind: 'bad_request' } })
    const made = value(await tests.create(me))
    const nobodys = await world.anonymousTest()
    for (const [actor, token] of [
      [stranger, made.token],
      [me, nobodys.token],
      [me, 'nothing'],
    ] as const) {
      expect(await tests.share(actor, token, true)).toMatchObject({ refusal: { kind: 'not_found' } })
      expect(await tests.analyseAgain(actor, token)).toMatchObject({ refusal: { kind: 'not_found' } })
    }
  })
})

describe('an analysis once more', () => {
  test('is due at once, and its message keeps its report until then', async () => {
    const [{ tests, pokes }, me] = [service(), await somebody()]
    const { token } = await world.test(me.accountId)
    const id = await world.message(token, SCORED)
    expect(await tests.analyseAgain(me, token)).toMatchObject({ ok: true })
    expect(pokes()).toBe(1)
    expect(await tests.analyseAgain(me, token, id)).toMatchObject({ refusal: { kind: 'under_way' } })
    expect(await tests.analyseAgain(me, token, 'msg_other')).toMatchObject({ refusal: { kind: 'not_found' } })
    expect(await waiting(world.store)).toMatchObject([{ id, repeated: true }])
    expect(value(await world.mailTests.read(me, token)).test).toMatchObject({ status: 'scored', score: 8 })
    await world.analysed(id, token, { score: 9.5, checks: [] })
    expect(value(await world.mailTests.read(me, token)).test).toMatchObject({ score: 9.5 })
    expect((await tests.find(me, { limit: 1, minScore: 9.5 })).items).toMatchObject([{ token, score: 9.5 }])
  })

  test('waits its turn: an account has so many waiting, and is told to come back', async () => {
    const [{ tests }, me] = [service(), await somebody()]
    const ids: [string, string][] = []
    for (let i = 0; i < 21; i += 1) {
      const { token } = value(await tests.create(me))
      ids.push([token, await world.message(token, SCORED)])
    }
    const answers = []
    for (const [token, id] of ids) answers.push(await tests.analyseAgain(me, token, id))
    expect(answers.filter(({ ok }) => ok)).toHaveLength(20)
    expect(answers.at(-1)).toMatchObject({ refusal: { kind: 'rate_limited' } })
  })
})

describe('an uploaded file', () => {
  test('makes a test of the account that is told as one of the dashboard, and waits like mail', async () => {
    const [{ tests }, me] = [service(), await somebody()]
    const made = value(await tests.upload(me, MAIL))
    expect(made).toMatchObject({ source: 'upload', accountId: me.accountId, creatorId: me.personId })
    const [queued] = await waiting(world.store)
    expect(queued).toMatchObject({ token: made.token, accountId: me.accountId, repeated: false })
    expect((await tests.find(me, { limit: 9, source: 'dashboard' })).items).toMatchObject([
      { token: made.token, source: 'dashboard', messages: 1 },
    ])
    expect((await tests.find(me, { limit: 9, source: 'api' })).items).toEqual([])
    expect((await world.mailTests.read({ kind: 'token', token: made.token }, made.token)).ok).toBe(false)
    if (queued) await finish(world.store, queued.id, { status: 'failed', reason: 'no message' })
    expect((await tests.find(me, { limit: 9, status: 'failed' })).items).toHaveLength(1)
  })

  test('that is no message, or too large, makes no test', async () => {
    const [{ tests }, me] = [service({ maxBytes: 100 }), await somebody('member', 'small')]
    expect(await tests.upload(me, new TextEncoder().encode('\u0000\u0001'))).toMatchObject({
      refusal: { kind: 'bad_request' },
    })
    expect(await tests.upload(me, new Uint8Array(101))).toMatchObject({
      refusal: { kind: 'message_too_big', limit: 100 },
    })
    expect((await tests.find(me, { limit: 9 })).items).toEqual([])
    expect(await logged(me)).toEqual([])
    expect((await tests.create(me)).ok).toBe(true)
  })

  test('that cannot be stored leaves no test', async () => {
    const [{ tests }, me] = [service({ bytesPerTest: 1 }), await somebody()]
    expect((await tests.upload(me, MAIL)).ok).toBe(false)
    expect((await tests.find(me, { limit: 9 })).items).toEqual([])
    expect((await logged(me)).map(([action]) => action)).toEqual(['test.deleted', 'test.created'])
  })
})

test('a page goes on behind a place of its own alone', async () => {
  const [{ tests }, me] = [service(), await somebody()]
  const made: string[] = []
  for (let i = 0; i < 5; i += 1) made.unshift(value(await tests.create(me)).token)
  const seen: string[] = []
  for (let after: string | undefined = ''; after !== undefined; ) {
    const page = await tests.find(me, { limit: 2, after })
    seen.push(...page.items.map(({ token }) => token))
    after = page.next
  }
  expect(seen).toEqual(made)
  for (const after of ['x', '-1', '0', '1e3', "1' OR 1", '9'.repeat(40)]) {
    const page = await tests.find(me, { limit: 500, after })
    expect(page.items.map(({ token }) => token)).toEqual(made)
  }
  const other = await somebody()
  expect((await tests.find(other, { limit: 2, after: '99' })).items).toEqual([])
})
