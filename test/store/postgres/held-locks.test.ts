import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { SQL } from 'bun'
import { plain } from '../../../src/store/postgres/sql/statement.ts'
import { addressOf } from '../../../src/store/postgres/wire/address.ts'
import { connect } from '../../../src/store/postgres/wire/connection.ts'
import type { Store } from '../../../src/store/store.ts'
import { account, mailTest, newMessage } from '../../support/builders.ts'
import { postgresMissing, type TestPostgres, testPostgres } from '../../support/postgres.ts'

const ENDLESS = { messagesPerTest: 1_000_000, bytesPerTest: 1e12 }
const LEASE_MS = 60_000
/** Mail of such a length goes by itself. */
const LONG = 200 * 1024

describe.skipIf(postgresMissing !== undefined)('mail while others have what it needs', () => {
  let opened: TestPostgres
  let stores: Store[]
  const tokens: string[] = []
  beforeAll(async () => {
    opened = await testPostgres()
    stores = [opened.store, await opened.another()]
    const owner = account()
    await opened.store.accounts.create(owner)
    for (let made = 0; made < 8; made += 1) {
      const one = mailTest({ accountId: owner.id })
      await opened.store.mailTests.allocate({ test: one })
      tokens.push(one.token)
    }
  })
  afterAll(() => opened.done())

  const accept = (at: number, raw?: Uint8Array) =>
    stores[at % stores.length]?.messages.accept(
      [{ ...newMessage(tokens[at % tokens.length] ?? ''), ...(raw && { raw }) }],
      ENDLESS,
    )

  test('a host that is paused in the middle of a transaction is waited for by all others, and none is refused', async () => {
    expect(await accept(0)).toBe('stored')
    const address = addressOf({ url: opened.url, tls: 'disable' })
    const paused = await connect({ address, program: 'mailgauge/paused', statementMs: 8000 })
    await paused.run(plain('BEGIN'))
    expect((await paused.run(plain('SELECT maker FROM queue_makers FOR UPDATE'))).rows).toHaveLength(1)
    const long = new Uint8Array(LONG).map((_, at) => at * 7919)
    const answers = await Promise.all([
      ...Array.from({ length: 8 }, (_, at) => accept(at)),
      ...Array.from({ length: 6 }, (_, at) => accept(at, long)),
      ...stores.map((store, at) =>
        store.messages
          .claim({ holder: `host${at}/1`, leaseMs: LEASE_MS, limit: 1, places: 4 })
          .then(() => 'claimed'),
      ),
    ])
    expect(answers.filter((answer) => answer !== 'stored' && answer !== 'claimed')).toEqual([])
    paused.end()
  }, 120_000)

  test('tables that are changed again and again under load', async () => {
    const changes = new SQL(opened.url, { max: 1 })
    let isOver = false
    const answers = new Map<string, number>()
    async function send(from: number) {
      for (let at = from; !isOver; at += 1) {
        const answer = await accept(at)?.catch((cause: unknown) => String(cause))
        answers.set(String(answer), (answers.get(String(answer)) ?? 0) + 1)
      }
    }
    const sending = Promise.all(Array.from({ length: 12 }, (_, at) => send(at)))
    for (let round = 0; round < 20; round += 1) {
      for (const table of ['message_bodies', 'messages', 'mail_tests', 'queue_makers']) {
        await changes.begin(async (tx) => {
          await tx.unsafe(`ALTER TABLE ${table} ADD COLUMN another text`)
          await tx.unsafe(`CREATE FUNCTION another() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN NEW.another := coalesce(NEW.another, 'x'); RETURN NEW; END $$`)
          await tx.unsafe(
            `CREATE TRIGGER another BEFORE INSERT ON ${table} FOR EACH ROW EXECUTE FUNCTION another()`,
          )
        })
        await changes.begin(async (tx) => {
          await tx.unsafe(`DROP TRIGGER another ON ${table}`)
          await tx.unsafe('DROP FUNCTION another()')
          await tx.unsafe(`ALTER TABLE ${table} DROP COLUMN another`)
        })
      }
    }
    isOver = true
    await sending
    await changes.close()
    expect([...answers.keys()]).toEqual(['stored'])
  }, 120_000)
})
