import { expect, test } from 'bun:test'
import { account, DAY, later, mailTest, newMessage, ROOMY, report } from '../../support/builders.ts'
import { finish, waiting } from '../../support/claiming.ts'
import type { TheStore } from '../contract.ts'

export function mailTestContract(store: TheStore): void {
  async function newAccount() {
    const one = account()
    await store().accounts.create(one)
    return one
  }

  test('a test is found by token and by local part until it expires', async () => {
    const one = mailTest({ expiresAt: new Date(store.now().getTime() + 1000) })
    expect(await store().mailTests.allocate({ test: one })).toBe('allocated')
    expect(await store().mailTests.byToken(one.token)).toStrictEqual(one)
    const empty = { token: one.token, messages: 0, bytes: 0 }
    await store.pass(999)
    expect(await store().mailTests.mailbox(one.localPart)).toMatchObject(empty)
    await store.pass(1)
    expect(await store().mailTests.byToken(one.token)).toBeUndefined()
    expect(await store().mailTests.mailbox(one.localPart)).toBeUndefined()
    expect(await store().mailTests.byToken('nothing')).toBeUndefined()
  })

  test('of tests made at once the later one comes first', async () => {
    const { id } = await newAccount()
    const made = Array.from({ length: 4 }, () => mailTest({ accountId: id }))
    for (const one of made) await store().mailTests.allocate({ test: one })
    const { items } = await store().mailTests.listByAccount(id, { limit: 10, offset: 0 })
    expect(items.map(({ token }) => token)).toEqual(made.map(({ token }) => token).toReversed())
  })

  test('what no longer holds is deleted, and what still does is not', async () => {
    const inMs = (ms: number) => mailTest({ expiresAt: new Date(store.now().getTime() + ms) })
    const [gone, holds] = [inMs(50), inMs(60_000)]
    for (const one of [gone, holds]) await store().mailTests.allocate({ test: one })
    await store.pass(50)
    await store().mailTests.deleteExpired(1000)
    expect(await store().mailTests.byToken(gone.token)).toBeUndefined()
    expect(await store().mailTests.byToken(holds.token)).toBeDefined()
  })

  test('a mailbox tells what it holds, and not what others hold', async () => {
    const [one, other] = [mailTest(), mailTest()]
    for (const each of [one, other]) await store().mailTests.allocate({ test: each })
    const [a, b, c] = [newMessage(one.token), newMessage(one.token), newMessage(other.token)]
    for (const each of [a, b, c]) await store().messages.accept([each], ROOMY)
    expect(await store().mailTests.mailbox(one.localPart)).toMatchObject({
      token: one.token,
      messages: 2,
      bytes: a.raw.byteLength + b.raw.byteLength,
    })
    expect(await store().mailTests.mailbox('nothing')).toBeUndefined()
  })

  test('200 at once on an allowance of 100 make exactly 100', async () => {
    const { id } = await newAccount()
    const allowance = { month: '2026-11', units: 100 }
    const outcomes = await Promise.all(
      Array.from({ length: 200 }, () =>
        store().mailTests.allocate({ test: mailTest({ accountId: id }), allowance }),
      ),
    )
    expect(outcomes.filter((outcome) => outcome === 'allocated')).toHaveLength(100)
    expect(outcomes.filter((outcome) => outcome === 'allowance_exhausted')).toHaveLength(100)
    const page = await store().mailTests.listByAccount(id, { limit: 200, offset: 0 })
    expect(page.total).toBe(100)
    expect(page.items).toHaveLength(100)
  })

  test('another month is another allowance, and none is none', async () => {
    const { id } = await newAccount()
    const allocate = (month: string, units: number) =>
      store().mailTests.allocate({ test: mailTest({ accountId: id }), allowance: { month, units } })
    expect(await allocate('2026-11', 1)).toBe('allocated')
    expect(await allocate('2026-11', 1)).toBe('allowance_exhausted')
    expect(await allocate('2026-11', 2)).toBe('allocated')
    expect(await allocate('2026-12', 1)).toBe('allocated')
    expect(await allocate('2027-01', 0)).toBe('allowance_exhausted')
  })

  test('lists are newest first, by page, without what expired and without what others have', async () => {
    const [one, two] = [await newAccount(), await newAccount()]
    const tests = Array.from({ length: 7 }, (_, index) =>
      mailTest({ accountId: one.id, createdAt: later(index >> 1), expiresAt: later(index === 3 ? -1 : DAY) }),
    )
    for (const each of tests) await store().mailTests.allocate({ test: each })
    await store().mailTests.allocate({ test: mailTest({ accountId: two.id }) })
    await store().mailTests.allocate({ test: mailTest() })
    const newestFirst = [6, 5, 4, 2, 1, 0].map((index) => tests[index]!)
    const page = (limit: number, offset: number) => store().mailTests.listByAccount(one.id, { limit, offset })
    expect(await page(50, 0)).toEqual({ items: newestFirst, total: 6 })
    expect(await page(2, 1)).toEqual({ items: newestFirst.slice(1, 3), total: 6 })
    expect(await page(2, 6)).toEqual({ items: [], total: 6 })
    expect(await page(200, 1_000_000)).toEqual({ items: [], total: 6 })
  })

  test('a list shows what became of each test', async () => {
    const { id } = await newAccount()
    const one = mailTest({ accountId: id })
    await store().mailTests.allocate({ test: one })
    const message = newMessage(one.token)
    await store().messages.accept([message], ROOMY)
    await finish(store(), message.id, { status: 'scored', report: report({ score: 7.5 }), evidence: {} })
    const { items } = await store().mailTests.listByAccount(id, { limit: 1, offset: 0 })
    const seen = {
      status: 'scored',
      score: 7.5,
      receivedAt: message.envelope.receivedAt,
      messageId: message.id,
    }
    expect(items).toEqual([{ ...one, ...seen } as never])
  })

  test('deleting takes everything that hangs on the test', async () => {
    const one = mailTest()
    await store().mailTests.allocate({ test: one })
    const [done, undone] = [newMessage(one.token), newMessage(one.token)]
    await store().messages.accept([done, undone], ROOMY)
    await finish(store(), done.id, { status: 'scored', report: report(), evidence: { a: 1 } })
    expect(await store().mailTests.delete(one.token)).toBe('deleted')
    expect(await store().mailTests.delete(one.token)).toBe('unknown_test')
    expect(await store().mailTests.byToken(one.token)).toBeUndefined()
    expect(await store().messages.ofTest(one.token)).toEqual([])
    expect(await store().messages.report(one.token, done.id)).toBeUndefined()
    for (const { id } of [done, undone]) {
      expect(await store().messages.raw(id)).toBeUndefined()
      expect(await store().messages.envelope(id)).toBeUndefined()
      expect(await store().messages.evidence(id)).toBeUndefined()
    }
    const queued = await waiting(store())
    expect(queued.map((message) => message.id)).not.toContain(undone.id)
    const events = await store().outbox.behind('a test', 10_000)
    expect(events.filter(({ payload }) => 'token' in payload && payload.token === one.token)).toEqual([])
  })

  test('what expired is deleted in portions', async () => {
    while ((await store().mailTests.deleteExpired(100)) > 0);
    const in50Ms = new Date(store.now().getTime() + 50)
    const tests = Array.from({ length: 5 }, () => mailTest({ expiresAt: in50Ms }))
    const staying = mailTest({ expiresAt: new Date(in50Ms.getTime() + 10_000) })
    for (const each of [...tests, staying]) await store().mailTests.allocate({ test: each })
    expect(await store().mailTests.deleteExpired(3)).toBe(0)
    await store.pass(50)
    expect(await store().mailTests.deleteExpired(3)).toBe(3)
    expect(await store().mailTests.deleteExpired(3)).toBe(2)
    expect(await store().mailTests.deleteExpired(3)).toBe(0)
    expect(await store().mailTests.byToken(staying.token)).toEqual(staying)
    expect(await store().mailTests.delete(tests[0]!.token)).toBe('unknown_test')
  })
}
