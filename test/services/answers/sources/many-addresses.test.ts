import { expect, test } from 'bun:test'
import { createSourceReading } from '../../../../src/services/answers/sources/reading.ts'
import type { DomainFacts, SourceFacts } from '../../../../src/store/dmarc/source-facts.ts'

const WINDOW = { from: 20_000, to: 20_029 }
const DOMAIN = { id: 'dom', domain: 'example.org', verified: true }
const ADDRESSES = 5_000

const row = (at: number, headerFrom: string): SourceFacts => ({
  ip: `10.0.${at >> 8}.${at & 255}`,
  headerFrom,
  messages: 2,
  pass: 1,
  dkimAligned: 1,
  spfAligned: 0,
  dkimAuthenticated: 1,
  spfAuthenticated: 0,
  dispositions: { none: 2, pass: 0, quarantine: 0, reject: 0 },
  forwarded: 0,
  listed: 0,
  unaligned: 0,
  broken: 0,
  firstSeen: WINDOW.from,
  lastSeen: WINDOW.to,
})

/** As many addresses as are looked at, each with two From domains, a signature and an envelope sender. */
const facts = (): DomainFacts => {
  const rows = Array.from({ length: ADDRESSES }, (_, at) => [
    row(at, 'example.org'),
    row(at, 'mail.example.org'),
  ]).flat()
  return {
    rows,
    traits: rows.map(({ ip }, at) => ({
      ip,
      kind: at % 2 === 0 ? 'dkim' : 'spf',
      domain: 'example.org',
      passed: true,
      lastSeen: WINDOW.to,
    })),
    days: 30,
    reporters: 5,
    reports: 100,
  }
}

function reading() {
  const asked: string[] = []
  const clock = { now: () => new Date(0), ticks: () => 0 }
  const sources = createSourceReading({
    store: {
      aggregates: {
        reports: async () => ({ total: 100, reports: [] }),
        sourceDays: async () => [],
        facts: async (domainId) => {
          asked.push(domainId)
          return facts()
        },
      },
      sourceMarks: { of: async () => [] },
    },
    spf: { of: async () => ({ record: 'none', beyondLimits: false, byAddress: new Map() }) },
    organisationOf: (name) => name,
    senders: { byHost: () => undefined, byInclude: () => undefined, byDomain: () => undefined },
    clock,
  })
  return { sources, asked }
}

test('who sends from as many addresses as are looked at is kept for the next page', async () => {
  const { sources, asked } = reading()
  const first = await sources.read('acc', DOMAIN, WINDOW)
  expect(first.answered.sources.length).toBe(ADDRESSES)
  expect((await sources.read('acc', DOMAIN, WINDOW)).answered).toBe(first.answered)
  expect(asked).toHaveLength(1)
})

test('of many such domains few are kept, and of one account fewer', async () => {
  const { sources, asked } = reading()
  const domains = Array.from({ length: 7 }, (_, at) => ({ ...DOMAIN, id: `dom_${at}` }))
  for (const one of domains) await sources.read(`acc of ${one.id}`, one, WINDOW)
  for (const one of domains.toReversed()) await sources.read(`acc of ${one.id}`, one, WINDOW)
  expect(asked).toEqual([...domains.map(({ id }) => id), 'dom_1', 'dom_0'])
  asked.length = 0
  const others = domains.map(({ id }) => ({ ...DOMAIN, id: `other_${id}` })).slice(0, 3)
  for (const one of others) await sources.read('acc', one, WINDOW)
  for (const one of others) await sources.read('acc', one, WINDOW)
  expect(asked).toHaveLength(6)
}, 30_000)
