import { describe, expect, test } from 'bun:test'
import { granted, type Result, refused } from '../../../../src/core/refusal.ts'
import { dayNumberOf } from '../../../../src/services/aggregates/window.ts'
import type { Readiness } from '../../../../src/services/answers/ready.ts'
import { createStandings } from '../../../../src/services/answers/standings/standings.ts'
import { type AggregateWindow, QueryTooLong } from '../../../../src/store/aggregates.ts'
import type { Standing } from '../../../../src/store/dmarc/source-facts.ts'
import type { TlsSummary } from '../../../../src/store/tls-reports.ts'
import { standingDays } from '../../../support/standing-days.ts'
import { until } from '../../../support/until.ts'
import { BLOCKED, DEMANDING, readiness } from '../../../web/dmarc/fake-answers.ts'
import { NOW } from '../../../web/fake-mail-tests.ts'

const ACTOR = { kind: 'session', accountId: 'acc_1', role: 'viewer', personId: 'p1' } as const
const LAST = dayNumberOf(NOW) - 2

const sums = (domainId: string, failed = 0): Standing => ({
  domainId,
  messages: 1_000,
  pass: 1_000 - failed,
  reports: 30,
  before: { messages: 1_000, pass: 1_000 - failed, reports: 30 },
  ...standingDays(Array.from({ length: 30 }, (_, at) => ({ day: LAST - 29 + at, messages: 33, pass: 33 }))),
})

interface Scene {
  domains?: readonly string[]
  unverified?: readonly string[]
  sums?: readonly Standing[]
  readiness?: (id: string) => Promise<Result<Readiness>>
  tls?: (window: AggregateWindow) => Partial<TlsSummary>
  /** What the clock does while the sums are read. */
  sumsTake?: (later: (ms: number) => void) => void
}

function scene({ domains = [], unverified = [], sums: all = [], readiness: counted, tls, sumsTake }: Scene) {
  const asked: string[] = []
  const reads: unknown[][] = []
  let now = NOW
  const later = (ms: number) => (now = new Date(now.getTime() + ms))
  const standings = createStandings({
    aggregates: {
      standings: async (ids, window) => {
        reads.push([ids, window])
        sumsTake?.(later)
        return all.filter(({ domainId }) => ids.includes(domainId))
      },
      policies: async (id) => [
        {
          day: LAST,
          policyDomain: id,
          policy: { p: 'reject', adkim: 'r', aspf: 'r' },
          reports: 1,
          authenticated: true,
        },
      ],
    },
    tls: {
      async summary(_, window) {
        if (!tls) throw new QueryTooLong('too long')
        const none = {
          reports: 1,
          successes: 0,
          failures: 0,
          days: [],
          policies: [],
          failed: [],
          moreFailed: 0,
        }
        return { ...none, ...tls(window) }
      },
    },
    domains: {
      list: async () => [
        ...domains.map((domain) => ({ id: domain, domain, verified: true })),
        ...unverified.map((domain) => ({ id: domain, domain, verified: false })),
      ],
    },
    readiness: {
      async readiness(_, id) {
        asked.push(id)
        return counted ? counted(id) : granted(DEMANDING)
      },
    },
    clock: { now: () => now },
    patience: 100,
  })
  const page = async (limit = 25, after?: string) => {
    const found = await standings.of(ACTOR, { limit, ...(after && { after }) })
    if (!found.ok) throw new Error(found.refusal.kind)
    return found.value
  }
  return { standings, page, asked, reads, later }
}

const names = (page: { rows: readonly { standing: { domain: { domain: string } } }[] }) =>
  page.rows.map(({ standing }) => standing.domain.domain)

describe('how domains stand', () => {
  test('what people say of a source is told at once, and of other accounts nothing is counted again', async () => {
    let answer: Readiness = DEMANDING
    const one = scene({
      domains: ['a.example'],
      sums: [sums('a.example')],
      readiness: async () => granted(answer),
    })
    const before = (await one.page()).rows[0]?.attention.kind
    answer = BLOCKED
    one.standings.forget('acc_2')
    expect((await one.page()).rows[0]?.attention.kind).toBe(before)
    one.standings.forget('acc_1')
    expect((await one.page()).rows[0]?.attention.kind).not.toBe(before)
    expect(one.asked).toHaveLength(2)
  })

  test('the worst first; then by failed mail, then by name; those without reports last', async () => {
    const { page, reads } = scene({
      domains: ['c.example', 'b.example', 'a.example', 'blocked.example', 'new.example'],
      unverified: ['open.example'],
      sums: [sums('a.example'), sums('b.example'), sums('c.example', 9), sums('blocked.example')],
      readiness: async (id) => granted(id === 'blocked.example' ? BLOCKED : DEMANDING),
    })
    const found = await page()
    expect(names(found)).toEqual(['blocked.example', 'c.example', 'a.example', 'b.example', 'new.example'])
    expect([found.all, found.unverified, found.isLater, found.next]).toEqual([5, 1, false, undefined])
    expect(found.rows[0]?.standing.policy?.p).toBe('reject')
    // One read for all of them, of the 30 settled days.
    expect(reads).toEqual([
      [
        ['c.example', 'b.example', 'a.example', 'blocked.example', 'new.example'],
        { from: LAST - 29, to: LAST },
      ],
    ])
  })

  test('TLS failures that are over, as reports say until today, need nobody', async () => {
    const failed = { type: 'certificate-expired', host: 'mx.example.org', sessions: 90, lastDay: LAST - 2 }
    const day = (at: number, failures: number) => ({ day: at, successes: 100, failures })
    const reports = (last: number) => (window: AggregateWindow) => ({
      successes: 300,
      failures: 90,
      failed: [failed],
      days: [day(LAST - 2, 90), day(LAST - 1, 0), day(LAST, 0), day(last, 0)].filter(
        (one) => one.day <= window.to,
      ),
    })
    const of = async (last: number) => {
      const domains = ['a.example']
      const tls = reports(last)
      const one = scene({
        domains,
        sums: [sums('a.example')],
        readiness: async () => granted(DEMANDING),
        tls,
      })
      return (await one.page()).rows[0]?.attention.kind
    }
    expect(await of(LAST + 1)).toBe('fine')
    // Two days after it are too few to tell.
    expect(await of(LAST + 9)).toBe('tls')
  })

  test('of a domain without reports nothing is counted', async () => {
    const { page, asked } = scene({ domains: ['new.example'] })
    expect((await page()).rows[0]?.attention.kind).toBe('none')
    expect(asked).toEqual([])
  })

  test('readiness is counted first for those that are shown, and shown again for a minute', async () => {
    const domains = Array.from({ length: 7 }, (_, at) => `d${at}.example`)
    const { page, asked, later } = scene({ domains, sums: domains.map((one) => sums(one)) })
    const first = await page(3)
    expect([names(first), first.next]).toEqual([['d0.example', 'd1.example', 'd2.example'], 'd2.example'])
    expect(asked).toEqual(['d0.example', 'd1.example', 'd2.example'])
    await page(3)
    expect(asked).toHaveLength(3)
    later(60_000)
    await page(3)
    expect(asked).toHaveLength(6)
    const second = await page(3, 'd2.example')
    expect([names(second), second.isLater, second.next]).toEqual([
      ['d3.example', 'd4.example', 'd5.example'],
      true,
      'd5.example',
    ])
    expect(names(await page(3, 'd5.example'))).toEqual(['d6.example'])
  })

  test('a page of which most rows are not known yet is open, and the rest of the account is looked at behind it', async () => {
    const domains = Array.from({ length: 5 }, (_, at) => `d${at}.example`)
    const open: (() => void)[] = []
    const many = scene({
      domains,
      sums: domains.map((one) => sums(one)),
      readiness: () => new Promise((done) => open.push(() => done(granted(DEMANDING)))),
    })
    expect((await many.page(2)).isOpen).toBe(true)
    // Whoever looks again begins nothing twice.
    expect((await many.page(2)).isOpen).toBe(true)
    expect(many.asked).toEqual(['d0.example', 'd1.example'])
    for (const done of open.splice(0)) done()
    await until(() => {
      for (const done of open.splice(0)) done()
      return many.asked.length === 5
    })
    expect((await many.page(2)).isOpen).toBe(false)
    expect(many.asked.toSorted()).toEqual(domains)
  })

  test('what takes too long, or is refused, is not counted yet, and holds nothing up', async () => {
    const never = scene({
      domains: ['slow.example'],
      sums: [sums('slow.example')],
      readiness: () => new Promise(() => {}),
    })
    expect((await never.page()).rows[0]?.attention.says).toContain('not counted yet')
    const busy = scene({
      domains: ['busy.example'],
      sums: [sums('busy.example')],
      readiness: async () => refused({ kind: 'busy' }),
    })
    expect((await busy.page()).rows[0]?.readiness).toBeUndefined()
  })

  test('a page whose sums took all its time goes out first, and its domains are looked at behind it', async () => {
    const one = scene({
      domains: ['a.example'],
      sums: [sums('a.example')],
      sumsTake: (later) => later(100),
    })
    expect((await one.page()).isOpen).toBe(true)
    expect(one.asked).toEqual([])
    await until(() => one.asked.length === 1)
    expect((await one.page()).isOpen).toBe(false)
  })

  test('what was counted too late for a page stands on the next one', async () => {
    const open: (() => void)[] = []
    const late = scene({
      domains: ['late.example'],
      sums: [sums('late.example')],
      readiness: () => new Promise((done) => open.push(() => done(granted(readiness())))),
    })
    expect((await late.page()).rows[0]?.readiness).toBeUndefined()
    open[0]?.()
    await Bun.sleep(0)
    expect((await late.page()).rows[0]?.attention.kind).toBe('ready')
  })

  test('who may not read reports is refused, and a query that takes too long is told', async () => {
    const { standings } = scene({})
    const key = { kind: 'key', accountId: 'acc_1', scopes: ['tests:read'] } as const
    expect((await standings.of(key, { limit: 5 })).ok).toBe(false)
    const slow = createStandings({
      aggregates: {
        standings: () => Promise.reject(new QueryTooLong('too long')),
        policies: async () => [],
      },
      tls: { summary: async () => Promise.reject(new Error('never asked')) },
      domains: { list: async () => [] },
      readiness: { readiness: async () => refused({ kind: 'busy' }) },
      clock: { now: () => NOW },
    })
    expect(await slow.of(ACTOR, { limit: 5 })).toEqual(refused({ kind: 'busy' }))
  })
})
