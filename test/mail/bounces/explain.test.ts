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

describe('what a server does next', () => {
  const CLOUDFLARE = '421 4.3.0 Upstream error, please check https://developers.cloudflare.com/email-routing/'
  const report = (action: string) =>
    `Final-Recipient: rfc822; joe@example.com\nAction: ${action}\nStatus: 4.3.0\nRemote-MTA: dns; route3.mx.cloudflare.net\nDiagnostic-Code: smtp; ${CLOUDFLARE}`

  test('is told by what became of the message', () => {
    const [delayed, failed] = ['delayed', 'failed'].map((action) => only(report(action)))
    expect(failed?.rule?.id).toBe(delayed?.rule?.id ?? '')
    expect(delayed?.advice.join(' ')).toContain('try again by itself')
    expect(failed?.advice.join(' ')).not.toContain('Let your server')
    expect(failed?.advice.join(' ')).toContain('does not try again')
    expect(failed?.permanent).toBe(false)
  })

  test('is told of a code alone, too', () => {
    const of = (action: string) =>
      only(`Final-Recipient: rfc822; joe@example.com\nAction: ${action}\nStatus: 4.3.1`).advice.join(' ')
    expect(of('delayed')).toContain('try again by themselves')
    expect(of('failed')).toContain('has given up')
  })

  test('a delay is not over, whatever its words', () => {
    const of = (action: string, status: string) =>
      only(
        `Final-Recipient: rfc822; joe@example.com\nAction: ${action}\nStatus: ${status} (unable to deliver this message after 1 day)`,
      ).rule?.id
    expect([of('delayed', '4.4.7'), of('failed', '5.4.7')]).toEqual([undefined, 'expired'])
  })
})

describe('answers as programs write them', () => {
  test('with empty lines between theirs', () => {
    const lines = [
      '550-5.7.26 Unauthenticated email from example.jp is not accepted due to',
      '550-5.7.26 DMARC policy.',
      '550 5.7.26 https://support.google.com/mail/?p=DmarcRejection x - gsmtp',
    ]
    const { reply, provider } = only(
      `mx [192.0.2.1] did not like our final DATA:\n${lines.join('\n\n')}\n\nother words`,
    )
    expect(reply.text).toContain('DmarcRejection')
    expect(reply.text).not.toContain('other words')
    expect(provider?.id).toBe('gmail')
  })

  test('OpenSMTPD says what came of a try', () => {
    const of = (result: string, stat: string) =>
      only(
        `smtpd[1]: 0 mta delivery evpid=1 from=<a@example.net> to=<joe@example.com> rcpt=<-> source="-" relay="mx.example.com" delay=1s result="${result}" stat="${stat}"`,
      )
    const told = of('TempFail', 'Temporary failure in MX lookup')
    expect([told.action, told.rule?.id, told.reply.text]).toEqual([
      'delayed',
      'dns-trouble',
      'Temporary failure in MX lookup',
    ])
    expect(of('PermFail', '550 5.1.1 No such user').permanent).toBe(true)
    expect(of('Ok', '250 2.0.0 Ok').action).toBe('delivered')
  })
})
