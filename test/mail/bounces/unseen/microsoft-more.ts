import { SAYS, SILENT, type UnseenCase } from './case.ts'
import { M365 } from './microsoft.ts'
import { exchangeOnline } from './reports.ts'

export const MICROSOFT_MORE: readonly UnseenCase[] = [
  {
    name: 'microsoft 365: one recipient may not get more from one sender in an hour',
    group: 'microsoft',
    source: 'text 70979380047',
    date: 'not told',
    form: 'reply',
    text: "550 5.2.121 Recipient's per hour message receive limit from specific sender exceeded",
    causes: ['rate'],
    provider: [...M365, ''],
    permanent: 'either',
    must: SAYS.slower,
    mustNot: /delist|mailbox is full/i,
    note: 'No full mailbox, though it is x.2.y.',
  },
  {
    name: 'microsoft 365: given up after a day',
    group: 'microsoft',
    source: 'text 33839029',
    date: '2016',
    form: 'lines',
    text: `Diagnostic information for administrators:

Generating server: mailhub.example.com

user@mydomain.example
3/09/2016 8:05:56 PM - Remote Server at mydomain.example (10.1.1.3) returned '550 4.4.7 QUEUE.Expired; message expired'`,
    causes: ['routing', 'receiver trouble'],
    provider: [...M365, ''],
    permanent: 'either',
    mustNot: SILENT.onSending,
    note: 'The last line is quoted, those before it are built.',
  },
  {
    name: 'microsoft 365 through gmail: no such address',
    group: 'microsoft',
    source: 'text 27180832245',
    date: '2025-01-24',
    form: 'notice',
    text: `** Address not found **
Your message wasn't delivered to sesizari2@dgapi.example because the address couldn't be found, or is unable to receive mail.
The response from the remote server was:
550 5.4.1 Recipient address rejected: Access denied. [DB3PEPF0000885C.eurprd02.prod.outlook.com 2025-01-24T13:29:15.015Z 08DD36FABB4C843C]`,
    causes: ['no such recipient'],
    provider: M365,
    permanent: true,
    must: SAYS.address,
    mustNot: SILENT.onSending,
  },
  {
    name: 'microsoft 365: characters it does not take',
    group: 'microsoft',
    source: 'text 70979380047',
    date: 'not told',
    form: 'whole',
    built: true,
    text: exchangeOnline({
      to: 'lena@contoso.example',
      remote: 'DB8EUR05FT010.mail.protection.outlook.com',
      said: '554 5.6.11 Invalid characters',
      status: '5.6.11',
    }),
    causes: ['protocol', 'content'],
    provider: ['microsoft', 'exchange', 'outlook', ''],
    permanent: true,
    mustNot: SILENT.onSending,
  },
  {
    name: 'hotmail as sender: the mailbox of somebody else is full',
    group: 'microsoft',
    source:
      'https://github.com/sisimai/set-of-emails/blob/2f02f8dbc742209f0cf27327bb80fe9ba566af0b/maildir/mac/rhost-outlook-01.eml',
    date: '2014-11-21',
    form: 'whole',
    text: `From: postmaster@mail.hotmail.example.com
To: shironeko@hotmail.example.com
Date: Fri, 21 Nov 2014 14:17:35 -0800
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status;
\tboundary="9B095B5ADSN=_01D00052BDF896BA0006275EBLU004?OMC3S13.h"
X-DSNContext: 7ce717b1 - 1196 - 00000002 - 00000000
Message-ID: <a0xtAEHLB0000d09e@BLU004-OMC3S13.hotmail.example.com>
Subject: Delivery Status Notification (Failure)
Return-Path: <>

This is a MIME-formatted message.  
Portions of this message may be unreadable without a MIME-capable mail program.

--9B095B5ADSN=_01D00052BDF896BA0006275EBLU004?OMC3S13.h
Content-Type: text/plain; charset=unicode-1-1-utf-7

This is an automatically generated Delivery Status Notification.

Delivery to the following recipients failed.

       kijitora@example.jp

--9B095B5ADSN=_01D00052BDF896BA0006275EBLU004?OMC3S13.h
Content-Type: message/delivery-status

Reporting-MTA: dns;BLU004-OMC3S13.hotmail.com
Received-From-MTA: dns;BLU436-SMTP66
Arrival-Date: Fri, 21 Nov 2014 14:17:34 -0800

Final-Recipient: rfc822;kijitora@example.jp
Action: failed
Status: 5.2.2
Diagnostic-Code: smtp;550 5.2.2 <kijitora@example.jp>... Mailbox Full

--9B095B5ADSN=_01D00052BDF896BA0006275EBLU004?OMC3S13.h
Content-Type: message/rfc822

Return-Path: shironeko@hotmail.example.com
From: Shironeko <shironeko@hotmail.example.com>
Subject: Nyaaaan
To: kijitora@example.jp

Nyaaaaaan

--9B095B5ADSN=_01D00052BDF896BA0006275EBLU004?OMC3S13.h--
`,
    causes: ['mailbox full'],
    provider: ['', 'sendmail'],
    permanent: true,
    must: SAYS.full,
    mustNot: SILENT.onSending,
    note: 'Line ends set again, headers shortened. Outlook.com reports it, it did not refuse it.',
  },
]
