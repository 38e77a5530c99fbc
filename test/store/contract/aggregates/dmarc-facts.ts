import { expect, test } from 'bun:test'
import { newEntry } from '../../../../src/core/domains/verification.ts'
import { tokenFrom } from '../../../../src/core/mail-test.ts'
import type { AggregateWindow, RecordPlace, ReportedRecord } from '../../../../src/store/aggregates.ts'
import type { SourceTrait } from '../../../../src/store/dmarc/source-facts.ts'
import { account, later, random, THEN } from '../../../support/builders.ts'
import { chance } from '../../../support/chance.ts'
import { entry as said } from '../../../support/people.ts'
import type { TheStore } from '../../contract.ts'
import { type MadeReport, madeReport } from './random-reports.ts'
import { recountedFacts } from './recounted-facts.ts'

/** The first of a month, and the last day of what is reported below. */
const FIRST = Date.UTC(2026, 4, 1) / 86_400_000
const LAST = FIRST + 80
const IPS = Array.from({ length: 9 }, (_, n) => `9.9.${n}.9`)
const LATER = { receivedAt: new Date((LAST + 9) * 86_400_000) }

const SPANS = [
  [FIRST, FIRST],
  [FIRST + 28, FIRST + 34],
  [FIRST + 31, FIRST + 60],
  [FIRST + 1, LAST - 1],
  [FIRST - 200, LAST + 100],
  [LAST + 1, LAST + 30],
] as const
const WINDOWS = SPANS.flatMap(([from, to]): AggregateWindow[] => [
  { from, to },
  { from, to, authenticated: true },
  { from, to, authenticated: false },
])

const sorted = (all: readonly unknown[]) => all.map((one) => JSON.stringify(one)).sort()

export function dmarcFactContract(store: TheStore): void {
  const aggregates = () => store().aggregates

  async function verifiedDomain(accountId: string, domain: string): Promise<string> {
    const [id, token] = [crypto.randomUUID(), tokenFrom(random)]
    const entry = newEntry({ id, accountId, domain, token, createdAt: THEN })
    const about = { accountId, target: domain }
    await store().domains.add(entry, { verified: 10, unverified: 10 }, said('domain.added', about))
    const entries = { verified: said('domain.verified', about), unverified: said('domain.unverified', about) }
    await store().domains.looked(id, { state: 'found', at: later(1) }, { verified: 10, later: 0, entries })
    return id
  }

  /** Reports of months, of a domain and one below that is verified too; some came again, and some authenticated in place of others. */
  async function made() {
    const one = account()
    await store().accounts.create(one)
    const domain = `${crypto.randomUUID()}.example.org`
    const id = await verifiedDomain(one.id, domain)
    const belowId = await verifiedDomain(one.id, `mail.${domain}`)
    const dice = chance(11)
    const all: MadeReport[] = []
    const froms = [domain, domain, `news.${domain}`, `mail.${domain}`, `a.mail.${domain}`]
    for (let n = 0; n < 120; n += 1) {
      const day = FIRST + Math.floor(dice() * 81)
      const report = madeReport(dice, { accountId: one.id, policyDomain: domain, day, froms, ips: IPS })
      all.push(report)
      await aggregates().put(report.report)
    }
    for (const report of all.slice(0, 5)) await aggregates().put(report.report)
    for (const old of all.filter(({ report }) => !report.authenticated).slice(0, 9)) {
      const plan = {
        accountId: one.id,
        policyDomain: domain,
        day: FIRST,
        froms,
        ips: IPS,
        authenticated: true,
      }
      const next = madeReport(dice, { ...plan, ...LATER })
      const head = { ...old.report.aggregate.head, contentHash: next.report.aggregate.head.contentHash }
      next.report.aggregate = { ...next.report.aggregate, head }
      all[all.indexOf(old)] = { ...next, day: old.day }
      expect(await aggregates().put(next.report)).toMatchObject({
        outcome: 'stored',
        replacedFile: old.report.fileId,
      })
    }
    const isBelow = (from: string) => from === `mail.${domain}` || from.endsWith(`.mail.${domain}`)
    return {
      id,
      belowId,
      ours: recountedFacts(all, domain, (from) => !isBelow(from)),
      theirs: recountedFacts(all, `mail.${domain}`, isBelow),
    }
  }
  const once: { made?: ReturnType<typeof made> } = {}
  const known = () => {
    once.made ??= made()
    return once.made
  }

  const byName = (all: readonly object[]) =>
    sorted(all.map((one) => Object.fromEntries(Object.entries(one).toSorted())))

  /** Of a report that another one took the place of, what it said of domains stays. */
  function expectTraits(told: readonly SourceTrait[], wanted: readonly SourceTrait[]): void {
    const name = ({ ip, kind, domain }: SourceTrait) => `${ip} ${kind} ${domain}`
    const known = new Map(told.map((one) => [name(one), one]))
    expect(known.size).toBe(told.length)
    for (const one of wanted) {
      const { passed = false, lastSeen = 0 } = known.get(name(one)) ?? {}
      expect([passed || !one.passed, lastSeen >= one.lastSeen]).toEqual([true, true])
    }
  }

  test('facts are those of the records, of the addresses with most messages and of the rest', async () => {
    const { id, belowId, ours, theirs } = await known()
    const asked = WINDOWS.flatMap((window) =>
      [100, 4].flatMap((most) => [
        { id, window, most, all: ours },
        { id: belowId, window, most, all: theirs },
      ]),
    )
    for (const { id: of, window, most, all } of asked) {
      const sure = all.sure(window, most)
      const { rows, traits, ...others } = await aggregates().facts(of, window, sure)
      const wanted = all.facts(window, sure)
      const { rows: wantedRows, traits: wantedTraits, ...wantedOthers } = wanted
      expect(others).toEqual(wantedOthers)
      expect(byName(rows)).toEqual(byName(wantedRows))
      expectTraits(traits, wantedTraits)
    }
    const [whole] = [ours.facts({ from: FIRST, to: LAST }, 100)]
    expect(whole.rows.some(({ broken }) => broken > 0)).toBe(true)
    expect(whole.rows.some(({ listed }) => listed > 0)).toBe(true)
  })

  test('a reporter is who the mail is proved to come from; names of which nobody is are one each', async () => {
    const one = account()
    await store().accounts.create(one)
    const domain = `${crypto.randomUUID()}.example.org`
    const id = await verifiedDomain(one.id, domain)
    const dice = chance(5)
    const come = async (name: string, day: number, sender?: string) => {
      const plan = { accountId: one.id, policyDomain: domain, day, reporters: [name], senders: [sender] }
      await aggregates().put(madeReport(dice, { ...plan, authenticated: true }).report)
    }
    const count = async (from = FIRST) => {
      const window = { from, to: LAST, authenticated: true }
      const { reporters } = await aggregates().facts(id, window, 10)
      expect((await aggregates().summary(id, window)).reporters).toBe(reporters)
      return reporters
    }
    for (let name = 0; name < 10; name += 1) await come(`Receiver ${name}`, FIRST + (name % 3), 'one.example')
    expect(await count()).toBe(1)
    await come('google.com', FIRST)
    expect(await count()).toBe(2)
    // What came under a name before its sender was known is the sender's.
    await come('Google.com', FIRST + 1, 'google.com')
    expect(await count()).toBe(2)
    await come('Receiver 1', FIRST + 1)
    expect(await count()).toBe(2)
    await come('Receiver 1', FIRST + 1, 'two.example')
    expect(await count()).toBe(3)
    await aggregates().deleteBefore(one.id, FIRST + 1, 1_000)
    expect(await count()).toBe(3)
    await aggregates().deleteBefore(one.id, FIRST + 2, 1_000)
    expect(await count()).toBe(1)
  })

  test('nothing is left to count where no earlier version was', async () => {
    await known()
    expect(await aggregates().uncounted()).toBe(0)
  })

  test('policies are those that reports saw, by day', async () => {
    const { id, belowId, ours, theirs } = await known()
    for (const window of WINDOWS) {
      const told = await aggregates().policies(id, window)
      expect(sorted(told)).toEqual(sorted(ours.policies(window)))
      expect(told.map(({ day }) => day)).toEqual(told.map(({ day }) => day).toSorted((a, b) => a - b))
      expect(sorted(await aggregates().policies(belowId, window))).toEqual(sorted(theirs.policies(window)))
    }
  })

  test('days of some addresses', async () => {
    const { id, ours } = await known()
    for (const window of WINDOWS)
      for (const ips of [IPS.slice(0, 1), IPS.slice(2, 5), IPS, ['192.0.2.1'], []])
        expect(await aggregates().sourceDays(id, window, ips)).toEqual(ours.sourceDays(window, ips))
    const many = [...IPS, ...Array.from({ length: 600 }, (_, n) => `10.0.${n >> 8}.${n & 255}`)]
    expect(await aggregates().sourceDays(id, { from: FIRST, to: LAST }, many)).toEqual(
      ours.sourceDays({ from: FIRST, to: LAST }, IPS),
    )
  })

  async function allOf(id: string, window: AggregateWindow, ips: readonly string[], limit: number) {
    const records: ReportedRecord[] = []
    for (let after: RecordPlace | undefined; ; ) {
      const at = { ips, limit, ...(after !== undefined && { after }) }
      const page = await aggregates().recordsOf(id, window, at)
      expect(page.records.length).toBeLessThanOrEqual(limit)
      records.push(...page.records)
      after = page.next
      if (after === undefined) return records
    }
  }

  test('records of some addresses come once each, the newest day first', async () => {
    const { id, ours } = await known()
    for (const window of WINDOWS)
      for (const [ips, limit] of [
        [IPS.slice(0, 1), 3] as const,
        [IPS.slice(2, 5), 7] as const,
        [IPS, 50] as const,
      ]) {
        const records = await allOf(id, window, ips, limit)
        const plain = (one: Pick<ReportedRecord['record'], 'ip' | 'count' | 'headerFrom' | 'results'>) => [
          one.ip,
          one.count,
          one.headerFrom,
          one.results,
        ]
        expect(sorted(records.map(({ record }) => plain(record)))).toEqual(
          sorted(ours.records(window, ips).map(plain)),
        )
        const days = records.map(({ report: { head } }) => Math.floor((head.begin + head.end) / 2 / 86_400))
        expect(days).toEqual(days.toSorted((a, b) => b - a))
      }
    const nowhere = { ips: IPS, limit: 5, after: 'nowhere' }
    expect(await aggregates().recordsOf(id, { from: FIRST, to: LAST }, nowhere)).toEqual({ records: [] })
  })

  test('how domains fare, each beside the days before', async () => {
    const { id, belowId, ours, theirs } = await known()
    for (const window of WINDOWS) {
      const all = [theirs.standing(belowId, window), ours.standing(id, window)]
      const wanted = all.filter(({ reports, before }) => reports + before.reports > 0)
      const told = await aggregates().standings([belowId, 'none', id], window)
      expect(told.map((one) => ({ ...one, days: one.days() }))).toEqual(wanted)
    }
    expect(await aggregates().standings(['none'], { from: FIRST, to: LAST })).toEqual([])
  })

  test('of a domain without reports there is nothing to tell', async () => {
    const one = account()
    await store().accounts.create(one)
    const id = await verifiedDomain(one.id, `${crypto.randomUUID()}.example.org`)
    const window = { from: FIRST, to: LAST }
    expect(await aggregates().facts(id, window, 10)).toEqual({
      rows: [],
      traits: [],
      days: 0,
      reporters: 0,
      reports: 0,
    })
    expect(await aggregates().policies(id, window)).toEqual([])
    expect(await aggregates().sourceDays(id, window, IPS)).toEqual([])
    expect(await aggregates().recordsOf(id, window, { ips: IPS, limit: 5 })).toEqual({ records: [] })
  })
}
