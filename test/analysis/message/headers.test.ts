import { describe, expect, test } from 'bun:test'
import { headers } from '../../../src/analysis/analyzers/message/headers.ts'
import { judge, mail, type Scene } from '../message-scene.ts'

type Case = [name: string, message: string, score: number, findings: string[], scene?: Scene]

const FILE: Scene = { envelope: { transport: 'file' } }

describe('fields', () => {
  test.each<Case>([
    ['a properly sent message', mail(), 0, []],
    [
      'with everything that may be there',
      mail({ 'Reply-To': 'Team: a@b.example, c@d.example;', Cc: 'x@y.example', Sender: 'a@b.example' }),
      0,
      [],
    ],
    ['recipients undisclosed', mail({ To: 'undisclosed-recipients:;' }), 0, []],
    ['Cc instead of To', mail({ To: '', Cc: 'x@y.example' }), 0, []],
    ['no To, Cc or Bcc', mail({ To: '' }), -0.2, ['to-missing']],
    ['no Subject is for another check', mail({ Subject: '' }), 0, []],
    ['Bcc sent along', mail({ Bcc: 'secret@b.example' }), 0, ['bcc-shown']],
    ['no From', mail({ From: '' }), -1, ['from-missing']],
    ['From without an address', mail({ From: 'Example Sender' }), -1, ['from-invalid']],
    ['From that is empty brackets', mail({ From: '<>' }), -1, ['from-invalid']],
    ['From without brackets', mail({ From: 'Example a@example.org' }), -0.3, ['from-malformed']],
    ['From with an unquoted comma', mail({ From: 'Smith, John <a@example.org>' }), -0.3, ['from-malformed']],
    ['From with an encoded name', mail({ From: '=?utf-8?Q?J=C3=B6rg?= <a@example.org>' }), 0, []],
    ['From at an IDN', mail({ From: 'a@xn--mnchen-3ya.example' }), 0, []],
    [
      'two addresses in From and no Sender',
      mail({ From: 'a@example.org, b@example.org' }),
      -1,
      ['from-several', 'sender-missing'],
    ],
    [
      'two addresses in From with Sender',
      mail({ From: 'a@example.org, b@example.org', Sender: 'a@example.org' }),
      -0.5,
      ['from-several'],
    ],
    ['two From fields', `From: x@example.org\r\n${mail()}`, -1, ['from-repeated']],
    ['two Subjects', `Subject: x\r\n${mail()}`, -0.5, ['field-repeated']],
    ['two Dates', `Date: Fri, 20 Nov 2026 12:00:00 +0000\r\n${mail()}`, -0.5, ['field-repeated']],
    [
      'two Message-IDs and two Tos',
      `message-id: <a@example.org>\r\nTO: b@c.example\r\n${mail()}`,
      -1,
      ['field-repeated'],
    ],
    [
      'several Received, DKIM-Signature and Resent fields',
      `Received: a\r\nReceived: b\r\nDKIM-Signature: c\r\nDKIM-Signature: d\r\n${mail()}`,
      0,
      [],
    ],
    ['a malformed To', mail({ To: 'a@b.example; c@d.example' }), -0.2, ['address-malformed']],
    ['an empty Reply-To', mail({ 'Reply-To': ' ' }), -0.2, ['address-malformed']],
    ['a line that is no field', mail().replace('Subject', 'no field\r\nSubject'), -0.5, ['line-not-a-field']],
    ['a fold of white space', mail({ 'X-A': 'a\r\n \t\r\n b' }), -0.2, ['fold-blank']],
    ['a space before the colon', mail({ 'X-A ': 'a' }), -0.2, ['colon-spaced']],
    [
      'encoded words that nobody can read',
      mail({ Subject: '=?utf-8?Q?=FF=FE?=' }),
      -0.2,
      ['encoded-word-broken'],
    ],
  ])('%s', async (_name, message, score, findings, scene = {}) => {
    const check = await judge(headers, message, scene)
    expect({ score: check.score, findings: check.findings }).toEqual({ score, findings })
    expect(check.status).toBe(score < 0 ? 'failed' : 'passed')
  })
})

describe('the right side of the Message-ID', () => {
  test.each([
    ['<1@mail.example.org>', 'mail.example.org'],
    ['<1@[192.0.2.1]>', '[192.0.2.1] (another organisation than From)'],
    ['<1@laptop-of-ann>', undefined],
    ['<1@summer_sale>', undefined],
  ])('%s is shown where it is a host that all know', async (value, shown) => {
    const { detail } = await judge(headers, mail({ 'Message-ID': value }))
    expect(detail['message_id_domain']).toBe(shown)
  })
})

describe('dates against the arrival on 20 November 2026 at 12:00:01', () => {
  test.each<Case>([
    ['a second before', mail(), 0, []],
    ['23 hours ahead', mail({ Date: 'Sat, 21 Nov 2026 11:00:00 +0000' }), 0, []],
    ['25 hours ahead', mail({ Date: 'Sat, 21 Nov 2026 13:00:02 +0000' }), -0.5, ['date-future']],
    ['71 hours behind', mail({ Date: 'Tue, 17 Nov 2026 13:00:00 +0000' }), 0, []],
    ['73 hours behind', mail({ Date: 'Tue, 17 Nov 2026 11:00:00 +0000' }), -0.3, ['date-past']],
    ['another zone, the same instant', mail({ Date: 'Sat, 21 Nov 2026 02:00:00 +1400' }), 0, []],
    ['years behind, from a file', mail({ Date: 'Fri, 20 Nov 2015 12:00:00 +0000' }), 0, [], FILE],
    ['another format, from a file', mail({ Date: '2015-11-20' }), -0.5, ['date-invalid'], FILE],
    ['no Date', mail({ Date: '' }), -0.5, ['date-missing']],
    ['no zone', mail({ Date: 'Fri, 20 Nov 2026 12:00:00' }), -0.3, ['date-no-zone']],
    ['an obsolete zone', mail({ Date: 'Fri, 20 Nov 2026 12:00:00 GMT' }), 0, ['date-obsolete']],
    ['the wrong weekday', mail({ Date: 'Mon, 20 Nov 2026 12:00:00 +0000' }), 0, ['date-weekday']],
    ['a day that does not exist', mail({ Date: 'Fri, 31 Nov 2026 12:00:00 +0000' }), -0.5, ['date-invalid']],
  ])('%s', async (_name, message, score, findings, scene = {}) => {
    const check = await judge(headers, message, scene)
    expect({ score: check.score, findings: check.findings }).toEqual({ score, findings })
  })
})

test.each([
  ['<unique@mail.example.org>', 0, ''],
  ['(a comment) <unique@example.org>', 0, ''],
  ['<unique@[192.0.2.1]>', 0, ''],
  ['<unique@localhost>', -0.2, 'message-id-local'],
  ['<unique@web1.local>', -0.2, 'message-id-local'],
  ['<unique@localhost.localdomain>', -0.2, 'message-id-local'],
  ['<unique@web1>', -0.2, 'message-id-no-dot'],
  ['unique@example.org', -0.5, 'message-id-malformed'],
  ['<unique>', -0.5, 'message-id-malformed'],
  ['<a@b@example.org>', -0.5, 'message-id-malformed'],
  ['<a b@example.org>', -0.5, 'message-id-malformed'],
  [`<${'x'.repeat(600)}@example.org>`, -1, 'message-id-too-long'],
])('Message-ID %s', async (id, score, finding) => {
  const check = await judge(headers, mail({ 'Message-ID': id }))
  expect(check.score).toBe(score)
  expect(check.findings.join()).toBe(finding)
})

test('no Message-ID', async () => {
  expect((await judge(headers, mail({ 'Message-ID': '' }))).findings).toEqual(['message-id-missing'])
})

const many = (count: number, value: string) =>
  Array.from({ length: count }, (_, i) => `X-Field-${i}: ${value}`).join('\r\n')
const folded = (bytes: number) =>
  Array(Math.ceil(bytes / 73))
    .fill('x'.repeat(70))
    .join('\r\n ')

test.each([
  ['4,900 fields', `${many(4_900, 'x')}\r\n${mail()}`, ''],
  ['5,001 fields', `${many(5_001, 'x')}\r\n${mail()}`, 'too-many-fields'],
  ['500 KB of fields', `${many(550, folded(1_000))}\r\n${mail()}`, 'header-too-large'],
  ['a field of 31 KB', mail({ 'X-Big': folded(31_000) }), ''],
  ['a field of 33 KB', mail({ 'X-Big': folded(34_000) }), 'field-too-large'],
  ['References of 40 KB', mail({ References: folded(40_000) }), ''],
  ['a name of 1,025 letters', mail({ ['X'.repeat(1_025)]: 'x' }), 'name-too-long'],
  ['a Subject of 999 letters', mail({ Subject: 'x'.repeat(999) }), 'subject-too-long'],
])('limits of Gmail: %s', async (_name, message, finding) => {
  const check = await judge(headers, message)
  expect(check.findings.join()).toBe(finding)
  expect(check.score).toBe(finding ? -1 : 0)
})

test.each([
  ['Cc', 'Leave the Cc field out when it names nobody.'],
  ['Reply-To', 'Leave the Reply-To field out when it names nobody.'],
  ['Sender', 'Leave the Sender field out when it names nobody.'],
  ['To', 'Name the recipient in To, or write "To: undisclosed-recipients:;".'],
])('an empty %s is called what it is', async (name, advice) => {
  const { detail, fixes } = await judge(headers, mail({ [name]: ' ' }))
  expect(detail['summary']).toBe(`The ${name} field is empty.`)
  expect(detail['advice']).toBe(advice)
  if (name !== 'To')
    expect(fixes).toEqual([{ code: 'address-malformed', changes: [{ kind: 'header', name }] }])
})

test('the detail repeats nothing of the message, the quotes do', async () => {
  const check = await judge(
    headers,
    mail({
      From: '"Zebra, Inc" Zebra x@example.org',
      Subject: 'Zebra',
      Date: 'Zebra',
      'Message-ID': 'Zebra',
    }),
  )
  expect(JSON.stringify(check.detail)).not.toContain('Zebra')
  expect(check.quotes?.['Date']).toBe('Zebra')
  expect(check.detail['advice']).toContain('Date: Fri, 20 Nov 2026')
})
