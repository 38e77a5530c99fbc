import { afterAll, beforeAll, expect, test } from 'bun:test'
import { KNOWN } from '../../../../src/app/aggregates/open-sources.ts'
import { packPiece } from '../../../../src/core/aggregate/piece.ts'
import type { AggregateRecord, Results } from '../../../../src/core/aggregate/report.ts'
import { organisationOf } from '../../../../src/mail/reading/domains/sender-domain.ts'
import { createSourceReading } from '../../../../src/services/answers/sources/reading.ts'
import type { DomainFacts } from '../../../../src/store/dmarc/source-facts.ts'
import { chance } from '../../../support/chance.ts'
import { testClock } from '../../../support/clock.ts'
import { provenDomain } from '../../../support/dmarc-year.ts'
import { type TestStore, testStore } from '../../../support/store.ts'
import { madeReport } from '../../contract/aggregates/random-reports.ts'

const DAY = 20_400
const WINDOW = { from: DAY - 1, to: DAY + 1 }
const NAMES = 24_000
let held: TestStore

beforeAll(async () => {
  held = await testStore()
})
afterAll(() => held.done())

type Some = Pick<AggregateRecord, 'ip' | 'count' | 'headerFrom' | 'results'>

async function reported(domain: string, results: Results[], some: readonly Some[]) {
  const of = await provenDomain(held.store, domain)
  const records = some.map((one) => ({ dkim: false, spf: false, disposition: 'none' as const, ...one }))
  const plan = { accountId: of.accountId, policyDomain: domain, day: DAY, records: 1, authenticated: true }
  const { report } = madeReport(chance(1), plan)
  const pieces = Array.from({ length: Math.ceil(records.length / 1_000) }, (_, at) =>
    packPiece({ results, records: records.slice(at * 1_000, (at + 1) * 1_000) }),
  )
  const head = { ...report.aggregate.head, begin: DAY * 86_400, end: DAY * 86_400 + 86_399 }
  await held.store.aggregates.put({
    ...report,
    aggregate: { head: { ...head, records: records.length }, pieces },
  })
  return of
}

const sum = (rows: DomainFacts['rows'], part: 'messages' | 'unaligned') =>
  rows.reduce((total, row) => total + row[part], 0)

test('whatever From names strangers write, facts are bounded, count all mail, and are read once', async () => {
  const domain = 'many.example'
  const foreign: Results = {
    dkim: [],
    spf: [{ domain: 'x.example', scope: 'mfrom', result: 'pass' }],
    reasons: [],
  }
  const of = await reported(
    domain,
    [foreign],
    [
      ...Array.from({ length: NAMES }, (_, at) => ({
        ip: `10.0.0.${at % 4}`,
        count: 2,
        headerFrom: at % 2 === 0 ? `n${at}.${domain}` : `n${at}.example`,
        results: 0,
      })),
      ...Array.from({ length: 4 }, (_, at) => ({
        ip: `10.0.0.${at}`,
        count: 1,
        headerFrom: domain,
        results: 0,
      })),
      { ip: '10.0.0.0', count: 9, headerFrom: `news.${domain}`, results: 0 },
    ],
  )
  const { aggregates, sourceMarks } = held.store
  const { rows, rest } = await aggregates.facts(of.id, WINDOW, 5_000)
  expect(rest).toBeUndefined()
  expect([sum(rows, 'messages'), sum(rows, 'unaligned')]).toEqual([2 * NAMES + 13, 2 * NAMES + 13])
  expect(rows.length).toBeLessThan(15_010)
  expect(rows.filter(({ headerFrom }) => headerFrom === domain).length).toBe(4)
  expect(rows.some(({ headerFrom }) => headerFrom === `news.${domain}`)).toBe(true)
  const others = rows.filter(({ others: which }) => which)
  expect(others.every(({ headerFrom }) => headerFrom === '')).toBe(true)
  expect(new Set(others.map(({ others: which }) => which))).toEqual(new Set(['below', 'beside']))
  // Addresses 0 and 2 have the names below the domain.
  for (const { ip, others: which } of others) expect(which).toBe(/[02]$/.test(ip) ? 'below' : 'beside')

  let asked = 0
  const facts: typeof aggregates.facts = (...args) => {
    asked += 1
    return aggregates.facts(...args)
  }
  const byAddress = new Map(rows.map(({ ip }) => [ip, { state: 'not_named' as const }]))
  const reading = createSourceReading({
    store: { aggregates: { ...aggregates, facts }, sourceMarks },
    spf: { of: async () => ({ record: 'none', beyondLimits: false, byAddress }) },
    ...{ organisationOf, senders: KNOWN, clock: testClock() },
  })
  const { answered } = await reading.read(of.accountId, of, WINDOW)
  await reading.read(of.accountId, of, WINDOW)
  expect(asked).toBe(1)
  expect(answered.sources.reduce((total, { messages }) => total + messages, 0)).toBe(2 * NAMES + 13)
  expect(answered.sources.flatMap(({ headerFrom }) => headerFrom)).not.toContain('')
})

test('of very many domains by which mail was authenticated those that say most are told', async () => {
  const domain = 'signed.example'
  const results = Array.from(
    { length: 40 },
    (_, of): Results => ({
      dkim: [
        { domain, selector: 's', result: 'pass' },
        ...Array.from({ length: 20 }, (_, at) => ({
          domain: `d${of}-${at}.example`,
          selector: 's',
          result: 'fail' as const,
        })),
      ],
      spf: [{ domain: 'x.example', scope: 'mfrom', result: 'fail' }],
      reasons: [],
    }),
  )
  const ips = Array.from({ length: 3_000 }, (_, at) => `10.1.${at >> 8}.${at & 255}`)
  const of = await reported(
    domain,
    results,
    ips.map((ip, at) => ({ ip, count: 1, headerFrom: domain, results: at % 40 })),
  )
  const { traits } = await held.store.aggregates.facts(of.id, WINDOW, 5_000)
  expect(traits.length).toBe(ips.length * 5)
  const passed = traits.filter((one) => one.passed)
  expect(passed.map((one) => one.domain)).toEqual(ips.map(() => domain))
})
