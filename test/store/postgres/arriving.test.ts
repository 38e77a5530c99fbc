import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { AWAITED_BYTES, anonymousShares, ROW_BYTES } from '../../../src/core/space.ts'
import { MESSAGES_PER_HOUR } from '../../../src/core/watching/monitor.ts'
import { messageParts } from '../../../src/store/postgres/messages/parts.ts'
import { monitorParts } from '../../../src/store/postgres/monitors/parts.ts'
import { DatabaseSilent } from '../../../src/store/postgres/sql/database.ts'
import { createDb } from '../../../src/store/postgres/sql/db.ts'
import { sql } from '../../../src/store/postgres/sql/statement.ts'
import { addressOf } from '../../../src/store/postgres/wire/address.ts'
import { createWire } from '../../../src/store/postgres/wire/wire.ts'
import type { Store } from '../../../src/store/store.ts'
import { account, mailTest, newMessage, ROOMY, THEN } from '../../support/builders.ts'
import { monitor, monitorMessage } from '../../support/monitors.ts'
import { entry } from '../../support/people.ts'
import { postgresMissing, type TestPostgres, testPostgres } from '../../support/postgres.ts'
import { type WatchedWire, watchedWire } from '../../support/watched-wire.ts'

describe.skipIf(postgresMissing !== undefined)('mail that arrives at several hosts', () => {
  let opened: TestPostgres
  let one: Store
  let other: Store
  let wire: WatchedWire
  let watched: Pick<Store, 'monitors'> & { messages: ReturnType<typeof messageParts>['messages'] }

  beforeAll(async () => {
    opened = await testPostgres()
    one = opened.store
    other = await opened.another()
    const address = addressOf({ url: opened.url, tls: 'disable' })
    wire = watchedWire(createWire({ address, program: 'mailgauge/test', connections: 6 }))
    const db = createDb(wire, () => sql`${THEN.getTime()}::bigint`)
    const about = { now: () => THEN }
    watched = { messages: messageParts(db, about).messages, monitors: monitorParts(db, about).monitors }
  })
  afterAll(async () => {
    await wire.close()
    await opened.done()
  })

  async function newTest(changes = {}, client?: string) {
    const made = mailTest(changes)
    await one.mailTests.allocate({ test: made, ...(client !== undefined && { client }) })
    return made.token
  }
  async function newMonitor() {
    const owner = account()
    await one.accounts.create(owner)
    const made = monitor(owner.id)
    await one.monitors.add(made, 10, entry('monitor.created'))
    return made
  }
  /** So many of the same, from both hosts at once. */
  const both = <T>(count: number, work: (store: Store) => Promise<T>) =>
    Promise.all(Array.from({ length: count }, (_, at) => work(at % 2 === 0 ? one : other)))
  const heldOf = async (token: string) =>
    (
      await opened.query<{ messages: number; bytes: number; counted: number; sum: number }>(
        `SELECT message_count::int AS messages, message_bytes::int AS bytes,
          (SELECT count(*) FROM messages WHERE test_seq = mail_tests.seq)::int AS counted,
          (SELECT coalesce(sum(size), 0) FROM messages WHERE test_seq = mail_tests.seq)::int AS sum
        FROM mail_tests WHERE token = $1`,
        [token],
      )
    )[0]

  test('a message is kept in one round trip, and refused in two', async () => {
    const [token, second] = [await newTest(), await newTest()]
    wire.roundTrips()
    expect(await watched.messages.accept([newMessage(token)], ROOMY)).toBe('stored')
    expect(wire.roundTrips()).toBe(1)
    expect(await watched.messages.accept([newMessage(token), newMessage(second)], ROOMY)).toBe('stored')
    expect(wire.roundTrips()).toBe(1)
    expect(await watched.messages.accept([newMessage('none')], ROOMY)).toBe('unknown_test')
    expect(wire.roundTrips()).toBe(2)
    const full = { ...ROOMY, messagesPerTest: 2 }
    expect(await watched.messages.accept([newMessage(second), newMessage(token)], full)).toBe('mailbox_full')
    expect(wire.roundTrips()).toBe(2)
    expect(await heldOf(second)).toMatchObject({ messages: 1, counted: 1 })
  })

  test('what was kept though no answer came is said to be kept, and what was not fails', async () => {
    const token = await newTest()
    const [done, undone] = [newMessage(token), newMessage(token)]
    wire.lose(/INSERT INTO messages/, 'after')
    expect(await watched.messages.accept([done], ROOMY)).toBe('stored')
    wire.lose(/INSERT INTO messages/, 'before')
    await expect(watched.messages.accept([undone], ROOMY)).rejects.toBeInstanceOf(DatabaseSilent)
    expect((await one.messages.ofTest(token)).map(({ id }) => id)).toEqual([done.id])
  })

  test('so it is with mail of monitors, at the end of its transaction', async () => {
    const { id } = await newMonitor()
    const message = monitorMessage(id)
    wire.lose(/^COMMIT$/, 'after')
    expect(await watched.monitors.accept([message])).toBe('stored')
    wire.lose(/^COMMIT$/, 'before')
    await expect(watched.monitors.accept([monitorMessage(id)])).rejects.toBeInstanceOf(DatabaseSilent)
    expect((await one.monitors.messages(id, { limit: 9 })).items).toMatchObject([{ messageId: message.id }])
  })

  test('two hosts keep no more of one test than it may hold', async () => {
    const bounds = { messagesPerTest: 20, bytesPerTest: 1_000_000 }
    const token = await newTest()
    const answers = await both(60, (store) => store.messages.accept([newMessage(token)], bounds))
    expect(answers.filter((answer) => answer === 'stored')).toHaveLength(20)
    expect(await heldOf(token)).toMatchObject({ messages: 20, counted: 20 })
    const large = await newTest()
    const raw = new Uint8Array(30_000)
    const some = await both(20, (store) =>
      store.messages.accept([newMessage(large, { raw })], { messagesPerTest: 100, bytesPerTest: 100_000 }),
    )
    expect(some.filter((answer) => answer === 'stored')).toHaveLength(3)
    expect(await heldOf(large)).toMatchObject({ bytes: 90_000, sum: 90_000 })
  })

  test('messages to the same tests in another order wait for each other, and all are kept whole', async () => {
    const tokens = [await newTest(), await newTest(), await newTest()]
    const bounds = { messagesPerTest: 10, bytesPerTest: 1_000_000 }
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, at) => {
        const order = at % 2 === 0 ? tokens : tokens.toReversed()
        return (at % 4 < 2 ? one : other).messages.accept(
          order.map((token) => newMessage(token)),
          bounds,
        )
      }),
    )
    expect(answers.filter((answer) => answer === 'stored')).toHaveLength(10)
    expect(answers.filter((answer) => answer === 'mailbox_full')).toHaveLength(20)
    for (const token of tokens) expect(await heldOf(token)).toMatchObject({ messages: 10, counted: 10 })
  })

  test('two hosts keep no more of a network than its share', async () => {
    const client = '2001:db8:77::/64'
    const tokens = await Promise.all([newTest({}, client), newTest({}, client)])
    const { all } = await one.mailTests.anonymousHeld()
    const room = 5 * (AWAITED_BYTES + 3 * ROW_BYTES)
    const anonymous = anonymousShares(all + room, ROOMY.bytesPerTest)
    const answers = await both(24, (store) => {
      const token = tokens[Math.floor(Math.random() * 2)] ?? ''
      return store.messages.accept([newMessage(token)], { ...ROOMY, anonymous })
    })
    expect(answers.filter((answer) => answer === 'stored')).toHaveLength(5)
    expect((await other.mailTests.anonymousHeld()).all - all).toBeLessThan(room)
  })

  test('two hosts keep no more of a monitor than may come within the hour', async () => {
    const { id } = await newMonitor()
    const answers = await both(MESSAGES_PER_HOUR + 20, (store) => store.monitors.accept([monitorMessage(id)]))
    expect(answers.filter((answer) => answer === 'stored')).toHaveLength(MESSAGES_PER_HOUR)
    expect((await other.monitors.messages(id, { limit: 1000 })).items).toHaveLength(MESSAGES_PER_HOUR)
  })
})
