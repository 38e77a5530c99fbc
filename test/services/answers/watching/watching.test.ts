import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { WatchingDeps } from '../../../../src/services/answers/watching/watching.ts'
import { QueryTooLong } from '../../../../src/store/aggregates.ts'
import { type TestClock, testClock } from '../../../support/clock.ts'
import { type TestStore, testStore } from '../../../support/store.ts'
import { job, put, type Sent, sourcesOf, type TheDomain, verifiedDomain } from './world.ts'

const DAY = 86_400_000
let clock: TestClock
let opened: TestStore

beforeEach(async () => {
  clock = testClock('2026-01-10T06:00:00Z')
  opened = await testStore({ clock })
})
afterEach(() => opened.done())

const domain = (name = 'example.org', accountId?: string) =>
  verifiedDomain(opened.store, clock, name, accountId)
const watching = (changes: Partial<WatchingDeps> = {}) => job(opened.store, clock, changes)
const told = async ({ id }: TheDomain) => (await opened.store.watching.told(id, 300)).toReversed()
const types = async (of: TheDomain) =>
  (await told(of)).map(({ at, event }) => `${Math.floor(at.getTime() / DAY) - FIRST} ${event.type}`)
const outbox = async ({ id }: TheDomain) =>
  (await opened.store.outbox.behind('nobody', 10_000)).filter(
    ({ subject, type }) => subject === id && type !== 'domain.verified',
  )
const FIRST = Date.UTC(2026, 0, 10) / DAY

/** Each day its reports of the day before come, and the job runs; `n` counts days. */
async function days(
  of: TheDomain,
  from: number,
  to: number,
  sent: (n: number) => readonly Sent[] | undefined,
  more: (n: number) => Omit<Parameters<typeof put>[4], 'day'> = () => ({}),
) {
  for (let n = from; n <= to; n += 1) {
    clock.set(new Date((FIRST + n + 1) * DAY + 6 * 3_600_000))
    const all = sent(n)
    if (all) await put(opened.store, clock, of, all, { day: FIRST + n, ...more(n) })
    await watching().run()
  }
}

const own: Sent = { ip: '192.0.2.1', messages: 400 }
const much: Sent = { ip: '192.0.2.1', messages: 5_000 }
const esp = (isBroken = false): Sent =>
  isBroken
    ? { ip: '198.51.100.7', messages: 120, pass: false, signed: true }
    : { ip: '198.51.100.7', messages: 120 }

describe('the watch', () => {
  test('tells of a new source that anybody said is old', async () => {
    const of = await domain()
    const fresh = { ip: '203.0.113.9', messages: 30 }
    await put(opened.store, clock, of, [fresh], { day: FIRST - 300, authenticated: false })
    await days(of, 0, 70, (n) => (n >= 60 ? [own, fresh] : [own]))
    expect(await types(of)).toEqual(['62 dmarc.source_new'])
  })

  test('tells nothing of a source that comes back after weeks', async () => {
    const of = await domain()
    const back = { ip: '203.0.113.9', messages: 30 }
    await days(of, 0, 80, (n) => (n < 9 || n >= 70 ? [own, back] : [own]))
    expect(await types(of)).toEqual([])
  })

  test('tells each event of a domain once, through the store, with its outbox rows', async () => {
    const of = await domain()
    await days(
      of,
      0,
      110,
      (n) => {
        if (n >= 100 && n < 106) return undefined
        const abuse = n >= 70 && n < 75 ? thieves(n) : []
        const fresh = n >= 60 ? [{ ip: '203.0.113.9', messages: 30 }] : []
        return [own, esp(n >= 45 && n < 55), ...fresh, ...abuse]
      },
      (n) => ({ policy: { p: n < 85 ? 'none' : 'quarantine' } }),
    )
    expect(await types(of)).toEqual([
      '47 dmarc.source_regressed',
      '48 dmarc.rate_low',
      '62 dmarc.source_new',
      '72 dmarc.source_new',
      '88 dmarc.policy_changed',
      '104 dmarc.reports_missing',
    ])
    expect((await told(of)).map(({ event }) => event.payload)).toMatchObject([
      { domain: 'example.org', source: 'ip:198.51.100.7', before: 1, rate: 0.6666, messages: 360 },
      { before: 1 },
      { source: 'ip:203.0.113.9', day: '2026-03-11', rate: 1 },
      { likelyAbuse: true, rate: 0 },
      { before: 'p=none', after: 'p=quarantine', day: '2026-04-05' },
      { days: 3, last: '2026-04-19' },
    ])
    expect((await outbox(of)).map(({ type, payload }) => ({ type, payload }))).toEqual(
      (await told(of)).map(({ event: { type, payload } }) => ({ type, payload })) as never,
    )
    expect(await opened.store.watching.lasting(of.accountId)).toEqual([])
  }, 60_000)

  test('is not fooled by the same reports again, nor by a start between', async () => {
    const of = await domain()
    await days(of, 0, 49, (n) => [much, esp(n >= 45)])
    expect(await types(of)).toEqual(['47 dmarc.source_regressed'])
    for (let n = 0; n < 3; n += 1) {
      clock.advance(2 * 3_600_000)
      await put(opened.store, clock, of, [{ ip: '192.0.2.1', messages: 1 }], { day: FIRST + 49 })
      expect(await watching({ holder: { host: 'local', start: `${n}` } }).run()).toBe(1)
    }
    expect(await types(of)).toEqual(['47 dmarc.source_regressed'])
    const [{ holds } = { holds: '' }] = await opened.store.watching.lasting(of.accountId)
    expect(JSON.parse(holds)).toMatchObject([{ told: { type: 'dmarc.source_regressed' } }])
  }, 60_000)

  test('counts authenticated reports alone', async () => {
    const of = await domain()
    await days(of, 0, 44, () => [own])
    for (let n = 45; n < 52; n += 1) {
      clock.set(new Date((FIRST + n + 1) * DAY))
      const forged = [{ ip: '198.51.100.1', messages: 90_000, pass: false, raw: true }]
      await put(opened.store, clock, of, [own], { day: FIRST + n })
      await put(opened.store, clock, of, forged, {
        day: FIRST + n,
        authenticated: false,
        policy: { p: 'reject' },
      })
      await watching().run()
    }
    expect(await types(of)).toEqual([])
  }, 60_000)

  test('tells nothing of what is imported, of last year or of this week', async () => {
    const of = await domain()
    await days(of, 0, 44, () => [own])
    for (let n = -300; n < 45; n += 5) {
      const sent = [
        { ip: `198.51.100.${n < 0 ? (n + 300) % 200 : 250}`, messages: 500, pass: false, raw: true },
      ]
      await put(opened.store, clock, of, sent, { day: FIRST + n, isImport: true, policy: { p: 'reject' } })
    }
    await days(of, 45, 60, () => [own])
    expect(await types(of)).toEqual([])
  }, 60_000)

  test('of a domain whose mail belongs to another from now on tells nothing', async () => {
    const of = await domain()
    const below = { ...of, domain: 'news.example.org' }
    const both = async (n: number, to = below) => {
      clock.set(new Date((FIRST + n + 1) * DAY))
      await put(opened.store, clock, of, [own], { day: FIRST + n })
      const sent = [{ ip: '198.51.100.44', messages: 300 }]
      await put(opened.store, clock, to, sent, { day: FIRST + n, policyDomain: 'example.org' })
      await watching().run()
    }
    for (let n = 0; n < 30; n += 1) await both(n)
    const news = await domain('news.example.org', of.accountId)
    for (let left = 1; left > 0; ) left = await opened.store.aggregates.attributeAnew(1_000)
    for (let n = 30; n < 45; n += 1) await both(n, news)
    await opened.store.domains.delete(of.accountId, news.id, said())
    for (let left = 1; left > 0; ) left = await opened.store.aggregates.attributeAnew(1_000)
    for (let n = 45; n < 60; n += 1) await both(n)
    expect(await types(of)).toEqual([])
  }, 60_000)

  test('tells of TLS failures of a domain that has no DMARC report', async () => {
    const of = await domain()
    for (let n = 0; n < 30; n += 1) {
      clock.set(new Date((FIRST + n + 1) * DAY))
      await tls(of, n, n >= 20 ? 40 : 0)
      await watching().run()
    }
    expect(await types(of)).toEqual(['22 tls.failures'])
    const [first] = await told(of)
    expect(first?.event.payload).toEqual({
      domain: 'example.org',
      sessions: 200,
      failures: 40,
      types: ['certificate-expired'],
      days: 2,
    })
  }, 60_000)
})

describe('the job', () => {
  test('has one process at a time look, and none while nothing is due', async () => {
    const of = await domain()
    expect(await watching().run()).toBe(0)
    await put(opened.store, clock, of, [own], { day: FIRST - 2 })
    await opened.store.leases.take('dmarc-watch', 'elsewhere/1', 60_000)
    expect(await watching().run()).toBe(0)
    await opened.store.leases.release('dmarc-watch', 'elsewhere/1')
    const runs = await Promise.all(
      ['a', 'b'].map((start) => watching({ holder: { host: 'h', start } }).run()),
    )
    expect(runs.toSorted()).toEqual([0, 1])
    expect(await watching().run()).toBe(0)
    clock.advance(DAY)
    expect(await watching().run()).toBe(1)
  })

  test('keeps nothing of a look that is cut off, and tells all of it the next time', async () => {
    const of = await domain()
    await days(of, 0, 45, (n) => [much, esp(n >= 45)])
    clock.set(new Date((FIRST + 47) * DAY))
    await put(opened.store, clock, of, [much, esp(true)], { day: FIRST + 46 })
    const { store } = opened
    const cut = {
      ...store,
      watching: { ...store.watching, settle: () => Promise.reject(new Error('killed')) },
    }
    await watching({ store: cut }).run()
    expect(await types(of)).toEqual([])
    expect(await outbox(of)).toEqual([])
    await watching().run()
    expect(await types(of)).toEqual(['47 dmarc.source_regressed'])
  }, 60_000)

  test('of two that look at once, only one tells', async () => {
    const of = await domain()
    await days(of, 0, 45, (n) => [much, esp(n >= 45)])
    clock.set(new Date((FIRST + 47) * DAY))
    await put(opened.store, clock, of, [much, esp(true)], { day: FIRST + 46 })
    // A lease that ran out while its holder was asleep.
    const anyTime = { ...opened.store, leases: { ...opened.store.leases, take: async () => true } }
    await Promise.all([1, 2, 3].map(() => watching({ store: anyTime }).run()))
    expect(await types(of)).toEqual(['47 dmarc.source_regressed'])
    expect(await outbox(of)).toHaveLength(1)
  }, 60_000)

  test('looks at one domain of each account in turn, and goes on behind the last account', async () => {
    const looked: string[] = []
    const store = opened.store
    const listed = ['a', 'b', 'c'].flatMap((account) =>
      Array.from({ length: account === 'a' ? 1_000 : 2 }, (_, n) => ({
        accountId: account,
        domainId: `${account}${n}`,
        mark: '1.1',
      })),
    )
    const isSeen = new Set<string>()
    const faked = {
      ...store,
      watching: {
        domains: async (after: string, limit: number) =>
          listed
            .filter(({ domainId }) => domainId > after && !isSeen.has(domainId))
            .sort((x, y) => (x.domainId < y.domainId ? -1 : 1))
            .slice(0, limit),
        async begin(id: string) {
          looked.push(id)
          isSeen.add(id)
          return undefined
        },
        settle: async () => 'settled' as const,
        imported: async () => false,
      },
    }
    const running = watching({ store: faked })
    expect(await running.run()).toBe(500)
    expect(looked.slice(0, 7)).toEqual(['a0', 'b0', 'c0', 'a1', 'b1', 'c1', 'a10'])
    expect(await running.run()).toBe(500)
    expect(await running.run()).toBe(4)
    running.stop()
  })

  test('leaves a domain whose reports take too long for the next time, and looks at the others', async () => {
    const [slow, other] = [await domain('slow.example'), await domain('other.example')]
    for (const of of [slow, other]) await put(opened.store, clock, of, [own], { day: FIRST - 2 })
    const read = sourcesOf(opened.store).readOnce
    const sources: WatchingDeps['sources'] = {
      readOnce: (account, of, window) =>
        of.domain === 'slow.example' ? Promise.reject(new QueryTooLong()) : read(account, of, window),
    }
    expect(await watching({ sources }).run()).toBe(2)
    expect((await opened.store.watching.begin(other.id))?.kept?.state).toContain('"flow"')
    expect((await opened.store.watching.begin(slow.id))?.kept?.state).toBe('null')
    clock.advance(DAY)
    expect(await watching().run()).toBe(2)
    expect((await opened.store.watching.begin(slow.id))?.kept?.state).toContain('"flow"')
  })

  test('looks again soon when it could not find out who sends', async () => {
    const of = await domain()
    await put(opened.store, clock, of, [own], { day: FIRST - 2 })
    const { readOnce } = sourcesOf(opened.store)
    const sources: WatchingDeps['sources'] = {
      async readOnce(...asked) {
        const found = await readOnce(...asked)
        return { ...found, answered: { ...found.answered, spfUnknown: true } }
      },
    }
    expect(await watching({ sources }).run()).toBe(1)
    expect(await watching({ sources }).run()).toBe(0)
    clock.advance(5 * 60_000)
    expect(await watching({ sources }).run()).toBe(1)
    clock.advance(5 * 60_000)
    expect(await watching({ sources }).run()).toBe(0)
  })

  test('ends after the look that is under way', async () => {
    for (const name of ['a.example', 'b.example', 'c.example'])
      await put(opened.store, clock, await domain(name), [own], { day: FIRST - 2 })
    const { readOnce } = sourcesOf(opened.store)
    const running = watching({
      sources: {
        readOnce(...asked) {
          running.stop()
          return readOnce(...asked)
        },
      },
    })
    expect(await running.run()).toBe(1)
  })
})

/** Addresses that try to send as the domain. */
const thieves = (n: number): Sent[] =>
  Array.from({ length: 300 }, (_, at) => ({
    ip: `100.64.${n}.${at % 250}`,
    messages: at < 40 ? 25 : 1,
    pass: false,
  }))

const said = () =>
  ({
    at: clock.now(),
    actor: { kind: 'nobody' },
    action: 'domain.deleted',
  }) as unknown as Parameters<TestStore['store']['domains']['delete']>[2]

function tls(of: TheDomain, n: number, failures: number) {
  const id = crypto.randomUUID()
  const details = failures > 0 ? [{ type: 'certificate-expired', sessions: failures }] : []
  return opened.store.tlsReports.put({
    accountId: of.accountId,
    domainId: of.id,
    fileId: `msg_${id}.0`,
    uid: `dmr_${id}`,
    receivedAt: clock.now(),
    authenticated: true,
    report: {
      orgName: 'Sender',
      reportId: id,
      begin: (FIRST + n) * 86_400,
      end: (FIRST + n) * 86_400 + 86_399,
      policies: [
        {
          type: 'sts',
          domain: of.domain,
          hosts: [],
          lines: [],
          successes: 100 - failures,
          failures,
          details,
        },
      ],
      warnings: [],
      contentHash: id,
    },
  })
}
