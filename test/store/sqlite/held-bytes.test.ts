import { expect, test } from 'bun:test'
import { join } from 'node:path'
import Sqlite from '#sqlite'
import { AWAITED_BYTES, ROW_BYTES } from '../../../src/core/space.ts'
import type { AnalysisOutcome } from '../../../src/store/messages.ts'
import { MIGRATIONS, migrate } from '../../../src/store/sqlite/migrations.ts'
import type { Store } from '../../../src/store/store.ts'
import { account, mailTest, newMessage, report } from '../../support/builders.ts'
import { finish, waiting } from '../../support/claiming.ts'
import { type TestClock, testClock } from '../../support/clock.ts'
import { testStore } from '../../support/store.ts'

const SEED = Number(process.env['SEED'] ?? 7)
const STEPS = 400

/** What every sum must be, counted anew from what is kept. */
const RECOUNT = `
  SELECT mail_tests.seq, message_count AS messages, message_bytes AS bytes,
    (SELECT count(*) FROM messages m WHERE m.test_seq = mail_tests.seq) AS countedMessages,
    (SELECT coalesce(sum(size), 0) FROM messages m WHERE m.test_seq = mail_tests.seq) AS countedBytes,
    mail_tests.held_bytes AS kept, account_id IS NULL AS anonymous, client,
    ${ROW_BYTES} + coalesce((SELECT sum(${ROW_BYTES} + CASE WHEN status IS NULL THEN ${AWAITED_BYTES} ELSE 0 END
      + coalesce(length(CAST(b.envelope AS BLOB)) + length(b.raw), 0) + coalesce(length(CAST(r.report AS BLOB)), 0) + coalesce(length(r.packed), 0)
      + coalesce(length(e.evidence), 0) + coalesce(length(c.content), 0) + coalesce(length(x.exhibits), 0)
      + coalesce(length(k.checks), 0))
    FROM messages LEFT JOIN message_bodies b ON b.message_seq = messages.seq
      LEFT JOIN reports r ON r.message_seq = messages.seq LEFT JOIN evidence e ON e.message_seq = messages.seq
      LEFT JOIN message_contents c ON c.message_seq = messages.seq
      LEFT JOIN message_exhibits x ON x.message_seq = messages.seq
      LEFT JOIN rendered_checks k ON k.message_seq = messages.seq
    WHERE messages.test_seq = mail_tests.seq), 0) AS counted
  FROM mail_tests`

interface Counted {
  messages: number
  bytes: number
  countedMessages: number
  countedBytes: number
  kept: number
  counted: number
  anonymous: 0 | 1
  client: string | null
}

function expectSums(driver: Sqlite.Database): number {
  const tests = driver.prepare<[], Counted>(RECOUNT).all()
  expect(tests.filter(({ kept, counted }) => kept !== counted)).toEqual([])
  const boxes = tests.filter((one) => one.messages !== one.countedMessages || one.bytes !== one.countedBytes)
  expect(boxes).toEqual([])
  const sums = new Map([['', 0]])
  for (const { anonymous, client, counted } of tests) {
    if (!anonymous) continue
    for (const of of client === null ? [''] : ['', client]) sums.set(of, (sums.get(of) ?? 0) + counted)
  }
  const kept = driver.prepare<[], [string, number]>('SELECT client, bytes FROM anonymous_bytes').raw().all()
  expect(new Map([['', 0], ...kept])).toEqual(sums)
  const counts = (sql: string) => driver.prepare(sql).raw().all()
  expect(counts('SELECT account_id, block, tests FROM test_counts ORDER BY 1, 2')).toEqual(
    counts(
      'SELECT account_id, seq >> 10, count(*) FROM mail_tests WHERE account_id IS NOT NULL GROUP BY 1, 2 ORDER BY 1, 2',
    ),
  )
  return tests.length
}

/** mulberry32 */
function seeded(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) % below
  }
}

/** Ends the analysis of a message, where one is due. */
async function concluded(store: Store, id: string, outcome: AnalysisOutcome): Promise<boolean> {
  const due = (await waiting(store)).some((message) => message.id === id)
  return due && (await finish(store, id, outcome)) === 'finished'
}

async function strangeLife(
  { store, clock }: { store: Store; clock: TestClock },
  next: (below: number) => number,
  at: () => Promise<void>,
) {
  const owner = account()
  await store.accounts.create(owner)
  const tests: string[] = []
  const messages: { id: string; token: string; reports: number }[] = []
  const pick = <T>(list: T[]) => list[next(list.length)]
  const outcome = () => {
    const made = report({ score: next(10), headline: { from: 'ä'.repeat(next(50)), date: '', subject: '' } })
    return {
      report: made,
      evidence: { filler: 'e'.repeat(next(3000)), random: [...Array(next(200))].map(() => next(1e9)) },
      content: 'ü'.repeat(next(500)),
      ...(next(2) === 0 && { messageView: { fields: [] } as never }),
    }
  }
  const steps = [
    async () => {
      const [expiresAt, mine] = [new Date(clock.now().getTime() + next(1000)), next(4) === 0]
      const one = mailTest(mine ? { accountId: owner.id, expiresAt } : { expiresAt })
      const network = mine || next(3) === 0 ? undefined : `192.0.2.${next(4)}/32`
      await store.mailTests.allocate({ test: one, ...(network && { client: network }) })
      tests.push(one.token)
    },
    async () => {
      const raw = crypto.getRandomValues(new Uint8Array(next(5000)))
      const all = [...Array(1 + next(3))].map(() => newMessage(pick(tests) ?? 'none', { raw }))
      const bounds = { messagesPerTest: 6, bytesPerTest: 20_000 }
      if ((await store.messages.accept(all, bounds)) === 'stored')
        messages.push(...all.map(({ id, token }) => ({ id, token, reports: 0 })))
    },
    async () => {
      const one = pick(messages)
      if (!one) return
      if (next(4) === 0) {
        await concluded(store, one.id, { status: 'failed', reason: 'no' })
        return
      }
      const { report: made, ...rest } = outcome()
      const again = { ...rest, repeatAfterMs: 0 }
      if (await concluded(store, one.id, { status: 'scored', report: made, ...again })) one.reports += 1
    },
    async () => {
      const one = pick(messages)
      if (!one?.reports) return
      const after = outcome()
      const replaced = await store.messages.replaceReport(one.id, { revision: one.reports - 1, ...after })
      if (replaced === 'replaced') one.reports += 1
    },
    async () => {
      const one = pick(messages)
      if (!one?.reports) return
      const checks = crypto.getRandomValues(new Uint8Array(next(3000)))
      const revision = one.reports - 1 - (next(4) === 0 ? 1 : 0)
      await store.messages.keepRendered(one.id, { revision, version: String(next(3)), checks })
    },
    async () => {
      if (next(3) === 0) await store.mailTests.delete(pick(tests) ?? 'none')
      clock.advance(next(20))
      if (next(12) === 0) await store.mailTests.deleteExpired(3)
    },
  ]
  for (let step = 0; step < STEPS; step += 1) {
    await pick(steps)?.()
    if (step % 20 === 0) await at()
  }
}

test(`the bytes that tests hold are what a recount gives, whatever happens (SEED=${SEED})`, async () => {
  const clock = testClock()
  const { store, directory, done } = await testStore({ clock })
  const driver = new Sqlite(join(directory, 'mailgauge.db'), { readonly: true })
  await strangeLife({ store, clock }, seeded(SEED), async () => void expectSums(driver))
  expect(expectSums(driver)).toBeGreaterThan(5)
  driver.close()
  await done()
}, 300_000)

test('what an earlier version kept is counted when it is brought up to date', () => {
  const driver = new Sqlite(':memory:')
  migrate(driver, true, MIGRATIONS.slice(0, 4))
  driver.exec(`
    INSERT INTO accounts VALUES ('a', 'a', 'p', 1, NULL);
    INSERT INTO mail_tests (seq, token, local_part, source, account_id, created_at, expires_at, client) VALUES
      (1, 't1', 'l1', 'anonymous', NULL, 1, 2, '192.0.2.1/32'), (2, 't2', 'l2', 'upload', NULL, 1, 2, NULL),
      (3, 't3', 'l3', 'api', 'a', 1, 2, NULL), (4, 't4', 'l4', 'anonymous', NULL, 1, 2, '192.0.2.1/32');
    INSERT INTO messages (seq, id, test_seq, received_at, size, status) VALUES
      (1, 'm1', 1, 1, 5, NULL), (2, 'm2', 1, 1, 5, 'scored'), (3, 'm3', 2, 1, 5, 'failed'), (4, 'm4', 3, 1, 5, 'scored');
    INSERT INTO message_bodies VALUES (1, 'ä', 'plain', x'010203'), (2, '{}', 'plain', x'01'), (4, '{}', 'plain', x'01');
    INSERT INTO reports VALUES (2, '{"ä":1}');
    INSERT INTO evidence VALUES (2, 'plain', x'0102');
    INSERT INTO message_contents VALUES (2, 'plain', x'01');
    INSERT INTO message_exhibits VALUES (2, 'plain', x'0102030405');
  `)
  migrate(driver, true)
  expect(expectSums(driver)).toBe(4)
  driver.exec("UPDATE messages SET status = NULL WHERE id = 'm3'; DELETE FROM message_exhibits")
  expectSums(driver)
  driver.exec('DELETE FROM mail_tests')
  expectSums(driver)
})
