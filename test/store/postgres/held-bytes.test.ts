import { expect, test } from 'bun:test'
import { AWAITED_BYTES, ROW_BYTES } from '../../../src/core/space.ts'
import { testClock } from '../../support/clock.ts'
import { postgresMissing, type TestPostgres, testPostgres } from '../../support/postgres.ts'
import { seeded, strangeLife } from '../../support/strange-life.ts'

const SEED = Number(process.env['SEED'] ?? 7)

/** What every sum must be, counted anew from what is kept. */
const RECOUNT = `
  SELECT t.seq::int, t.message_count::int AS messages, t.message_bytes::int AS bytes,
    (SELECT count(*)::int FROM messages AS m WHERE m.test_seq = t.seq) AS counted_messages,
    (SELECT coalesce(sum(size), 0)::int FROM messages AS m WHERE m.test_seq = t.seq) AS counted_bytes,
    t.held_bytes::int AS kept, t.account_id IS NULL AS anonymous, t.client,
    ${ROW_BYTES} + coalesce((SELECT sum(${ROW_BYTES} + CASE WHEN m.status IS NULL THEN ${AWAITED_BYTES} ELSE 0 END
      + coalesce(octet_length(b.envelope) + octet_length(b.raw), 0)
      + coalesce(octet_length(r.report), 0) + coalesce(octet_length(r.packed), 0)
      + coalesce(octet_length(e.evidence), 0) + coalesce(octet_length(c.content), 0)
      + coalesce(octet_length(x.exhibits), 0) + coalesce(octet_length(k.checks), 0))
    FROM messages AS m LEFT JOIN message_bodies AS b ON b.message_seq = m.seq
      LEFT JOIN reports AS r ON r.message_seq = m.seq LEFT JOIN evidence AS e ON e.message_seq = m.seq
      LEFT JOIN message_contents AS c ON c.message_seq = m.seq LEFT JOIN message_exhibits AS x ON x.message_seq = m.seq
      LEFT JOIN rendered_checks AS k ON k.message_seq = m.seq
    WHERE m.test_seq = t.seq), 0)::int AS counted
  FROM mail_tests AS t`

interface Counted {
  messages: number
  bytes: number
  counted_messages: number
  counted_bytes: number
  kept: number
  counted: number
  anonymous: boolean
  client: string | null
}

async function expectSums({ query }: TestPostgres): Promise<number> {
  const tests = await query<Counted>(RECOUNT)
  expect(tests.filter(({ kept, counted }) => kept !== counted)).toEqual([])
  const boxes = tests.filter(
    (one) => one.messages !== one.counted_messages || one.bytes !== one.counted_bytes,
  )
  expect(boxes).toEqual([])
  const sums = new Map([['', 0]])
  for (const { anonymous, client, counted } of tests) {
    if (!anonymous) continue
    for (const of of client === null ? [''] : ['', client]) sums.set(of, (sums.get(of) ?? 0) + counted)
  }
  const kept = await query<{ client: string; bytes: number }>(
    "SELECT client, bytes::int AS bytes FROM anonymous_bytes WHERE bytes <> 0 OR client = ''",
  )
  expect(new Map([['', 0], ...kept.map(({ client, bytes }) => [client, bytes] as const)])).toEqual(sums)
  return tests.length
}

test.skipIf(postgresMissing !== undefined)(
  `the bytes that tests hold are what a recount gives, whatever happens on two hosts (SEED=${SEED})`,
  async () => {
    const clock = testClock()
    const opened = await testPostgres({ clock })
    const stores = [opened.store, await opened.another()]
    await strangeLife({ stores, clock }, seeded(SEED), async () => void (await expectSums(opened)))
    expect(await expectSums(opened)).toBeGreaterThan(5)
    await opened.done()
  },
  300_000,
)
