import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import type { Moved } from '../../../src/app/move/move-command.ts'
import { MOVED } from '../../../src/store/keeping/move/tables.ts'
import { openStore } from '../../../src/store/sqlite/open.ts'
import type { Store } from '../../../src/store/store.ts'
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
import { testClock } from '../../support/clock.ts'
import { type Cluster, cluster, postgresMissing } from '../../support/postgres.ts'
import { temporaryDirectory } from '../../support/store.ts'
import { seeded, strangeLife } from '../../support/strange-life.ts'
import { move, opened } from './moving.ts'
import { putOneOfEach } from './one-of-each.ts'
import { answersOf, namesIn } from './reads.ts'

/** An answer as PostgreSQL can keep it: without U+0000. */
function legible(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll('\0', '\uFFFD')
  if (Array.isArray(value)) return value.map(legible)
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype)
    return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, legible(one)]))
}

describe.skipIf(postgresMissing !== undefined)('everything that a store does', () => {
  let server: Cluster
  let databases = 0
  const database = () => {
    databases += 1
    return server.create(`everything_${process.pid}_${databases}`)
  }
  beforeAll(async () => {
    server = await cluster()
  })
  afterAll(() => server.stop())

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

  test('is answered by both engines alike', async () => {
    await strangeLife({ stores: [sqlite], clock }, seeded(11), async () => {})
    await sqlite.close()
    putOneOfEach(directory)
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
  }, 120_000)

  test('had rows in every table', () => {
    const driver = new Database(join(directory, 'mailgauge.db'), { readonly: true })
    const tables = driver
      .query<{ name: string }, []>(`SELECT name FROM sqlite_master WHERE type = 'table'`)
      .all()
    const there = new Set(tables.map(({ name }) => name))
    const empty = MOVED.filter(
      (name) =>
        there.has(name) &&
        driver.query<{ n: number }, []>(`SELECT count(*) AS n FROM "${name}"`).get()?.n === 0,
    )
    driver.close()
    expect(empty).toEqual([])
  })
})
