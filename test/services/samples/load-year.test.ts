import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import { senderOfHost } from '../../../src/app/aggregates/known-sender.ts'
import { demoScenario } from '../../../src/services/samples/dmarc-year/demo.ts'
import { createSampleYear } from '../../../src/services/samples/dmarc-year/load.ts'
import { DEMO_DOMAIN } from '../../../src/services/samples/zone.ts'
import { random } from '../../support/builders.ts'
import { provenDomain } from '../../support/dmarc-year.ts'
import { testStore } from '../../support/store.ts'

// Thousands of reports are written, on a machine that may be busy.
setDefaultTimeout(120_000)

const TODAY = 20_780
const time = { day: TODAY }
const clock = { now: () => new Date(time.day * 86_400_000 + 43_200_000) }
const { store, done } = await testStore({ clock })
afterAll(done)

const knownSender = senderOfHost
const year = createSampleYear({
  store,
  past: { of: async () => [] },
  scenario: demoScenario(),
  clock,
  random,
  knownSender,
})
const window = { from: TODAY - 500, to: TODAY + 10 }

async function organizations(id: string): Promise<string[]> {
  const query = { groupBy: 'organization', sort: 'messages', limit: 8, offset: 0 } as const
  return (await store.aggregates.sources(id, window, query)).sources.map(({ source }) => source)
}

test('a year is loaded up to the day before yesterday, once', async () => {
  const { accountId, id } = await provenDomain(store, DEMO_DOMAIN)
  const [first, beside] = await Promise.all([year.load(accountId, id), year.load(accountId, id)])
  expect(beside).toEqual(first)
  expect(first.reports).toBeGreaterThan(2_500)
  expect(first.tlsReports).toBe(730)
  const summary = await store.aggregates.summary(id, { ...window, authenticated: true })
  expect([summary.reports, summary.reporters]).toEqual([first.reports, 8])
  expect([summary.days.length, summary.days[0]?.day, summary.days.at(-1)?.day]).toEqual([
    365,
    TODAY - 366,
    TODAY - 2,
  ])
  expect((await store.tlsReports.summary(id, window)).failures).toBeGreaterThan(100)
  expect(await organizations(id)).toContain('Twilio SendGrid')
  expect(await year.load(accountId, id)).toEqual({ reports: 0, tlsReports: 0 })
  expect(await store.aggregates.summary(id, { ...window, authenticated: true })).toEqual(summary)

  time.day += 3
  const later = await year.load(accountId, id)
  expect(later.reports).toBeGreaterThan(10)
  expect(later.reports).toBeLessThan(30)
  const grown = await store.aggregates.summary(id, window)
  expect(grown.days.slice(0, 365 - 4)).toEqual(summary.days.slice(0, 365 - 4))
  expect(grown.days.at(-1)?.day).toBe(TODAY + 1)
  time.day = TODAY
})

test('its sources have names, and the DNS is not asked for others', async () => {
  const { accountId, id } = await provenDomain(store, DEMO_DOMAIN)
  await year.load(accountId, id)
  expect(await organizations(id)).toContain('Twilio SendGrid')
  expect(await store.aggregates.unnamed(id, window, 500, clock.now())).toEqual([])
})

test('a domain that is not verified, and another one, get nothing', async () => {
  const other = await provenDomain(store, 'example.org')
  expect(await year.load(other.accountId, other.id)).toEqual({ reports: 0, tlsReports: 0 })
  expect((await store.aggregates.summary(other.id, window)).reports).toBe(0)
})
