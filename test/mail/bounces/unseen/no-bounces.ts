import type { UnseenCase } from './case.ts'

const NONE = { causes: [], provider: [''], permanent: false, group: 'no bounce' } as const

export const NO_BOUNCES: readonly UnseenCase[] = [
  {
    ...NONE,
    name: 'sendmail: handed on to a server that reports nothing',
    source:
      'https://github.com/cfortune/PHP-Bounce-Handler/blob/2f76f2a11425eb69979eb8fb1e1733dc73d76026/eml/sendmail-dsn-hdrs-delivered.eml',
    date: '2015-01-01',
    form: 'whole',
    none: 'delivered',
    text: `From MAILER-DAEMON@example.com Thu Jan  1 17:19:04 2015
Date: Thu, 1 Jan 2015 17:19:04 GMT
From: Mail Delivery Subsystem <MAILER-DAEMON@example.com>
Message-Id: <201501011719.t01HJ48p012774@example.com>
To: <bouncebacks+MjAxNTAxMDEwMDAwMDAwMDQ39a66e5b6@example.com>
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status;
\tboundary="t01HJ48p012774.1420132744/example.com"
Subject: Return receipt
Auto-Submitted: auto-generated (return-receipt)

This is a MIME-encapsulated message

--t01HJ48p012774.1420132744/example.com

The original message was received at Thu, 1 Jan 2015 17:18:55 GMT
from example.com [127.0.0.1]

   ----- The following addresses had successful delivery notifications -----
<externaluser@example.net>  (relayed to non-DSN-aware mailer)

   ----- Transcript of session follows -----
<externaluser@example.net>... relayed; expect no further notifications

--t01HJ48p012774.1420132744/example.com
Content-Type: message/delivery-status

Original-Envelope-Id: MjAxNTAxMDEwMDAwMDAwMDQ39a66e5b6
Reporting-MTA: dns; example.com
Received-From-MTA: DNS; example.com
Arrival-Date: Thu, 1 Jan 2015 17:18:55 GMT

Final-Recipient: RFC822; externaluser@example.net
Action: relayed (to non-DSN-aware mailer)
Status: 2.1.5
Remote-MTA: DNS; aspmx.l.google.com
Diagnostic-Code: SMTP; 250 2.1.5 OK un10si29151402wjc.103 - gsmtp
Last-Attempt-Date: Thu, 1 Jan 2015 17:19:04 GMT

--t01HJ48p012774.1420132744/example.com--
`,
  },
  {
    ...NONE,
    name: 'sfr: an answer of somebody on holiday',
    source:
      'https://github.com/cfortune/PHP-Bounce-Handler/blob/82dc3a8a100349bf7ee5ba52c68e26bf4ad31138/eml/vac2.eml',
    date: '2014-09-16',
    form: 'whole',
    none: 'nothing',
    text: `Return-Path: <>
Delivered-To: assistance@example-sender.com
Received: from 79.128.17.93.rev.sfr.net (HELO smtp1.services.sfr.fr) ([93.17.128.79])
  by mx.example.com with ESMTP; 16 Sep 2014 14:52:44 +0000
Received: by msfrb0603.sfr.fr (SMTP Server, from userid 1001)
\tid 2B0391C00401; Tue, 16 Sep 2014 16:52:42 +0200 (CEST)
Message-ID: <cmu-sieve-15260-1410879162-0@msfrb0603>
Date: Tue, 16 Sep 2014 16:52:42 +0200
X-Sieve: CMU Sieve 2.3
From: <user@example.com>
To: <assistance@example-sender.com>
Subject: Auto: Original Subject
In-Reply-To: <SPWEB52c0444dd064554786ad8d47958a0e9933@SPWEB52>
Auto-Submitted: auto-replied (vacation)
MIME-Version: 1.0
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: 8bit

A bientôt....`,
  },
  {
    ...NONE,
    name: 'courier: delayed, because our own server does no TLS',
    source:
      'https://github.com/sisimai/p5-sisimai/blob/ed6668f366be641f891ea5748f3ed370fc9a928f/set-of-emails/maildir/bsd/email-courier-05.eml',
    date: '2011-04-29',
    form: 'whole',
    none: 'delayed',
    causes: ['tls', 'policy', 'receiver trouble'],
    text: `From: postmaster@example.org
To: shironeko@example.jp
Subject: WARNING: delayed mail.
Mime-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status;
    boundary="=_courier_0"
Content-Transfer-Encoding: 7bit
Message-ID: <courier.4D02EDDF.0000C65A@gojo.example.org>
Date: Thu, 29 Apr 2011 23:34:45 +0900

This is a delivery status notification from server.example.com,
running the Courier mail server, version 0.40.0.

                     DELAYS IN DELIVERING YOUR MESSAGE

The delivery of the following E-mail message has been delayed.  This is an
advisory notice only; it is sent only to notify you about a temporary delay
in delivering your message.  You DO NOT need to do anything at this time.

<kijitora@neko.nyaan.jp>:
    sotoneko.nyaan.jp [203.0.113.222]:
>>> RCPT TO:<kijitora@neko.nyaan.jp>
<<< 450 4.1.7 <sironeko@exaple.jp>: Sender address rejected: unverified address: Cannot start TLS: handshake failure

--=_courier_0
Content-Type: message/delivery-status
Content-Transfer-Encoding: 7bit

Reporting-MTA: dns; nyan.example.jp
Arrival-Date: Thu, 29 Apr 2011 23:34:45 +0900
Received-From-MTA: dns; [127.0.0.1] (n2.example.com [192.0.2.22])

Final-Recipient: rfc822; kijitora@neko.nyaan.jp
Action: delayed
Status: 4.0.0
Will-Retry-Until: Thu, 29 Apr 2011 23:34:45 +0900

--=_courier_0--
`,
    note: 'Headers shortened; the first boundary is missing in the source, too.',
  },
  {
    ...NONE,
    name: 'yahoo: a complaint',
    source:
      'https://github.com/cfortune/PHP-Bounce-Handler/blob/ce48a3ab462acfe9a3a8c1e0478c810a488022fe/eml/fbl-yahoo.txt',
    date: '2010-12-30',
    form: 'whole',
    none: 'nothing',
    text: `MIME-Version: 1.0
Content-Transfer-Encoding: 7bit
Content-Type: multipart/report; boundary="_----------=_12937329419079035"; report-type="feedback-report"
Date: Thu, 30 Dec 2010 10:15:41 -0800
From: Yahoo! Mail AntiSpam Feedback <feedback@arf.mail.yahoo.com>
To: fbl-abuse@ourdomain.com
Subject: Some Subject Line
X-Yahoo-Newman-Property: cfl

This is a multi-part message in MIME format.

--_----------=_12937329419079035
Content-Disposition: inline
Content-Transfer-Encoding: 7bit
Content-Type: text/plain; charset="US-ASCII"

This is an email abuse report for an email message received from ourdomain.com  on Tue, 28 Dec 2010 11:57:56 PST

--_----------=_12937329419079035
Content-Disposition: inline
Content-Transfer-Encoding: 7bit
Content-Type: message/feedback-report

Feedback-Type: abuse
User-Agent: Yahoo!-Mail-Feedback/1.0
Version: 0.1
Original-Mail-From: <support@ourdomain.com>
Original-Rcpt-To: someuser@yahoo.com
Received-Date: Tue, 28 Dec 2010 11:57:56 PST
Reported-Domain: ourdomain.com
Authentication-Results: 

--_----------=_12937329419079035
Content-Disposition: inline
Content-Transfer-Encoding: 7bit
Content-Type: message/rfc822

From: "Support" <support@ourdomain.com> 
To: "someuser@yahoo.com" <someuser@yahoo.com>
Date: Tue, 28 Dec 2010 10:43:07 -0800
Subject: Subject Line
Message-ID: <WEB8daf12e7d45340df91f4dc4d66fb19f7@web8>

Season's Greetings

--_----------=_12937329419079035--
`,
    note: 'Headers shortened.',
  },
  {
    ...NONE,
    name: 'postfix: a log line of mail that was taken',
    source: 'text 51818222124',
    date: '2026-03-03',
    form: 'log',
    none: 'delivered',
    text: '2026-03-03T10:45:35.473746+00:00 mail postfix/smtp[1013986]: 3172D762A5D: to=<arharradine@me.com>, relay=mx01.mail.icloud.com[17.56.9.31]:25, delay=6.3, delays=0.1/0/1.1/5.1, dsn=2.0.0, status=sent (250 2.0.0 Ok: queued as D04B3C0008B)',
  },
]
