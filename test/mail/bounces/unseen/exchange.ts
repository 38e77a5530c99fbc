import { SAYS, SILENT, type UnseenCase } from './case.ts'

const EXCHANGE_OR_NOBODY = ['exchange', 'microsoft', ''] as const

export const EXCHANGE: readonly UnseenCase[] = [
  {
    name: 'exchange: a domain that must be secured is not',
    group: 'exchange',
    source:
      'https://learn.microsoft.com/en-us/answers/questions/112624/exchange-not-receiving-and-sending-emails-from-cer',
    date: '2020-09-29',
    form: 'notice',
    text: `Diagnostic information for administrators:

Generating server: MBX-01.xxx.example

Receiving server: xxxx.example (45.100.187.7)

user1@xxxx.example

Remote Server at xxxx.example (45.100.187.7) returned '400 4.4.7 Message delayed'

9/29/2020 8:13:49 AM - Remote Server at xxxx.example (45.100.187.7) returned '451 4.4.0

Primary target IP address responded with: "451 4.7.3 The admin has temporarily disallowed this secure domain.

" Attempted failover to alternate host, but that did not succeed. Either there are no alternate hosts,

or delivery failed to all alternate hosts. The last endpoint attempted was 45.100.187.7:25'

Original message headers:

Received: from MBX-02.xxx.example (192.168.0.91) by MBX-01.xxx.example
 (192.168.0.90) with Microsoft SMTP Server (TLS) id 15.0.1497.2; Tue, 29 Sep
 2020 10:18:36 +0300`,
    causes: ['policy', 'tls', 'receiver trouble'],
    provider: EXCHANGE_OR_NOBODY,
    permanent: false,
    mustNot: SILENT.onSending,
    note: 'Several answers in one; the one within tells the reason. A delay, no failure.',
  },
  {
    name: 'exchange: its disk is nearly full',
    group: 'exchange',
    source: 'text 37852300203',
    date: '2020-10-23',
    form: 'lines',
    text: '452 4.3.1 Insufficient system resources (UsedDiskSpace[C:\\Program Files\\Microsoft\\Exchange Server\\V15\\TransportRoles\\data\\Queue]) (in reply to end of DATA command))',
    causes: ['receiver trouble'],
    provider: EXCHANGE_OR_NOBODY,
    permanent: false,
    must: SAYS.later,
    mustNot: /delist|SPF|DKIM|mailbox is full/i,
    note: 'The disk of a server, not a mailbox.',
  },
  {
    name: 'exchange 2003: a report that says nothing but 5.1.1',
    group: 'exchange',
    source:
      'https://github.com/cfortune/PHP-Bounce-Handler/blob/1dd9de7efee296636cc95278f959b22089b9a716/eml/exchange2.eml',
    date: '2009-04-05',
    form: 'whole',
    text: `Return-Path: <>
From: postmaster@adecco.example
To: account@gmail.com
Date: Sun, 5 Apr 2009 20:43:17 +0200
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status;
\tboundary="9B095B5ADSN=_01C9B12EFB9017CA00003667meintfr02052.wwi"
X-DSNContext: 335a7efd - 4523 - 00000001 - 80040546
Message-ID: <ednHM3SOl00001860@meintfr02052.wwit.adecco.example>
Subject: Delivery Status Notification (Failure)

This is a MIME-formatted message.  
Portions of this message may be unreadable without a MIME-capable mail program.

--9B095B5ADSN=_01C9B12EFB9017CA00003667meintfr02052.wwi
Content-Type: text/plain; charset=unicode-1-1-utf-7

This is an automatically generated Delivery Status Notification.

Delivery to the following recipients failed.

       inger.lise@adecco.example




--9B095B5ADSN=_01C9B12EFB9017CA00003667meintfr02052.wwi
Content-Type: message/delivery-status

Reporting-MTA: dns;meintfr02052.wwit.adecco.example
Received-From-MTA: dns;smtp091.aits.example
Arrival-Date: Sun, 5 Apr 2009 20:43:17 +0200

Original-Recipient: rfc822;inger.lise@adecco.example
Final-Recipient: rfc822;inger.lise@adecco.example
Action: failed
Status: 5.1.1

--9B095B5ADSN=_01C9B12EFB9017CA00003667meintfr02052.wwi
Content-Type: message/rfc822

Received: from fg-out-1718.google.com (fg-out-1718.google.com [72.14.220.154])
\tby smtp091.aits.example (Postfix) with ESMTP id AA6F19F30B4
\tfor <inger.lise@adecco.example>; Sun,  5 Apr 2009 20:42:03 +0200 (CEST)
Message-ID: <63267c0f0904051142s4a841b18qb1c702a94a3257be@mail.gmail.com>
Subject: This will bounce
From: "Gmail Account" <account@gmail.com>
To: inger.lise@adecco.example

Regards,
Gmail Account

--9B095B5ADSN=_01C9B12EFB9017CA00003667meintfr02052.wwi--`,
    causes: ['no such recipient'],
    provider: EXCHANGE_OR_NOBODY,
    permanent: true,
    must: SAYS.address,
    mustNot: SILENT.onSending,
    note: 'Headers shortened. Hosts of Google and Postfix stand in the message that came back.',
  },
  {
    name: 'exchange 2007: no such recipient, in HTML and text',
    group: 'exchange',
    source:
      'https://github.com/sisimai/set-of-emails/blob/b04e5fcbd65a7d04558c293df45c2a6a2814bf47/maildir/bsd/email-exchange2007-05.eml',
    date: '2011-02-22',
    form: 'whole',
    text: `Return-Path: <>
MIME-Version: 1.0
From: mailer-daemon@example.com
To: kijitora@example.jp
Date: Thu, 22 Feb 2011 23:34:45 +0900
Content-Type: multipart/report; report-type=delivery-status;
\tboundary="0000ffff-0000-0000-0000-0000"
Content-Language: en-US
Message-ID: <000000000000000000000000000000000000000000000000@example.com>
Subject: Undeliverable: Nyaan

--0000ffff-0000-0000-0000-0000
Content-Type: multipart/alternative; differences=Content-Type;
\tboundary="eeee0000-0022-2200-2220"

--eeee0000-0022-2200-2220
Content-Type: text/plain; charset="us-ascii"
Content-Transfer-Encoding: quoted-printable

Delivery has failed to these recipients or distribution lists:

Neko<mailto:mikeneko@example.co.jp>
The recipient's e-mail address was not found in the recipient's e-mail syst=
em. Microsoft Exchange will not try to redeliver this message for you. Plea=
se check the e-mail address and try resending this message, or provide the =
following diagnostic text to your system administrator.

________________________________
Sent by Microsoft Exchange Server 2007

Diagnostic information for administrators:

Generating server: mta4.example.org

mikeneko@example.co.jp
550 5.1.1 RESOLVER.ADR.RecipNotFound; not found

--eeee0000-0022-2200-2220
Content-Type: text/html; charset="us-ascii"
Content-Transfer-Encoding: quoted-printable

<html>
<Head></head><body>
<p><b><font color=3D"#000066" size=3D"3" face=3D"Arial">Delivery has failed=
 to these recipients or distribution lists:</font></b></p>
<p>mikeneko@example.co.jp<br>
 550 5.1.1 RESOLVER.ADR.RecipNotFound; not found</p>
</body>
</html>=

--eeee0000-0022-2200-2220--

--0000ffff-0000-0000-0000-0000
Content-Type: message/delivery-status

Reporting-MTA: dns;mx4.example.org
Received-From-MTA: dns;mx9.example.net
Arrival-Date: Thu, 22 Feb 2011 23:34:45 +0900

Final-Recipient: rfc822;mikeneko@example.co.jp
Action: failed
Status: 5.1.1
Diagnostic-Code: smtp;550 5.1.1 RESOLVER.ADR.RecipNotFound; not found
X-Display-Name: Neko


--0000ffff-0000-0000-0000-0000
Content-Type: message/rfc822

Subject: Nyaan
From: Kijitora <kijitora@example.jp>
To: Neko <mikeneko@example.co.jp>

Nyaan

--0000ffff-0000-0000-0000-0000--
`,
    causes: ['no such recipient'],
    provider: ['exchange', 'microsoft'],
    permanent: true,
    must: SAYS.address,
    mustNot: SILENT.onSending,
    note: 'Headers and HTML shortened.',
  },
  {
    name: 'exchange: an address that is none',
    group: 'exchange',
    source: 'text 21149266025',
    date: 'not told',
    form: 'reply',
    text: "Remote Server returned '550 5.1.3 STOREDRV.Submit; invalid recipient address'",
    causes: ['no such recipient', 'protocol'],
    provider: ['exchange', 'microsoft'],
    permanent: true,
    must: SAYS.address,
    mustNot: SILENT.onSending,
  },
]
