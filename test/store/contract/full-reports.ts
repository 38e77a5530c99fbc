import { expect, test } from 'bun:test'
import type { ReportCount } from '../../../src/store/messages.ts'
import { account, DAY, mailTest, newMessage, ROOMY, report } from '../../support/builders.ts'
import { finish } from '../../support/claiming.ts'
import type { TheStore } from '../contract.ts'

export function fullReportContract(store: TheStore): void {
  async function newAccount() {
    const one = account()
    await store().accounts.create(one)
    return one.id
  }
  async function scored(token: string, count: ReportCount | undefined, content?: string) {
    const message = newMessage(token)
    await store().messages.accept([message], ROOMY)
    const outcome = {
      status: 'scored',
      report: report(),
      evidence: {},
      // What a repeated analysis brings takes the place of this.
      repeatAfterMs: 0,
      ...(content !== undefined && { content }),
      ...(count && { count }),
    } as const
    await finish(store(), message.id, outcome)
    return message.id
  }
  async function newTest(accountId: string | undefined, client?: string) {
    const one = mailTest(accountId === undefined ? {} : { accountId })
    await store().mailTests.allocate({ test: one, ...(client !== undefined && { client }) })
    return one.token
  }
  const gatedNumber = async (token: string) => (await store().mailTests.byToken(token))?.gatedNumber

  test('tests past the units of their period are gated with their number, by owner and period', async () => {
    const [one, two] = [await newAccount(), await newAccount()]
    const score = async (accountId: string, period: string, units?: number) => {
      const token = await newTest(accountId)
      await scored(token, { period, ...(units !== undefined && { units }) })
      return gatedNumber(token)
    }
    expect(await score(one, '2026-11', 2)).toBeUndefined()
    expect(await score(one, '2026-11', 2)).toBeUndefined()
    expect(await score(one, '2026-11', 2)).toBe(3)
    expect(await score(two, '2026-11', 2)).toBeUndefined()
    expect(await score(one, '2026-12', 0)).toBe(1)
    expect(await score(one, '2026-11')).toBeUndefined()
    expect(await score(one, '2026-11', 2)).toBe(5)
  })

  test('one unit for a test, however many messages it gets, and what was decided stays', async () => {
    const owner = await newAccount()
    const count = { period: '2026-11', units: 1 }
    const [first, second] = [await newTest(owner), await newTest(owner)]
    for (let i = 0; i < 3; i += 1) await scored(first, count)
    await scored(second, count)
    await scored(second, { period: '2026-12', units: 10 })
    await scored(first, { period: '2026-12', units: 0 })
    expect([await gatedNumber(first), await gatedNumber(second)]).toEqual([undefined, 2])
  })

  test('a failed message counts nothing', async () => {
    const owner = await newAccount()
    const token = await newTest(owner)
    const message = newMessage(token)
    await store().messages.accept([message], ROOMY)
    await finish(store(), message.id, { status: 'failed', reason: 'no message' })
    const next = await newTest(owner)
    await scored(next, { period: '2026-11', units: 1 })
    expect(await gatedNumber(next)).toBeUndefined()
  })

  test('20 scored at once on 5 units gate exactly 15', async () => {
    const owner = await newAccount()
    const tokens = await Promise.all(Array.from({ length: 20 }, () => newTest(owner)))
    await Promise.all(tokens.map((token) => scored(token, { period: '2026-11', units: 5 })))
    const numbers = (await Promise.all(tokens.map(gatedNumber))).filter((number) => number !== undefined)
    expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 15 }, (_, index) => index + 6))
  })

  test('anonymous tests are counted by the network they came from, and not without one', async () => {
    const count = { period: '2026-11-20', units: 1 }
    const network = `2001:db8:${Math.floor(Math.random() * 65_536).toString(16)}::/64`
    const [one, two, nowhere] = [
      await newTest(undefined, network),
      await newTest(undefined, network),
      await newTest(undefined),
    ]
    for (const token of [one, two, nowhere]) await scored(token, count)
    expect([await gatedNumber(one), await gatedNumber(two), await gatedNumber(nowhere)]).toEqual([
      undefined,
      2,
      undefined,
    ])
  })

  test('counts of periods that are over are forgotten, those of the present are not', async () => {
    const owner = await newAccount()
    const count = { period: '2026-11', units: 1 }
    await scored(await newTest(owner), count)
    const december = new Date('2026-12-01T00:00:00Z').getTime()
    await store.pass(december - 1000 - store.now().getTime())
    await store().mailTests.forgetCounts()
    const second = await newTest(owner)
    await scored(second, count)
    expect(await gatedNumber(second)).toBe(2)
    await store.pass(1000)
    await store().mailTests.forgetCounts()
    const third = await newTest(owner)
    await scored(third, count)
    expect(await gatedNumber(third)).toBeUndefined()
    expect(await gatedNumber(second)).toBe(2)
  })

  test('what a reader is shown is kept as it is, replaced by a repeated analysis, and goes with its test', async () => {
    const token = await newTest(undefined)
    const long = `\uFEFFä\0${'a line of words\n'.repeat(20_000)}`
    const id = await scored(token, undefined, long)
    expect(await store().messages.content(id)).toBe(long)
    await finish(store(), id, { status: 'scored', report: report(), evidence: {}, content: '' })
    expect(await store().messages.content(id)).toBe('')
    expect(await store().messages.content(await scored(token, undefined))).toBeUndefined()
    await store().mailTests.delete(token)
    expect(await store().messages.content(id)).toBeUndefined()
  })

  test('an idempotency key gives the first test again until it expires, for its own account', async () => {
    const [one, two] = [await newAccount(), await newAccount()]
    const from = store.now().getTime()
    const later = (milliseconds: number) => new Date(from + milliseconds)
    const allocate = (accountId: string, at: number) => {
      const made = mailTest({ accountId, createdAt: later(at), expiresAt: later(at + 60_000) })
      const idempotency = { key: 'k', expiresAt: later(at + DAY) }
      const allowance = { month: '2026-11', units: 1 }
      return store()
        .mailTests.allocate({ test: made, idempotency, allowance })
        .then((outcome) => ({ made, outcome }))
    }
    const first = await allocate(one, 0)
    expect(first.outcome).toBe('allocated')
    expect((await allocate(one, 1)).outcome).toStrictEqual({ replayed: first.made })
    expect((await allocate(two, 1)).outcome).toBe('allocated')
    await store().mailTests.delete(first.made.token)
    await store.pass(DAY - 1)
    await store().mailTests.forgetCounts()
    expect((await allocate(one, DAY - 1)).outcome).toStrictEqual({ replayed: first.made })
    expect((await allocate(one, DAY)).outcome).toBe('allowance_exhausted')
    const many = await Promise.all(Array.from({ length: 30 }, () => allocate(two, 2)))
    expect(many.filter(({ outcome }) => outcome === 'allocated')).toEqual([])
  })
}
