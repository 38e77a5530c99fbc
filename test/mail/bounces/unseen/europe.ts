import { SAYS, SILENT, type UnseenCase } from './case.ts'
import { postfixReport } from './reports.ts'

const UNITED_INTERNET = ['gmx', 'web.de', 'united', '1&1', 'ionos'] as const
const T_ONLINE = ['t-online', 'tonline', 'telekom'] as const

export const GERMANY: readonly UnseenCase[] = [
  {
    name: 'gmx: no such mailbox, in a report of Postfix',
    group: 'europe',
    source: 'text 10889326061 (test of Delta Chat)',
    date: 'not told',
    form: 'whole',
    built: true,
    text: postfixReport({
      to: 'hanerthaertidiuea@gmx.de',
      remote: 'mx01.emig.gmx.net[212.227.17.5]',
      said: '550 Requested action not taken: mailbox unavailable',
      status: '5.0.0',
    }),
    causes: ['no such recipient', 'recipient inactive'],
    provider: UNITED_INTERNET,
    permanent: true,
    must: SAYS.address,
    mustNot: SILENT.onSending,
  },
  {
    name: 'gmx: not now, with a case',
    group: 'europe',
    source: 'text 70754126916',
    date: '2026-10-08',
    form: 'reply',
    text: '450-Requested mail action not taken: mailbox unavailable 450 For explanation visit https://postmaster.gmx.net/en/case?c=r1602',
    causes: ['receiver trouble', 'greylisting', 'recipient inactive', 'unknown'],
    provider: UNITED_INTERNET,
    permanent: false,
    must: SAYS.later,
    mustNot: /delist|SPF|DKIM|remove the (address|recipient)/i,
    note: 'Its page for r1602 was not found: the reason is not known, that it is temporary is.',
  },
  {
    name: 'web.de: headers it does not take, as Python shows them',
    group: 'europe',
    source: 'text 30260887474',
    date: 'not told',
    form: 'lines',
    text: "smtplib.SMTPDataError: (554, b'Transaction failed\\nReject due to policy restrictions.\\nFor explanation visit https://postmaster.web.de/error-messages?ip=217.233.166.75&c=hi')",
    causes: ['protocol', 'policy', 'content', 'reputation'],
    provider: UNITED_INTERNET,
    permanent: true,
    mustNot: SILENT.onMailbox,
    note: 'Its page for c=hi speaks of headers; the words alone speak of policy.',
  },
  {
    name: 'web.de: mailbox unavailable, with a case',
    group: 'europe',
    source: 'text 70754126916',
    date: '2026-10-08',
    form: 'reply',
    text: '550-Requested action not taken: mailbox unavailable 550 For explanation visit https://postmaster.web.de/en/case?c=r1601',
    causes: ['no such recipient', 'recipient inactive'],
    provider: UNITED_INTERNET,
    permanent: true,
    must: SAYS.address,
    mustNot: SILENT.onLists,
  },
  {
    name: 't-online: no or a bad reputation, in a queue',
    group: 'europe',
    source: 'text 68595285902',
    date: 'not told',
    form: 'lines',
    text: `-Queue ID-  --Size-- ----Arrival Time---- -Sender/Recipient-------
4bR2kT1xQz      2143 Mon Sep 14 09:20:11  noreply@kurka.example
(host mx03.t-online.de[194.25.134.73] refused to talk to me: 554 IP=193.163.77.165 - None/bad reputation.)
                                         empfaenger@t-online.de`,
    causes: ['reputation', 'blocklist'],
    provider: T_ONLINE,
    permanent: 'either',
    mustNot: SILENT.onMailbox,
    note: 'The line in brackets is quoted, the queue around it is built.',
  },
  {
    name: 't-online: held back for a while because of DKIM, with a code for ever',
    group: 'europe',
    source: 'text 70754126916',
    date: '2026-10-08',
    form: 'reply',
    text: '550-(grey defer DKIMr) 550-Your IP: 77.32.148.23 550-Mailhost: mailin28.t-online.de',
    causes: ['greylisting', 'authentication', 'rate'],
    provider: [...T_ONLINE, ''],
    permanent: 'either',
    mustNot: SILENT.onMailbox,
  },
]

export const FRANCE_AND_ITALY: readonly UnseenCase[] = [
  {
    name: 'orange: refused for now, no reason told',
    group: 'europe',
    source: 'text 49466897185',
    date: 'not told',
    form: 'reply',
    text: 'smtp;421 mwinf5c31 Service refuse. Veuillez essayer plus tard. Service refused, please try later. OFR_999 [999]',
    causes: ['receiver trouble', 'rate', 'reputation', 'unknown'],
    provider: ['orange'],
    permanent: false,
    must: SAYS.later,
    mustNot: SILENT.onMailbox,
    note: 'Our host name in place of one that was removed.',
  },
  {
    name: 'libero: a list of Cloudmark',
    group: 'europe',
    source: 'text 49466897185',
    date: 'not told',
    form: 'reply',
    text: 'smtp;550 smtp-13.iol.local smtp-13.iol.local IP blacklisted by CSI. For remediation please use http://csi.cloudmark.com/reset-request/?ip=192.0.2.31 [smtp-13.iol.local; LIB_102]',
    causes: ['blocklist', 'reputation'],
    provider: ['libero', 'italiaonline', 'cloudmark', 'proofpoint', ''],
    permanent: true,
    must: SAYS.listed,
    mustNot: SILENT.onMailbox,
  },
  {
    name: 'la poste: client refused, in a report without a report',
    group: 'europe',
    source:
      'https://github.com/sisimai/p5-sisimai/blob/ed07adfb703ddc7d9153232dc9c6909e2e64347b/set-of-emails/maildir/bsd/rhost-franceptt-12.eml',
    date: '2021-10-15',
    form: 'whole',
    text: `Return-Path: <>
Date: Fri, 15 Oct 2021 14:42:00 +0200 (CEST)
From: MAILER-DAEMON@xxxx.xxxx.net (Mail Delivery System)
Subject: Undelivered Mail Returned to Sender
To: xxxx.xxxx.net
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status;
\tboundary="64BD1268DDF4.1634301720/xxxx.xxxx.net"
Content-Transfer-Encoding: 8bit
Message-Id: <20211015124200.C6602268DDF8@xxxx.xxxx.net>

This is a MIME-encapsulated message.

--64BD1268DDF4.1634301720/xxxx.xxxx.net
Content-Description: Notification
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: 8bit

This is the mail system at host xxxx.xxxx.net.

I'm sorry to have to inform you that your message could not
be delivered to one or more recipients. It's attached below.

                   The mail system

<xxxx@xxxx.net>: host xxxx.laposte.net said: 554
    5.7.1 <xxxx.xxxx.net>: Client host rejected:
    #216 lpn LPN000_630 (in reply to RCPT TO command)

--64BD1268DDF4.1634301720/xxxx.xxxx.net
Content-Description: Undelivered Message Headers
Content-Type: text/rfc822-headers
Content-Transfer-Encoding: 8bit

Return-Path: <xxxx.xxxx.net>
Message-Id: <xxxx.xxxx@xxxx.net>
Precedence: bulk
From: "=?UTF-8?Q?Kipli_par_AM?=" <xxxx@xxxx.net>
To: xxxx@xxxx.net

--64BD1268DDF4.1634301720/xxxx.xxxx.net--
`,
    causes: ['policy', 'blocklist', 'reputation'],
    provider: ['poste'],
    permanent: true,
    mustNot: SILENT.onMailbox,
    note: 'Headers shortened.',
  },
  {
    name: 'la poste: no such address, in two languages',
    group: 'europe',
    source: 'text 70145588860',
    date: 'not told',
    form: 'lines',
    text: '550-5.1.1 <c.durand@laposte.net>: Recipient address rejected: User unknown\n550 5.1.1 <c.durand@laposte.net>: Adresse destinataire invalide. Invalid recipient. LPN007_416',
    causes: ['no such recipient'],
    provider: ['poste'],
    permanent: true,
    must: SAYS.address,
    mustNot: SILENT.onSending,
    note: 'The source has it as a pattern; the address is ours.',
  },
  {
    name: 'free: too much spam from the address',
    group: 'europe',
    source: 'text 49466897185',
    date: 'not told',
    form: 'reply',
    text: 'smtp;421 Too many spams from your IP (192.0.2.88), please visit http://postmaster.free.fr/',
    causes: ['reputation', 'rate'],
    provider: ['free'],
    permanent: false,
    must: SAYS.reputation,
    mustNot: SILENT.onMailbox,
  },
  {
    name: 'sfr: taken for spam',
    group: 'europe',
    source: 'text 49466897185',
    date: 'not told',
    form: 'whole',
    built: true,
    text: postfixReport({
      to: 'marie@neuf.fr',
      remote: 'smtp-in.sfr.fr[93.17.128.123]',
      said: '550 5.7.1 Email 4RH2xT4NwZz1LQKck rejected per SPAM policy',
      status: '5.7.1',
      after: 'end of DATA',
    }),
    causes: ['content', 'policy', 'reputation'],
    provider: ['sfr'],
    permanent: true,
    must: SAYS.spam,
    mustNot: SILENT.onMailbox,
  },
]
