import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { openStore } from '../../../src/store/sqlite/open.ts'
import { account, mailTest, newMessage, ROOMY } from '../../support/builders.ts'
import { testClock } from '../../support/clock.ts'
import { type Cluster, cluster, postgresMissing } from '../../support/postgres.ts'
import { temporaryDirectory } from '../../support/store.ts'
import { move, opened, query } from './moving.ts'

const HOLDER = { holder: 'local/tests', leaseMs: 60_000 }

function change(directory: string, text: string): void {
  const driver = new Database(join(directory, 'mailgauge.db'))
  driver.run('PRAGMA foreign_keys = OFF')
  driver.run(text)
  driver.close()
}

describe.skipIf(postgresMissing !== undefined)('data that is moved', () => {
  let server: Cluster
  let databases = 0
  const database = () => {
    databases += 1
    return server.create(`moved_${process.pid}_${databases}`)
  }
  beforeAll(async () => {
    server = await cluster()
  })
  afterAll(() => server.stop())

  /** A data directory with tests of some accounts, whose messages wait. */
  async function waiting() {
    const { directory, remove } = temporaryDirectory()
    const clock = testClock()
    const store = await openStore({ directory, migrate: true, clock })
    const ids: string[] = []
    for (let n = 0; n < 5; n += 1) {
      const one = account()
      await store.accounts.create(one)
      const tests = [mailTest({ accountId: one.id }), mailTest({ accountId: one.id })]
      for (const made of tests) await store.mailTests.allocate({ test: made })
      for (const { token } of [...tests, ...tests]) {
        const message = newMessage(token)
        await store.messages.accept([message], ROOMY)
        ids.push(message.id)
      }
    }
    return { directory, remove, clock, store, ids }
  }

  test('has its messages in the same line', async () => {
    const { directory, remove, clock, store } = await waiting()
    // Somebody had a turn, so that the line is not the order of arrival.
    await store.messages.claim({ ...HOLDER, limit: 3, places: 6 })
    await store.close()
    const url = await database()
    expect(await move(directory, url)).not.toHaveProperty('refused')
    const postgres = await opened(url, clock)
    const sqlite = await openStore({ directory, migrate: false, clock })
    const orders = await Promise.all(
      [sqlite, postgres].map(async (one) => {
        const order: string[] = []
        for (let n = 0; n < 17; n += 1) {
          const [next] = await one.messages.claim({
            holder: `local/${n}`,
            leaseMs: 60_000,
            limit: 1,
            places: 4,
          })
          if (next) order.push(next.id)
        }
        return order
      }),
    )
    expect(orders[0]).toHaveLength(17)
    expect(orders[1]).toEqual(orders[0] as string[])
    await Promise.all([sqlite.close(), postgres.close()])
    remove()
  })

  test('goes on being written behind the numbers that were given', async () => {
    const { directory, remove, clock, store } = await waiting()
    await store.close()
    const url = await database()
    await move(directory, url)
    const postgres = await opened(url, clock)
    const made = mailTest()
    expect(await postgres.mailTests.allocate({ test: made })).toBe('allocated')
    expect(await postgres.messages.accept([newMessage(made.token)], ROOMY)).toBe('stored')
    await postgres.close()
    remove()
  })

  test('is moved on where a move was ended, and served by nobody until then', async () => {
    const { directory, remove, clock, store, ids } = await waiting()
    await store.close()
    const url = await database()
    const ending = new AbortController()
    const ended = await move(directory, url, {
      signal: ending.signal,
      progress: ({ table }) => {
        if (table === 'messages') ending.abort()
      },
    })
    expect(ended).toEqual({
      refused: 'It was ended. What was moved stays: run the command again, and it goes on.',
    })
    expect(opened(url, clock)).rejects.toThrow('a move to it was cut off')
    const before = await query<{ done: number }>(url, "SELECT done FROM moving WHERE name = 'mail_tests'")
    expect(before).toEqual([{ done: 1 }])
    expect(await move(directory, url)).toMatchObject({ wentOn: true })
    const rows = await query<{ id: string }>(url, 'SELECT id FROM messages')
    expect(rows.map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
    remove()
  })

  test('that changed since a move was begun is not moved on', async () => {
    const { directory, remove, store } = await waiting()
    await store.close()
    const url = await database()
    const ending = new AbortController()
    await move(directory, url, { signal: ending.signal, progress: () => ending.abort() })
    change(directory, 'DELETE FROM messages WHERE seq = (SELECT max(seq) FROM messages)')
    expect(await move(directory, url)).toMatchObject({
      refused: expect.stringContaining('was changed since'),
    })
    remove()
  })

  test('with a row that does not fit is refused by its key', async () => {
    const { directory, remove, store } = await waiting()
    await store.close()
    change(directory, "UPDATE mail_tests SET account_id = 'acc_nobody' WHERE seq = 3")
    expect(await move(directory, await database())).toMatchObject({
      refused: expect.stringMatching(/^A row of mail_tests cannot be moved \(3\): .*foreign key/i),
    })
    remove()
  })

  test('is told where a row there is another', async () => {
    const { directory, remove, clock, store } = await waiting()
    await store.close()
    const url = await database()
    const ending = new AbortController()
    await move(directory, url, {
      signal: ending.signal,
      progress: ({ table }) => {
        if (table === 'messages') ending.abort()
      },
    })
    await query(url, "UPDATE mail_tests SET source = 'other' WHERE seq = 4")
    await query(url, 'DELETE FROM accounts WHERE id NOT IN (SELECT account_id FROM mail_tests)')
    expect(await move(directory, url)).toMatchObject({
      refused: expect.stringContaining(
        'mail_tests: 10 rows here, 10 there, and the first that is not the same is 4\n',
      ),
    })
    expect(opened(url, clock)).rejects.toThrow('Data is being moved')
    remove()
  })

  test('goes on behind the last batch of a process that was killed', async () => {
    const { directory, remove, store, ids } = await waiting()
    await store.close()
    const url = await database()
    const killed = Bun.spawn([process.execPath, join(import.meta.dir, 'killed-move.ts'), directory, url], {
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    await killed.exited
    expect(killed.signalCode).toBe('SIGKILL')
    const [before] = await query<{ rows: string }>(url, "SELECT rows FROM moving WHERE name = 'messages'")
    expect(Number(before?.rows)).toBeGreaterThan(0)
    expect(Number(before?.rows)).toBeLessThan(ids.length)
    expect(await move(directory, url)).toMatchObject({ wentOn: true })
    const rows = await query<{ id: string }>(url, 'SELECT id FROM messages')
    expect(rows.map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
    remove()
  })

  test('goes to no database that has something', async () => {
    const { directory, remove, store } = await waiting()
    await store.close()
    const url = await database()
    await move(directory, url)
    expect(await move(directory, url)).toMatchObject({
      refused: expect.stringContaining('The database is not empty: accounts has rows.'),
    })
    const other = await database()
    await query(other, 'CREATE TABLE shop (id int)')
    expect(await move(directory, other)).toMatchObject({
      refused: expect.stringContaining('tables of another program, such as shop'),
    })
    remove()
  })
})
