import { expect, test } from 'bun:test'
import { newEntry } from '../../../../src/core/domains/verification.ts'
import { tokenFrom } from '../../../../src/core/mail-test.ts'
import { createAttribution } from '../../../../src/services/aggregates/keeping/attribution.ts'
import { createReportRetention } from '../../../../src/services/aggregates/keeping/report-retention.ts'
import { reportPages } from '../../../../src/services/people/export/report-pages.ts'
import type { Store } from '../../../../src/store/store.ts'
import { madeReport } from '../../../store/contract/aggregates/random-reports.ts'
import { account, later, plan, random, THEN } from '../../../support/builders.ts'
import { chance } from '../../../support/chance.ts'
import { testClock } from '../../../support/clock.ts'
import { entry as said } from '../../../support/people.ts'
import { testStore } from '../../../support/store.ts'

const TODAY = Math.floor(THEN.getTime() / 86_400_000)
const ALL = { from: 0, to: 100_000 }
const log = { info: () => {}, warn: () => {}, error: () => {} }

async function verified(store: Store, accountId: string, domain: string): Promise<string> {
  const about = { accountId, target: domain }
  const entry = newEntry({
    id: crypto.randomUUID(),
    accountId,
    domain,
    token: tokenFrom(random),
    createdAt: THEN,
  })
  await store.domains.add(entry, { verified: 9, unverified: 9 }, said('domain.added', about))
  const entries = { verified: said('domain.verified', about), unverified: said('domain.unverified', about) }
  await store.domains.looked(entry.id, { state: 'found', at: later(1) }, { verified: 9, later: 0, entries })
  return entry.id
}

async function withReports(plans: string[], days: number[]) {
  const { store, done } = await testStore()
  const accounts = plans.map((name) => account({ plan: name }))
  const ids: string[] = []
  for (const one of accounts) {
    await store.accounts.create(one)
    const domain = `${crypto.randomUUID()}.example.org`
    ids.push(await verified(store, one.id, domain))
    for (const day of days) {
      const froms = [domain, `below.${domain}`]
      const { report } = madeReport(chance(day), {
        accountId: one.id,
        policyDomain: domain,
        day,
        records: 6,
        froms,
      })
      await store.aggregates.put(report)
    }
  }
  const daysOf = async (id: string) => (await store.aggregates.summary(id, ALL)).days.map(({ day }) => day)
  return { store, done, accounts, ids, daysOf }
}

test('records go when the plan of their account keeps them no longer; without a limit they stay', async () => {
  const { store, done, ids, daysOf } = await withReports(
    ['short', 'endless'],
    [TODAY - 31, TODAY - 30, TODAY - 1],
  )
  const retention = createReportRetention({
    store,
    clock: testClock(THEN),
    log,
    planOf: (one) => plan({ ...(one.plan === 'short' && { dmarcDays: 30 }) }),
    holder: { host: 'here', start: 'now' },
  })
  const kept = await Promise.all(ids.map(daysOf))
  expect(kept.map(({ length }) => length)).toEqual([3, 3])
  const organization = { name: 'gone.example', basis: 'ptr' }
  await store.aggregates.name([{ ip: '203.0.113.9', askAt: later(1), name: { organization } }])
  expect(await retention.run()).toBe(6)
  expect(await store.aggregates.forgetOrganizations(-1, 10)).toEqual({ gone: 0 })
  const [short = '', endless = ''] = ids
  expect(await daysOf(short)).toEqual(kept[0]?.slice(1) ?? [])
  expect(await daysOf(endless)).toEqual(kept[1] ?? [])
  expect(await retention.run()).toBe(0)
  await done()
})

test('a domain that is verified later gets what is its own', async () => {
  const { store, done, accounts, ids } = await withReports(['any'], [TODAY - 3, TODAY - 2])
  const [one, id = ''] = [accounts[0], ids[0]]
  const attribution = createAttribution({ store, log })
  expect(await attribution.run()).toBe(0)
  const all = await store.aggregates.records(id, ALL, { limit: 100 })
  const own = all.records.filter(({ record }) => record.headerFrom.startsWith('below.'))
  const sum = own.reduce((total, { record }) => total + record.count, 0)
  expect(sum).toBeGreaterThan(0)
  const below = await verified(store, one?.id ?? '', own[0]?.record.headerFrom ?? '')
  expect(await attribution.run()).toBeGreaterThan(11)
  expect((await store.aggregates.summary(below, ALL)).messages).toBe(sum)
  attribution.end()
  expect(await attribution.run()).toBe(0)
  await done()
})

test('the export of an account has every record, with its report', async () => {
  const { store, done, ids } = await withReports(['any'], [TODAY - 3, TODAY - 2])
  const facts: object[] = []
  for await (const page of reportPages(store, ids[0] ?? '')) facts.push(...page)
  expect(facts).toHaveLength(12)
  expect(facts[0]).toMatchObject({
    report: expect.stringMatching(/^dmr_/),
    begin: expect.any(Date),
    messages: expect.any(Number),
    policy: { p: expect.any(String) },
    auth_results: { dkim: expect.any(Array), spf: expect.any(Array) },
  })
  await done()
})
