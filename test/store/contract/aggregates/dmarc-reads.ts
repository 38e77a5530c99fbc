import { expect, test } from 'bun:test'
import { newEntry } from '../../../../src/core/domains/verification.ts'
import { tokenFrom } from '../../../../src/core/mail-test.ts'
import {
  type AggregateWindow,
  type RecordPlace,
  type ReportedRecord,
  SOURCE_GROUPS,
  SOURCE_ORDERS,
} from '../../../../src/store/aggregates.ts'
import { account, later, random, THEN } from '../../../support/builders.ts'
import { chance } from '../../../support/chance.ts'
import { entry as said } from '../../../support/people.ts'
import type { TheStore } from '../../contract.ts'
import { type MadeReport, madeReport, type ReportPlan } from './random-reports.ts'
import { recounted, sliceOf } from './recounted.ts'

/** The first of a month, and the last day of what is reported below. */
const FIRST = Date.UTC(2026, 4, 1) / 86_400_000
const LAST = FIRST + 130
const ALL: AggregateWindow = { from: FIRST, to: LAST }

export function dmarcReadContract(store: TheStore): void {
  const aggregates = () => store().aggregates

  async function verifiedDomain(accountId: string, domain: string) {
    const entry = newEntry({
      id: crypto.randomUUID(),
      accountId,
      domain,
      token: tokenFrom(random),
      createdAt: THEN,
    })
    const about = { accountId, target: domain }
    await store().domains.add(entry, { verified: 10, unverified: 10 }, said('domain.added', about))
    const entries = { verified: said('domain.verified', about), unverified: said('domain.unverified', about) }
    await store().domains.looked(
      entry.id,
      { state: 'found', at: later(1) },
      { verified: 10, later: 0, entries },
    )
    return entry
  }

  async function setting() {
    const one = account()
    await store().accounts.create(one)
    const domain = `${crypto.randomUUID()}.example.org`
    const entry = await verifiedDomain(one.id, domain)
    return { accountId: one.id, domain, id: entry.id }
  }

  async function put(made: MadeReport): Promise<MadeReport> {
    expect(await aggregates().put(made.report)).toMatchObject({ outcome: 'stored' })
    return made
  }

  /** Reports of months, of the domain and one below that is verified too. */
  async function months() {
    const { accountId, domain, id } = await setting()
    const below = await verifiedDomain(accountId, `mail.${domain}`)
    const dice = chance(7)
    const all: MadeReport[] = []
    for (let n = 0; n < 160; n += 1) {
      const froms = [domain, domain, `news.${domain}`, `mail.${domain}`, `a.mail.${domain}`]
      const day = FIRST + Math.floor(dice() * 131)
      all.push(await put(madeReport(dice, { accountId, policyDomain: domain, day, froms })))
    }
    const isBelow = (from: string) => from === `mail.${domain}` || from.endsWith(`.mail.${domain}`)
    return {
      id,
      belowId: below.id,
      ours: recounted(all, (from) => !isBelow(from)),
      theirs: recounted(all, isBelow),
    }
  }
  const one: { months?: ReturnType<typeof months> } = {}
  const known = () => {
    one.months ??= months()
    return one.months
  }

  /** A day, a week across a month's end, a month, a month and a bit, all but an edge, all, and far outside. */
  const SPANS = [
    [FIRST, FIRST],
    [FIRST + 28, FIRST + 34],
    [FIRST + 31, FIRST + 60],
    [FIRST + 25, FIRST + 64],
    [FIRST + 1, LAST - 1],
    [FIRST + 92, LAST + 200],
    [FIRST - 200, LAST + 100],
    [LAST + 1, LAST + 30],
  ] as const
  const WINDOWS = SPANS.flatMap(([from, to]): AggregateWindow[] => [
    { from, to },
    { from, to, authenticated: true },
    { from, to, authenticated: false },
  ])

  test('a summary counts what the records say', async () => {
    const { id, belowId, ours, theirs } = await known()
    for (const window of WINDOWS) {
      expect(await aggregates().summary(id, window)).toStrictEqual(ours.summary(window))
      expect(await aggregates().summary(belowId, window)).toStrictEqual(theirs.summary(window))
    }
  })

  test('reports are those of the window, newest first, whatever is asked for', async () => {
    const { id, ours } = await known()
    const filters = [
      {},
      { result: 'pass' },
      { result: 'fail' },
      { reporter: 'mail.ru' },
      { reporter: 'outlook.com', result: 'fail' },
      { reporter: 'nobody' },
    ] as const
    for (const window of WINDOWS)
      for (const filter of filters) {
        const page = { limit: 20, offset: 3, ...filter }
        expect(await aggregates().reports(id, window, page)).toStrictEqual(ours.reports(window, page))
      }
  })

  test('pages of reports are each report once', async () => {
    const { id, ours } = await known()
    const whole = ours.reports(ALL, { limit: 1000, offset: 0 }).reports
    const pages = []
    for (let offset = 0; offset <= whole.length; offset += 7)
      pages.push(...(await aggregates().reports(id, ALL, { limit: 7, offset })).reports)
    expect(pages).toStrictEqual(whole)
  })

  for (const groupBy of SOURCE_GROUPS) {
    test(`sources by ${groupBy} add up to what the records say`, async () => {
      const { id, ours } = await known()
      for (const window of WINDOWS)
        for (const sort of SOURCE_ORDERS)
          for (const result of [undefined, 'pass', 'fail'] as const) {
            const query = { groupBy, sort, limit: 4, offset: 1, ...(result && { result }) }
            expect(fewDomains(await aggregates().sources(id, window, query))).toStrictEqual(
              fewDomains(ours.sources(window, query)),
            )
          }
    })
  }

  /** Those that have as many messages may stand in any order. */
  const fewDomains = <T extends { sources: { headerFrom: string[] }[] }>(page: T) => ({
    ...page,
    sources: page.sources.map((source) => ({ ...source, headerFrom: source.headerFrom.toSorted() })),
  })

  test('summary, sources, reports and records have one sum', async () => {
    const { id } = await known()
    for (const window of WINDOWS) {
      const { messages, pass } = await aggregates().summary(id, window)
      const sums = (rows: readonly { messages: number; pass: number }[]) => ({
        messages: rows.reduce((all, row) => all + row.messages, 0),
        pass: rows.reduce((all, row) => all + row.pass, 0),
      })
      expect(sums((await aggregates().reports(id, window, { limit: 200, offset: 0 })).reports)).toEqual({
        messages,
        pass,
      })
      for (const groupBy of SOURCE_GROUPS) {
        const query = { groupBy, sort: 'messages', limit: 200, offset: 0 } as const
        const page = await aggregates().sources(id, window, query)
        expect([sums(page.sources), page.messages]).toEqual([{ messages, pass }, messages])
      }
      const records = await allRecords(id, window)
      expect(records.reduce((all, { record }) => all + record.count, 0)).toBe(messages)
    }
  })

  async function allRecords(id: string, window: AggregateWindow, limit = 50, uid?: string) {
    const records: ReportedRecord[] = []
    for (let after: RecordPlace | undefined; ; ) {
      const page = await aggregates().records(id, window, {
        limit,
        ...(after !== undefined && { after }),
        ...(uid !== undefined && { uid }),
      })
      records.push(...page.records)
      after = page.next
      if (after === undefined) return records
    }
  }

  test('records come once each, with their report, by day', async () => {
    const { id, ours } = await known()
    for (const window of WINDOWS) {
      const records = await allRecords(id, window, 13)
      const plain = (all: readonly unknown[]) => all.map((one) => JSON.stringify(one)).sort()
      expect(plain(records.map(({ record }) => record))).toEqual(
        plain(ours.records(window).map((one) => ordered(one))),
      )
      expect(records.map(({ report }) => report.receivedAt.getTime() >= 0)).not.toContain(false)
    }
  })

  const ordered = ({
    ip,
    count,
    dkim,
    spf,
    disposition,
    headerFrom,
    envelopeFrom,
    envelopeTo,
    results,
  }: MadeReport['records'][number]) => ({
    ip,
    count,
    dkim,
    spf,
    disposition,
    headerFrom,
    ...(envelopeFrom !== undefined && { envelopeFrom }),
    ...(envelopeTo !== undefined && { envelopeTo }),
    results,
  })

  test('a report is found by its id, with its records, under the domain that it is about', async () => {
    const { accountId, domain, id } = await setting()
    const other = await setting()
    const plan: ReportPlan = { accountId, policyDomain: domain, day: FIRST, records: 30 }
    const made = await put(madeReport(chance(3), plan))
    await put(madeReport(chance(4), plan))
    const { uid } = made.report
    expect(await aggregates().report(id, uid)).toStrictEqual(sliceOf(made))
    expect(await aggregates().report(other.id, uid)).toBeUndefined()
    expect(await aggregates().report(id, 'dmr_none')).toBeUndefined()
    const records = await allRecords(id, ALL, 11, uid)
    expect(records.map(({ record }) => record)).toEqual(made.records)
    expect(new Set(records.map(({ report }) => report.uid))).toEqual(new Set([uid]))
    expect(await allRecords(other.id, ALL, 11, uid)).toEqual([])
    expect(await allRecords(id, ALL, 11, 'dmr_none')).toEqual([])
    expect(await aggregates().records(id, ALL, { limit: 10, after: 'nowhere' })).toEqual({ records: [] })
  })

  test('a domain without reports has zeros', async () => {
    const { id } = await setting()
    for (const domainId of [id, 'none']) {
      expect(await aggregates().summary(domainId, ALL)).toStrictEqual(recounted([], () => true).summary(ALL))
      expect(await aggregates().reports(domainId, ALL, { limit: 1, offset: 0 })).toEqual({
        total: 0,
        reports: [],
      })
      const query = { groupBy: 'ip', sort: 'messages', limit: 1, offset: 0 } as const
      expect(await aggregates().sources(domainId, ALL, query)).toEqual({ total: 0, messages: 0, sources: [] })
      expect(await aggregates().unnamed(domainId, ALL, 10, THEN)).toEqual([])
    }
  })

  test('names are kept, shown and grouped by, and asked for when they are due', async () => {
    const { accountId, domain, id } = await setting()
    const ips = [1, 2, 3, 4].map(
      (n) => `9.${Math.floor(Math.random() * 250)}.${Math.floor(Math.random() * 250)}.${n}`,
    )
    const [first = '', second = '', third = '', fourth = ''] = ips
    for (const [index, ip] of ips.entries()) {
      const plan = { accountId, policyDomain: domain, day: FIRST + index, ips: [ip], records: 1 + index * 40 }
      await put(madeReport(chance(index), plan))
    }
    const due = (now: Date, most = 10) => aggregates().unnamed(id, ALL, most, now)
    expect(await due(THEN)).toEqual([fourth, third, second, first])
    expect(await due(THEN, 2)).toEqual([fourth, third])
    const organization = { name: 'sender.org', domain: 'sender.org', basis: 'ptr' }
    await aggregates().name([
      { ip: second, askAt: later(5), name: { reverseDns: 'a.sender.org', organization } },
      { ip: third, askAt: later(5), name: { reverseDns: 'b.sender.org', organization } },
      { ip: fourth, askAt: later(1) },
      { ip: '9.9.9.250', askAt: later(1), name: {} },
    ])
    expect(await due(THEN)).toEqual([first])
    expect(await due(later(1))).toEqual([fourth, first])
    // No answer: what was known holds.
    await aggregates().name([{ ip: second, askAt: later(9) }])
    const of = async (groupBy: 'ip' | 'organization') =>
      (await aggregates().sources(id, ALL, { groupBy, sort: 'messages', limit: 10, offset: 0 })).sources
    const byIp = await of('ip')
    expect(byIp.find(({ ip }) => ip === second)).toMatchObject({ reverseDns: 'a.sender.org', organization })
    expect(byIp.find(({ ip }) => ip === first)?.reverseDns).toBeUndefined()
    const grouped = await of('organization')
    const senders = grouped.find(({ source }) => source === 'sender.org')
    expect(senders).toMatchObject({ ipCount: 2, organization, firstSeen: FIRST + 1, lastSeen: FIRST + 2 })
    expect(grouped.map(({ source }) => source).sort()).toEqual([first, fourth, 'sender.org'].sort())
    expect(senders?.messages).toBe(
      byIp.filter(({ ip }) => ip === second || ip === third).reduce((all, { messages }) => all + messages, 0),
    )
    const only = async (some: { organization: string }) =>
      aggregates().sources(id, ALL, { groupBy: 'ip', sort: 'messages', limit: 10, offset: 0, only: some })
    const theirs = await only({ organization: 'sender.org' })
    expect(theirs.sources).toEqual(byIp.filter(({ ip }) => ip === second || ip === third))
    expect(theirs.total).toBe(2)
    expect((await only({ organization: 'nobody.example' })).sources).toEqual([])
    const [record] = (await aggregates().records(id, { from: FIRST + 1, to: FIRST + 1 }, { limit: 1 }))
      .records
    expect(record?.name).toEqual({ reverseDns: 'a.sender.org', organization })
  })

  test('organizations go when no address belongs to them any more', async () => {
    const { accountId, domain, id } = await setting()
    const [kept, gone] = [`9.8.${Math.floor(Math.random() * 250)}.1`, '203.0.113.201']
    await put(madeReport(chance(3), { accountId, policyDomain: domain, day: FIRST, ips: [kept] }))
    const called = (ip: string, name: string) => ({
      ip,
      askAt: later(5),
      name: { organization: { name, basis: 'ptr' } },
    })
    const names = Array.from({ length: 7 }, (_, n) => `${n}.${domain}`)
    for (const name of names) await aggregates().name([called(gone, name), called(kept, name)])
    const forget = async () => {
      let all = 0
      for (let after: number | undefined = -1; after !== undefined; ) {
        const { gone: some, next }: { gone: number; next?: number } = await aggregates().forgetOrganizations(
          after,
          3,
        )
        all += some
        after = next
      }
      return all
    }
    expect(await forget()).toBeGreaterThanOrEqual(6)
    expect(await forget()).toBe(0)
    const query = { groupBy: 'organization', sort: 'messages', limit: 10, offset: 0 } as const
    const { sources } = await aggregates().sources(id, ALL, query)
    expect(sources.map(({ source }) => source)).toEqual([`6.${domain}`])
  })

  test('the addresses of one From domain count what they sent with it alone', async () => {
    const { accountId, domain, id } = await setting()
    const froms = [domain, `a.${domain}`, `b.${domain}`]
    for (const index of [0, 1, 2, 40])
      await put(
        madeReport(chance(60 + index), {
          accountId,
          policyDomain: domain,
          day: FIRST + index,
          records: 30,
          froms,
        }),
      )
    const query = { sort: 'messages', limit: 100, offset: 0 } as const
    const { sources: domains } = await aggregates().sources(id, ALL, { ...query, groupBy: 'header_from' })
    expect(domains.length).toBeGreaterThan(1)
    for (const one of domains.filter(({ source }) => source !== '')) {
      const only = { headerFrom: one.source }
      const { sources, total } = await aggregates().sources(id, ALL, { ...query, groupBy: 'ip', only })
      const sum = (pick: (of: (typeof sources)[number]) => number) =>
        sources.reduce((all, source) => all + pick(source), 0)
      expect(total).toBe(one.ipCount ?? 0)
      expect(sum(({ messages }) => messages)).toBe(one.messages)
      expect(sum(({ pass }) => pass)).toBe(one.pass)
      expect(sources.every(({ headerFrom }) => headerFrom.join() === one.source)).toBe(true)
    }
  })

  test('names are told in an order that stays, and what an organization is to others is kept up', async () => {
    const { accountId, domain } = await setting()
    const byte = () => Math.floor(Math.random() * 250)
    const [asked, never] = [1, 2].map((n) => `11.${byte()}.${byte()}.${n}`) as [string, string]
    for (const [index, ip] of [asked, never].entries()) {
      const plan = { accountId, policyDomain: domain, day: FIRST + index, ips: [ip], records: 1 }
      await put(madeReport(chance(90 + index), plan))
    }
    const organization = { name: `Sender ${crypto.randomUUID()}`, domain: 'sender.org', basis: 'ptr' }
    const name = { reverseDns: 'a.sender.org', organization }
    await aggregates().name([{ ip: asked, askAt: later(5), name }])
    async function all(page: number) {
      const found: Awaited<ReturnType<ReturnType<typeof aggregates>['names']>> = []
      for (let after = -1; ; after = found.at(-1)?.place ?? after) {
        const some = await aggregates().names(after, page)
        found.push(...some)
        if (some.length < page) return found
      }
    }
    const told = await all(3)
    expect(told).toEqual(await all(1_000))
    expect(told.map(({ place }) => place)).toEqual(told.map(({ place }) => place).toSorted((a, b) => a - b))
    expect(told.find(({ ip }) => ip === asked)).toMatchObject({ askAt: later(5), name })
    expect(told.find(({ ip }) => ip === never)).not.toHaveProperty('name')
    await aggregates().name([
      { ip: never, askAt: later(5), name: { organization: { ...organization, type: 'Marketing' } } },
    ])
    const now = (await all(1_000)).filter(({ ip }) => ip === asked || ip === never)
    expect(now.map((one) => one.name?.organization?.type)).toEqual(['Marketing', 'Marketing'])
  })

  test('domains that have reports are told of in an order that stays', async () => {
    const { accountId, domain, id } = await setting()
    const { receivedAt } = (await put(madeReport(chance(1), { accountId, policyDomain: domain, day: FIRST })))
      .report
    const all = []
    for (let after = 0, page = await aggregates().reported(after, 3); page.length > 0; ) {
      all.push(...page)
      after = page.at(-1)?.place ?? after
      page = await aggregates().reported(after, 3)
    }
    expect(all.filter(({ domainId }) => domainId === id)).toEqual([
      { place: expect.any(Number), domainId: id, accountId, latestReportAt: receivedAt },
    ])
    expect(new Set(all.map(({ domainId }) => domainId)).size).toBe(all.length)
  })
}
