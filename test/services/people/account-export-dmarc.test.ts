import { afterAll, beforeAll, expect, test } from 'bun:test'
import { CHECK_WORDS } from '../../../src/analysis/telling/check-words.ts'
import { reportUidFrom } from '../../../src/core/aggregate/report-uid.ts'
import { THE_OPERATOR } from '../../../src/services/people/doer.ts'
import { createAccountExport } from '../../../src/services/people/export/account-export.ts'
import { policyPages } from '../../../src/services/people/export/watched-pages.ts'
import { aggregateOf } from '../../../src/services/samples/dmarc-year/aggregate.ts'
import { demoScenario } from '../../../src/services/samples/dmarc-year/demo.ts'
import { reportsOf } from '../../../src/services/samples/dmarc-year/year.ts'
import { QueryTooLong } from '../../../src/store/aggregates.ts'
import type { SeenPolicy } from '../../../src/store/dmarc/source-facts.ts'
import { random } from '../../support/builders.ts'
import { testClock } from '../../support/clock.ts'
import { provenDomain } from '../../support/dmarc-year.ts'
import { type TestStore, testStore } from '../../support/store.ts'

const DOMAIN = 'example.org'
const FIRST = 20_400

let held: TestStore
let domain: Awaited<ReturnType<typeof provenDomain>>
beforeAll(async () => {
  held = await testStore()
  const { store } = held
  domain = await provenDomain(store, DOMAIN)
  const { id, accountId } = domain
  for (const report of reportsOf(demoScenario(DOMAIN), {
    first: FIRST,
    from: FIRST + 118,
    to: FIRST + 121,
  })) {
    const uid = reportUidFrom(random, report.receivedAt)
    const aggregate = aggregateOf(report)
    const { receivedAt } = report
    await store.aggregates.put({ aggregate, accountId, uid, fileId: uid, receivedAt, authenticated: true })
  }
  const look = { state: '1', holds: '[]', at: new Date('2025-11-20T06:00:00Z'), mark: '' }
  const payload = { domain: DOMAIN, days: 7, last: '2025-11-12' }
  for (const [at, values] of [['v=DMARC1; p=none'], ['v=DMARC1; p=reject']].entries()) {
    const when = new Date(Date.UTC(2025, 10, 20 + at))
    await store.recordHistory.keep(
      { domainId: id },
      {
        at: when,
        domain: DOMAIN,
        seen: [{ record: 'dmarc', name: `_dmarc.${DOMAIN}`, values }],
        state: '{}',
        dueAt: when,
        tells: true,
      },
    )
  }
  await store.watching.settle(id, 0, look, [{ type: 'dmarc.reports_missing', subject: id, payload }])
})
afterAll(() => held.done())

test('an export of an account holds the policies that reports saw, what was told of them, and what records said', async () => {
  const { store } = held
  const exporter = createAccountExport({
    store,
    gate: { isGated: async () => false },
    checkWords: CHECK_WORDS,
    mailDomain: 'in.example.com',
    clock: testClock(),
  })
  const made = await exporter.begin(THE_OPERATOR, domain.accountId)
  if (made.kind !== 'archive') throw new Error(made.kind)
  const chunks: Uint8Array[] = []
  for await (const chunk of made.bytes) chunks.push(chunk)
  const text = Buffer.from(Bun.gunzipSync(Buffer.concat(chunks))).toString()
  const lines = (folder: string): object[] => {
    expect(text).toContain(`/${folder}/${DOMAIN}/00001.jsonl`)
    const body = text.slice(text.indexOf('{', text.indexOf(`/${folder}/${DOMAIN}/`)))
    return body
      .slice(0, body.indexOf('\0'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
  }
  expect(lines('dmarc-events')).toEqual([
    {
      at: '2025-11-20T06:00:00.000Z',
      type: 'dmarc.reports_missing',
      domain: DOMAIN,
      days: 7,
      last: '2025-11-12',
    },
  ])
  expect(lines('records')).toMatchObject([
    { values: ['v=DMARC1; p=reject'], current: true },
    { values: ['v=DMARC1; p=none'], last_seen_at: '2025-11-20T00:00:00.000Z', current: false },
  ])
  const policies = lines('dmarc-policies') as { day: string; policy: { p: string }; reports: number }[]
  const days = policies.map(({ day }) => day)
  expect(days).toEqual(days.toSorted().reverse())
  expect(new Set(policies.map(({ policy }) => policy.p))).toEqual(new Set(['quarantine', 'none']))
  const seen = await store.aggregates.policies(domain.id, { from: 0, to: 1_000_000 })
  const sum = (some: readonly { reports: number }[]) => some.reduce((all, { reports }) => all + reports, 0)
  expect([policies.length, sum(policies)]).toEqual([seen.length, sum(seen)])
  for (const folder of ['dmarc-policies/', 'dmarc-events/']) expect(text).toContain(`\n${folder}`)
})

test('policies are told in pages, each once, also where they are counted first', async () => {
  const policy = { p: 'none', adkim: 'r', aspf: 'r' } as const
  const all: SeenPolicy[] = [1, 1, 1, 2, 3, 3, 4, 4, 4, 4, 4].map((day, reports) => ({
    ...{ day, policy, reports, policyDomain: DOMAIN, authenticated: true },
  }))
  let asked = 0
  const policies = async (_: string, { from, to }: { from: number; to: number }) => {
    asked += 1
    if (asked === 2) throw new QueryTooLong()
    return all.filter(({ day }) => day >= from && day <= to).slice(-5)
  }
  const told: unknown[] = []
  for await (const page of policyPages({ aggregates: { policies } }, domain.id, 5)) told.push(...page)
  expect(told.map((one) => (one as SeenPolicy).reports)).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0])
})
