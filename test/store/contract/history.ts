import { expect, test } from 'bun:test'
import { dayOf } from '../../../src/core/kept/day.ts'
import type { HistoryPlace, HistoryRow } from '../../../src/store/history.ts'
import type { AnalysisOutcome } from '../../../src/store/messages.ts'
import { account, check, DAY, mailTest, newMessage, ROOMY, report, THEN } from '../../support/builders.ts'
import { finish } from '../../support/claiming.ts'
import { envelope } from '../../support/envelope.ts'
import { entry } from '../../support/people.ts'
import type { TheStore } from '../contract.ts'
import { historyLife } from './history-life.ts'

type Scored = Extract<AnalysisOutcome, { status: 'scored'; report: unknown }>

const outcome = (
  score: number,
  { domain, failed = [], again = false }: { domain?: string; failed?: string[]; again?: boolean } = {},
): Scored => ({
  status: 'scored',
  report: report({
    score,
    checks: [check('passes'), ...failed.map((name) => check(name, { status: 'failed' }))],
  }),
  evidence: {},
  ...(domain !== undefined && { fromDomain: domain }),
  ...(again && { repeatAfterMs: 0 }),
})

export function historyContract(store: TheStore): void {
  async function owner() {
    const one = account()
    await store().accounts.create(one)
    return one.id
  }
  /** A message of a new test, at so many milliseconds before. */
  async function received(accountId: string | undefined, ago = 0) {
    const one = mailTest({ ...(accountId !== undefined && { accountId }) })
    await store().mailTests.allocate({ test: one })
    const receivedAt = new Date(THEN.getTime() - ago)
    const message = newMessage(one.token, { envelope: envelope({ receivedAt }) })
    await store().messages.accept([message], ROOMY)
    return { token: one.token, id: message.id, receivedAt }
  }
  async function rowsOf(accountId: string, limit = 1_000): Promise<HistoryRow[]> {
    const all: HistoryRow[] = []
    let after: HistoryPlace | undefined
    do {
      const page = await store().history.rows(accountId, { limit, ...(after && { after }) })
      all.push(...page.rows)
      after = page.next
    } while (after)
    return all
  }
  const countsOf = (accountId: string, domain?: string) =>
    store().history.counts(accountId, { since: 0, ...(domain !== undefined && { domain }) })

  test('an analysed message of an account has a row, and is counted for its day, in all and for its domain', async () => {
    const accountId = await owner()
    const { id, receivedAt } = await received(accountId)
    await finish(store(), id, outcome(9.3, { domain: 'shop.example', failed: ['spf', 'dkim'] }))
    const other = await received(accountId, 1000)
    await finish(store(), other.id, { status: 'failed', reason: 'No message.' })
    expect(await rowsOf(accountId)).toEqual([
      { receivedAt: other.receivedAt, source: 'api', failedChecks: [] },
      { receivedAt, source: 'api', domain: 'shop.example', score: 9.3, failedChecks: ['spf', 'dkim'] },
    ])
    const counted = { day: dayOf(THEN.getTime()), scored: 1, scores: { 93: 1 }, checks: { spf: 1, dkim: 1 } }
    expect(await countsOf(accountId)).toEqual([{ ...counted, failed: 1 }])
    expect(await countsOf(accountId, 'shop.example')).toEqual([{ ...counted, failed: 0 }])
    expect(await countsOf(accountId, 'other.example')).toEqual([])
    expect(await store().history.counts(accountId, { since: counted.day + 1 })).toEqual([])
  })

  test('a message that is analysed again has one row, and is counted once', async () => {
    const accountId = await owner()
    const { id, token } = await received(accountId)
    await finish(store(), id, outcome(5, { domain: 'a.example', failed: ['spf'], again: true }))
    await finish(store(), id, outcome(7, { domain: 'b.example', failed: ['dkim'] }))
    expect(await rowsOf(accountId)).toMatchObject([{ score: 7, domain: 'b.example', failedChecks: ['dkim'] }])
    expect(await countsOf(accountId)).toMatchObject([{ scored: 1, scores: { 70: 1 }, checks: { dkim: 1 } }])
    expect(await countsOf(accountId, 'a.example')).toEqual([])
    const read = await store().messages.report(token, id)
    const next = { revision: read?.revision ?? 0, ...outcome(8.5, { domain: 'b.example' }) }
    await store().messages.replaceReport(id, next)
    expect(await rowsOf(accountId)).toMatchObject([{ score: 8.5, failedChecks: [] }])
    expect(await countsOf(accountId, 'b.example')).toMatchObject([
      { scored: 1, scores: { 85: 1 }, checks: {} },
    ])
  })

  test('the row of a test that is deleted stays, and a new message does not take its place', async () => {
    const accountId = await owner()
    const first = await received(accountId)
    await finish(store(), first.id, outcome(5))
    await store().mailTests.delete(first.token)
    const second = await received(accountId, 5)
    await finish(store(), second.id, outcome(9))
    expect((await rowsOf(accountId)).map(({ score }) => score)).toEqual([9, 5])
    expect(await countsOf(accountId)).toMatchObject([{ scored: 2 }])
  })

  test('a test without an account leaves nothing', async () => {
    const accountId = await owner()
    const { id } = await received(undefined)
    await finish(store(), id, outcome(9, { domain: 'nobody.example' }))
    expect(await rowsOf(accountId)).toEqual([])
    expect(await store().history.domains(accountId, 10)).toEqual([])
  })

  test('a report that is judged again leaves no row where there is none', async () => {
    const accountId = await owner()
    const { id } = await received(accountId, 20 * DAY)
    await finish(store(), id, outcome(9))
    while ((await store().history.deleteBefore(dayOf(THEN.getTime()) - 19, 10)) > 0);
    expect(await store().messages.replaceReport(id, { revision: 0, ...outcome(8) })).toBe('replaced')
    expect(await rowsOf(accountId)).toEqual([])
    expect(await countsOf(accountId)).toEqual([])
  })

  test('domains are listed by name, each once, up to a limit', async () => {
    const [accountId, other] = [await owner(), await owner()]
    for (const domain of ['c.example', 'a.example', undefined, 'b.example', 'a.example'])
      await finish(
        store(),
        (await received(accountId, Math.floor(Math.random() * 5) * DAY)).id,
        outcome(9, { ...(domain && { domain }) }),
      )
    await finish(store(), (await received(other)).id, outcome(9, { domain: 'x.example' }))
    expect(await store().history.domains(accountId, 10)).toEqual(['a.example', 'b.example', 'c.example'])
    expect(await store().history.domains(accountId, 2)).toEqual(['a.example', 'b.example'])
    expect(await store().history.domains(other, 2)).toEqual(['x.example'])
  })

  test('it goes with the account', async () => {
    const [accountId, other] = [await owner(), await owner()]
    for (const one of [accountId, accountId, other])
      await finish(store(), (await received(one)).id, outcome(9, { domain: 'a.example' }))
    await store().accounts.delete(accountId, entry('account.deleted', { accountId }))
    while ((await store().accounts.deleteRest(1)) > 0);
    expect(await rowsOf(accountId)).toEqual([])
    expect(await countsOf(accountId, 'a.example')).toEqual([])
    expect(await countsOf(other, 'a.example')).toHaveLength(1)
  })

  test('whatever happens, the counts are those of the rows', async () => {
    const life = historyLife(store, { owner, received, outcome })
    await life.begin()
    for (let step = 0; step < 250; step += 1) {
      await life.step()
      if (step % 10 === 9) await life.look(async (accountId) => rowsOf(accountId, 7))
    }
  }, 60_000)
}
