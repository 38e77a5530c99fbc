import { expect, test } from 'bun:test'
import { createSourceReading } from '../../../../src/services/answers/sources/reading.ts'
import type { SourceDay } from '../../../../src/store/dmarc/source-facts.ts'
import { DOMAIN, factsOf, type Given, knownOf, WINDOW } from './scene.ts'

const MAIN: Given = { ip: '192.0.2.1', messages: 5_000, pass: 5_000, spfAligned: 5_000 }
/** Ten messages on a working day, of which six passed until two days ago. */
const GATEWAY: Given = {
  ip: '207.211.1.1',
  reverseDns: 'us-smtp-1.mimecast.com',
  messages: 220,
  pass: 132,
  broken: 88,
  lastPassed: WINDOW.to - 2,
}

/** How sources stand, and which addresses were counted by day. */
async function standings(given: readonly Given[], days: readonly SourceDay[]) {
  const counted: (readonly string[])[] = []
  const { organisationOf, senders } = knownOf()
  const reading = createSourceReading({
    organisationOf,
    senders,
    clock: { now: () => new Date(0) },
    spf: {
      of: async (_, ips) => ({
        record: 'read',
        beyondLimits: false,
        byAddress: new Map(ips.map((ip) => [ip, { state: 'not_named' }])),
      }),
    },
    store: {
      sourceMarks: { of: async () => [] },
      aggregates: {
        reports: async () => ({ total: 1, reports: [] }),
        facts: async () => factsOf(given),
        sourceDays: async (_, __, ips) => {
          counted.push(ips)
          return [...days]
        },
      },
    },
  })
  const { answered } = await reading.read('acc', { id: 'dom', domain: DOMAIN, verified: true }, WINDOW)
  return { told: answered.sources.map(({ key, standing }) => `${key} ${standing}`), counted }
}

const day = (ago: number, messages: number, pass: number): SourceDay => ({
  day: WINDOW.to - ago,
  messages,
  pass,
})

test('few messages on a weekend that fail have not stopped passing', async () => {
  const { told, counted } = await standings([MAIN, GATEWAY], [day(2, 10, 6), day(1, 1, 0), day(0, 1, 0)])
  expect(told).toContain('sender:mimecast forwarded')
  expect(counted).toEqual([['207.211.1.1']])
})

test('as many as on other days have', async () => {
  const { told } = await standings([MAIN, GATEWAY], [day(2, 10, 6), day(1, 10, 0), day(0, 10, 0)])
  expect(told).toContain('sender:mimecast broken')
})

test('days are read of those alone that seem to have stopped', async () => {
  const { counted } = await standings([MAIN, { ...GATEWAY, lastPassed: WINDOW.to }], [])
  expect(counted).toEqual([])
})
