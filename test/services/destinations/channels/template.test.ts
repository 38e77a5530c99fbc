import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import type { Target } from '../../../../src/core/watching/destination.ts'
import { createTemplateSend } from '../../../../src/services/destinations/channels/template.ts'
import { filledBody, filledHeader, filledUrl } from '../../../../src/services/destinations/templates/fill.ts'
import type { Values } from '../../../../src/services/destinations/templates/values.ts'
import { standIn } from '../../../support/channels/stand-in.ts'
import { HOSTILE_NAMES } from '../words/samples.ts'
import { alert, poster, sendingOf } from './scene.ts'

const server = standIn(() => ({ status: 200, body: {} }))
afterAll(() => server.stop())
beforeEach(() => {
  server.taken.length = 0
})

const send = createTemplateSend({ poster })
const target = (changes: Partial<Extract<Target, { kind: 'template' }>> = {}): Target => ({
  kind: 'template',
  url: `${server.origin}/send/{{id}}?about={{about}}&n={{json.data.name}}`,
  method: 'PUT',
  headers: { 'X-Key': 'super-secret-key', 'X-Title': '{{title}}' },
  body: JSON.stringify({
    text: '{{title}}: {{text}} ({{link}})',
    priority: '{{priority}}',
    score: '{{json.data.score}}',
    reasons: '{{json.data.reasons}}',
    first: '{{json.data.reasons.0.says}}',
    none: '{{json.data.nothing.there}}',
    kept: ['as it is', 3, null, { action: '{{ action }}', type: '{{type}}', time: '{{time}}' }],
  }),
  ...changes,
})

test('facts stand where their placeholders were, of their own kind where they stand alone', async () => {
  const sent = await send(sendingOf(target()))
  expect(sent.outcome).toBe('delivered')
  const [taken] = server.taken
  expect(taken?.method).toBe('PUT')
  expect(taken?.path).toBe('/send/msg_0123456789abcdef?about=mon_1&n=Newsletter')
  expect(taken?.headers.get('content-type')).toBe('application/json')
  expect(taken?.headers.get('x-title')).toBe('DKIM failed and 1 more: Newsletter')
  expect(taken?.json).toMatchObject({
    text: 'DKIM failed and 1 more: Newsletter: The check DKIM failed: The message has no DKIM signature.\nThe score is 6.1; at least 8.0 is expected.\nNot as expected since 23 Nov 2026, 08:00 UTC.\nOpen the report of the last message: the check says what to fix. (https://mailgauge.example.org/monitors/mon_1)',
    priority: 8,
    score: 6.1,
    reasons: [{ condition: 'check_failed', about: 'dkim' }, { condition: 'score_low' }],
    first: 'The check DKIM failed: The message has no DKIM signature.',
    none: null,
    kept: [
      'as it is',
      3,
      null,
      { action: 'trigger', type: 'monitor.alert', time: '2026-11-23T14:02:00.000Z' },
    ],
  })
})

test('values of header fields are not shown, and neither is the URL', async () => {
  server.next({ status: 400, body: 'bad key super-secret-key at /send/msg_0123456789abcdef' })
  const sent = await send(sendingOf(target()))
  expect(sent.request).toEqual({
    method: 'PUT',
    url: server.origin,
    headers: { 'content-type': 'application/json', 'X-Key': '***', 'X-Title': '***' },
  })
  expect(JSON.stringify(sent)).not.toContain('super-secret-key')
})

test('a limit of Telegram and of Matrix is heard', async () => {
  server.next({ status: 429, body: { ok: false, parameters: { retry_after: 12 } } })
  expect(await send(sendingOf(target()))).toMatchObject({ retryAfterMs: 12_000 })
  server.next({ status: 429, body: { errcode: 'M_LIMIT_EXCEEDED', retry_after_ms: 2_000 } })
  expect(await send(sendingOf(target()))).toMatchObject({ retryAfterMs: 2_000 })
})

describe('texts of strangers', () => {
  const values =
    (text: string): Values =>
    (name) =>
      name === 'json.object' ? { text } : text

  test.each([...HOSTILE_NAMES, '..', '.', '', '/../../etc', '?a=b&c=d#e', '%2e%2e', '\ud800'])(
    '%p',
    (text) => {
      const body = filledBody(
        '{"a": "{{title}}", "b": "x {{title}} y", "c": "{{json.object}}", "d": 1}',
        values(text),
      )
      expect(JSON.parse(body ?? '')).toEqual({ a: text, b: `x ${text} y`, c: { text }, d: 1 })
      const url = new URL(filledUrl('https://example.org/a/{{title}}/b?c={{title}}&d=1', values(text)))
      expect(url.origin).toBe('https://example.org')
      expect(url.pathname).toMatch(/^\/a\/[^/]*\/b$/)
      expect([...url.searchParams.keys()]).toEqual(['c', 'd'])
      expect(url.hash).toBe('')
      expect(filledHeader('a {{title}} b', values(text))).toMatch(/^a [\x20-\x7e]* b$/)
    },
  )
})

test('a body that is no JSON any more is not sent', async () => {
  expect(await send(sendingOf(target({ body: '{' }), alert()))).toMatchObject({ outcome: 'unreached' })
  expect(server.taken).toHaveLength(0)
})
