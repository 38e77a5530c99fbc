import { SAYS, SILENT, type UnseenCase } from './case.ts'

export const OTHER_SOFTWARE: readonly UnseenCase[] = [
  {
    name: 'sendmail: the host is unknown',
    group: 'other software',
    source:
      'https://github.com/cfortune/PHP-Bounce-Handler/blob/d0aeafb4b9475f7052aa366cf9318a7fb9df9b39/eml/sendmail-nohost.eml',
    date: '2014-12-19',
    form: 'whole',
    text: `From MAILER-DAEMON@example.com Fri Dec 19 18:03:52 2014
Received: from localhost (localhost)
\tby example.com (8.14.4/8.14.4) id sBJI3qFo015624;
\tFri, 19 Dec 2014 18:03:52 GMT
Date: Fri, 19 Dec 2014 18:03:52 GMT
From: Mail Delivery Subsystem <MAILER-DAEMON@example.com>
Message-Id: <201412191803.sBJI3qFo015624@example.com>
To: <bouncebacks+MjAxNDEyMTkxNjAwMDA-ad226adb@example.com>
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status;
\tboundary="sBJI3qFo015624.1419012232/example.com"
Subject: Returned mail: see transcript for details
Auto-Submitted: auto-generated (failure)

This is a MIME-encapsulated message

--sBJI3qFo015624.1419012232/example.com

The original message was received at Fri, 19 Dec 2014 18:03:51 GMT
from localhost [127.0.0.1]

   ----- The following addresses had permanent fatal errors -----
<baddomain@baddomainxxxsdkjfhsdhfkdsfhsd.com>
    (reason: 550 Host unknown)

   ----- Transcript of session follows -----
550 5.1.2 <baddomain@baddomainxxxsdkjfhsdhfkdsfhsd.com>... Host unknown (Name server: baddomainxxxsdkjfhsdhfkdsfhsd.com: host not found)

--sBJI3qFo015624.1419012232/example.com
Content-Type: message/delivery-status

Reporting-MTA: dns; example.com
Received-From-MTA: DNS; localhost
Arrival-Date: Fri, 19 Dec 2014 18:03:51 GMT

Final-Recipient: RFC822; baddomain@baddomainxxxsdkjfhsdhfkdsfhsd.com
Action: failed
Status: 5.1.2
Remote-MTA: DNS; baddomainxxxsdkjfhsdhfkdsfhsd.com
Diagnostic-Code: SMTP; 550 Host unknown
Last-Attempt-Date: Fri, 19 Dec 2014 18:03:52 GMT

--sBJI3qFo015624.1419012232/example.com
Content-Type: message/rfc822

Return-Path: <bouncebacks+MjAxNDEyMTkxNjAwMDA-ad226adb@example.com>
To: bad domain <baddomain@baddomainxxxsdkjfhsdhfkdsfhsd.com>
Subject: Example: New Assignment
From: Example Notifications <notify@example.net>

This was a test email.

--sBJI3qFo015624.1419012232/example.com--
`,
    causes: ['routing', 'no such recipient'],
    provider: ['sendmail', ''],
    permanent: true,
    must: /domain|DNS|address/i,
    mustNot: SILENT.onSending,
    note: 'Headers shortened.',
  },
  {
    name: 'sun messaging server: over quota, with a code of its own',
    group: 'other software',
    source:
      'https://github.com/cfortune/PHP-Bounce-Handler/blob/1dd9de7efee296636cc95278f959b22089b9a716/eml/12.eml',
    date: '2006-10-30',
    form: 'whole',
    text: `Return-path: <>
Date:\tMon, 30 Oct 2006 15:52:25 -0300 (ART)
From:\tInternet Mail Delivery <postmaster@fibertel.example>
Subject: Delivery Notification: Delivery has failed
To: ar1@ar1.outmailing.example
Message-id: <0J7Y00IGNPRD0Y00@mta1.fibertel.example>
MIME-version: 1.0
Content-type: multipart/report;
 boundary="Boundary_(ID_ZiviTNMZZc7E7L5iAvpOJg)"; report-type=delivery-status

--Boundary_(ID_ZiviTNMZZc7E7L5iAvpOJg)
Content-type: text/plain; charset=us-ascii
Content-language: en-US
Content-transfer-encoding: 7BIT

This report relates to a message you sent with the following header fields:

  Message-id: <fe471ad4f1b90eb539ceb99ecb8bfd3f@ar1.outmailing.example>
  To: andres@fibertel.example
  Subject: {posible spam} Eventos de La semana

Your message cannot be delivered to the following recipients:

  Recipient address: @stov1.fibertel.example:andres@ims_daemon
  Original address: andres@fibertel.example
  Reason: LMTP transmission failure has occurred
  Diagnostic code: smtp;522 5.2.0 Delivery failed: Over quota
  Remote system: dns;stov1.fibertel.example (sto01. -- Server LMTP [Sun ONE Messaging Server 6.1 HotFix 0.11 [built Jan 28 2005]])

--Boundary_(ID_ZiviTNMZZc7E7L5iAvpOJg)
Content-type: message/delivery-status

Reporting-MTA: dns;mta1.fibertel.example (lmtpcs-daemon)

Original-recipient: rfc822;andres@fibertel.example
Final-recipient: rfc822;@stov1.fibertel.example:andres@ims_daemon
Action: failed
Status: 5.2.0 (LMTP transmission failure has occurred)
Remote-MTA: dns;stov1.fibertel.example
 (sto01. -- Server LMTP [Sun ONE Messaging Server 6.1 HotFix 0.11 [built Jan 28
 2005]])
Diagnostic-code: smtp;522 5.2.0 Delivery failed: Over quota

--Boundary_(ID_ZiviTNMZZc7E7L5iAvpOJg)
Content-type: message/rfc822

From: Green Land Irish Pub <noreply@dattadream.example>
Subject: {posible spam} Eventos de La semana
To: andres@fibertel.example

Si Ud. no puede ver las imagenes

--Boundary_(ID_ZiviTNMZZc7E7L5iAvpOJg)--
`,
    causes: ['mailbox full'],
    provider: ['', 'sun', 'oracle', 'iplanet'],
    permanent: true,
    must: SAYS.full,
    mustNot: SILENT.onSending,
    note: 'Headers shortened; comments stand in the fields of the report.',
  },
  {
    name: 'dragonfly mail agent: DMARC at Gmail',
    group: 'other software',
    source:
      'https://github.com/sisimai/set-of-emails/blob/03148ac664be15076ee6c346c43f2f3c31dd395f/maildir/mac/lhost-dragonfly-01.eml',
    date: '2024-06-11',
    form: 'whole',
    text: `Received: from MAILER-DAEMON
\tid e0720
\tby df.example.jp (DragonFly Mail Agent v0.13);
\tTue, 11 Jun 2024 18:02:02 +0900
X-Original-To: <pseudo-local-part@google.example.com>
From: MAILER-DAEMON <>
To: kijitora@df.example.jp
Subject: Mail delivery failed
Message-Id: <e0720@df.example.jp>
Date: Tue, 11 Jun 2024 18:02:02 +0900

This is the DragonFly Mail Agent v0.13 at df.example.jp.

There was an error delivering your mail to <pseudo-local-part@google.example.com>.

gmail-smtp-in.l.google.com [74.125.203.27] did not like our final DATA:
550-5.7.26 Unauthenticated email from example.jp is not accepted due to domain's
550-5.7.26 DMARC policy. Please contact the administrator of example.jp domain if
550-5.7.26 this was a legitimate mail. To learn about the DMARC initiative, go
550-5.7.26 to
550 5.7.26  https://support.google.com/mail/?p=DmarcRejection 98e67ed59e1d1-2c2d0e28189si6418580a91.13 - gsmtp

Message headers follow.

Subject: Nyaan 01
To: <pseudo-local-part@google.example.com>
User-Agent: mail (GNU Mailutils 3.14)
Message-Id: <66681288.e06d1.3824794@df.example.jp>
From: <kijitora@df.example.jp>
`,
    causes: ['authentication'],
    provider: ['gmail', 'google'],
    permanent: true,
    must: /DMARC/,
    mustNot: SILENT.onMailbox,
    note: 'Line ends set again.',
  },
]
