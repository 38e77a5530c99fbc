import { SAYS, SILENT, type UnseenCase } from './case.ts'

const YAHOO_OR_AOL = ['yahoo', 'aol'] as const

export const YAHOO: readonly UnseenCase[] = [
  {
    name: 'yahoo: account disabled or discontinued, in a Postfix log',
    group: 'yahoo',
    source: 'text 7445723',
    date: '2012-10-10',
    form: 'log',
    text: 'Oct 10 13:22:49 kedumba postfix/smtp[11876]: 6FB9036F1307: to=<foo@example.com>, relay=mta7.am0.yahoodns.net[74.6.136.244]:25, delay=1.5, delays=0.03/0/0.48/1, dsn=5.0.0, status=bounced (host mta7.am0.yahoodns.net[74.6.136.244] said: 554 delivery error: dd Sorry your message to foo@example.com cannot be delivered. This account has been disabled or discontinued [#102]. - mta1272.mail.sk1.yahoo.com (in reply to end of DATA command))',
    causes: ['recipient inactive', 'no such recipient'],
    provider: YAHOO_OR_AOL,
    permanent: true,
    must: SAYS.address,
    mustNot: SILENT.onSending,
  },
  {
    name: 'yahoo: mailbox disabled, in the free text of Exim',
    group: 'yahoo',
    source: 'text 53719279163',
    date: '2021-03-18',
    form: 'whole',
    text: `From: Mail Delivery System <Mailer-Daemon@se7-syd.hostedmail.example>
Date: Thu, 18 Mar 2021 04:14:00 +0000
To: form@shop.example
Subject: Undeliverable: Website contact form submission

This message was created automatically by mail delivery software.

A message that you sent could not be delivered to one or more of its
recipients. This is a permanent error. The following address(es) failed:

  kinnar@yahoo.co.uk
    host mx-eu.mail.am0.yahoodns.net [188.125.72.73]
    SMTP error from remote mail server after end of data:
    554 30 Sorry, your message to kinnar@yahoo.co.uk cannot be delivered. This mailbox is disabled (554.30).
`,
    causes: ['recipient inactive', 'no such recipient'],
    provider: YAHOO_OR_AOL,
    permanent: true,
    must: SAYS.address,
    mustNot: SILENT.onSending,
  },
  {
    name: 'yahoo: deferred, before there were bracketed codes',
    group: 'yahoo',
    source: 'text 56969834297',
    date: '2008-11-14',
    form: 'log',
    text: 'Nov 14 06:26:48 xen05 postfix/smtp[3319]: BBA94782D1: host b.mx.mail.yahoo.com[66.196.97.250] refused to talk to me: 421 Message from (220.232.213.178) temporarily deferred - 4.16.50. Please refer to http://help.yahoo.com/help/us/mail/defer/defer-06.html',
    causes: ['rate', 'reputation', 'greylisting'],
    provider: YAHOO_OR_AOL,
    permanent: false,
    mustNot: SILENT.onMailbox,
  },
  {
    name: 'aol: an address of a dial-up range, cut off by the log',
    group: 'yahoo',
    source: 'text 57057335934',
    date: 'not told',
    form: 'log',
    text: 'Feb 22 08:14:28 macfly postfix/smtp[23591]: E77201FB641: host mailin-02.mx.aol.com[64.12.138.120] refused to talk to me: 554- (RTR:DU)  http://postmaster.inf',
    causes: ['policy', 'blocklist', 'reputation', 'unknown'],
    provider: [...YAHOO_OR_AOL, ''],
    permanent: 'either',
    mustNot: SILENT.onMailbox,
    note: 'Nothing in it tells the reason but a code of the time.',
  },
  {
    name: 'aol: an address that is slowed down',
    group: 'yahoo',
    source: 'text 10136183746',
    date: 'not told',
    form: 'lines',
    text: 'host mailin-03.mx.aol.com[205.188.156.193] refused to talk to me: 421 4.7.1 : (DYN:T1) http://postmaster.info.aol.com/errors/421dynt1.html',
    causes: ['rate', 'reputation', 'unknown'],
    provider: YAHOO_OR_AOL,
    permanent: false,
    mustNot: SILENT.onMailbox,
  },
  {
    name: 'yahoo: permanently deferred',
    group: 'yahoo',
    source: 'https://github.com/postalserver/docs/issues/17',
    date: '2021-11-28',
    form: 'reply',
    text: '553 5.7.2 [TSS09] All messages from 192.0.2.60 will be permanently deferred; Retrying will NOT succeed. See https://postmaster.yahooinc.com/error-codes',
    causes: ['reputation', 'blocklist'],
    provider: YAHOO_OR_AOL,
    permanent: true,
    must: SAYS.reputation,
    mustNot: SILENT.onMailbox,
  },
  {
    name: 'yahoo: the reverse name does not lead back',
    group: 'yahoo',
    source: 'text 71428334385',
    date: 'not told',
    form: 'notice',
    text: `From: Mail Delivery Subsystem <mailer-daemon@googlemail.com>
Subject: Delivery Status Notification (Delay)

** Delivery incomplete **

There was a temporary problem delivering your message to user1@yahoo.com.

The response from the remote server was:
450 4.7.25 Forward-confirmed reverse DNS failed

Final-Recipient: rfc822; user1@yahoo.com
Action: delayed
Status: 4.7.25
Remote-MTA: dns; mta7.am0.yahoodns.net. (67.195.228.110, the server for the
 domain yahoo.com.)`,
    causes: ['reverse dns'],
    provider: [...YAHOO_OR_AOL, ''],
    permanent: false,
    must: SAYS.reverse,
    mustNot: SILENT.onMailbox,
    note: 'The answer is quoted, the notice around it is built.',
  },
  {
    name: 'yahoo: an error of its own',
    group: 'yahoo',
    source: 'text 12389214688',
    date: 'not told',
    form: 'log',
    text: 'Sep 10 21:46:14 1 postfix-smtp6/smtp[31902]: 9DCD3161D91: host mta7.am0.yahoodns.net[66.196.118.34] said: 451 4.3.2 Internal error reading data (in reply to MAIL FROM command)',
    causes: ['receiver trouble'],
    provider: [...YAHOO_OR_AOL, ''],
    permanent: false,
    must: SAYS.later,
    mustNot: /delist|SPF|DKIM|mailbox is full/i,
  },
]
