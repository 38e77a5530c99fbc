import { afterAll, describe, expect } from 'bun:test'
import { SOURCE_GROUPS } from '../../../../src/store/aggregates.ts'
import { postgresMissing, testPostgres } from '../../../support/postgres.ts'
import { dmarcHistoryContract } from '../../contract/aggregates/histories.ts'
import { FIRST_DAY } from '../../contract/aggregates/recipes.ts'
import type { TheStore } from '../../contract.ts'
import { counterOf } from './counting.ts'
import { expectRecount } from './recount.ts'

const opened = postgresMissing === undefined ? await testPostgres() : undefined
const counter = opened && (await counterOf(opened.url))
const WINDOWS = [
  { from: FIRST_DAY - 10, to: FIRST_DAY + 200 },
  { from: FIRST_DAY - 10, to: FIRST_DAY + 200, authenticated: true },
  { from: FIRST_DAY + 1, to: FIRST_DAY + 30, authenticated: false },
]

afterAll(async () => {
  counter?.close()
  await opened?.done()
})

/** What is asked of sums, of all domains of an account. */
async function answersOf({ store, query }: NonNullable<typeof opened>, accountId: string): Promise<unknown> {
  const domains = await query<{ id: string }>(
    'SELECT domain_id AS id FROM dmarc_domains WHERE account_id = $1 ORDER BY no',
    [accountId],
  )
  const answers: unknown[] = []
  for (const { id } of domains) {
    for (const window of WINDOWS) {
      answers.push(await store.aggregates.summary(id, window))
      for (const groupBy of SOURCE_GROUPS)
        answers.push(
          await store.aggregates.sources(id, window, { groupBy, sort: 'messages', limit: 100, offset: 0 }),
        )
    }
  }
  return answers
}

/** Answers are the same with sums of the days that were not written since, without any, and with those of all days. */
async function expectSame(accountId: string): Promise<void> {
  if (!(opened && counter)) return
  const some = await answersOf(opened, accountId)
  for (const table of ['dmarc_counted', 'dmarc_sums'])
    await opened.query(
      `DELETE FROM ${table} WHERE domain IN (SELECT no FROM dmarc_domains WHERE account_id = $1)`,
      [accountId],
    )
  const none = await answersOf(opened, accountId)
  const days = await counter.count(accountId, FIRST_DAY - 10, FIRST_DAY + 200)
  const [kept] = await opened.query<{ days: number }>(
    `SELECT count(*)::int AS days FROM (SELECT DISTINCT s.domain, s.day FROM dmarc_slices AS s
      JOIN dmarc_domains AS n ON n.no = s.domain WHERE n.account_id = $1) AS d`,
    [accountId],
  )
  expect(days).toBe(kept?.days ?? -1)
  expect([some, await answersOf(opened, accountId)]).toEqual([none, none])
}

describe.skipIf(postgresMissing !== undefined)(
  `histories of DMARC reports on postgres, recounted${postgresMissing ? `, ${postgresMissing}` : ''}`,
  () =>
    dmarcHistoryContract((() => opened?.store) as unknown as TheStore, {
      seeds: { from: 10, count: 30 },
      async recount(accountId, hadAges) {
        if (!opened) return
        await expectRecount(opened.query, accountId, hadAges)
        await expectSame(accountId)
        await expectRecount(opened.query, accountId, hadAges)
      },
    }),
)
