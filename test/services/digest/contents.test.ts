import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { MonitorState } from '../../../src/core/watching/monitor.ts'
import { report as scored, THEN } from '../../support/builders.ts'
import { finish } from '../../support/claiming.ts'
import { monitor, monitorMessage } from '../../support/monitors.ts'
import { entry as said } from '../../support/people.ts'
import { type TestStore, testStore } from '../../support/store.ts'
import { madeAccount, madeDomain, report, scene, toldTo } from './scene.ts'

let opened: TestStore
beforeAll(async () => {
  opened = await testStore()
})
afterAll(() => opened.done())

const MONDAY = '2026-11-23T08:00:00.000Z'
const DAY = 24 * 3_600_000

describe('what', () => {
  test('DMARC of each verified domain: seven settled days beside the seven before', async () => {
    const { store } = opened
    const accountId = await madeAccount(store)
    const [busy, quiet, silent] = [
      await madeDomain(store, accountId, `busy-${accountId}.example.org`),
      await madeDomain(store, accountId, `quiet-${accountId}.example.org`),
      await madeDomain(store, accountId),
    ]
    await report(store, busy, '2026-11-08', 40, 10)
    await report(store, busy, '2026-11-14', 60, 60)
    await report(store, busy, '2026-11-15', 100, 90)
    await report(store, busy, '2026-11-21', 100, 99)
    // Not settled yet, and of the week before the last.
    await report(store, busy, '2026-11-22', 1_000, 0)
    await report(store, busy, '2026-11-07', 1_000, 0)
    await report(store, quiet, '2026-11-10', 4, 3)
    const { clock, start } = scene(store)
    clock.set(MONDAY)
    await start().run()
    const [told] = await toldTo(store, accountId)
    expect(told?.payload).toEqual({
      from: '2026-11-16T00:00:00.000Z',
      to: '2026-11-23T00:00:00.000Z',
      monitors: { items: [], more: 0, alerts: 0 },
      domains: {
        items: [
          { domain: busy.domain, messages: 200, passed: 189, before: 0.7, events: [] },
          { domain: quiet.domain, messages: 0, passed: 0, before: 0.75, events: [] },
        ],
        more: 0,
        reported: { from: '2026-11-15', to: '2026-11-21' },
      },
    })
    expect(JSON.stringify(told)).not.toContain(silent.domain)
  })

  test('what was told of a domain in the week, and no other', async () => {
    const { store } = opened
    const domain = await madeDomain(store)
    const told = async (at: string, days: number) => {
      const kept = (await store.watching.begin(domain.id))?.kept
      await store.watching.settle(
        domain.id,
        kept?.version ?? 0,
        { state: '{}', holds: '[]', at: new Date(at), mark: 'm' },
        [
          {
            type: 'dmarc.reports_missing',
            subject: domain.id,
            payload: { domain: domain.domain, days, last: '2026-11-14' },
          },
        ],
      )
    }
    await told('2026-11-15T23:59:00.000Z', 3)
    await told('2026-11-17T12:00:00.000Z', 4)
    await told('2026-11-23T00:00:00.000Z', 5)
    const { clock, start } = scene(store)
    clock.set(MONDAY)
    await start().run()
    const [event] = await toldTo(store, domain.accountId)
    expect(event?.payload).toMatchObject({
      domains: {
        items: [
          {
            domain: domain.domain,
            events: [
              `No DMARC report about ${domain.domain} has come for 4 days; the newest is about 14 Nov 2026.`,
            ],
          },
        ],
      },
    })
  })

  test('complaints that were told in the week', async () => {
    const { store } = opened
    const domain = await madeDomain(store)
    const payload = {
      ...{ domain: domain.domain, provider: 'yahoo', name: 'Yahoo', complaints: 40, days: 7, before: 9 },
    }
    for (const [version, at] of ['2026-11-15T12:00:00Z', '2026-11-18T12:00:00Z'].entries()) {
      const event = { type: 'complaints.rate_high' as const, subject: domain.id, payload }
      await store.complaints.watchSettle(domain.id, version, '{"v":1,"holds":[]}', new Date(at), [event])
    }
    const { clock, start } = scene(store)
    clock.set(MONDAY)
    await start().run()
    const [event] = await toldTo(store, domain.accountId)
    const says = `Yahoo counts 40 complaints about mail of ${domain.domain} in 7 days, and 9 in as many days before.`
    expect(event?.payload.domains.items).toMatchObject([{ domain: domain.domain, events: [says] }])
  })

  test('records that changed in the week, and not what was seen first', async () => {
    const { store } = opened
    const domain = await madeDomain(store)
    const place = { record: 'dmarc' as const, name: `_dmarc.${domain.domain}` }
    const look = async (at: string, values: string[]) => {
      const kept = await store.recordHistory.keep(
        { domainId: domain.id },
        {
          at: new Date(at),
          domain: domain.domain,
          seen: [{ ...place, values }],
          state: '{}',
          dueAt: new Date(at),
          tells: false,
        },
      )
      if (kept === 'unknown_owner') throw new Error(kept)
    }
    await look('2026-11-16T10:00:00.000Z', ['v=DMARC1; p=none'])
    await look('2026-11-18T10:00:00.000Z', ['v=DMARC1; p=reject'])
    await look('2026-11-19T10:00:00.000Z', [])
    await look('2026-11-23T07:00:00.000Z', ['v=DMARC1; p=none'])
    const { clock, start } = scene(store)
    clock.set(MONDAY)
    await start().run()
    const [event] = await toldTo(store, domain.accountId)
    const [item] = event?.type === 'digest.weekly' ? event.payload.domains.items : []
    expect(item?.events).toEqual([
      `The DMARC record at ${place.name} was removed on 19 Nov 2026.`,
      `The DMARC record at ${place.name} changed on 18 Nov 2026.`,
    ])
  })

  test('monitors: messages, median and alerts of the week, those with alerts first', async () => {
    const { store } = opened
    const accountId = await madeAccount(store)
    const made = async (name: string, state: MonitorState, createdAt = THEN) => {
      const one = monitor(accountId, { name, createdAt, standing: { state, since: THEN, reasons: [] } })
      expect(await store.monitors.add(one, 10, said('monitor.created'))).toBe('added')
      return one
    }
    const calm = await made('Calm', 'ok')
    const loud = await made('Loud', 'alerting')
    await made('Unused', 'waiting')
    await made('Of this week', 'ok', new Date('2026-11-23T00:00:00.000Z'))
    for (const { id } of [calm, loud]) {
      for (const [at, score] of [
        ['2026-11-15T23:59:59.000Z', 2],
        ['2026-11-18T00:00:00.000Z', 9.1],
        ['2026-11-20T00:00:00.000Z', undefined],
        ['2026-11-22T23:59:59.000Z', 9.4],
        ['2026-11-23T00:00:00.000Z', 1],
      ] as const) {
        const message = monitorMessage(id, new Date(at))
        expect(await store.monitors.accept([message])).toBe('stored')
        const outcome =
          score === undefined
            ? ({ status: 'failed', reason: 'it is no message' } as const)
            : ({ status: 'scored', report: scored({ score }), evidence: {} } as const)
        await finish(store, message.id, outcome)
      }
    }
    for (const at of ['2026-11-15T01:00:00.000Z', '2026-11-22T01:00:00.000Z', '2026-11-23T01:00:00.000Z']) {
      const { kept } = (await store.monitors.begin(loud.id)) ?? {}
      const look = { standing: loud.standing, state: '{}', at: new Date(at) }
      const payload = {
        monitor: loud.id,
        name: 'Loud',
        kind: 'mail' as const,
        state: 'alerting' as const,
        reasons: [],
      }
      const event = { type: 'monitor.alert' as const, subject: loud.id, payload }
      expect(await store.monitors.settle(loud.id, kept?.version ?? 0, look, [event])).toBe('settled')
    }
    const { clock, start } = scene(store)
    clock.set(MONDAY)
    await start().run()
    const [event] = await toldTo(store, accountId)
    expect(event?.payload).toMatchObject({
      monitors: {
        items: [
          { id: loud.id, name: 'Loud', state: 'alerting', messages: 3, median: 9.3, alerts: 1 },
          { id: calm.id, name: 'Calm', state: 'ok', messages: 3, median: 9.3, alerts: 0 },
        ],
        more: 0,
        alerts: 1,
      },
    })
    expect(JSON.stringify(event)).not.toContain('Unused')
    expect(JSON.stringify(event)).not.toContain('Of this week')
  })

  test('lists are cut at ten, and it is said how many there are beside', async () => {
    const { store } = opened
    const accountId = await madeAccount(store)
    for (let count = 0; count < 13; count += 1)
      await report(store, await madeDomain(store, accountId), '2026-11-18', count + 1, 1)
    const { clock, start } = scene(store)
    clock.set(MONDAY)
    await start().run()
    const [event] = await toldTo(store, accountId)
    const { items, more } = event?.type === 'digest.weekly' ? event.payload.domains : { items: [], more: 0 }
    expect({ count: items.length, more, first: items[0]?.messages }).toEqual({
      count: 10,
      more: 3,
      first: 13,
    })
  })

  test('an account of which there is nothing to tell is told nothing', async () => {
    const { store } = opened
    const accountId = await madeAccount(store)
    await madeDomain(store, accountId)
    const { clock, start } = scene(store)
    clock.set(new Date(Date.parse(MONDAY) + DAY))
    await start().run()
    expect(await toldTo(store, accountId)).toEqual([])
  })

  test('a monitor that was made after the week is not in it', async () => {
    const { store } = opened
    const accountId = await madeAccount(store)
    const at = new Date(Date.parse(MONDAY) + 1)
    const standing = { state: 'ok' as const, since: at, reasons: [] }
    const made = monitor(accountId, { createdAt: at, standing })
    expect(await store.monitors.add(made, 10, said('monitor.created'))).toBe('added')
    const { clock, start } = scene(store)
    clock.set(new Date(at.getTime() + 1))
    await start().run()
    expect(await toldTo(store, accountId)).toEqual([])
    clock.set(new Date(at.getTime() + 7 * DAY))
    await start().run()
    expect(await toldTo(store, accountId)).toHaveLength(1)
  })
})
