import { MORE } from './afterwards-more.ts'
import type { BlindCase } from './forms.ts'
import { EXIM, NEMESIS, paste, qmail } from './pasted.ts'

/** Thirty more, as people pasted them, written down after what was wrong of the hundred had been mended. */
export const AFTERWARDS: BlindCase[] = [
  {
    name: 'outlook: Spamhaus through kundenserver, words broken',
    source: paste('7BeGBgwt'),
    text: `-----Original Message-----
From: Mail Delivery System [mailto:mailer-daemon@kundenserver.de]
Sent: Tuesday, February 13, 2018 4:06 PM
To: blau@sender.example
Subject: Mail delivery failed: returning message to sender

${NEMESIS}
combala@hotmail.com:
SMTP error from remote server for MAIL FROM command, host: hotmail-com.olc.protection.outlook.com (104.47.2.33) reason: 550 5.7.1 Service unavailable, Client host [82.165.159.44] blocked using S pamhaus. To request removal from this list see http://www.spamhaus.org /lookup.lasso (AS3130). [DB5EUR01FT016.eop-EUR01.prod.protection.outlo
ok.com]

--- The header of the original message is following. ---
Received: from APPSRV2 ([217.126.22.13]) by mrelayeu.kundenserver.de`,
    causes: ['blocklist'],
    provider: ['outlook', 'microsoft', 'spamhaus'],
    permanent: true,
    advice: /spamhaus/i,
  },
  {
    name: 'ing: not allowed to connect',
    source: paste('p1KW7eDC'),
    text: `---------- Forwarded message ----------
From: Mail Delivery System <mailer-daemon@kundenserver.de>
To: marta@sender.example
Date: Wed, 24 Oct 2018 12:44:42 +0200
Subject: Mail delivery failed: returning message to sender

${NEMESIS}
miriam@bank.example:
SMTP error from remote server for GREETING command, host: mail104.bank.example (145.221.189.155) reason: 554 5.7.1 You are not allowed to connect.`,
    causes: ['blocklist', 'policy', 'reputation', 'unknown'],
    provider: ['proofpoint', 'symantec', 'broadcom', ''],
    permanent: true,
  },
  {
    name: 'dnsbl, Spanish exim, broken words',
    source: paste('6Gj6qTVW'),
    text: `De: "Mail Delivery System" <mailer-daemon@kundenserver.de>
Fecha: 11 de enero de 2017, 18:37:23 CET
Para: inaki@sender.example
Asunto: Mail delivery failed: returning message to sender

${NEMESIS}
lm@abogados.example:
SMTP error from remote server for GREETING command, host: mx-1.abogados.example (212.48.78.1) reason: 550-Conexion rechazada por estar mout.kundenserver.de [212.227.126.133]:57
997
550-en la DNSBL dnsbl.sorbs.net (ver Currently Sending Spam See:
550 http://www.sorbs.net/lookup.shtml?212.227.126.133)`,
    causes: ['blocklist'],
    provider: ['sorbs', ''],
    permanent: true,
  },
  {
    name: 'spamhaus SBL, one word broken',
    source: paste('KLVh3SEN'),
    text: `${NEMESIS}
pf@puentes.example:
SMTP error from remote server for RCPT TO command, host: mail.puentes.example (82.194.85.250) reason: 554 5.7.1 Service unavailable; Client host [82.165.159.43] blocked using s bl.spamhaus.org; https://www.spamhaus.org/sbl/query/SBL275660`,
    causes: ['blocklist'],
    provider: ['spamhaus'],
    permanent: true,
    advice: /spamhaus/i,
  },
  {
    name: '1and1: list, Exim',
    source: paste('ttzFAhDJ'),
    text: `From: Mail Delivery System
Sent: Wednesday, June 24, 2015 4:08 PM
To: lito@sender.example
Subject: Mail delivery failed: returning message to sender

${EXIM}
  jm@acines.example
    SMTP error from remote mail server after initial connection:
    host mx01.1and1.es [217.72.192.67]: 554-kundenserver.de (mxeue106) Nemesis ESMTP Service not available
    554-No SMTP service
    554-IP address is black listed.
    554 For explanation visit http://postmaster.1and1.com/en/error-messages?ip=92.43.18.176&c=bip`,
    causes: ['blocklist'],
    provider: ['gmx', '1&1', 'ionos', 'united'],
    permanent: true,
  },
  {
    name: '1and1: PTR, Postfix',
    source: paste('kk36bWMg'),
    text: `<info@bestellung.example>: host mx00.kundenserver.de[212.227.15.134] refused to talk
    to me: 554-kundenserver.de (mxeue002) Nemesis ESMTP Service not available
    554-No SMTP service 554 invalid DNS PTR resource record, IP=5.230.214.109`,
    causes: ['reverse dns'],
    provider: ['gmx', '1&1', 'ionos', 'united'],
    permanent: 'either',
    advice: /PTR/,
  },
  {
    name: 'sender callout refused, within an answer',
    source: paste('NBuLYjju'),
    text: `${EXIM}
  talk-subscribe@club.example
    SMTP error from remote mail server after RCPT TO:<talk-subscribe@club.example>:
    host local-mail.club.example [212.12.48.122]:
    550 5.1.7 <SRS0=3Xv7n4=65=x.lol=was@eigbox.example>:
    Sender address rejected: undeliverable address:
    host mx.eigbox.example[66.96.140.66] said: 550 <srs0=3xv7n4=65=x.lol=was@eigbox.example> recipient rejected (in reply to RCPT TO command)`,
    causes: ['policy', 'routing', 'authentication'],
    provider: ['postfix', ''],
    permanent: true,
    advice: /sender/i,
  },
  {
    name: 'earthlink: overquota',
    source: paste('MMGUFmXp'),
    text: qmail(
      'mail501.transfer.example',
      `<david.c@earthlink.net>:
209.86.93.228 does not like recipient.
Remote host said: 550 david.c@earthlink.net...User account is overquota
Giving up on 209.86.93.228.`,
    ),
    causes: ['mailbox full'],
    provider: ['earthlink', ''],
    permanent: true,
  },
  {
    name: 'att: addressee unknown',
    source: paste('MMGUFmXp'),
    text: qmail(
      'mail501.transfer.example',
      `<david.c@worldnet.att.net>:
144.160.235.144 does not like recipient.
Remote host said: 553 5.3.0 <david.c@worldnet.att.net>... 550 worldnet addressee unknown, relay=[98.130.1.156]
Giving up on 144.160.235.144.`,
    ),
    causes: ['no such recipient'],
    provider: ['at&t', 'att', ''],
    permanent: true,
  },
  {
    name: 'aol: CON:B1',
    source: paste('WuxZTzm8'),
    text: qmail(
      'mail1218.transfer.example',
      `<skir@aol.com>:
64.12.91.195 failed after I sent the message.
Remote host said: 521 5.2.1 : (CON:B1) http://postmaster.info.aol.com/errors/554conb1.html`,
    ),
    causes: ['blocklist', 'reputation'],
    provider: ['yahoo', 'aol'],
    permanent: true,
  },
  {
    name: '1and1 behind an address: mailbox unavailable',
    source: paste('10b7vuGs'),
    text: qmail(
      's16269223.home.example',
      `<david@trucks.example>:
212.227.15.41 does not like recipient.
Remote host said: 550 Requested action not taken: mailbox unavailable
Giving up on 212.227.15.41.`,
    ),
    causes: ['no such recipient', 'recipient inactive'],
    provider: ['', 'gmx'],
    permanent: true,
  },
  {
    name: 't-online: greeting failed, qmail',
    source: paste('VqKAgV9K'),
    text: `Return-Path: <>
Received: (qmail 24120 invoked for bounce); 2 Jan 2018 13:11:54 -0000
Date: 2 Jan 2018 13:11:54 -0000
From: MAILER-DAEMON@mail1210.transfer.example
To: info@sender.example
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary="1514898714mail1210.transfer.example44188313"
Subject: failure notice

--1514898714mail1210.transfer.example44188313

${qmail(
  'mail1210.transfer.example',
  `<joah@t-online.de>:
Connected to 194.25.134.72 but greeting failed.
Remote host said: 554 IP=98.130.1.230 - A problem occurred. (Ask your postmaster for help or to contact tosa@rx.t-online.de to clarify.) (BL)`,
)}
--- Enclosed are the original headers of the message.

--1514898714mail1210.transfer.example44188313
Content-Type: message/rfc822

Return-Path: <info@sender.example>
X-Spam-Checker-Version: SpamAssassin 3.2.5 (2008-06-10) on

--1514898714mail1210.transfer.example44188313--
`,
    causes: ['blocklist', 'reputation'],
    provider: ['t-online', 'telekom'],
    permanent: true,
    advice: /tosa@/,
  },
  {
    name: 'address not available here, 557',
    source: paste('5RThtzeu'),
    text: qmail(
      'mail302.transfer.example',
      `<ely@compean.example>:
64.38.239.85 does not like recipient.
Remote host said: 557 Email address - ely@compean.example - is not available here. Disconnecting...
Giving up on 64.38.239.85.`,
    ),
    causes: ['no such recipient', 'unknown'],
    provider: ['godaddy', ''],
    permanent: true,
  },
  ...MORE,
]
