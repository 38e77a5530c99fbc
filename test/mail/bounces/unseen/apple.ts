import { SAYS, SILENT, type UnseenCase } from './case.ts'

export const APPLE: readonly UnseenCase[] = [
  {
    name: 'apple: rejected, with a code of its own',
    group: 'apple',
    source: 'text 59929162138',
    date: 'not told',
    form: 'reply',
    text: '550 5.7.1 [HCM2] Your mail from 80.190.75.57 was rejected. https://support.apple.com/en-us/HT204137',
    causes: ['reputation', 'policy', 'blocklist'],
    provider: ['apple', 'icloud'],
    permanent: true,
    mustNot: SILENT.onMailbox,
  },
  {
    name: 'apple: the user is gone',
    group: 'apple',
    source: 'text 70754126916',
    date: '2026-10-08',
    form: 'reply',
    text: '550 5.1.6 user no longer on system:a@icloud.com',
    causes: ['recipient inactive', 'no such recipient'],
    provider: ['apple', 'icloud', ''],
    permanent: true,
    must: SAYS.address,
    mustNot: SILENT.onSending,
  },
  {
    name: 'apple: DMARC, in a report of Postfix',
    group: 'apple',
    source:
      'https://github.com/sisimai/p5-sisimai/blob/0edb14991857e3e8e9fad2098fd11b8a69b9ee77/set-of-emails/maildir/bsd/lhost-postfix-71.eml',
    date: '2020-11-13',
    form: 'whole',
    text: `Return-Path: <>
Received: by smtp.example.jp (Postfix)
\tid 7344BD244EC; Fri, 13 Nov 2020 09:47:51 +0900 (JST)
Date: Fri, 13 Nov 2020 09:47:51 +0900 (JST)
From: MAILER-DAEMON@smtp.example.jp (Mail Delivery System)
Subject: Undelivered Mail Returned to Sender
To: postmaster@sisimai.example.com
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status;
\tboundary="3574FC0196A.1605228471/smtp.example.jp"
Message-Id: <20201113004751.7344BD244EC@smtp.example.jp>

This is a MIME-encapsulated message.

--3574FC0196A.1605228471/smtp.example.jp
Content-Description: Notification
Content-Type: text/plain; charset=us-ascii

This is the mail system at host smtp.example.jp.

                   The mail system

<kijitora@apple.example.com>: host mx01.mail.icloud.com[17.57.152.9] said: 554
    5.7.1 Your message was rejected due to libsisimai.org's DMARC policy. See
    https://support.apple.com/en-us/HT204137 for info (in reply to end of DATA
    command)

--3574FC0196A.1605228471/smtp.example.jp
Content-Description: Delivery report
Content-Type: message/delivery-status

Reporting-MTA: dns; smtp.example.jp
X-Postfix-Queue-ID: 3574FC0196A
X-Postfix-Sender: rfc822; postmaster@sisimai.example.com
Arrival-Date: Fri, 13 Nov 2020 09:47:12 +0900 (JST)

Final-Recipient: rfc822; kijitora@apple.example.com
Original-Recipient: rfc822;kijitora@apple.example.com
Action: failed
Status: 5.7.1
Remote-MTA: dns; mx01.mail.icloud.com
Diagnostic-Code: smtp; 554 5.7.1 Your message was rejected due to
    libsisimai.org's DMARC policy. See https://support.apple.com/en-us/HT204137
    for info

--3574FC0196A.1605228471/smtp.example.jp
Content-Description: Undelivered Message
Content-Type: message/rfc822

Return-Path: <postmaster@sisimai.example.com>
Subject: TEST FOR DMARC #6
From: postmaster@libsisimai.org
To: kijitora@apple.example.com
Message-Id: <20201113004724.3574FC0196A@smtp.example.jp>
Date: Fri, 13 Nov 2020 09:47:12 +0900 (JST)

Nyaan

--3574FC0196A.1605228471/smtp.example.jp--
`,
    causes: ['authentication'],
    provider: ['apple', 'icloud'],
    permanent: true,
    must: /DMARC/,
    mustNot: SILENT.onMailbox,
    note: 'Headers shortened.',
  },
  {
    name: 'apple: a list of Proofpoint, for a recipient in quotation marks',
    group: 'apple',
    source: 'text 35028721764',
    date: 'not told',
    form: 'log',
    text: 'Jul  5 17:24:35 mail postfix/smtp[9635]: D298F2C60812: to=<"user 1234 with space"@icloud.com>, relay=mx6.mail.icloud.com[17.178.97.79]:25, delay=428621, delays=428619/0.02/1.9/0, dsn=4.7.0, status=deferred (host mx6.mail.icloud.com[17.178.97.79] refused to talk to me: 550 5.7.0 Blocked - see https://support.proofpoint.com/dnsbl-lookup.cgi?ip=142.93.169.220)',
    causes: ['blocklist', 'reputation'],
    provider: ['apple', 'icloud', 'proofpoint'],
    permanent: 'either',
    mustNot: SILENT.onMailbox,
  },
  {
    name: 'apple: Hide My Email without SPF and DKIM',
    group: 'apple',
    source: 'text 19075200468',
    date: 'not told',
    form: 'reply',
    text: '554 5.7.1 [HME1] This message was blocked for failing both SPF and DKIM authentication checks. See https://support.apple.com/en-us/HT204137 for mailing best practices',
    causes: ['authentication'],
    provider: ['apple', 'icloud'],
    permanent: true,
    must: SAYS.authentication,
    mustNot: SILENT.onMailbox,
  },
]
