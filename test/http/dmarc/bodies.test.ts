import { afterAll, beforeAll, expect, test } from 'bun:test'
import { shareOf } from '../../../src/core/aggregate/share.ts'
import { openWorld, type World } from '../../support/world.ts'
import { HOSTILE, sampleAggregates, type Told } from './samples.ts'

const told: Told = {}
let world: World
let secret = ''
beforeAll(async () => {
  world = await openWorld({ aggregates: sampleAggregates(told) })
  secret = (await world.key((await world.account()).id)).secret
})
afterAll(() => world.close())

const WINDOW = 'from=2026-11-14&to=2026-11-15'
const ask = (path: string, of = world, as = secret) =>
  of.http.handle(
    new Request(`http://mailgauge.test/v1/domains/d/dmarc/${path}`, {
      headers: { authorization: `Bearer ${as}` },
    }),
    '127.0.0.1',
  )
const bodyOf = async (path: string) => (await ask(path)).json()

const window = { from: '2026-11-14', to: '2026-11-15', days: 2, settled: true }
const latest_report_at = '2026-11-16T03:10:44.512Z'
const dispositions = { none: 20_000, pass: 9_999, quarantine: 1, reject: 0 }
const results = { messages: 30_000, dmarc_pass: 29_999, dmarc_fail: 1 }

test('the summary, whole: rates are rounded down, and every day of the window is there', async () => {
  expect(await bodyOf(`summary?${WINDOW}`)).toEqual({
    domain: 'example.org',
    window: { ...window, latest_report_at },
    totals: {
      reports: 1,
      reporters: 1,
      sources: 2,
      ...results,
      dkim_aligned: 10_000,
      spf_aligned: 0,
      dkim_authenticated: 30_000,
      spf_authenticated: 5,
    },
    rates: { dmarc_pass: 0.9999, dkim_aligned: 0.3333, spf_aligned: 0 },
    dispositions,
    overrides: {
      forwarded: 1,
      mailing_list: 2,
      trusted_forwarder: 3,
      local_policy: 4,
      sampled_out: 5,
      policy_test_mode: 6,
      other: 7,
    },
    policy: {
      p: 'quarantine',
      adkim: 'r',
      aspf: 's',
      testing: false,
      observed_at: '2026-11-15T13:00:01.000Z',
    },
    reports_unauthenticated: 1,
    reports_long_range: 1,
    daily: [
      {
        date: '2026-11-14',
        reports: 0,
        messages: 0,
        dmarc_pass: 0,
        dmarc_fail: 0,
        dmarc_pass_rate: null,
      },
      { date: '2026-11-15', reports: 1, ...results, dmarc_pass_rate: 0.9999 },
    ],
  })
})

test('a report, whole: texts of strangers stay text', async () => {
  expect(await bodyOf(`reports?${WINDOW}&limit=1`)).toEqual({
    window: { ...window, latest_report_at },
    total: 120,
    limit: 1,
    offset: 0,
    reports: [
      {
        id: 'dmr_a',
        org_name: HOSTILE,
        report_id: '<1>@x',
        policy_domain: 'example.org',
        date: '2026-11-15',
        date_begin: '2026-11-14T12:00:00.000Z',
        date_end: '2026-11-15T13:00:01.000Z',
        received_at: latest_report_at,
        format: 'rfc9990',
        policy: { p: 'quarantine', adkim: 'r', aspf: 's' },
        records: 3,
        ...results,
        dmarc_pass_rate: 0.9999,
        dkim_aligned: 10_000,
        spf_aligned: 0,
        dispositions,
        authenticated: false,
        recovered: true,
        long_range: true,
        errors: [],
        warnings: ['rows_skipped'],
      },
    ],
  })
})

const source = {
  messages: 1,
  dmarc_pass: 1,
  dmarc_fail: 0,
  share: 0,
  dmarc_pass_rate: 1,
  dkim_aligned: 1,
  spf_aligned: 0,
  dkim_authenticated: 1,
  spf_authenticated: 0,
  dispositions: { none: 1, pass: 0, quarantine: 0, reject: 0 },
  forwarded: 0,
  header_from: Array.from({ length: 10 }, (_, index) => `n${index}.example.org`),
  reports: 1,
}
const organization = { name: HOSTILE, domain: 'example.net' }
const seen = { first_seen: '2026-09-04', last_seen: '2026-11-15' }

test('sources: an address has ip and name, a group has ip_count, a reporter neither, nor a status', async () => {
  const of = async (group: string) => {
    const { sources, ...rest } = (await bodyOf(`sources?${WINDOW}&group_by=${group}`)) as {
      sources: unknown[]
    }
    expect(rest).toEqual({ window, group_by: group, total: 7, limit: 50, offset: 0 })
    return sources
  }
  const address = {
    source: '2001:db8::1',
    ip: '2001:db8::1',
    reverse_dns: 'mail.example.net',
    organization,
  }
  expect(await of('ip')).toEqual([{ ...address, ...source, status: 'passing', ...seen }])
  const group = { source: HOSTILE, ip_count: 3, organization }
  expect(await of('organization')).toEqual([{ ...group, ...source, status: 'passing', ...seen }])
  expect(await of('header_from')).toEqual([{ ...group, ...source, status: 'passing', ...seen }])
  expect(await of('reporter')).toEqual([{ source: HOSTILE, ...source }])
})

test('everything that is asked reaches the service', async () => {
  await ask(`sources?${WINDOW}&group_by=organization&sort=last_seen&result=fail&limit=7&offset=3`)
  expect(told).toEqual({
    window: { from: 20_771, to: 20_772 },
    query: { groupBy: 'organization', sort: 'last_seen', result: 'fail', limit: 7, offset: 3 },
  })
  await ask(`reports?${WINDOW}&authenticated=false&reporter=Google.COM&result=pass&limit=0`)
  expect(told).toEqual({
    window: { from: 20_771, to: 20_772, authenticated: false },
    query: { reporter: 'google.com', result: 'pass', limit: 1, offset: 0 },
  })
})

test('the next page of a list is asked for with the same parameters, in a header that nobody can break out of', async () => {
  const { headers } = await ask(
    `reports?${WINDOW}&reporter=${encodeURIComponent('>; rel="x"\r\nx:<')}&other=1&limit=50&offset=20`,
  )
  expect(headers.get('x-total-count')).toBe('120')
  expect(headers.get('link')).toBe(
    `<https://mailgauge.example.com/v1/domains/d/dmarc/reports?${WINDOW}&reporter=%3E%3B+rel%3D%22x%22%0D%0Ax%3A%3C&limit=50&offset=70>; rel="next"`,
  )
  const last = await ask(`sources?${WINDOW}`)
  expect([last.headers.get('x-total-count'), last.headers.get('link')]).toEqual(['7', null])
})

test('a query that took too long is 503 with Retry-After', async () => {
  const busy = await openWorld({ aggregates: sampleAggregates({}, { kind: 'busy' }) })
  const key = (await busy.key((await busy.account()).id)).secret
  for (const what of ['summary', 'reports', 'sources']) {
    const response = await ask(what, busy, key)
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '10'])
  }
  await busy.close()
})

test.each([
  [0, 0, null],
  [1, 1, 1],
  [2, 3, 0.6666],
  [29, 100, 0.29],
  [57, 100, 0.57],
  [Number.MAX_SAFE_INTEGER - 1, Number.MAX_SAFE_INTEGER, 0.9999],
])('%d of %d is %p', (part, whole, rate) => {
  expect(shareOf(part, whole)).toBe(rate)
})
