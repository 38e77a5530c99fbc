import type { BlindCase } from './forms'

const EXIM = `This message was created automatically by mail delivery software.

A message that you sent could not be delivered to one or more of its
recipients. This is a permanent error. The following address(es) failed:
`
const NEMESIS = `This message was created automatically by mail delivery software.

A message that you sent could not be delivered to one or more of
its recipients. This is a permanent error. The following address(es)
failed:
`
const qmail = (host: string, failed: string) => `Hi. This is the qmail-send program at ${host}.
I'm afraid I wasn't able to deliver your message to the following addresses.
This is a permanent error; I've given up. Sorry it didn't work out.

${failed}
`
const paste = (id: string) => `https://pastebin.com/${id}`

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
  {
    name: 'relay access denied for a rewritten address',
    source: paste('H5DtQtsw'),
    text: qmail(
      'relay00.pair.example',
      `<dan@3zx.example>:
82.25.244.224 does not like recipient.
Remote host said: 554 5.7.1 <dan@3zx.doesntexist.example>: Relay access denied
Giving up on 82.25.244.224.`,
    ),
    causes: ['relaying'],
    provider: ['postfix', ''],
    permanent: true,
  },
  {
    name: 'free: spam, by qmail without a host',
    source: paste('s6J1ggmv'),
    text: qmail(
      'mail1107.transfer.example',
      `<fifi@free.fr>:
212.27.48.7 failed after I sent the message.
Remote host said: 550 spam detected`,
    ),
    causes: ['content'],
    provider: ['free', ''],
    permanent: true,
  },
  {
    name: 'exim: sender verify failed',
    source: paste('LzdpQGj6'),
    text: qmail(
      'mail414.transfer.example',
      `<f.ab@micromed.example>:
216.227.216.45 does not like recipient.
Remote host said: 550-Verification failed for <info@sender.example>
550-Unrouteable address
550 Sender verify failed
Giving up on 216.227.216.45.`,
    ),
    causes: ['policy', 'routing', 'authentication'],
    provider: ['exim', ''],
    permanent: true,
    advice: /sender/i,
  },
  {
    name: 'freenet: 457 greylisted, log cut off',
    source: paste('BRukKemg'),
    text: `Sep 27 23:03:31 v220150427 postfix/smtp[15086]: B5FCC60A0D: host emig.freenet.de[195.4.92.216] said: 457 Greylisted, please come back later. (in rep$`,
    causes: ['greylisting'],
    provider: ['freenet', ''],
    permanent: false,
  },
  {
    name: 'connection timed out, log',
    source: paste('gfsC7Rs6'),
    text: `Dec  5 16:48:17 server1 postfix/smtp[9136]: 2A09FCF400BC: to=<adam@penny.example>, relay=none, delay=30, delays=0.03/0/30/0, dsn=4.4.1, status=deferred (connect to mail.penny.example[81.138.11.193]:25: Connection timed out)`,
    causes: ['routing', 'receiver trouble'],
    provider: ['postfix', ''],
    permanent: false,
  },
  {
    name: 'own filter is down',
    source: paste('Bv937fkd'),
    text: `Aug 17 02:00:08 mail postfix/error[7376]: C250A23B133: to=<x@y.example>, relay=none, delay=5012, delays=5012/0.06/0/0, dsn=4.4.1, status=deferred (delivery temporarily suspended: connect to 127.0.0.1[127.0.0.1]:10024: Connection refused)`,
    causes: ['routing', 'receiver trouble'],
    provider: ['postfix', 'amavis', ''],
    permanent: false,
  },
  {
    name: 'greyfix, log of the receiver',
    source: 'https://gist.github.com/sc68cal/ca19c404371dfcd088d4',
    text: `Nov  7 13:54:20 atlas postfix/smtpd[43906]: NOQUEUE: reject: RCPT from mail.soap.data.example[64.90.191.83]: 450 4.7.1 <mx0va6z@core.example>: Recipient address rejected: Greylisted by greyfix 0.4.0, try again in 30 seconds. See http://www.kim-minh.com/pub/greyfix/ for more information.; from=<threepio@mail.soap.data.example> to=<mx0va6z@core.example> proto=SMTP helo=<mail.soap.data.example>`,
    causes: ['greylisting'],
    provider: ['postfix', 'greyfix', ''],
    permanent: false,
  },
  {
    name: 'qmail: over quota, locally',
    source: paste('GfjAhGbf'),
    text: qmail(
      'popmx-04.prior.example',
      `<patrick@haeck.example>:
User over quota. (#5.1.1)`,
    ),
    causes: ['mailbox full'],
    provider: ['qmail', ''],
    permanent: true,
  },
  {
    name: 'exim LMTP: quota exceeded, report with unusual fields',
    source: paste('sgxwMt2v'),
    text: `${EXIM}
  boom2_if@pop.web.example
    (generated from boom2@delight.example)
    host walpopproxy09.host.example [10.1.20.9]
    LMTP error after DATA: 552 5.2.2 <boom2_if@pop.web.example> Quota exceeded (mailbox for user is full)
Reporting-MTA: dns; walmailscan07.host.example

Action: failed
Final-Recipient: rfc822;boom2_if@pop.web.example
Status: 5.0.0
Remote-MTA: dns; walpopproxy09.host.example
Remote-MTA: X-ip; [10.1.20.9]:24
X-Exim-Diagnostic: X-str; LMTP error after DATA: 552 5.2.2 <boom2_if@pop.web.example> Quota exceeded (mailbox for user is full)
Diagnostic-Code: smtp; 552 5.2.2 <boom2_if@pop.web.example> Quota exceeded (mailbox for user is full)`,
    causes: ['mailbox full'],
    provider: ['dovecot', ''],
    permanent: true,
  },
  {
    name: 'yandex: size of the mailbox, 1&1 words',
    source: paste('66aQMK1E'),
    text: `${NEMESIS}
scp@yandex.ru:
SMTP error from remote server for TEXT command, host: mx.yandex.ru (87.250.250.89) reason: 552 5.2.2 Mailbox size limit exceeded 1522135659-8ZNmRnUYRE-Rd2KapxO`,
    causes: ['mailbox full'],
    provider: ['yandex'],
    permanent: true,
  },
  {
    name: 'exim: full, then the retry time',
    source: paste('44P1faxw'),
    text: `${EXIM}
  master1@town.example
    mailbox is full: retry timeout exceeded`,
    causes: ['mailbox full'],
    provider: ['exim', ''],
    permanent: 'either',
  },
  {
    name: 'communigate: account is full, status 4',
    source: paste('UBXPuzBK'),
    text: `Failed to deliver to 'partner_k@eml.example'
LOCAL module(account partner_k@eml.example) reports:
 account is full (quota exceeded)

Reporting-MTA: dns; mx10.intranet.example

Original-Recipient: rfc822;<partner_k@eml.example>
Final-Recipient: LOCAL;<partner_k@eml.example>
Action: failed
Status: 4.0.0`,
    causes: ['mailbox full'],
    provider: ['communigate', ''],
    permanent: 'either',
  },
  {
    name: '1and1: policy, forwarded in Spanish',
    source: paste('syADHViD'),
    text: `-------- Mensaje reenviado --------
Asunto: Undelivered Mail Returned to Sender
Fecha: Wed, 9 Dec 2015 10:33:30 +0100 (CET)
De: Mail Delivery System <MAILER-DAEMON@fnsib-smtp05.srv.example>
Para: luis@camara.example

This is the mail system at host fnsib-smtp05.srv.example.

<anna@chavi.example>: host mx00.1and1.es[212.227.15.41] said: 550-Requested
    action not taken: mailbox unavailable 550-Reject due to policy
    restrictions. 550 For explanation visit
    http://postmaster.1and1.com/en/error-messages?ip=46.16.61.54&c=poli (in
    reply to MAIL FROM command)`,
    causes: ['reputation', 'policy', 'content'],
    provider: ['gmx', '1&1', 'ionos', 'united'],
    permanent: true,
  },
  {
    name: 'cyrus over lmtp: mailbox unknown',
    source: paste('qE2MR7Nh'),
    text: `<martus@r10.fss.example>: host
    mail10.fss.example[/var/lib/imap/socket/lmtp] said: 550-Mailbox unknown.
    Either there is no mailbox associated with this 550-name or you do not have
    authorization to see it. 550 5.1.1 User unknown (in reply to RCPT TO
    command)`,
    causes: ['no such recipient'],
    provider: ['cyrus', ''],
    permanent: true,
  },
  {
    name: 'magicspam: reputation',
    source: paste('LsY13vqL'),
    text: `${NEMESIS}
communication@sodeca.example:
SMTP error from remote server for RCPT TO command, host: 11vs3.vspain.example (82.165.197.136) reason: 550 5.7.0 Server IP 212.227.126.134 listed as abusive. See http://spamaudi
tor.org/best-practices/ip-reputation/ for more information. Protection
provided by MagicSpam 2.0.6-1 http://www.magicspam.com`,
    causes: ['blocklist', 'reputation'],
    provider: ['magicspam', ''],
    permanent: true,
  },
  {
    name: 'exim: remote domains not supported',
    source: paste('L98SVDPu'),
    text: `From MAILER-DAEMON Mon Apr 05 12:06:16 2010
Return-path: <>
Envelope-to: www-data@joel.example
X-Failed-Recipients: joel@jerkin.example
Auto-Submitted: auto-replied
From: Mail Delivery System <Mailer-Daemon@joel.example>
To: www-data@joel.example
Subject: Mail delivery failed: returning message to sender
Date: Mon, 05 Apr 2010 12:06:16 +0200

${EXIM}
  joel@jerkin.example
    Mailing to remote domains not supported

------ This is a copy of the message, including all the headers. ------

Return-path: <www-data@joel.example>
Subject: Din egna hemsidan

Hejsan`,
    causes: ['relaying', 'routing', 'policy'],
    provider: ['exim', ''],
    permanent: 'either',
  },
  {
    name: 'godaddy: placeholder recipient',
    source: paste('RJeh1Bwk'),
    text: `${EXIM}
  recipient@example.com
    host a2nlsmtpcp-v01.shr.prod.iad2.secureserver.net [198.71.232.0]
    SMTP error from remote mail server after RCPT TO:<recipient@example.com>:
    550 5.1.1 <recipient@example.com> recipient rejected. This is a default
    recipient used as a placeholder in many web applications. Please check your
    settings and try again.`,
    causes: ['no such recipient', 'policy'],
    provider: ['godaddy', 'secureserver', ''],
    permanent: true,
  },
]
