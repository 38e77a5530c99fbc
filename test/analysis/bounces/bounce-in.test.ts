import { describe, expect, test } from 'bun:test'
import { bounceIn } from '../../../src/analysis/bounces/bounce-in.ts'
import { parseMessage } from '../../../src/mail/reading/parse.ts'
import {
  DELAY_IN_UTF8,
  EXIM_BOUNCE,
  forwarding,
  POSTFIX_BOUNCE,
  QMAIL_BOUNCE,
} from '../../support/bounces.ts'

function read(text: string, mailFrom: string | undefined = 'ann@shop.example') {
  const raw = Buffer.from(text, 'utf8')
  return bounceIn({ raw, message: parseMessage(raw), envelope: mailFrom === undefined ? {} : { mailFrom } })
}

const letter = (from: string, body: string, fields = '') =>
  `From: ${from}\r\nTo: b@example.net\r\nSubject: Mail\r\n${fields}\r\n${body}\r\n`

const QUOTED =
  'Their server answered:\r\n\r\n550 5.1.1 The email account that you tried to reach does not exist.'

describe('a message that is a bounce', () => {
  test('as a delivery status notification', () => {
    expect(read(POSTFIX_BOUNCE, '')).toMatchObject({
      form: 'delivery status',
      reportedBy: 'mail.shop.example',
      failures: [
        { recipient: 'bob@gmail.com', action: 'failed', permanent: true, cause: 'no such recipient' },
      ],
    })
  })

  test('in words, by the name of its server', () => {
    expect(read(EXIM_BOUNCE, '')).toMatchObject({
      form: 'free text',
      failures: [{ recipient: 'bob@gmx.de', permanent: true }],
    })
  })

  test('in words, as qmail writes it', () => {
    expect(read(QMAIL_BOUNCE, '')).toMatchObject({
      form: 'free text',
      failures: [{ recipient: 'bob@yahoo.com', cause: 'no such recipient', provider: { id: 'yahoo' } }],
    })
  })

  test('a warning that it waits, with an address in UTF-8 as it was written', () => {
    expect(read(DELAY_IN_UTF8, '')).toMatchObject({
      form: 'delivery status',
      failures: [{ recipient: 'böb@münchen.example', action: 'delayed', permanent: false }],
    })
  })

  test.each([
    ['a notification', POSTFIX_BOUNCE, 'bob@gmail.com'],
    ['words', EXIM_BOUNCE, 'bob@gmx.de'],
  ])('forwarded as an attachment: %s', (_name, attached, recipient) => {
    expect(read(forwarding(attached))).toMatchObject({ failures: [{ recipient }] })
  })

  test('the subject of what came back is left out: it may hold a code', () => {
    const found = read(POSTFIX_BOUNCE, '')
    expect(found?.original).toMatchObject({ messageId: expect.stringContaining('42@shop.example') })
    expect(JSON.stringify(found)).not.toContain('482913')
  })
})

describe('what is no bounce', () => {
  test.each([
    ['a letter that quotes an answer', letter('ann@shop.example', QUOTED)],
    ['a newsletter of a postmaster that quotes one', letter('postmaster@shop.example', QUOTED)],
    [
      'an answer of an absent person',
      letter('ann@shop.example', 'I am away.', 'Auto-Submitted: auto-replied\r\n'),
    ],
    ['other mail of a mail server', letter('MAILER-DAEMON@shop.example', 'The queue was cleaned up.')],
    [
      'a receipt (RFC 8098)',
      POSTFIX_BOUNCE.replace('report-type=delivery-status', 'report-type=disposition-notification')
        .replace('message/delivery-status', 'message/disposition-notification')
        .replace('MAILER-DAEMON@mail.shop.example', 'bob@gmail.com'),
    ],
    ['a letter with a letter as its attachment', forwarding(letter('ann@shop.example', QUOTED))],
    ['a letter with a text file as its attachment', forwarding(POSTFIX_BOUNCE, 'text/plain')],
  ])('%s', (_name, text) => {
    expect(read(text)).toBeUndefined()
  })
})

test('an attachment that is no message is passed over', () => {
  expect(read(forwarding(''))).toBeUndefined()
  expect(read(forwarding('\0\0\0'))).toBeUndefined()
})
