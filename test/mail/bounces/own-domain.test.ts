import { describe, expect, test } from 'bun:test'
import { explainBounce } from '../../../src/mail/bounces/explain.ts'

const first = (text: string) => explainBounce(text).failures[0]

const RETURNED = (from: string, reporter: string) => `From: MAILER-DAEMON@${reporter}
To: ${from}
Subject: Undelivered Mail Returned to Sender
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="b"

--b
Content-Type: message/delivery-status

Reporting-MTA: dns; ${reporter}

Final-Recipient: rfc822; joe@example.org
Action: failed
Status: 5.7.1
Remote-MTA: dns; mx.example.org
Diagnostic-Code: smtp; 550 5.7.1 Sender prohibited by SPF

--b
Content-Type: text/rfc822-headers

From: Ann <${from}>
Subject: Hello

--b--
`

describe('advice that nobody could follow', () => {
  test('is not given to senders of a free mail provider', () => {
    const failure = first(RETURNED('ann@gmail.com', 'www.example.net'))
    expect(failure?.cause).toBe('authentication')
    expect(failure?.advice[0]).toContain('gmail.com, whose records only its owner writes')
    expect(failure?.advice.join(' ')).not.toContain('Publish an SPF record')
  })

  test('is given where the domain is one’s own, or the provider itself sent', () => {
    const own = first(RETURNED('ann@example.com', 'www.example.net'))
    expect(own?.advice.join(' ')).toContain('Publish an SPF record')
    expect(own?.advice.join(' ')).not.toContain('whose records')
    expect(first(RETURNED('ann@gmail.com', 'mail-wr1.google.com'))?.advice.join(' ')).not.toContain(
      'whose records',
    )
  })

  test('sees the domain that the answer names before that of From', () => {
    const failure = first(
      "550-5.7.26 Unauthenticated email from gmail.com is not accepted due to domain's DMARC policy. - gsmtp",
    )
    expect(failure?.advice[0]).toContain('gmail.com')
    const other = first(
      "550-5.7.26 Unauthenticated email from example.com is not accepted due to domain's DMARC policy. - gsmtp",
    )
    expect(other?.advice.join(' ')).not.toContain('whose records')
  })

  test('does not ask for an MX record of an internal name', () => {
    const failure = first(
      '450 4.1.8 <www-data@ip-172-31-2-61.ap-southeast-2.compute.internal>: Sender address rejected: Domain not found',
    )
    expect(failure?.advice).toHaveLength(1)
    expect(failure?.advice[0]).toContain('is a name of an internal network')
    const real = first('450 4.1.8 <ann@example.com>: Sender address rejected: Domain not found')
    expect(real?.advice.join(' ')).toContain('MX record')
    expect(real?.advice.join(' ')).not.toContain('internal network')
  })
})

describe('an answer that no pattern knows', () => {
  test('is told as one about the sender where no recipient had been named', () => {
    const failure = first(
      'status=bounced (host mx.example.org[192.0.2.1] said: 554 Transaction failed (in reply to MAIL FROM command))',
    )
    expect(failure?.cause).toBe('unknown')
    expect(failure?.meaning).toContain('before a recipient was named')
    expect(failure?.checks).toContain('blocklist')
    const later = first(
      'status=bounced (host mx.example.org[192.0.2.1] said: 554 Transaction failed (in reply to RCPT TO command))',
    )
    expect(later?.meaning).not.toContain('before a recipient was named')
  })

  test('is told as one that gives no reason where its words only refuse', () => {
    for (const text of ['554 5.7.0 Blocked', '550 5.7.1 Message refused', '550 5.7.1 Command rejected']) {
      const failure = first(text)
      expect([text, failure?.cause]).toEqual([text, 'unknown'])
      expect(failure?.meaning).toContain('does not say why')
      expect(failure?.checks).toContain('reverse-dns')
    }
    expect(first('550 5.1.1 rejected')?.cause).toBe('no such recipient')
    expect(
      first('550 5.7.1 our flux capacitor is not aligned with your tractor beam')?.meaning,
    ).not.toContain('does not say why')
  })
})
