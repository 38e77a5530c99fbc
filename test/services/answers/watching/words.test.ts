import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import {
  COMPLAINT_EVENTS,
  type ComplaintEvent,
  DMARC_EVENTS,
  type DmarcEvent,
  type WatchedEvent,
} from '../../../../src/core/event.ts'
import { createWatchTelling } from '../../../../src/services/answers/watching/telling.ts'
import { nextFor, sentenceOf } from '../../../../src/services/answers/watching/words.ts'
import { createSenderDomains } from '../../../../src/services/domains/sender-domains.ts'
import { type TestClock, testClock } from '../../../support/clock.ts'
import { type TestStore, testStore } from '../../../support/store.ts'
import { verifiedDomain } from './world.ts'

const DAY = 86_400_000
type About = Pick<WatchedEvent, 'type' | 'payload'>
const domain = 'example.org'
const source = { domain, source: 'sender:mailer', name: 'Mailer' }

const SENTENCES: [About, string][] = [
  [
    { type: 'dmarc.source_new', payload: { ...source, day: '2026-11-19', messages: 2_400, rate: 0.9839 } },
    'A new source has been sending as example.org since 19 Nov 2026: Mailer, 2,400 messages in a week, of which 98.3% passed DMARC.',
  ],
  [
    {
      type: 'dmarc.source_new',
      payload: {
        ...source,
        name: '192.0.2.1',
        day: '2026-11-19',
        messages: 40,
        rate: 0,
        others: 12,
        likelyAbuse: true,
      },
    },
    '192.0.2.1 has been sending as example.org since 19 Nov 2026, and 12 more new sources, which is likely abuse: 40 messages in a week, of which 0% passed DMARC.',
  ],
  [
    {
      type: 'dmarc.source_regressed',
      payload: { ...source, before: 1, rate: 0.12, messages: 300, others: 1 },
    },
    '12.0% of 300 messages of Mailer as example.org passed DMARC, 100% in the 28 days before; 1 more source got worse with it.',
  ],
  [
    { type: 'dmarc.rate_low', payload: { domain, before: 0.99, rate: 0.8199, messages: 1_200, days: 7 } },
    '81.9% of the mail of example.org passed DMARC in 7 days (1,200 messages), 99.0% in the 28 days before.',
  ],
  [
    { type: 'dmarc.reports_missing', payload: { domain, days: 3, last: '2026-11-14' } },
    'No DMARC report about example.org has come for 3 days; the newest is about 14 Nov 2026.',
  ],
  [
    {
      type: 'dmarc.policy_changed',
      payload: { domain, before: 'p=none', after: 'p=quarantine', day: '2026-11-18' },
    },
    'Receivers have seen another DMARC policy of example.org since 18 Nov 2026: p=none → p=quarantine.',
  ],
  [
    {
      type: 'tls.failures',
      payload: { domain, sessions: 1_000, failures: 53, types: ['certificate-expired'], days: 2 },
    },
    '5.3% of 1,000 TLS sessions with the mail servers of example.org failed in 2 days (certificate-expired).',
  ],
  [
    {
      type: 'complaints.rate_high',
      payload: {
        domain,
        provider: 'yahoo',
        name: 'Yahoo',
        complaints: 31,
        days: 7,
        before: 4,
        sent: 10_000,
        rate: 0.0031,
      },
    },
    'Yahoo counts 31 complaints about 10,000 messages of example.org in 7 days, which is 0.31%.',
  ],
]

describe('an event in words', () => {
  test.each(SENTENCES)('%o', (event, says) => {
    expect(sentenceOf(event)).toBe(says)
    expect(nextFor(event)).toMatch(/^[A-Z][^.]*(?:[.;][^.]*)*\.$/)
  })

  test('every kind has its sentence', () => {
    expect(new Set(SENTENCES.map(([{ type }]) => type))).toEqual(
      new Set<WatchedEvent['type']>([...DMARC_EVENTS, ...COMPLAINT_EVENTS]),
    )
  })
})

describe('what is told of the watch', () => {
  let clock: TestClock
  let opened: TestStore
  beforeEach(async () => {
    clock = testClock('2026-11-20T06:00:00Z')
    opened = await testStore({ clock })
  })
  afterEach(() => opened.done())

  const telling = () =>
    createWatchTelling({ store: opened.store, domains: createSenderDomains(opened.store), clock })
  const held = (event: About | undefined, days = 1) => ({
    since: Math.floor(clock.now().getTime() / DAY) - days,
    last: Math.floor(clock.now().getTime() / DAY) - days,
    told: event,
  })
  const settle = (id: string, holds: unknown[], events: About[], version = 0) =>
    opened.store.watching.settle(
      id,
      version,
      { state: 'null', holds: JSON.stringify(holds), at: clock.now(), mark: 'm' },
      events.map((one) => ({ ...one, subject: id }) as DmarcEvent),
    )
  const [fresh, , worse, , missing, changed] = SENTENCES.map(([event]) => event)

  test('of an account: what lasts, and moments of the last week', async () => {
    const of = await verifiedDomain(opened.store, clock, domain)
    const actor = { accountId: of.accountId, role: 'viewer', kind: 'session' } as never
    if (!fresh || !changed || !worse) throw new Error('no events')
    await settle(of.id, [held(worse)], [worse, fresh])
    clock.advance(3 * DAY)
    await settle(of.id, [held(worse)], [changed], 1)
    const { lasting, lately } = await telling().ofAccount(actor)
    expect(lasting).toMatchObject([{ domainId: of.id, event: worse, silent: false }])
    expect(lately.map(({ event: { type } }) => type)).toEqual(['dmarc.policy_changed', 'dmarc.source_new'])
    clock.advance(5 * DAY)
    expect((await telling().ofAccount(actor)).lately.map(({ event: { type } }) => type)).toEqual([
      'dmarc.policy_changed',
    ])
    clock.advance(20 * DAY)
    expect(await telling().ofAccount(actor)).toEqual({ lasting: [], lately: [] })
    const found = await telling().ofDomain(actor, of.id)
    expect(found.ok && found.value.told).toHaveLength(3)
  })

  test('of reports that stopped for a month nothing is said any more', async () => {
    const of = await verifiedDomain(opened.store, clock, domain)
    const actor = { accountId: of.accountId, role: 'viewer', kind: 'session' } as never
    await settle(of.id, [held(missing, 30)], [])
    expect((await telling().ofAccount(actor)).lasting).toHaveLength(1)
    clock.advance(DAY)
    expect((await telling().ofAccount(actor)).lasting).toEqual([])
  })

  test('of a domain: complaints that last, until nobody can say that they do', async () => {
    const of = await verifiedDomain(opened.store, clock, domain)
    const actor = { accountId: of.accountId, role: 'viewer', kind: 'session' } as never
    const today = Math.floor(clock.now().getTime() / DAY)
    const event = SENTENCES.at(-1)?.[0] as ComplaintEvent
    const state = JSON.stringify({ v: 1, holds: [{ since: today, last: today, told: event.payload }] })
    const told = [{ ...event, subject: of.id }]
    await opened.store.complaints.watchSettle(of.id, 0, state, clock.now(), told)
    const ofDomain = async () => {
      const found = await telling().ofDomain(actor, of.id)
      return found.ok ? { lasting: found.value.lasting, told: found.value.told } : found
    }
    expect(await ofDomain()).toMatchObject({
      lasting: [{ domainId: of.id, event, silent: false }],
      told: [{ domainId: of.id, event }],
    })
    clock.advance(15 * DAY)
    expect(await ofDomain()).toMatchObject({ lasting: [], told: [{ event }] })
  })

  test('nobody is told of a domain of another account', async () => {
    const of = await verifiedDomain(opened.store, clock, domain)
    await settle(of.id, [held(worse)], [])
    const other = await verifiedDomain(opened.store, clock, 'other.example')
    const actor = { accountId: other.accountId, role: 'owner', kind: 'session' } as never
    expect(await telling().ofDomain(actor, of.id)).toMatchObject({
      ok: false,
      refusal: { kind: 'not_found' },
    })
    expect(await telling().ofAccount(actor)).toEqual({ lasting: [], lately: [] })
    const keyless = { kind: 'key', accountId: of.accountId, scopes: ['tests:read'] } as never
    expect(await telling().ofAccount(keyless)).toEqual({ lasting: [], lately: [] })
    expect((await telling().ofDomain(keyless, of.id)).ok).toBe(false)
  })
})
