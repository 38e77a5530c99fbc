import { describe, expect, test } from 'bun:test'
import { explainBounce, explainBounceMessage } from '../../../src/mail/bounces/explain.ts'

const octets = (text: string) => new TextEncoder().encode(text.replace(/\r?\n/g, '\r\n'))
const only = (input: string | Uint8Array) => {
  const { failures } = explainBounce(input)
  expect(failures).toHaveLength(1)
  const [failure] = failures
  if (!failure) throw new Error('no failure')
  return failure
}

const POSTFIX = `Return-Path: <>
From: MAILER-DAEMON@mx.example.net (Mail Delivery System)
To: me@example.net
Subject: Undelivered Mail Returned to Sender
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="b"
Message-Id: <1@mx.example.net>

--b
Content-Description: Notification
Content-Type: text/plain; charset=us-ascii

This is the mail system at host mx.example.net.

<bob@gmail.com>: host gmail-smtp-in.l.google.com[142.250.1.26] said: 550-5.7.26
    Unauthenticated email from example.net is not accepted due to domain's
    550-5.7.26 DMARC policy. Please contact the administrator of example.net
    domain. 550 5.7.26 https://support.google.com/mail/?p=DmarcRejection
    a1si.4 - gsmtp (in reply to end of DATA command)

--b
Content-Description: Delivery report
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example.net
Arrival-Date: Mon, 23 Nov 2026 10:00:00 +0000 (UTC)

Final-Recipient: rfc822; bob@gmail.com
Original-Recipient: rfc822;bob@gmail.com
Action: failed
Status: 5.7.26
Remote-MTA: dns; gmail-smtp-in.l.google.com
Diagnostic-Code: smtp; 550-5.7.26 Unauthenticated email from example.net is not
    accepted due to domain's 550-5.7.26 DMARC policy. Please contact the
    administrator of example.net domain. 550 5.7.26
    https://support.google.com/mail/?p=DmarcRejection a1si.4 - gsmtp

--b
Content-Description: Undelivered Message
Content-Type: message/rfc822

From: Me <me@example.net>
To: bob@gmail.com
Subject: Hello
Message-ID: <orig@example.net>

Hi
--b--
`

describe('a delivery status notification', () => {
  test('is read with its recipient, its original and whose rule it is', () => {
    const bounce = explainBounce(octets(POSTFIX))
    expect(bounce).toMatchObject({
      form: 'delivery status',
      reportedBy: 'mx.example.net',
      original: { messageId: '<orig@example.net>', subject: 'Hello', from: 'me@example.net' },
    })
    expect(bounce.failures).toHaveLength(1)
    expect(bounce.failures[0]).toMatchObject({
      recipient: 'bob@gmail.com',
      action: 'failed',
      remote: 'gmail-smtp-in.l.google.com',
      permanent: true,
      cause: 'authentication',
      provider: { id: 'gmail' },
      rule: { id: 'gmail-dmarc' },
      reply: { code: 550, enhanced: '5.7.26' },
    })
  })

  test('is read where it was forwarded as an attachment', () => {
    const carried = `From: a@example.org
Subject: Fwd: look
Content-Type: multipart/mixed; boundary="o"

--o
Content-Type: text/plain

What is this?
--o
Content-Type: message/rfc822

${POSTFIX}
--o--
`
    expect(explainBounceMessage(octets(carried))?.failures[0]).toMatchObject({ rule: { id: 'gmail-dmarc' } })
  })

  test('of RFC 6533 keeps the address as it is written', () => {
    const report = `Reporting-MTA: dns; mx.example.net

Final-Recipient: utf-8; j\\x{F6}rg@b\u00fccher.example
Action: failed
Status: 5.1.1
Diagnostic-Code: smtp; 550 5.1.1 User unknown
`
    expect(only(report)).toMatchObject({ recipient: 'jörg@bücher.example', cause: 'no such recipient' })
  })

  test('of a delivery is no failure', () => {
    const report = `Reporting-MTA: dns; mx.example.net

Final-Recipient: rfc822; a@example.org
Action: relayed
Status: 2.0.0
`
    expect(only(report)).toMatchObject({ action: 'relayed', permanent: false, cause: 'unknown' })
  })
})

test('a message that is no bounce is not taken for one', () => {
  const mail = octets(
    'From: a@example.org\nTo: b@example.org\nSubject: Hello\n\n550 reasons to smile, 5.1.1 of them here\n',
  )
  expect(explainBounceMessage(mail)).toBeUndefined()
})

test('an answer that nobody knows says so, and what its code stands for', () => {
  const failure = only('554 5.4.0 zxcv qwer')
  expect(failure.rule).toBeUndefined()
  expect(failure.meaning).toContain('5.4.0')
  expect(only('550 qwertz').cause).toBe('unknown')
})

test('an address at the start of a wrapped line is still of the answer to it', () => {
  const { failures } = explainBounce(
    [
      '<joe@example.net>: host mx.example.net[192.0.2.4] said: 550 5.1.1',
      '    <joe@example.net>: Recipient address rejected: User unknown in virtual mailbox',
      '    table (in reply to RCPT TO command)',
      '',
      '<ann@example.org>: host mx.example.org[192.0.2.5] said: 552 5.2.2 mailbox full',
    ].join('\n'),
  )
  expect(failures.map(({ recipient, cause }) => [recipient, cause])).toEqual([
    ['joe@example.net', 'no such recipient'],
    ['ann@example.org', 'mailbox full'],
  ])
})
