import { expect, test } from 'bun:test'
import { join } from 'node:path'
import Sqlite from '#sqlite'
import { AWAITED_BYTES, ROW_BYTES } from '../../../src/core/space.ts'
import { MIGRATIONS, migrate } from '../../../src/store/sqlite/migrations.ts'
import { testClock } from '../../support/clock.ts'
import { testStore } from '../../support/store.ts'
import { seeded, strangeLife } from '../../support/strange-life.ts'

const SEED = Number(process.env['SEED'] ?? 7)

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

test(`the bytes that tests hold are what a recount gives, whatever happens (SEED=${SEED})`, async () => {
  const clock = testClock()
  const { store, directory, done } = await testStore({ clock })
  const driver = new Sqlite(join(directory, 'mailgauge.db'), { readonly: true })
  await strangeLife({ stores: [store], clock }, seeded(SEED), async () => void expectSums(driver))
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
