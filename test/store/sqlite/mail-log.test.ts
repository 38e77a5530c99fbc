import { describe, expect, test } from 'bun:test'
import { cutsFor, type Holding } from '../../../src/store/keeping/mail-log/shares.ts'
import { mailLogReads } from '../../../src/store/sqlite/aggregates/mail-log/mail-log-reads.ts'
import { openWriter } from '../../../src/store/sqlite/connection.ts'
import { migrate } from '../../../src/store/sqlite/migrations.ts'
import { createWrites } from '../../../src/store/sqlite/writes.ts'
import { account, later, mailTest } from '../../support/builders.ts'
import { testStore } from '../../support/store.ts'
import { logLine } from '../contract/mail-log.ts'

const holding = (party: string, network: string, lines: number, newest = 0): Holding => ({
  party,
  network,
  lines,
  newest,
})

describe('whose lines go', () => {
  test('nobody’s while there is room', () => {
    expect(cutsFor([holding('a', 'x', 60), holding('b', 'y', 40)], 100)).toEqual([])
  })

  test('those of whoever holds most, and no more than it takes', () => {
    expect(cutsFor([holding('a', 'x', 90), holding('b', 'y', 30)], 100)).toEqual([
      { party: 'a', network: 'x', lines: 20 },
    ])
    expect(cutsFor([holding('a', 'x', 90), holding('b', 'y', 90), holding('c', 'z', 10)], 100)).toEqual([
      { party: 'a', network: 'x', lines: 45 },
      { party: 'b', network: 'y', lines: 45 },
    ])
  })

  test('within a party those of the client that has most', () => {
    expect(cutsFor([holding('a', 'x', 90), holding('a', 'y', 10), holding('b', 'z', 40)], 100)).toEqual([
      { party: 'a', network: 'x', lines: 40 },
    ])
  })

  test('of many who hold as little as each other those not heard of for longest', () => {
    const many = Array.from({ length: 300 }, (_, at) => holding(`p${at}`, 'x', 1, at))
    const cuts = cutsFor(many, 200)
    expect(cuts.reduce((sum, { lines }) => sum + lines, 0)).toBe(100)
    expect(cuts.map(({ party }) => party).toSorted()).toEqual(
      many
        .slice(0, 100)
        .map(({ party }) => party)
        .toSorted(),
    )
  })

  test('exactly what is over the bound, whatever is held', () => {
    for (let round = 0; round < 200; round++) {
      const held = Array.from({ length: 1 + (round % 17) }, (_, at) =>
        holding(`p${at % 5}`, `n${at}`, 1 + Math.floor(Math.random() * 50), at),
      )
      const all = held.reduce((sum, { lines }) => sum + lines, 0)
      const bound = Math.floor(Math.random() * all)
      const cut = cutsFor(held, bound)
      expect(cut.reduce((sum, { lines }) => sum + lines, 0)).toBe(all - bound)
      for (const { network, lines } of cut) {
        expect(lines).toBeLessThanOrEqual(held.find((one) => one.network === network)?.lines ?? 0)
      }
    }
  })
})

test('no statement of the log reads it whole, but for whose lines it holds', () => {
  const connection = openWriter(':memory:')
  const { driver, queries } = connection
  migrate(driver, true)
  const prepare = driver.prepare.bind(driver)
  const prepared = new Set<string>()
  driver.prepare = ((sql: string) => {
    prepared.add(sql)
    return prepare(sql)
  }) as typeof driver.prepare
  const writes = createWrites(connection).mailLog
  const reads = mailLogReads(queries)
  writes.add([logLine()], [], BOUNDS)
  writes.deleteBefore(later(0), later(0), 10)
  const before = { at: later(0), id: 1 }
  for (const more of [{}, { before }, { outcome: 'refused' as const }, { address: 'a', client: '1' }]) {
    reads.list({ limit: 50, ...more }, later(0))
    reads.list({ limit: 50, accountId: 'a', ...more }, later(0))
  }
  reads.lastRefusal('a')
  reads.leftOut(later(0))
  reads.leftOut(later(0), 'a')
  const plans = [...prepared]
    .filter((sql) => /mail_log|former_addresses/.test(sql))
    .map((sql) => {
      const values = Array.from(sql.matchAll(/\?/g), () => 1)
      return JSON.stringify(prepare(`EXPLAIN QUERY PLAN ${sql}`).all(values))
    })
  expect(plans.length).toBeGreaterThan(15)
  const scans = plans.filter((plan) =>
    /SCAN (?:mail_log|former_addresses|mail_tests)(?! USING INDEX mail_log_by_time)/.test(plan),
  )
  expect(scans).toHaveLength(1)
  expect(scans[0]).toContain('COVERING INDEX mail_log_by_share')
  expect(plans.filter((plan) => plan.includes('TEMP B-TREE'))).toEqual([])
})

const BOUNDS = { account: 300, anonymous: 100, nobody: 100 }

/** Two accounts, a test without one and a client who sends to a wrong address, each with a few lines. */
async function withOthers() {
  const { store, done } = await testStore()
  const add = (lines: ReturnType<typeof logLine>[]) => store.mailLog.add(lines, [], BOUNDS)
  const [owner, victim] = [account(), account()]
  const tests = [mailTest({ accountId: owner.id }), mailTest({ accountId: victim.id }), mailTest()]
  for (const one of [owner, victim]) await store.accounts.create(one)
  for (const test of tests) await store.mailTests.allocate({ test })
  const [ofOwner, ofVictim, anonymous] = tests.map(({ localPart }) => localPart) as [string, string, string]
  const quiet = { network: '192.0.2.9/32', client: '192.0.2.9' }
  await add(
    [ofOwner, ofVictim, anonymous, undefined].flatMap((localPart, index) =>
      [1, 2, 3].map((size) =>
        logLine({
          ...quiet,
          outcome: 'accepted',
          size,
          messageId: `msg_${index}_${size}`,
          ...(localPart && { localPart }),
        }),
      ),
    ),
  )
  const quietLines = async () => (await store.mailLog.list({ client: '192.0.2.9', limit: 1000 })).length
  return { store, done, add, ofVictim, anonymous, quietLines, victim }
}

/** Refusals that are all different. */
const varied = (count: number, network: (at: number) => string, changes: object = {}) =>
  Array.from({ length: count }, (_, at) =>
    logLine({
      network: network(at),
      lastAt: later(1000 + at),
      rcptTo: `guess${at}@in.example.com`,
      mailFrom: `a@d${at}.example`,
      ...changes,
    }),
  )

describe('a flood of refusals that are all different', () => {
  test.each([
    ['from one client', () => '198.51.100.66/32'],
    ['from many clients', (at: number) => `198.51.${Math.floor(at / 200)}.${at % 200}/32`],
  ])('%s pushes nobody else’s lines out, and is counted', async (_name, network) => {
    const { store, done, add, quietLines } = await withOthers()
    for (let round = 0; round < 6; round++) {
      await add(
        varied(200, (at) => network(round * 200 + at)).map((line) => ({
          ...line,
          rcptTo: `${round}${line.rcptTo}`,
        })),
      )
    }
    expect(await quietLines()).toBe(network(0) === network(1) ? 12 : 9)
    const all = await store.mailLog.list({ limit: 10_000 })
    expect(all.length).toBeLessThanOrEqual(9 + 100 + 100)
    const lost = 12 + 1200 - all.length
    expect(await store.mailLog.leftOut(later(0))).toBe(lost)
    await done()
  })

  test('to an address of an account leaves its mail from elsewhere, and all others', async () => {
    const { store, done, add, quietLines, ofVictim, victim } = await withOthers()
    const network = () => '198.51.100.66/32'
    for (let round = 0; round < 5; round++) {
      const to = { localPart: ofVictim, outcome: 'message_too_big' as const }
      await add(
        varied(200, network, to).map((line) => ({
          ...line,
          mailFrom: `a@r${round}${line.mailFrom?.slice(2)}`,
        })),
      )
    }
    expect(await quietLines()).toBe(12)
    const own = await store.mailLog.list({ accountId: victim.id, limit: 10_000 })
    expect(own.length).toBeLessThanOrEqual(400)
    expect(await store.mailLog.leftOut(later(0), victim.id)).toBe(1003 - own.length)
    await done()
  })

  test('to a test without an account leaves those of accounts and of everybody else', async () => {
    const { done, add, quietLines, anonymous } = await withOthers()
    const to = { localPart: anonymous, outcome: 'message_too_big' as const }
    for (let round = 0; round < 5; round++) {
      await add(varied(200, (at) => `198.51.${round}.${at}/32`, to).map((line) => ({ ...line })))
    }
    expect(await quietLines()).toBeGreaterThanOrEqual(9)
    await done()
  })
})
