import { expect, test } from 'bun:test'
import type { QueuedMessage } from '../../../src/store/claims.ts'
import type { NewMailTest } from '../../../src/store/mail-tests.ts'
import { account, mailTest, newMessage, ROOMY, random, report } from '../../support/builders.ts'
import type { TheStore } from '../contract.ts'

const LEASE_MS = 60_000
const REPEAT_LATE_MS = 5 * 60_000
const scored = { status: 'scored', report: report(), evidence: {} } as const

const network = () => `2001:db8:${[...random(4)].map((byte) => byte.toString(16)).join(':')}::/64`

export function turnContract(store: TheStore): void {
  /** Takes everything that others left in the queue out of the way. */
  async function emptyQueue() {
    const claim = { holder: 'sweep/1', leaseMs: LEASE_MS, limit: 100_000, places: 200_000 }
    for (const host of ['turns', 'one', 'two']) {
      for (const claimed of await store().messages.claimsOf(host)) {
        await store().messages.finish(claimed, { status: 'failed', reason: 'swept' })
      }
    }
    for (;;) {
      const left = await store().messages.claim(claim)
      if (left.length === 0) return
      for (const one of left) await store().messages.finish(one, { status: 'failed', reason: 'swept' })
    }
  }
  async function testOf(whose: { accountId?: string; client?: string }) {
    const { client, ...rest } = whose
    const request: NewMailTest = { test: mailTest(rest), ...(client !== undefined && { client }) }
    await store().mailTests.allocate(request)
    return request.test.token
  }
  async function newAccount() {
    const one = account()
    await store().accounts.create(one)
    return one.id
  }
  async function receive(token: string, count: number, sender?: string) {
    const messages = Array.from({ length: count }, () =>
      newMessage(token, sender === undefined ? {} : { sender }),
    )
    for (const message of messages)
      await store().messages.accept([message], { ...ROOMY, messagesPerTest: 1000 })
    return messages.map(({ id }) => id)
  }
  const claim = (limit: number, places: number, holder = 'turns/1') =>
    store().messages.claim({ holder, leaseMs: LEASE_MS, limit, places })
  const end = (messages: QueuedMessage[]) =>
    Promise.all(messages.map((message) => store().messages.finish(message, scored)))
  /** The tests of the next messages when one is analysed at a time. */
  async function oneByOne(count: number): Promise<string[]> {
    const tokens: string[] = []
    for (let at = 0; at < count; at += 1) {
      const [next] = await claim(1, 1)
      if (!next) break
      tokens.push(next.token)
      await end([next])
    }
    return tokens
  }

  test('accounts and networks take turns, and each gets its messages in their order', async () => {
    await emptyQueue()
    const [a, b] = [await testOf({ accountId: await newAccount() }), await testOf({ client: network() })]
    const ofA = await receive(a, 5)
    const ofB = await receive(b, 2)
    const c = await testOf({ client: network() })
    await receive(c, 1)
    expect(await oneByOne(10)).toEqual([a, b, c, a, b, a, a, a])
    expect((await store().messages.ofTest(a)).map(({ id }) => id)).toEqual(ofA.toReversed())
    expect(ofB).toHaveLength(2)
  })

  test('whoever comes next takes the next turn, however many of one party wait', async () => {
    await emptyQueue()
    const flood = await testOf({ accountId: await newAccount() })
    await receive(flood, 50)
    expect(await oneByOne(3)).toEqual([flood, flood, flood])
    const stranger = await testOf({ client: network() })
    await receive(stranger, 1)
    expect((await oneByOne(2)).includes(stranger)).toBe(true)
  })

  test('two tests of an account, or of a network, are one party', async () => {
    await emptyQueue()
    for (const whose of [{ accountId: await newAccount() }, { client: network() }]) {
      const tokens = [await testOf(whose), await testOf(whose), await testOf(whose)]
      for (const token of tokens) await receive(token, 2, network())
      const stranger = await testOf({ client: network() })
      await receive(stranger, 2, network())
      expect((await oneByOne(4)).filter((token) => token === stranger)).toHaveLength(2)
      await emptyQueue()
    }
  })

  test('one party gets half of the places, also while nobody else waits', async () => {
    await emptyQueue()
    const flood = await testOf({ accountId: await newAccount() })
    await receive(flood, 20)
    const held = await claim(8, 8)
    expect(held).toHaveLength(4)
    expect(await claim(4, 8)).toEqual([])
    const stranger = await testOf({ client: network() })
    await receive(stranger, 6)
    expect((await claim(4, 8)).map(({ token }) => token)).toEqual([stranger, stranger, stranger])
    await end([held[0]!])
    expect((await claim(2, 8)).map(({ token }) => token)).toEqual([flood])
  })

  test('several parties together leave a place to whoever has none', async () => {
    await emptyQueue()
    for (let party = 0; party < 5; party += 1) {
      await receive(await testOf({ client: network() }), 20, network())
    }
    expect(await claim(6, 6)).toHaveLength(5)
    expect(await claim(1, 6)).toEqual([])
    const stranger = await testOf({ client: network() })
    await receive(stranger, 3, network())
    expect((await claim(1, 6)).map(({ token }) => token)).toEqual([stranger])
    expect(await claim(1, 6)).toEqual([])
  })

  test('of a single place everybody has it in turn', async () => {
    await emptyQueue()
    const flood = await testOf({ accountId: await newAccount() })
    await receive(flood, 3)
    expect(await claim(1, 1)).toHaveLength(1)
    expect(await claim(1, 1)).toEqual([])
    const [beside] = await claim(1, 1, 'elsewhere/1')
    expect(beside?.token).toBe(flood)
    await end([beside!])
  })

  test('one SMTP client is a party, whoever made the tests; of accounts the account alone', async () => {
    await emptyQueue()
    const sender = network()
    for (let made = 0; made < 10; made += 1) await receive(await testOf({ client: network() }), 1, sender)
    expect(await claim(8, 8)).toHaveLength(4)
    const beside = await testOf({ client: network() })
    await receive(beside, 1, network())
    expect((await claim(4, 8)).map(({ token }) => token)).toEqual([beside])
    await emptyQueue()
    for (let made = 0; made < 10; made += 1) {
      await receive(await testOf({ accountId: await newAccount() }), 1, sender)
    }
    expect(await claim(8, 8)).toHaveLength(8)
  })

  test('one that has what it may have keeps nobody behind it, however long the line is', async () => {
    await emptyQueue()
    const sender = network()
    for (let made = 0; made < 700; made += 1) await receive(await testOf({ client: network() }), 1, sender)
    const other = await testOf({ client: network() })
    await receive(other, 1, network())
    const own = await testOf({ accountId: await newAccount() })
    await receive(own, 1)
    const got = await claim(8, 8)
    expect(got.map(({ token }) => token)).toContain(other)
    expect(got.map(({ token }) => token)).toContain(own)
    expect(got).toHaveLength(6)
  }, 300_000)

  test('a test that is deleted leaves its place to the next of its maker', async () => {
    await emptyQueue()
    const whose = { client: network() }
    const [first, second] = [await testOf(whose), await testOf(whose)]
    await receive(first, 2)
    await receive(second, 1)
    await store().mailTests.delete(first)
    expect(await oneByOne(5)).toEqual([second])
  })

  test('repeats leave a quarter of the places to whoever comes next', async () => {
    await emptyQueue()
    for (let made = 0; made < 10; made += 1) await receive(await testOf({ client: network() }), 1)
    const first = await claim(10, 100)
    for (const message of first) await store().messages.finish(message, { ...scored, repeatAfterMs: 0 })
    expect(first).toHaveLength(10)
    // Also where fewer are wanted than there are places.
    expect(await claim(1, 8)).toHaveLength(1)
    expect(await claim(7, 8)).toHaveLength(5)
    expect(await claim(2, 8)).toEqual([])
    const stranger = await testOf({ client: network() })
    await receive(stranger, 1)
    expect((await claim(2, 8)).map(({ token }) => token)).toEqual([stranger])
  })

  test('a repeat comes when nothing else is due, and takes its turn when it waited for long', async () => {
    await emptyQueue()
    const repeated = await testOf({ client: network() })
    await receive(repeated, 2)
    for (const message of [...(await claim(1, 2)), ...(await claim(1, 4))]) {
      await store().messages.finish(message, { ...scored, repeatAfterMs: 100 })
    }
    await store.pass(150)
    const other = await testOf({ client: network() })
    await receive(other, 30)
    expect(await oneByOne(3)).toEqual([other, other, other])
    await store.pass(REPEAT_LATE_MS)
    expect((await oneByOne(4)).filter((token) => token === repeated)).toHaveLength(2)
    await oneByOne(30)
    expect(await claim(8, 8)).toEqual([])
  })

  test('a repeat that waited for long comes before any line of others, and their turns go on', async () => {
    await emptyQueue()
    const network1 = network()
    const repeated = await testOf({ client: network1 })
    await receive(repeated, 1)
    for (const message of await claim(1, 2)) {
      await store().messages.finish(message, { ...scored, repeatAfterMs: 100 })
    }
    const others: string[] = []
    for (let made = 0; made < 40; made += 1) {
      const other = await testOf({ client: network() })
      others.push(other)
      await receive(other, 1)
    }
    // One of its own maker stands in the line already.
    await receive(repeated, 2)
    await store.pass(150)
    const [first = ''] = others
    expect(await oneByOne(1)).toEqual([first])
    await store.pass(REPEAT_LATE_MS)
    const [message] = await claim(1, 8)
    expect(message).toMatchObject({ token: repeated, repeated: true })
    await store().messages.finish(message!, scored)
    const left = await oneByOne(50)
    expect(left.toSorted()).toEqual([...others.slice(1), repeated, repeated].toSorted())
  })
}
