import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { SQL } from 'bun'
import { type Moved, type MoveRequest, moveByCommand } from '../../../src/app/move/move-command.ts'
import { MOVED } from '../../../src/store/keeping/move/tables.ts'
import { openPostgres, type SharedStore } from '../../../src/store/postgres/open.ts'
import { addressOf } from '../../../src/store/postgres/wire/address.ts'
import { openStore } from '../../../src/store/sqlite/open.ts'
import type { Store } from '../../../src/store/store.ts'
import { configOf } from '../../config/loading.ts'
import { foundContract } from '../../store/contract/account-tests/found.ts'
import { accountContract } from '../../store/contract/accounts.ts'
import { dmarcReadContract } from '../../store/contract/aggregates/dmarc-reads.ts'
import { dmarcWriteContract } from '../../store/contract/aggregates/dmarc-writes.ts'
import { sourceMarkContract } from '../../store/contract/aggregates/source-marks.ts'
import { tlsReportContract } from '../../store/contract/aggregates/tls-reports.ts'
import { watchContract } from '../../store/contract/aggregates/watching.ts'
import { complaintContract } from '../../store/contract/complaints.ts'
import { deliveryContract } from '../../store/contract/destinations/deliveries.ts'
import { domainHealthContract } from '../../store/contract/domain-health.ts'
import { historyContract } from '../../store/contract/history.ts'
import { mailLogContract } from '../../store/contract/mail-log.ts'
import { mailTestContract } from '../../store/contract/mail-tests.ts'
import { messageContract } from '../../store/contract/messages.ts'
import { oneClickContract } from '../../store/contract/one-click.ts'
import { factorContract } from '../../store/contract/people/factors.ts'
import { membershipContract } from '../../store/contract/people/memberships.ts'
import { sessionContract } from '../../store/contract/people/sessions.ts'
import { rateContract } from '../../store/contract/rate.ts'
import { recordHistoryContract } from '../../store/contract/record-history.ts'
import { reportFileContract } from '../../store/contract/report-mail/files.ts'
import { reportMailContract } from '../../store/contract/report-mail/mails.ts'
import { reportPageContract } from '../../store/contract/report-page.ts'
import { roleMailContract } from '../../store/contract/role-mail.ts'
import { sealedContract } from '../../store/contract/sealed.ts'
import { turnContract } from '../../store/contract/turns.ts'
import { digestContract } from '../../store/contract/watching/digests.ts'
import { monitorContract } from '../../store/contract/watching/monitors.ts'
import { sicknessContract } from '../../store/contract/watching/sickness.ts'
import { watchedTimeContract } from '../../store/contract/watching/watched-time.ts'
import { account, mailTest, newMessage, ROOMY } from '../../support/builders.ts'
import { type TestClock, testClock } from '../../support/clock.ts'
import { type Cluster, cluster, postgresMissing } from '../../support/postgres.ts'
import { temporaryDirectory } from '../../support/store.ts'
import { seeded, strangeLife } from '../../support/strange-life.ts'
import { answersOf, namesIn } from './reads.ts'

const HOLDER = { holder: 'local/tests', leaseMs: 60_000 }

/** An answer as PostgreSQL can keep it: without U+0000. */
function legible(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll('\0', '\uFFFD')
  if (Array.isArray(value)) return value.map(legible)
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, legible(one)]))
}

/** Moves, with what is usual where nothing is said. */
function move(directory: string, to: string, more: Partial<MoveRequest> = {}): Promise<Moved | { refused: string }> {
  const config = configOf('[smtp]\ndomain = "test.example"\n[store]\ntls = "disable"\n')
  const request = { from: directory, to, signal: new AbortController().signal, status: () => {}, progress: () => {} }
  return moveByCommand(config, { ...request, ...more })
}

const opened = (url: string, clock: TestClock): Promise<SharedStore> =>
  openPostgres({ address: addressOf({ url, tls: 'disable' }), migrate: true, clock })

async function query<R>(url: string, text: string): Promise<R[]> {
  const client = new SQL(url, { max: 1 })
  try {
    return [...(await client.unsafe(text))] as R[]
  } finally {
    await client.close()
  }
}

function change(directory: string, text: string): void {
  const driver = new Database(join(directory, 'mailgauge.db'))
  driver.run('PRAGMA foreign_keys = OFF')
  driver.run(text)
  driver.close()
}

describe.skipIf(postgresMissing !== undefined)('data that is moved', () => {
  let server: Cluster
  let databases = 0
  const database = () => server.create(`moved_${process.pid}_${(databases += 1)}`)
  beforeAll(async () => {
    server = await cluster()
  })
  afterAll(() => server.stop())

  describe('of everything that a store does', () => {
    const { directory, remove } = temporaryDirectory()
    const clock = testClock()
    let sqlite: Store
    beforeAll(async () => {
      sqlite = await openStore({ directory, migrate: true, clock })
    })
    afterAll(async () => {
      await sqlite.close()
      remove()
    })
    const store = Object.assign(() => sqlite, {
      now: () => clock.now(),
      pass: async (milliseconds: number) => clock.advance(milliseconds),
    })
    const lives = {
      accountContract,
      rateContract,
      mailTestContract,
      messageContract,
      turnContract,
      reportPageContract,
      oneClickContract,
      historyContract,
      domainHealthContract,
      recordHistoryContract,
      digestContract,
      sicknessContract,
      watchedTimeContract,
      roleMailContract,
      reportMailContract,
      reportFileContract,
      complaintContract,
      tlsReportContract,
      mailLogContract,
      dmarcWriteContract,
      dmarcReadContract,
      watchContract,
      sourceMarkContract,
      monitorContract,
      sealedContract,
      deliveryContract,
      factorContract,
      membershipContract,
      sessionContract,
      foundContract,
    }
    for (const [name, live] of Object.entries(lives)) describe(name, () => live(store))

    test(
      'is answered by both engines alike',
      async () => {
        await strangeLife({ stores: [sqlite], clock }, seeded(11), async () => {})
        await sqlite.close()
        const url = await database()
        // Ended again and again: at last it is moved all the same.
        let moved: Moved | { refused: string } = { refused: 'not begun' }
        for (let more = 40; 'refused' in moved && more < 40_000; more *= 2) {
          const ending = new AbortController()
          let left = more
          const progress = () => {
            left -= 1
            if (left === 0) ending.abort()
          }
          moved = await move(directory, url, { signal: ending.signal, progress, rowsAtOnce: 23 })
          if ('refused' in moved) expect(moved.refused).toStartWith('It was ended.')
        }
        expect(moved).toMatchObject({ wentOn: true })
        sqlite = await openStore({ directory, migrate: false, clock })
        const postgres = await opened(url, clock)
        try {
          const names = namesIn(directory)
          const there = answersOf(postgres, names)
          let asked = 0
          for await (const [what, answer] of answersOf(sqlite, names)) {
            const { value } = await there.next()
            expect({ what, answer: value?.[1] }).toEqual({ what, answer: legible(answer) })
            asked += 1
          }
          expect(asked).toBeGreaterThan(500)
        } finally {
          await postgres.close()
        }
      },
      120_000,
    )

    test('had rows in nearly every table', () => {
      const driver = new Database(join(directory, 'mailgauge.db'), { readonly: true })
      const tables = driver.query<{ name: string }, []>(`SELECT name FROM sqlite_master WHERE type = 'table'`).all()
      const there = new Set(tables.map(({ name }) => name))
      const empty = MOVED.filter(
        (name) => there.has(name) && driver.query<{ n: number }, []>(`SELECT count(*) AS n FROM "${name}"`).get()?.n === 0,
      )
      driver.close()
      expect(empty.length).toBeLessThan(8)
    })
  })

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
          const [next] = await one.messages.claim({ holder: `local/${n}`, leaseMs: 60_000, limit: 1, places: 4 })
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
    expect(ended).toEqual({ refused: 'It was ended. What was moved stays: run the command again, and it goes on.' })
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
    change(directory, "DELETE FROM messages WHERE seq = (SELECT max(seq) FROM messages)")
    expect(await move(directory, url)).toMatchObject({ refused: expect.stringContaining('was changed since') })
    remove()
  })

  test('with a row that does not fit is refused by its key', async () => {
    const { directory, remove, store } = await waiting()
    await store.close()
    change(directory, 'UPDATE mail_tests SET account_id = \'acc_nobody\' WHERE seq = 3')
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
