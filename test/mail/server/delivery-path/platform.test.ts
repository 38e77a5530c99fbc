import { describe, expect, test } from 'bun:test'
import data from '../../../../src/mail/data/sending-platforms.json' with { type: 'json' }
import { parseMessage } from '../../../../src/mail/reading/parse.ts'
import { type PassedHosts, recognisePlatforms } from '../../../../src/mail/server/delivery-path/platform.ts'

function recognised(fields: string[], passed: Partial<PassedHosts> = {}) {
  const message = parseMessage(Buffer.from(`${['Subject: x', ...fields].join('\r\n')}\r\n\r\nx`))
  return recognisePlatforms(message, { hosts: [], returnPath: '', ...passed })
}

test.each<[string, string[], Partial<PassedHosts>, string, string]>([
  [
    'Amazon SES',
    [
      'Message-ID: <0101016f@us-west-2.amazonses.com>',
      'X-SES-Outgoing: 2026.11.20-54.240.27.38',
      'Feedback-ID: 1.us-west-2.SK64:AmazonSES',
      'DKIM-Signature: v=1; a=rsa-sha256;\r\n\ts=x; d=amazonses.com; b=',
    ],
    { client: 'a27-38.smtp-out.us-west-2.amazonses.com', returnPath: '0101@us-west-2.amazonses.com' },
    'Amazon SES',
    'HELO name, DKIM domain, header field, Feedback-ID, Message-ID, Return-Path',
  ],
  [
    'SendGrid under the sender’s own names',
    ['X-SG-EID: abc'],
    { client: 'o1.mail.example.org' },
    'Twilio SendGrid',
    'header field',
  ],
  [
    'Gmail',
    ['DKIM-Signature: d=gmail.com; b='],
    { client: 'mail-ej1-f41.google.com' },
    'Gmail and Google Workspace',
    'HELO name, DKIM domain',
  ],
  [
    'Microsoft 365',
    [],
    { client: 'EUR05-AM6-obe.outbound.protection.outlook.com' },
    'Microsoft 365 and Outlook.com',
    'HELO name',
  ],
])('%s', (_name, fields, passed, name, signs) => {
  const [first] = recognised(fields, passed)
  expect([first?.name, first?.signs.join(', ')]).toEqual([name, signs])
})

describe('care', () => {
  test('the host that handed the message over says more than one field', () => {
    const found = recognised(['X-SG-EID: copied'], { client: 'm42-9.mailgun.net', hosts: ['mx.google.com'] })
    expect(found.map(({ name }) => name)).toEqual([
      'Mailgun',
      'Twilio SendGrid',
      'Gmail and Google Workspace',
    ])
  })

  test('names that only look alike are nobody’s', () => {
    expect(
      recognised([], {
        client: 'notamazonses.com',
        hosts: ['sendgrid.net.evil.example', 'net', '192.0.2.1'],
      }),
    ).toEqual([])
  })

  test('a mailbox as sender does not make its provider the platform', () => {
    expect(recognised([], { returnPath: 'somebody@gmail.com' })).toEqual([])
    expect(recognised([], { returnPath: 'x@bounces.mailgun.org' })[0]?.signs).toEqual(['Return-Path'])
  })

  test('broken and hostile fields', () => {
    const nasty = [
      'DKIM-Signature: d',
      'DKIM-Signature: ;;;d===;',
      `DKIM-Signature: ${' d'.repeat(3000)}`,
      'Feedback-ID: constructor',
      'Message-ID: @>@>@',
      `Message-ID: <a@${'x.'.repeat(2000)}amazonses.com>`,
      '__proto__: x',
    ]
    expect(recognised(nasty)).toEqual([])
  })
})

test('the data is in order: every name once, lower case', () => {
  const all = (of: (entry: (typeof data.platforms)[number]) => string[]) => data.platforms.flatMap(of)
  for (const words of [
    all((e) => e.domains),
    all((e) => e.headers ?? []),
    all((e) => e.feedback ?? []),
    all((e) => [e.name]),
  ]) {
    expect(words.length).toBe(new Set(words).size)
  }
  expect(
    all((e) => [...e.domains, ...(e.headers ?? [])]).filter((word) => word !== word.toLowerCase()),
  ).toEqual([])
  expect(new Set(data.platforms.map(({ kind }) => kind))).toEqual(
    new Set(['sending', 'mailbox', 'hosting', 'gateway', 'application']),
  )
})
