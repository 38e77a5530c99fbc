import { expect, test } from 'bun:test'
import { parseMessage } from '../../src/mail/reading/parse.ts'
import { composeMessage } from '../../src/relay/compose.ts'
import type { OutgoingMail } from '../../src/services/outgoing/relay.ts'

const STAMP = {
  from: { name: 'Mailgauge', address: 'mailgauge@example.org' },
  now: new Date('2026-11-20T12:00:00Z'),
  id: 'abc',
}
const MAIL: OutgoingMail = {
  to: { address: 'bob@example.net' },
  subject: 'Hello',
  text: 'a',
  html: '<p>a</p>',
}
const FIELDS = [
  'auto-submitted',
  'content-type',
  'date',
  'from',
  'message-id',
  'mime-version',
  'subject',
  'to',
]

async function fieldsOf(mail: Partial<OutgoingMail>): Promise<Map<string, string>> {
  const raw = (await composeMessage({ ...MAIL, ...mail }, STAMP)).toString('latin1')
  const head = raw.slice(0, raw.indexOf('\r\n\r\n')).replace(/\r\n(?=[ \t])/g, '')
  const fields = head.split('\r\n').map((line) => [line.split(':')[0]?.toLowerCase() ?? '', line] as const)
  expect(fields.map(([name]) => name).toSorted()).toEqual(FIELDS)
  return new Map(fields)
}

const HOSTILE = [
  'Bob\r\nBcc: eve@evil.example',
  'Bob\nBcc: eve@evil.example\n\nbody',
  'Bob\u2028Bcc: eve',
  '"Bob" <eve@evil.example>, Eve',
  '\\"Bob\\',
  'Bob (comment',
  'a, b; c: d',
  '=?utf-8?q?=0D=0ABcc:_eve?=',
  '山田 太郎 '.repeat(40),
  'a\u0000\u0007',
  'ü'.repeat(500),
]

test.each(HOSTILE)('%j as a name and a subject adds no field and no recipient', async (hostile) => {
  const fields = await fieldsOf({ to: { name: hostile, address: 'bob@example.net' }, subject: hostile })
  expect(fields.get('to')).toMatch(/<bob@example\.net>$|^To: bob@example\.net$/)
  expect(fields.get('subject')).not.toContain('=?utf-8?q?=0D')
  const raw = await composeMessage(
    { ...MAIL, to: { name: hostile, address: 'bob@example.net' }, subject: hostile },
    STAMP,
  )
  for (const line of raw.toString('latin1').split('\r\n')) expect(line.length).toBeLessThanOrEqual(998)
  expect(raw.toString('latin1')).not.toMatch(/(?<!\r)\n|[^\p{ASCII}]/u)
})

test('the fields are those of a message that a service sends', async () => {
  const fields = await fieldsOf({})
  expect(fields.get('from')).toBe('From: Mailgauge <mailgauge@example.org>')
  expect(fields.get('date')).toBe('Date: Fri, 20 Nov 2026 12:00:00 +0000')
  expect(fields.get('message-id')).toBe('Message-ID: <abc@example.org>')
  expect(fields.get('auto-submitted')).toBe('Auto-Submitted: auto-generated')
})

test('both parts are read as they were written', async () => {
  const text = 'Grüße\r\n.\r\nFrom here\r\n'
  const raw = await composeMessage({ ...MAIL, text, html: '<p>Grüße</p>' }, STAMP)
  const parsed = parseMessage(raw)
  expect(JSON.stringify(parsed)).toContain('Grüße')
})
