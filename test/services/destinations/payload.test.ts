import { describe, expect, test } from 'bun:test'
import { EVENT_TYPES, type NewEvent } from '../../../src/core/event.ts'
import { describeApi } from '../../../src/services/api-description/describe-api.ts'
import { eventName } from '../../../src/services/api-description/webhooks/webhooks.ts'
import { payloadOf, testPayload } from '../../../src/services/destinations/payloads/payload.ts'
import { PAYLOAD_TYPES, samplePayload } from '../../../src/services/destinations/payloads/samples.ts'
import { faultsOf } from '../../http/openapi-schema.ts'

const baseUrl = 'https://mailgauge.example.org'
const teller = { baseUrl }
const { components } = describeApi(baseUrl)
const at = new Date('2026-11-20T09:30:45.678Z')
const sizeOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value))
const faultsIn = (payload: { type: (typeof PAYLOAD_TYPES)[number] }) =>
  faultsOf(payload, { $ref: `#/components/schemas/${eventName(payload.type)}` }, components)

describe.each([...PAYLOAD_TYPES])('%s', (type) => {
  const payload = samplePayload(type, teller)

  test('has type, time and a link, and keeps to its schema', () => {
    expect(payload).toMatchObject({ type, timestamp: '2026-11-20T09:30:45.210Z' })
    expect(payload.data['link']).toStartWith(`${baseUrl}/`)
    expect(faultsIn(payload)).toEqual([])
    expect(JSON.stringify(payload)).not.toContain('null')
  })

  test('is told in snake_case and the same each time', () => {
    const keys = [...JSON.stringify(payload).matchAll(/"([^"]+)":/g)].map(([, key]) => key)
    expect(keys.filter((key) => !/^[a-z]+(?:_[a-z]+)*$/.test(key ?? ''))).toEqual([])
    expect(samplePayload(type, teller)).toEqual(payload)
  })
})

test('every event is told', () => {
  expect(PAYLOAD_TYPES.toSorted()).toEqual([...EVENT_TYPES, 'webhook.test' as const].toSorted())
})

/** Texts by which strangers make JSON long, or break its readers. */
const NASTY = [
  'a',
  '"',
  '\\',
  '\u0000',
  '\u001b',
  '\u2028',
  '\ud800',
  '\udc00',
  '😀',
  '字',
  '\r\n',
  '</script>',
  '<!channel>',
]

describe('whatever an event holds', () => {
  const hostile: ((text: string) => NewEvent)[] = [
    (text) => ({
      type: 'domain.record_changed',
      at,
      subject: 'd1',
      payload: {
        domain: text.slice(0, 253),
        changes: Array.from({ length: 40 }, () => ({
          record: 'spf' as const,
          name: text,
          before: Array.from({ length: 60 }, () => text),
          after: [text],
          lastSeenAt: at.toISOString(),
          at: at.toISOString(),
        })),
      },
    }),
    (text) => ({
      type: 'monitor.alert',
      at,
      subject: 'mon_0000000000000000',
      payload: {
        monitor: 'mon_0000000000000000',
        name: text,
        kind: 'mail',
        state: 'alerting',
        reasons: Array.from({ length: 500 }, () => ({
          condition: 'listed' as const,
          says: text,
          about: text,
          since: at.toISOString(),
        })),
      },
    }),
    (text) => ({
      type: 'digest.weekly',
      at,
      subject: '2026-11-23',
      payload: {
        from: '2026-11-16T00:00:00.000Z',
        to: '2026-11-23T00:00:00.000Z',
        monitors: {
          items: Array.from({ length: 10 }, () => ({
            id: 'mon_0000000000000000',
            name: text,
            state: 'ok',
            messages: 1,
            alerts: 0,
          })),
          more: 90,
        },
        domains: {
          items: Array.from({ length: 10 }, () => ({
            domain: text,
            messages: 1,
            passed: 1,
            events: [text, text, text],
            moreEvents: 4,
          })),
          more: 7,
        },
      },
    }),
    (text) => ({
      type: 'tls.failures',
      at,
      subject: 'd1',
      payload: {
        domain: text,
        sessions: 1,
        failures: 1,
        types: Array.from({ length: 3_000 }, () => text),
        days: 2,
      },
    }),
    (text) => ({
      type: 'test.failed',
      at,
      subject: 'msg_q3v7h2k6c5x4m2z7w3n5r6t4ba',
      payload: { token: 'k5x2mzq7c3w4n6r2t7b5d3f4ga', reason: text },
    }),
  ]

  test.each(NASTY)('%j', (part) => {
    for (const length of [1, 120, 5_000, 100_000]) {
      const text = part.repeat(length)
      for (const make of hostile) {
        const payload = payloadOf(make(text), teller)
        expect(sizeOf(payload)).toBeLessThanOrEqual(20_000)
        expect(faultsIn(payload)).toEqual([])
        const json = JSON.stringify(payload)
        expect(json.isWellFormed()).toBe(true)
        expect(json).not.toMatch(/\\u(?:00[01]|d[89a-f])/i)
        expect(json).not.toContain('\u0000')
      }
    }
  })

  test('a cut list says how many more there were', () => {
    const [, , digest = hostile[0]] = hostile
    const payload = payloadOf((digest as (text: string) => NewEvent)('字'.repeat(5_000)), teller)
    const { monitors, more_monitors, domains, more_domains } = payload.data as Record<string, never> & {
      monitors: unknown[]
      domains: unknown[]
      more_monitors: number
      more_domains: number
    }
    expect(monitors.length).toBeLessThan(10)
    expect(monitors.length + more_monitors).toBe(100)
    expect(domains.length + more_domains).toBe(17)
  })

  test('what is short enough is told whole', () => {
    const [records] = hostile
    const event = records?.('v=spf1 -all') as NewEvent & { payload: { changes: unknown[] } }
    event.payload.changes.splice(2)
    const { data } = payloadOf(event, teller)
    const changes = data['changes'] as { before: string[] }[]
    expect(changes).toHaveLength(2)
    expect(changes[0]?.before).toHaveLength(60)
    expect(data['more_changes']).toBeUndefined()
  })
})

test('a test of the instance’s own destination leads to its page', () => {
  const { data } = testPayload({ id: 'dst_1', name: 'x' }, at, teller)
  expect(data['link']).toBe(`${baseUrl}/admin/alerts/dst_1`)
})

test('a message of a monitor names it', () => {
  const event: NewEvent = {
    type: 'test.scored',
    at,
    subject: 'msg_q3v7h2k6c5x4m2z7w3n5r6t4ba',
    payload: { token: 'k5x2mzq7c3w4n6r2t7b5d3f4ga', score: 9, monitor: 'mon_0000000000000000' },
  }
  const payload = payloadOf(event, teller)
  expect(payload.data).toMatchObject({ monitor_id: 'mon_0000000000000000' })
  expect(faultsIn(payload)).toEqual([])
})
