import { SAYS, SILENT, type UnseenCase } from './case.ts'

const POSTFIX_OR_NOBODY = ['postfix', ''] as const

export const POSTFIX: readonly UnseenCase[] = [
  {
    name: "postfix: the sender's domain does not exist",
    group: 'postfix',
    source: 'text 8345467742',
    date: 'not told',
    form: 'log',
    text: 'Dec 21 21:54:51 myserver postfix/smtp[18154]: 9E0443E949: to=<sysadmin@example.com>, relay=spool.mail.gandi.net[217.70.178.1]:25, delay=0.35, delays=0.02/0.01/0.26/0.07, dsn=5.1.8, status=bounced (host spool.mail.gandi.net[217.70.178.1] said: 550 5.1.8 <root@myserver>: Sender address rejected: Domain not found (in reply to RCPT TO command))',
    causes: ['policy', 'routing', 'authentication'],
    provider: ['postfix', 'gandi', ''],
    permanent: true,
    must: /sender|domain|From|return/i,
    mustNot: /delist|mailbox is full|(spell|typo|remove)[^.]*recipient/i,
    note: 'Of the sender, not of the recipient.',
  },
  {
    name: 'postfix: no reverse name, in a log of Solaris',
    group: 'postfix',
    source: 'text 24807126366',
    date: 'not told',
    form: 'log',
    text: 'Oct 20 21:22:57 example.joyeurs.com postfix/smtp[2076]: [ID 197553 mail.info] 2E35E2F68: to=<linda@example.com>, relay=mail.example.com[8.12.37.104], delay=0, status=deferred (host mail.example.com[8.12.37.104] said: 450 4.7.1 Client host rejected: cannot find your reverse hostname, [8.12.36.201] (in reply to RCPT TO command))',
    causes: ['reverse dns'],
    provider: POSTFIX_OR_NOBODY,
    permanent: false,
    must: SAYS.reverse,
    mustNot: SILENT.onMailbox,
  },
  {
    name: 'postfix: SPF failed, in the log of the server that refused',
    group: 'postfix',
    source: 'text 19339359584',
    date: 'not told',
    form: 'log',
    text: 'Jun 18 05:26:46 mail postfix/smtpd[3784]: NOQUEUE: reject: RCPT from mail-wm1-f52.google.com[209.85.128.52]: 550 5.7.23 <me@mail.example>: Recipient address rejected: Message rejected due to: SPF fail - not authorized. Please see http://www.openspf.net/Why?s=mfrom;id=security@facebookmail.com;ip=209.85.128.52;r=<UNKNOWN>; from=<security@facebookmail.com> to=<me@mail.example> proto=ESMTP helo=<mail-wm1-f52.google.com>',
    causes: ['authentication'],
    provider: POSTFIX_OR_NOBODY,
    permanent: true,
    must: /SPF/,
    mustNot: SILENT.onMailbox,
    note: 'A host of Google is the sender, not the one that refused.',
  },
  {
    name: 'postfix: a lookup of its own failed',
    group: 'postfix',
    source: 'text 2534035233 (Cuttlefish)',
    date: 'not told',
    form: 'log',
    text: 'Apr  5 16:41:54 kedumba postfix/smtp[18733]: 39D9336AFA81: to=<foo@bar.com>, relay=foo.bar.com[1.2.3.4]:25, delay=92780, delays=92777/0.03/1.6/0.91, dsn=4.3.0, status=deferred (host foo.bar.com[1.2.3.4] said: 451 4.3.0 <bounces@planningalerts.org.au>: Temporary lookup failure (in reply to RCPT TO command))',
    causes: ['receiver trouble'],
    provider: POSTFIX_OR_NOBODY,
    permanent: false,
    must: SAYS.later,
    mustNot: /delist|mailbox is full/i,
  },
  {
    name: 'postfix: relaying refused with a temporary code',
    group: 'postfix',
    source: 'text 70201223834',
    date: 'not told',
    form: 'log',
    text: `NOQUEUE: reject: RCPT from unknown[10.10.20.100]: 454 4.7.1
  <mi@correo.example>: Relay access denied; from=<noreply@midominio.example>`,
    causes: ['relaying'],
    provider: POSTFIX_OR_NOBODY,
    permanent: false,
    must: /relay|MX|sign|log in|authenticat/i,
    mustNot: SILENT.onLists,
  },
  {
    name: 'postfix: the domain says that it takes no mail',
    group: 'postfix',
    source: 'text 70145588860',
    date: 'not told',
    form: 'log',
    text: '2026-05-04T06:20:11.103920+00:00 mx postfix/smtp[5121]: 4ZrWc00nQfz2x: to=<rcpt@example.com>, relay=none, delay=0.2, delays=0.1/0.02/0.08/0, dsn=5.1.0, status=bounced (Domain example.com does not accept mail (nullMX))',
    causes: ['routing', 'no such recipient'],
    provider: POSTFIX_OR_NOBODY,
    permanent: true,
    must: /MX|domain|address/i,
    mustNot: SILENT.onSending,
    note: 'The words in brackets are quoted, the line around them is built.',
  },
  {
    name: 'postfix: a mistyped domain, looked up again',
    group: 'postfix',
    source: 'text 12389214688',
    date: 'not told',
    form: 'log',
    text: 'Jun  8 06:27:18 1 postfix/error[1119]: F30B1167389: to=<sadasdfhgs@gmaill.com>, relay=none, delay=17277, delays=17277/0.01/0/0.01, dsn=4.4.3, status=deferred (delivery temporarily suspended: Host or domain name not found. Name service error for name=gmaill.com type=MX: Host not found, try again)',
    causes: ['routing', 'no such recipient'],
    provider: POSTFIX_OR_NOBODY,
    permanent: false,
    must: /domain|DNS|address/i,
    mustNot: SILENT.onSending,
    note: 'No rule of Gmail.',
  },
  {
    name: 'postfix: too many connections at once',
    group: 'postfix',
    source: 'text 59787199160',
    date: 'not told',
    form: 'log',
    text: 'Apr 30 16:28:38 msa1 postfix/smtp[137]: 170AC84065C: to=<bob@ex228.example>, relay=ex228.example[133.125.70.228]:25, delay=0.25, delays=0.03/0.18/0.03/0, dsn=4.7.0, status=deferred (host ex228.example[133.125.70.228] refused to talk to me: 421 4.7.0 mx1 Error: too many connections from 172.20.0.1)',
    causes: ['rate'],
    provider: POSTFIX_OR_NOBODY,
    permanent: false,
    must: /connection/i,
    mustNot: SILENT.onMailbox,
  },
  {
    name: 'postfix: no connection to Mimecast',
    group: 'postfix',
    source: 'text 57039271594 (ubuntuforums.org)',
    date: '2019-10-29',
    form: 'log',
    text: 'Oct 29 16:44:31 ns388044 postfix/smtp[1422]: ED81214857B: to=<farooq@rasass.example>, relay=none, delay=3997, delays=3812/34/151/0, dsn=4.4.1, status=deferred (connect to eu-smtp-inbound-2.mimecast.com[195.130.217.241]:25: Connection timed out)',
    causes: ['routing', 'receiver trouble'],
    provider: ['', 'postfix'],
    permanent: false,
    must: /port 25|connect|firewall|network/i,
    mustNot: /delist|SPF|DKIM|mailbox is full/i,
    note: 'A host that was not reached has refused nothing: no rule of Mimecast.',
  },
  {
    name: 'a list server: SpamAssassin takes it for spam',
    group: 'postfix',
    source: 'text 7630903092',
    date: '2023-08-07',
    form: 'whole',
    text: `Date: Mon,  7 Aug 2023 09:01:31 +0200 (CEST)
From: MAILER-DAEMON@affectionate-fermi.94-131-99-128.plesk.page (Mail Delivery System)
Subject: Undelivered Mail Returned to Sender
To: netdev@vger.kernel.org
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status;
\tboundary="EDC051E30CD1.1691392141/affectionate-fermi.94-131-99-128.plesk.page"

--EDC051E30CD1.1691392141/affectionate-fermi.94-131-99-128.plesk.page
Content-Description: Delivery report
Content-Type: message/delivery-status

Reporting-MTA: dns; affectionate-fermi.94-131-99-128.plesk.page
X-Postfix-Queue-ID: EDC051E30CD1
X-Postfix-Sender: rfc822; netdev@vger.kernel.org
Arrival-Date: Mon,  7 Aug 2023 09:01:02 +0200 (CEST)

Final-Recipient: rfc822; netdev@vger.kernel.org
Original-Recipient: rfc822;netdev@vger.kernel.org
Action: failed
Status: 5.7.1
Remote-MTA: dns; vger.kernel.org
Diagnostic-Code: smtp; 550 5.7.1 Spamassassin considers this message SPAM. In
    case you disagree, send the ENTIRE message (preferably as a saved
    attachment) plus this error message to <postmaster@vger.kernel.org>

--EDC051E30CD1.1691392141/affectionate-fermi.94-131-99-128.plesk.page
Content-Description: Undelivered Message
Content-Type: message/rfc822

Return-Path: <netdev@vger.kernel.org>
To: netdev@vger.kernel.org
Subject: Mail delivery failed: 552 your mailbox is full

Click here.

--EDC051E30CD1.1691392141/affectionate-fermi.94-131-99-128.plesk.page--
`,
    causes: ['content'],
    provider: ['spamassassin', ''],
    permanent: true,
    must: SAYS.spam,
    mustNot: SILENT.onMailbox,
    note: 'The report is quoted. The message that came back is ours: words of bounces in it say nothing.',
  },
]
