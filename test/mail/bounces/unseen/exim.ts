import { SAYS, SILENT, type UnseenCase } from './case.ts'
import { eximReport } from './reports.ts'

const MYSOCIETY = 'text 4661712597 (mySociety, HandleMail)'
const EXIM_OR_NOBODY = ['exim', 'cpanel', ''] as const

/** What Exim writes where it has no report. */
const notice = (failed: string) => `This message was created automatically by mail delivery software.

A message that you sent could not be delivered to one or more of its
recipients. This is a permanent error. The following address(es) failed:

${failed}
`

export const EXIM: readonly UnseenCase[] = [
  {
    name: 'exim: SPF does not allow the server',
    group: 'exim',
    source: 'text 37848995065',
    date: '2016-04-10',
    form: 'whole',
    built: true,
    text: eximReport(
      'server.linuxserver7.example',
      'rdsjdd@tlen.pl',
      `  rdsjdd@tlen.pl
    host mx5.o2.pl [193.17.41.45]
    SMTP error from remote mail server after MAIL FROM:<ussdc531@server.linuxserver7.com> SIZE=2868:
    550 Bad SPF records for [server.linuxserver7.com:79.175.168.10], see http://spf.pobox.com/`,
      `Status: 5.0.0
Remote-MTA: dns; mx5.o2.pl
Diagnostic-Code: smtp; 550 Bad SPF records for [server.linuxserver7.com:79.175.168.10], see http://spf.pobox.com/`,
    ),
    causes: ['authentication'],
    provider: ['o2', 'wp', ''],
    permanent: true,
    must: /SPF/,
    mustNot: SILENT.onMailbox,
  },
  {
    name: 'exim: a full mailbox behind an alias, tried for days',
    group: 'exim',
    source: 'text 38167228357',
    date: '2015-10-18',
    form: 'whole',
    built: true,
    text: eximReport(
      'cp1.th.serverbkk.example',
      'admin@menherbal.example',
      `  admin@menherbal.example
    (generated from elmaaikc3590@menherbal.example)
    mailbox is full: retry timeout exceeded`,
      'Status: 5.0.0',
    ),
    causes: ['mailbox full'],
    provider: EXIM_OR_NOBODY,
    permanent: 'either',
    must: SAYS.full,
    mustNot: SILENT.onSending,
    note: 'The report has no Diagnostic-Code.',
  },
  {
    name: 'cpanel: forwarded mail that looks like spam',
    group: 'exim',
    source: 'text 21303195545',
    date: '2022-09-07',
    form: 'whole',
    built: true,
    text: eximReport(
      'dal210.hawkhost.example',
      'marketing@artisan.example',
      `  dan3255@gmail.com
    (generated from marketing@artisan.example)
    host se001.arandomserver.com [198.252.100.64]
    SMTP error from remote mail server after end of data:
    550 High probability of spam`,
      `Status: 5.0.0
Remote-MTA: dns; se001.arandomserver.com
Diagnostic-Code: smtp; 550 High probability of spam`,
    ),
    causes: ['content', 'reputation'],
    provider: ['', 'n-able', 'spamexperts', 'mail assure', 'solarwinds'],
    permanent: true,
    must: SAYS.spam,
    mustNot: SILENT.onMailbox,
    note: "The recipient's address is at Gmail; the refusal is not of Gmail.",
  },
  {
    name: 'exim: no SPF, no mail',
    group: 'exim',
    source: 'text 22466615500 (linux-mm@kvack.org)',
    date: '2019-08-30',
    form: 'lines',
    text: `Please fix your email.

  jingxiang@huawei.example
      host mx7.huawei.example [168.195.93.46]
      SMTP error from remote mail server after pipelined DATA:
      554 5.7.1 spf check result is none

SPF is *not* required for email.`,
    causes: ['authentication'],
    provider: [''],
    permanent: true,
    must: /SPF/,
    mustNot: SILENT.onMailbox,
  },
  {
    name: 'exim: a link in the message is listed',
    group: 'exim',
    source: 'text 23378809687',
    date: 'not told',
    form: 'notice',
    text: `subject: Mail delivery failed: returning message to sender
from: "Mail Delivery System" <Mailer-Daemon@meta.example>

${notice(`  ik.kiev.ua@gmail.com
    host 192.168.1.4 [192.168.1.4]
    SMTP error from remote mail server after end of data:
    550 Message body: SPAM URL FOUND`)}`,
    causes: ['content'],
    provider: [''],
    permanent: true,
    must: /link|URL|content|spam/i,
    mustNot: SILENT.onMailbox,
  },
  {
    name: 'exim: too many at once for GMX, in a main log',
    group: 'exim',
    source: 'text 29909114424',
    date: '2012-02-13',
    form: 'log',
    text: '2012-02-13 14:39:22 1RookS-000Pg8-VO == udbbwscdnb@london.com R=dnslookup T=remote_smtp defer (-44): SMTP error from remote mail server after RCPT TO:<udbbwscdnb@london.com>: host mx0.gmx.com [74.208.5.90]: 450 4.3.2 Too many mails (mail bomb), try again in 1 hour(s) 25 minute(s) and see ( http://portal.gmx.net/serverrules ) {mx-us011}',
    causes: ['rate'],
    provider: ['gmx', 'united', 'mail.com', '1&1'],
    permanent: false,
    must: SAYS.slower,
    mustNot: SILENT.onMailbox,
  },
  {
    name: 'exim: a server that has not answered for long',
    group: 'exim',
    source: MYSOCIETY,
    date: 'not told',
    form: 'notice',
    text: notice(`  anon@lycos.example
    retry time not reached for any host after a long failure period`),
    causes: ['routing', 'receiver trouble'],
    provider: EXIM_OR_NOBODY,
    permanent: 'either',
    mustNot: SILENT.onSending,
  },
  {
    name: 'exim: Yahoo deferred it until Exim gave up',
    group: 'exim',
    source: MYSOCIETY,
    date: 'not told',
    form: 'notice',
    text: notice(`  anon@btinternet.example
    SMTP error from remote mailer after initial connection:
    host mx1.bt.mail.yahoo.com [217.146.188.189]:
    421 4.7.0 [TS02] Messages from 77.92.95.112 temporarily deferred due to user complaints - 4.16.56.1; see http://postmaster.yahoo.com/421-ts02.html:
    retry timeout exceeded`),
    causes: ['reputation', 'rate'],
    provider: ['yahoo'],
    permanent: 'either',
    must: SAYS.reputation,
    mustNot: SILENT.onMailbox,
  },
  {
    name: 'exim: the server wants a sign-in for other domains',
    group: 'exim',
    source: MYSOCIETY,
    date: 'not told',
    form: 'lines',
    text: `anon@anon.example
      SMTP error from remote mail server after RCPT TO:<anon@anon.example>:
      host anon.example [67.228.55.144]: 503 This mail server requires authentication when attempting to send to a non-local e-mail address. Please check your mail client settings or contact your administrator to verify that the domain or address is defined for this server.`,
    causes: ['relaying'],
    provider: ['', 'mailenable', 'smartermail'],
    permanent: true,
    must: /relay|MX|sign|log in|authenticat|domain/i,
    mustNot: /DKIM|DMARC|delist/,
    note: 'A sign-in, not SPF or DKIM.',
  },
  {
    name: 'exim: a bank does not understand the command',
    group: 'exim',
    source: MYSOCIETY,
    date: 'not told',
    form: 'lines',
    text: `anon@itaubank.example
      SMTP error from remote mail server after MAIL FROM:<hm@sandwich.ukcod.org.uk> SIZE=2175:
      host post3.itau.example [200.196.152.253]: 501 Syntax error in parameters or arguments -`,
    causes: ['protocol'],
    provider: [''],
    permanent: true,
    mustNot: SILENT.onMailbox,
  },
]
