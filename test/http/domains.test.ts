import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
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
