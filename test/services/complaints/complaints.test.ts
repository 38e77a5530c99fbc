import { afterEach, beforeEach, expect, test } from 'bun:test'
import { reporterOf } from '../../../src/core/aggregate/report.ts'
import { dayOf } from '../../../src/core/kept/day.ts'
import type { DomainEntry } from '../../../src/core/sender-domain.ts'
import { KNOWN_LOOPS } from '../../../src/mail/complaints/providers.ts'
import { createReportRetention } from '../../../src/services/aggregates/keeping/report-retention.ts'
import { createComplaints } from '../../../src/services/complaints/complaints.ts'
import { createComplaintWatching } from '../../../src/services/complaints/watching/watching.ts'
import { createSenderDomains } from '../../../src/services/domains/sender-domains.ts'
import { complaintPages } from '../../../src/services/people/export/complaints.ts'
import type { NewComplaint } from '../../../src/store/complaints/complaints.ts'
import type { Store } from '../../../src/store/store.ts'
import { DAY, plan } from '../../support/builders.ts'
import { testClock } from '../../support/clock.ts'
import { envelope } from '../../support/envelope.ts'
import { type TestStore, testStore } from '../../support/store.ts'
import { domainIn } from '../aggregates/ingesting/making.ts'

let own: TestStore
let clock: ReturnType<typeof testClock>
let domain: DomainEntry
beforeEach(async () => {
  clock = testClock()
  own = await testStore({ clock })
  domain = await domainIn(own, clock)
})
afterEach(() => own.done())

const quiet = { info() {}, warn() {}, error() {} }
/** What providers report of what was sent, in place of DMARC reports. */
const reported = (sent: Record<string, number>, from?: string): Store['complaints'] => ({
  ...own.store.complaints,
  sentBy: async (_domain, _window, { reporters, senders }) =>
    Object.entries(sent).flatMap(([name, pass]) => {
      const reporter = reporterOf({ orgName: name })
      const known = KNOWN_LOOPS.providers.find((one) => one.reporters?.includes(reporter))
      const sender = from ?? known?.reportersFrom?.[0] ?? ''
      return reporters.includes(reporter) && senders.includes(sender) ? [{ reporter, sender, pass }] : []
    }),
})
let numbered = 0

async function counted(provider: string | undefined, incidents: number, changes: Partial<NewComplaint> = {}) {
  numbered += 1
  const id = `msg_${numbered}`
  const room = { waitingBytes: 1_000_000, waitingBytesPerDomain: 1_000_000 }
  const mail = {
    id,
    domainId: domain.id,
    envelope: envelope({ receivedAt: clock.now() }),
    raw: new Uint8Array(1),
  }
  await own.store.complaints.accept(mail, room)
  const [claim] = await own.store.reportMail.claim('h/1', 60_000, 1)
  if (!claim) throw new Error('Nothing was due')
  const complaint = {
    ...{ type: 'abuse' as const, incidents, domains: [], fingerprints: [String(numbered).padStart(32, '0')] },
    ...(provider !== undefined && { provider }),
    ...changes,
  }
  await own.store.complaints.settle(claim, { kind: 'complaint', complaint })
}

function service(sent: Record<string, number> = {}, from?: string) {
  const { store } = own
  return createComplaints({
    store: { complaints: reported(sent, from) },
    domains: createSenderDomains(store),
    known: KNOWN_LOOPS,
    host: 'reports.test',
    clock,
  })
}
const owner = () => ({ kind: 'operator', accountId: domain.accountId }) as const
const window = () => {
  const today = dayOf(clock.now().getTime())
  return { from: today - 29, to: today }
}

test('an overview tells what was counted, where reports go, and the rate of settled days', async () => {
  await counted('yahoo', 7)
  await counted('isp.example', 2)
  await counted(undefined, 4)
  clock.advance(2 * DAY)
  await counted('yahoo', 5)
  const found = await service({ 'Yahoo! Inc.': 1000, 'Enterprise Outlook': 500 }).overview(
    owner(),
    domain.id,
    window(),
  )
  if (!found.ok) throw new Error(found.refusal.kind)
  const { address, ...told } = found.value
  expect(address).toMatch(/^fbl-[0-9a-f]{26}@reports\.test$/)
  expect(told).toMatchObject({
    domain: 'example.org',
    verified: true,
    complaints: 14,
    counts: { abuse: 14 },
    unauthenticated: { abuse: 4 },
    days: [
      { complaints: 9, unauthenticated: 4 },
      { complaints: 5, unauthenticated: 0 },
    ],
    withoutCampaign: 14,
    lasting: [],
  })
  expect(told.providers).toEqual([
    // What came in the last two days has no reports beside it yet.
    {
      provider: 'yahoo',
      name: 'Yahoo and AOL',
      complaints: 12,
      counts: { abuse: 12 },
      sent: 1000,
      rate: 0.007,
      lastDay: window().to,
    },
    {
      provider: 'isp.example',
      name: 'isp.example',
      complaints: 2,
      counts: { abuse: 2 },
      lastDay: window().to - 2,
    },
  ])
})

test('nobody else reads them', async () => {
  await counted('yahoo', 1)
  const other = await domainIn(own, clock, 'example.net')
  const stranger = { kind: 'operator', accountId: other.accountId } as const
  expect(await service().overview(stranger, domain.id, window())).toMatchObject({
    refusal: { kind: 'not_found' },
  })
  expect(await service().letters(stranger, domain.id)).toMatchObject({ refusal: { kind: 'not_found' } })
  expect(await service().ofAccount(stranger, window())).toEqual({ ok: true, value: [] })
  const key = { kind: 'key', accountId: domain.accountId, scopes: ['tests:read'] } as const
  expect(await service().overview(key, domain.id, window())).toMatchObject({
    refusal: { kind: 'missing_scope' },
  })
  expect(await service().ofAccount(key, window())).toMatchObject({ refusal: { kind: 'missing_scope' } })
})

test('a domain that is not verified has no address', async () => {
  const one = await domainIn(own, clock, 'example.com', false, undefined)
  const found = await service().overview({ kind: 'operator', accountId: one.accountId }, one.id, window())
  expect(found.ok && found.value.verified).toBe(false)
  expect(found.ok && found.value.address).toBeUndefined()
})

test('every loop that is asked for says where', () => {
  const { register, without } = service().loops
  expect(register.map(({ id }) => id)).toContain('yahoo')
  for (const { register: how, source, date } of register) {
    expect(how.url).toStartWith('https://')
    expect(source).not.toBe('')
    expect(date).toMatch(/^\d{4}-\d\d-\d\d$/)
  }
  expect(without.map(({ name }) => name)).toContain('Gmail')
})

function watching(sent: Record<string, number> = {}) {
  return createComplaintWatching({
    store: { ...own.store, complaints: reported(sent) },
    providers: KNOWN_LOOPS.providers,
    clock,
    log: quiet,
    holder: { host: 'h', start: '1' },
  })
}
const events = async () =>
  (await own.store.outbox.behind('test', 1000)).filter(({ type }) => type === 'complaints.rate_high')

test('a report that names a provider and comes from another one’s domain makes no rate', async () => {
  await counted('yahoo', 5)
  clock.advance(2 * DAY)
  const rateBy = async (from?: string) => {
    const found = await service({ Yahoo: 1000 }, from).overview(owner(), domain.id, window())
    return found.ok && found.value.providers.map(({ sent, rate }) => ({ sent, rate }))
  }
  expect(await rateBy('microsoft.com')).toEqual([{ sent: undefined, rate: undefined }])
  expect(await rateBy()).toEqual([{ sent: 1000, rate: 0.005 }])
})

test('a high rate is told once, as an event of the domain, and lasts until it is over', async () => {
  await counted('yahoo', 40)
  await counted(undefined, 9000)
  expect(await watching({ yahoo: 10_000 }).run()).toBe(1)
  // Its day is not settled yet.
  expect(await events()).toEqual([])
  clock.advance(2 * DAY)
  await watching({ yahoo: 10_000 }).run()
  await watching({ yahoo: 10_000 }).run()
  expect(await events()).toMatchObject([
    {
      subject: domain.id,
      accountId: domain.accountId,
      payload: {
        domain: 'example.org',
        provider: 'yahoo',
        complaints: 40,
        days: 7,
        sent: 10_000,
        rate: 0.004,
        before: 0,
      },
    },
  ])
  const lasting = async () => {
    const found = await service().overview(owner(), domain.id, window())
    return found.ok && found.value.lasting.map(({ event }) => event.provider)
  }
  expect(await lasting()).toEqual(['yahoo'])
  clock.advance(8 * DAY)
  await watching({ yahoo: 10_000 }).run()
  expect(await lasting()).toEqual([])
  expect(await events()).toHaveLength(1)
})

test('where nobody says what was sent, many more than before are told', async () => {
  await counted('isp.example', 30)
  clock.advance(2 * DAY)
  await watching().run()
  expect(await events()).toMatchObject([
    { payload: { provider: 'isp.example', name: 'isp.example', complaints: 30, before: 0 } },
  ])
})

test('counts go when the plan keeps them no longer, and stand in an export until then', async () => {
  await counted('yahoo', 3)
  await counted(undefined, 2, { type: 'fraud' })
  const pages = async () => (await Array.fromAsync(complaintPages(own.store, domain.id))).flat()
  expect(await pages()).toEqual([
    { day: '2026-11-20', authenticated: false, feedback_type: 'fraud', reports: 2 },
    { day: '2026-11-20', authenticated: true, provider: 'yahoo', feedback_type: 'abuse', reports: 3 },
  ])
  const retention = createReportRetention({
    store: own.store,
    clock,
    log: quiet,
    planOf: () => ({ ...plan(), dmarcDays: 30 }),
    holder: { host: 'h', start: '1' },
  })
  await retention.run()
  expect(await pages()).toHaveLength(2)
  clock.advance(31 * DAY)
  await retention.run()
  expect(await pages()).toEqual([])
})
