import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { reporterOf } from '../../../src/core/aggregate/report.ts'
import { newEntry } from '../../../src/core/domains/verification.ts'
import { createExports } from '../../../src/services/aggregates/export/exports.ts'
import { createAggregates } from '../../../src/services/aggregates/read-aggregates.ts'
import { dateOfDay } from '../../../src/services/aggregates/window.ts'
import { createSenderDomains } from '../../../src/services/domains/sender-domains.ts'
import { createTlsReports } from '../../../src/services/tls-reports/tls-reports.ts'
import { dice, FIRST_DAY } from '../../store/sqlite/dmarc/scene.ts'
import { readCsv } from '../../support/csv.ts'
import { entry } from '../../support/people.ts'
import { openWorld, type World } from '../../support/world.ts'
import {
  type Counted,
  countsOf,
  dispositionsOf,
  passes,
  randomReport,
  summaryOf,
  VERIFIED,
} from './recount.ts'

setDefaultTimeout(300_000)

const SEED = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 31))
const random = dice(SEED)
const REPORTS = 300
const WINDOWS = 6

let world: World
let secret = ''
let accountId = ''
const ids = new Map<string, string>()
const records: Counted[] = []

beforeAll(async () => {
  world = await openWorld()
  accountId = (await world.account('metered')).id
  secret = (await world.key(accountId)).secret
  for (const domain of [...VERIFIED, 'unproved.test']) ids.set(domain, await domainOf(domain))
  for (let number = 0; number < REPORTS; number += 1) {
    const made = randomReport(random, number)
    const kept = await world.store.aggregates.put({ ...made.put, accountId })
    if (kept.outcome === 'stored') records.push(...made.records)
    else expect([kept.outcome, made.records.length]).toEqual(['rejected', 0])
  }
})
afterAll(() => world.close())

async function domainOf(domain: string): Promise<string> {
  const { domains } = world.store
  const [id, at] = [crypto.randomUUID(), new Date()]
  const made = newEntry({ id, accountId, domain, token: id.replaceAll('-', '').slice(0, 26), createdAt: at })
  await domains.add(made, { verified: 10, unverified: 10 }, entry('domain.added', { accountId }))
  const entries = { verified: entry('domain.verified'), unverified: entry('domain.unverified') }
  if (domain !== 'unproved.test')
    await domains.looked(id, { state: 'found', at }, { verified: 10, later: 0, entries })
  return id
}

interface Body {
  total: number
  reports: Item[]
  sources: Item[]
}
interface Item {
  id: string
  source: string
  messages: number
  dmarc_pass: number
  dmarc_fail: number
  share: number
}

async function ask(path: string): Promise<Body> {
  const request = new Request(`http://mailgauge.test${path}`, {
    headers: { authorization: `Bearer ${secret}` },
  })
  const response = await world.http.handle(request, '127.0.0.1')
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return (await response.json()) as Body
}

/** Every page behind the other, by the links. */
async function all(path: string, what: 'reports' | 'sources'): Promise<Item[]> {
  const items: Item[] = []
  for (let next: string | undefined = path; next !== undefined; ) {
    const request = new Request(`http://mailgauge.test${next}`, {
      headers: { authorization: `Bearer ${secret}` },
    })
    const response = await world.http.handle(request, '127.0.0.1')
    const body = (await response.json()) as Body
    items.push(...body[what])
    const link: string | undefined = /<https:\/\/mailgauge\.example\.com([^>]+)>/.exec(
      response.headers.get('link') ?? '',
    )?.[1]
    if (link === undefined) expect(items).toHaveLength(body.total)
    next = link
  }
  return items
}

const sumOf = (items: readonly Item[], of: 'messages' | 'dmarc_pass') =>
  items.reduce((sum, one) => sum + one[of], 0)

/** Random windows of each domain, with and without a filter. */
const ASKED = VERIFIED.flatMap((domain) =>
  Array.from({ length: WINDOWS }, (_, index) => {
    const from = FIRST_DAY + random.below(50)
    const authenticated = [undefined, true, false][index % 3]
    return { domain, from, to: from + random.below(index === 0 ? 366 : 40), authenticated }
  }),
)

interface Window {
  domain: string
  from: number
  to: number
  authenticated: boolean | undefined
}

const queryOf = ({ from, to, authenticated }: Window) =>
  `from=${dateOfDay(from)}&to=${dateOfDay(to)}${authenticated === undefined ? '' : `&authenticated=${authenticated}`}`

const pathOf = (window: Window, what: string) =>
  `/v1/domains/${ids.get(window.domain)}/dmarc/${what}?${queryOf(window)}`

const countedIn = ({ domain, from, to, authenticated }: Window) =>
  records.filter(
    (one) =>
      one.home === domain &&
      one.day >= from &&
      one.day <= to &&
      (authenticated === undefined || one.authenticated === authenticated),
  )

const groupsOf = (some: readonly Counted[], of: (record: Counted) => string) => Map.groupBy(some, of)

const KEYS = {
  ip: (one: Counted) => one.ip,
  header_from: (one: Counted) => one.headerFrom,
  reporter: (one: Counted) => one.reporter,
  // Nothing is known of the addresses: each stands for itself.
  organization: (one: Counted) => one.ip,
}

/** Every group is listed once, with what its records add up to. */
function expectSources(listed: readonly Item[], groups: Map<string, Counted[]>): void {
  expect(listed).toHaveLength(groups.size)
  const counted = [...groups.values()].flat()
  expect(sumOf(listed, 'messages')).toBe(messagesOf(counted))
  expect(sumOf(listed, 'dmarc_pass')).toBe(messagesOf(counted.filter(passes)))
  for (const one of listed) {
    const some = groups.get(one.source) ?? groups.get(reporterOf({ orgName: one.source })) ?? []
    expect(one).toMatchObject({ ...countsOf(some), dispositions: dispositionsOf(some) })
  }
}

const messagesOf = (some: readonly Counted[]) => some.reduce((sum, { count }) => sum + count, 0)

describe(`what the API says of ${REPORTS} random reports is what their records add up to (SEED=${SEED})`, () => {
  test('summaries', async () => {
    expect(records.length).toBeGreaterThan(1000)
    for (const window of ASKED) {
      const body = await ask(pathOf(window, 'summary'))
      expect(body).toMatchObject(summaryOf(countedIn(window), window))
    }
  })

  test('reports, on pages, and those that pass and fail', async () => {
    for (const window of ASKED) {
      const counted = countedIn(window)
      const path = pathOf(window, 'reports')
      const listed = await all(`${path}&limit=7`, 'reports')
      const groups = groupsOf(counted, ({ uid }) => uid)
      expect(listed.map(({ id }) => id).toSorted()).toEqual([...groups.keys()].toSorted())
      for (const one of listed) {
        const some = groups.get(one.id) ?? []
        const { dkim_authenticated: _, spf_authenticated: __, ...counts } = countsOf(some)
        expect(one).toMatchObject({ ...counts, records: some.length, dispositions: dispositionsOf(some) })
      }
      const passing = await all(`${path}&result=pass&limit=200`, 'reports')
      const failing = await all(`${path}&result=fail&limit=200`, 'reports')
      expect(passing.every((one) => one.dmarc_fail === 0)).toBe(true)
      expect(failing.every((one) => one.dmarc_fail > 0)).toBe(true)
      expect(sumOf([...passing, ...failing], 'messages')).toBe(sumOf(listed, 'messages'))
      expect(passing.length + failing.length).toBe(listed.length)
    }
  })

  test('reports of one reporter, whatever the case of its name', async () => {
    for (const window of ASKED) {
      const of = countedIn(window).filter(({ reporter }) => reporter === 'yahoo inc.')
      const listed = await all(`${pathOf(window, 'reports')}&reporter=YAHOO+inc.&limit=9`, 'reports')
      expect(sumOf(listed, 'messages')).toBe(messagesOf(of))
    }
  })

  test.each(['ip', 'header_from', 'reporter', 'organization'] as const)('sources by %s', async (group) => {
    for (const window of ASKED) {
      const groups = groupsOf(countedIn(window), KEYS[group])
      const path = `${pathOf(window, 'sources')}&group_by=${group}`
      for (const sort of ['messages', 'dmarc_fail', 'last_seen']) {
        const listed = await all(`${path}&sort=${sort}&limit=3`, 'sources')
        expectSources(listed, groups)
        const order = listed.map((one) => (sort === 'messages' ? one.messages : one.dmarc_fail))
        if (sort !== 'last_seen') expect(order).toEqual(order.toSorted((one, other) => other - one))
      }
      const passing = await all(`${path}&result=pass&limit=200`, 'sources')
      const failing = await all(`${path}&result=fail&limit=200`, 'sources')
      expect(passing.every((one) => one.dmarc_fail === 0)).toBe(true)
      expect(failing.every((one) => one.dmarc_fail > 0)).toBe(true)
      expectSources([...passing, ...failing], groups)
    }
  })

  test('exports: every record once', async () => {
    const domains = createSenderDomains(world.store)
    const tlsReports = createTlsReports({ store: world.store, domains })
    const aggregates = createAggregates({ store: world.store, domains })
    const exports = createExports({ aggregates, tlsReports, domains })
    const actor = { kind: 'operator', accountId } as const
    for (const window of ASKED) {
      const { domain, from, to, authenticated } = window
      const asked = { from, to, ...(authenticated !== undefined && { authenticated }) }
      const counted = countedIn(window)
      const whole = messagesOf(counted)
      const textOf = async (format: 'csv' | 'json') => {
        const file = await exports.records(actor, ids.get(domain) ?? '', asked, format)
        if (!file.ok) throw new Error(file.refusal.kind)
        return (await Array.fromAsync(file.value.parts)).join('')
      }
      const [headings = [], ...rows] = readCsv(await textOf('csv'))
      const [uid, count, ip] = ['report_uid', 'count', 'source_ip_address'].map((one) =>
        headings.indexOf(one),
      )
      const keyOf = (...parts: (string | number | undefined)[]) => parts.join(' ')
      expect(rows.map((row) => keyOf(row[uid ?? 0], row[ip ?? 0], row[count ?? 0])).toSorted()).toEqual(
        counted.map((one) => keyOf(one.uid, one.ip, one.count)).toSorted(),
      )
      const reports = JSON.parse(await textOf('json')) as { records: { count: number }[] }[]
      const told = reports.flatMap((one) => one.records)
      expect(told.reduce((sum, one) => sum + one.count, 0)).toBe(whole)
      expect(told).toHaveLength(counted.length)
      expect(new Set(reports.map((one) => Reflect.get(one, 'report_uid'))).size).toBe(reports.length)
    }
  })

  test('a domain that is not verified has nothing', async () => {
    const path = `/v1/domains/${ids.get('unproved.test')}/dmarc`
    const window = `from=${dateOfDay(FIRST_DAY)}&to=${dateOfDay(FIRST_DAY + 60)}`
    expect(await ask(`${path}/summary?${window}`)).toMatchObject({ totals: { messages: 0, reports: 0 } })
    expect(await ask(`${path}/reports?${window}`)).toMatchObject({ total: 0, reports: [] })
    expect(await ask(`${path}/sources?${window}`)).toMatchObject({ total: 0, sources: [] })
  })
})
