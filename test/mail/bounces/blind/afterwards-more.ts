import type { BlindCase } from './forms.ts'
import { EXIM, NEMESIS, paste, qmail } from './pasted.ts'

/** More of the same. */
export const MORE: BlindCase[] = [
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
