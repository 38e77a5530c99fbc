import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { dmarcQuery } from '../../src/http/dmarc/query.ts'
import { RESULT } from '../../src/services/api-description/dmarc/parameters.ts'
import { openWorld, type World } from '../support/world.ts'

const ID = '0f0e0d0c-1111-4222-8333-444444444444'
let world: World
let owner = ''
let secret = ''

beforeAll(async () => {
  world = await openWorld({
    senderDomains: {
      list: async (accountId) =>
        accountId === owner ? [{ id: ID, domain: 'example.com', verified: true }] : [],
      byId: async (accountId, id) =>
        accountId === owner && id === ID ? { id, domain: 'example.com', verified: true } : undefined,
    },
  })
  owner = (await world.account()).id
  secret = (await world.key(owner)).secret
})
afterAll(() => world.close())

const ask = (path: string, as = secret) =>
  world.http.handle(
    new Request(`http://mailgauge.test/v1/domains${path}`, { headers: { authorization: `Bearer ${as}` } }),
    '127.0.0.1',
  )

describe('domains', () => {
  test('are listed with id, name and state', async () => {
    expect(await (await ask('')).json()).toEqual({
      domains: [{ id: ID, domain: 'example.com', verified: true }],
    })
  })

  test('of another account are 404, like those that do not exist', async () => {
    const other = await world.account()
    const stranger = (await world.key(other.id)).secret
    for (const what of ['summary', 'reports', 'sources']) {
      const foreign = await ask(`/${ID}/dmarc/${what}`, stranger)
      expect(foreign.status).toBe(404)
      expect(await foreign.text()).toBe(await (await ask(`/none/dmarc/${what}`)).text())
    }
    expect((await ask(`/${ID}/dmarc/else`)).status).toBe(404)
  })

  test('without a report: a summary of zeros, one entry for each day, rates null', async () => {
    const summary = await (await ask(`/${ID}/dmarc/summary?from=2026-01-30&to=2026-02-01`)).json()
    expect(summary).toMatchObject({
      domain: 'example.com',
      window: { from: '2026-01-30', to: '2026-02-01', days: 3, settled: true },
      totals: { reports: 0, messages: 0, dmarc_pass: 0, dmarc_fail: 0 },
      rates: { dmarc_pass: null, dkim_aligned: null, spf_aligned: null },
      daily: [
        { date: '2026-01-30', messages: 0, dmarc_pass_rate: null },
        { date: '2026-01-31' },
        { date: '2026-02-01' },
      ],
    })
  })

  test('without a report: empty lists with total, limit and offset', async () => {
    expect(await (await ask(`/${ID}/dmarc/reports?limit=500&offset=7`)).json()).toMatchObject({
      total: 0,
      limit: 200,
      offset: 7,
      reports: [],
    })
    expect(await (await ask(`/${ID}/dmarc/sources?group_by=reporter`)).json()).toMatchObject({
      group_by: 'reporter',
      total: 0,
      limit: 50,
      offset: 0,
      sources: [],
    })
  })
})

describe('the window', () => {
  const now = new Date('2026-11-20T23:59:59.999Z')
  const read = (query: string) => dmarcQuery(new URL(`http://x/?${query}`), [RESULT], now)

  test.each([
    ['', '2026-10-22', '2026-11-20', 30],
    ['days=1', '2026-11-20', '2026-11-20', 1],
    ['days=366', '2025-11-20', '2026-11-20', 366],
    ['from=2026-11-01', '2026-11-01', '2026-11-20', 20],
    ['to=2026-03-01', '2026-01-31', '2026-03-01', 30],
    ['from=2024-02-29&to=2024-02-29', '2024-02-29', '2024-02-29', 1],
    ['from=2026-11-01T23:30:00-01:00&to=2026-11-03', '2026-11-02', '2026-11-03', 2],
    ['from=2026-11-01t00:00:00.123456z&to=2026-11-01', '2026-11-01', '2026-11-01', 1],
    ['unknown=1&result=pass', '2026-10-22', '2026-11-20', 30],
  ])('%s', (query, from, to, count) => {
    const asked = read(query)
    if ('flaw' in asked) throw new Error(asked.flaw)
    expect([asked.window.days[0], asked.window.days.at(-1), asked.window.days.length]).toEqual([
      from,
      to,
      count,
    ])
  })

  test.each([
    ['days=0', 'days must be an integer between 1 and 366'],
    ['days=367', 'days must be an integer between 1 and 366'],
    ['days=1.5', 'days must be an integer between 1 and 366'],
    ['days=', 'days must be an integer between 1 and 366'],
    ['days=7&to=2026-11-01', 'days cannot be combined with from or to'],
    ['from=2026-02-30', 'from must be a date as YYYY-MM-DD, or an RFC 3339 time'],
    ['from=yesterday', 'from must be a date as YYYY-MM-DD, or an RFC 3339 time'],
    ['to=2026-13-01', 'to must be a date as YYYY-MM-DD, or an RFC 3339 time'],
    ['to=2026-11-01T25:00:00Z', 'to must be a date as YYYY-MM-DD, or an RFC 3339 time'],
    ['to=1969-12-31', 'to must be a date as YYYY-MM-DD, or an RFC 3339 time'],
    ['from=2026-11-02&to=2026-11-01', 'from must not be later than to'],
    ['from=2026-11-21', 'from must not be later than to'],
    ['from=2024-01-01&to=2026-01-01', 'from must begin a window of at most 366 days'],
    ['result=maybe', 'result must be one of pass, fail'],
  ])('%s is 400', (query, flaw) => {
    expect(read(query)).toEqual({ flaw: `invalid parameter: ${flaw}` })
  })

  test('is settled when its last day was two days ago', () => {
    const settled = (to: string) => {
      const asked = read(`from=2026-11-01&to=${to}`)
      return 'window' in asked && asked.window.settled
    }
    expect(settled('2026-11-18')).toBe(true)
    expect(settled('2026-11-19')).toBe(false)
  })
})
