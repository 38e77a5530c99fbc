import { type BlindCase, exim, google, log, postfix, qmail } from './forms'

/** Gmail, Yahoo, Apple. */
export const MAILBOXES: BlindCase[] = [
  {
    name: 'gmail: neither SPF nor DKIM, Postfix',
    source: 'github.com/CDLUC3/ezid/issues/434',
    text: postfix('ids-n2t2.sender.example', [
      {
        to: 'jak.k@gmail.com',
        remote: 'gmail-smtp-in.l.google.com',
        status: '5.7.26',
        said: '550-5.7.26 This mail is unauthenticated, which poses a security risk to the 550-5.7.26 sender and Gmail users, and has been blocked. The sender must 550-5.7.26 authenticate with at least one of SPF or DKIM. For this message, 550-5.7.26 DKIM checks did not pass and SPF check for [n2t.sender.example] 550-5.7.26 did not pass with ip: [198.51.100.1]. The sender should visit 550-5.7.26 https://support.google.com/mail/answer/81126#authentication for 550 5.7.26 instructions on setting up authentication. x12-20020a5d60cc0000b003113dadec0si1234 - gsmtp',
      },
    ]),
    causes: ['authentication'],
    provider: ['gmail', 'google'],
    permanent: true,
    advice: /SPF|DKIM/,
  },
  {
    name: 'gmail: unauthenticated, newer words, Exim free text',
    source: 'github.com/erfg12/AOL_4.0_Emu/issues/57',
    text: exim(
      'server21.hosting.example',
      `  some.body@gmail.com
    host gmail-smtp-in.l.google.com [142.251.2.26]
    SMTP error from remote mail server after pipelined end of data:
    550-5.7.26 Your email has been blocked because the sender is unauthenticated.
    550-5.7.26 Gmail requires all senders to authenticate with either SPF or DKIM.
    550-5.7.26
    550-5.7.26  Authentication results:
    550-5.7.26  DKIM = did not pass
    550-5.7.26  SPF [aolemu.example] with ip: [185.201.16.66] = did not pass
    550-5.7.26
    550-5.7.26  For instructions on setting up authentication, go to
    550 5.7.26  https://support.google.com/mail/answer/81126#authentication 41be03b00d2f7-a31f84a24b7si12434528a12.593 - gsmtp`,
    ),
    causes: ['authentication'],
    provider: ['gmail', 'google'],
    permanent: true,
    advice: /SPF|DKIM/,
  },
  {
    name: 'gmail: DMARC policy, qmail',
    source: 'github.com/bruceg/ezmlm-idx/issues/11',
    text: qmail(
      'lists.example.ca',
      `<member@umail.ucc.example>:
64.233.184.27 failed after I sent the message.
Remote host said: 550-5.7.1 Unauthenticated email from example.no is not accepted due to
550-5.7.1 domain's DMARC policy. Please contact the administrator of
550-5.7.1 example.no domain if this was a legitimate mail. Please visit
550-5.7.1  https://support.google.com/mail/answer/2451690 to learn about the
550 5.7.1 DMARC initiative. r75si5694561wmf.156 - gsmtp`,
    ),
    causes: ['authentication'],
    provider: ['gmail', 'google'],
    permanent: true,
    advice: /DMARC|DKIM|SPF/,
  },
  {
    name: 'gmail: storage used up for now, log line',
    source: 'support.google.com/a/answer/3726730 (452 4.2.2)',
    text: log(
      'anna@kunde.example',
      'aspmx.l.google.com',
      '4.2.2',
      'deferred',
      "said: 452-4.2.2 The recipient's inbox is out of storage space. Please direct the 452-4.2.2 recipient to 452 4.2.2  https://support.google.com/mail/?p=OverQuotaTemp a640c23a62f3a-aac0eff19desi175.313 - gsmtp (in reply to RCPT TO command)",
    ),
    causes: ['mailbox full'],
    provider: ['gmail', 'google'],
    permanent: false,
  },
  {
    name: 'gmail: no PTR for the address, one reply over lines',
    source: 'support.google.com/a/answer/3726730 (550 5.7.25)',
    text: `550-5.7.25 [2001:db8:4::25] The IP address sending this message does not have a
550-5.7.25 PTR record setup, or the corresponding forward DNS entry does not
550-5.7.25 match the sending IP. As a policy, Gmail does not accept messages from
550-5.7.25 IPs with missing PTR records. For more information, go to
550 5.7.25  https://support.google.com/a?p=sender-guidelines-ip ffacd0b85a97d-3a - gsmtp`,
    causes: ['reverse dns'],
    provider: ['gmail', 'google'],
    permanent: true,
    advice: /PTR|reverse/i,
  },
  {
    name: 'gmail: too much unsolicited mail from the address',
    source: 'support.google.com/a/answer/3726730 (421 4.7.28)',
    text: log(
      'b@gmail.com',
      'alt1.gmail-smtp-in.l.google.com',
      '4.7.28',
      'deferred',
      'said: 421-4.7.28 Gmail has detected an unusual rate of unsolicited mail originating 421-4.7.28 from your IP address [203.0.113.80]. To protect our users from 421-4.7.28 spam, mail sent from your IP address has been temporarily rate 421-4.7.28 limited. For more information, go to 421 4.7.28  https://support.google.com/mail/?p=UnsolicitedRateLimitError d9443c01a7336-22 - gsmtp (in reply to end of DATA command)',
    ),
    causes: ['rate', 'reputation'],
    provider: ['gmail', 'google'],
    permanent: false,
  },
  {
    name: 'gmail: attachment of a forbidden kind',
    source: 'github.com/zone-eu/zone-mta config/bounces.txt (552 5.7.0 potential security issue)',
    text: postfix('mta3.sender.example', [
      {
        to: 'dev@startup.example',
        remote: 'aspmx.l.google.com',
        status: '5.7.0',
        said: '552-5.7.0 This message was blocked because its content presents a potential 552-5.7.0 security issue. To review our message content and attachment content 552-5.7.0 guidelines, go to 552 5.7.0  https://support.google.com/mail/?p=BlockedMessage s5-20020a05600c29c500b0041 - gsmtp',
      },
    ]),
    causes: ['content'],
    provider: ['gmail', 'google'],
    permanent: true,
    advice: /attach|content|file/i,
  },
  {
    name: 'gmail: account disabled, Workspace domain',
    source: 'support.google.com/a/answer/3726730 (550 5.2.1)',
    text: `550 5.2.1 The email account that you tried to reach is inactive. Learn more at https://support.google.com/mail/?p=DisabledUser e9e14a558f8ab-3d2 - gsmtp`,
    causes: ['recipient inactive'],
    provider: ['gmail', 'google'],
    permanent: true,
  },
  {
    name: 'google writes it, Exchange Online refuses: unknown recipient',
    source: 'github.com/sisimai/rb-sisimai/issues/77; learn.microsoft.com 550 5.4.1',
    text: google(
      'einkauf@werk.example',
      'Your message to einkauf@werk.example has been blocked. See technical details below for more information.',
      'werk-example.mail.protection.outlook.com. (52.101.73.4, the server for the domain werk.example.)',
      '550 5.4.1 Recipient address rejected: Access denied. For more information see https://aka.ms/EXOSmtpErrors [AM2PEPF0001C716.eurprd05.prod.protection.outlook.com 2026-07-14T07:12:34.113Z 08DCA0]',
      '5.4.1',
    ),
    causes: ['no such recipient'],
    provider: ['outlook', 'microsoft', 'exchange'],
    permanent: true,
    advice: /address/i,
  },
  {
    name: 'google writes it, Yahoo refuses: unauthenticated',
    source: 'github.com/docusealco/docuseal/issues/524',
    text: google(
      'user1@yahoo.com',
      'Your message to user1@yahoo.com has been blocked. See technical details below for more information.',
      'mta7.am0.yahoodns.net. (67.195.228.110, the server for the domain yahoo.com.)',
      '550 5.7.9 This mail has been blocked because the sender is unauthenticated. Yahoo requires all senders to authenticate with either SPF or DKIM. Authentication results: DKIM = FAILURE - SPF [forwarder.example] with ip 209.85.215.170 = FAILURE. See https://senders.yahooinc.com/smtp-error-codes/#authentication-failures for more information.',
      '5.7.9',
    ),
    causes: ['authentication'],
    provider: ['yahoo'],
    permanent: true,
    advice: /SPF|DKIM/,
  },
  {
    name: 'yahoo: TSS04, returned after the queue gave up',
    source: 'github.com/tutao/tutanota/issues/7113',
    text: `Undelivered Mail Returned to Sender
This is the mail system at host mail.w14.mailhost.example.

I'm sorry to have to inform you that your message could not
be delivered to one or more recipients. It's attached below.

For further assistance, please send mail to postmaster.

If you do so, please include this problem report. You can
delete your own text from the attached returned message.

The mail system

<jl@ymail.com>: host mta7.am0.yahoodns.net[67.195.228.94] said: 421
4.7.0 [TSS04] Messages from 185.205.69.214 temporarily deferred due to
unexpected volume or user complaints - 4.16.55.1; see
https://postmaster.yahooinc.com/error-codes (in reply to MAIL FROM command)`,
    causes: ['rate', 'reputation'],
    provider: ['yahoo'],
    permanent: false,
  },
  {
    name: 'yahoo: TSS06, for good, French administrator’s paste',
    source: 'github.com/hardware/mailserver/issues/206',
    text: `>     kamel.x@yahoo.com: host mta6.am0.yahoodns.net[74.6.137.64] said: 553 5.7.2
>     [TSS06] All messages from 198.51.100.22 will be permanently deferred;
>     Retrying will NOT succeed. See
>     https://help.yahoo.com/kb/postmaster/SLN3436.html (in reply to MAIL FROM
>     command)`,
    causes: ['reputation', 'blocklist'],
    provider: ['yahoo'],
    permanent: true,
  },
  {
    name: 'yahoo: no account of that name (German domain)',
    source: 'sitepackage.de, typische Fehlermeldungen',
    text: qmail(
      'mail.verein.example',
      `<erika@yahoo.de>:
188.125.72.74 failed after I sent the message.
Remote host said: 554 delivery error: dd This user doesn't have a yahoo.de account (erika@yahoo.de) [0] - mta1003.mail.ir2.yahoo.com`,
    ),
    causes: ['no such recipient'],
    provider: ['yahoo'],
    permanent: true,
    advice: /address/i,
  },
  {
    name: 'yahoo over AOL’s exchanger, log',
    source: 'github.com/Mailu/Mailu/issues/1458',
    text: `Apr 21 08:45:22 mail postfix/smtp[1283]: F024DAA029B: to=<jf79@aol.com>, relay=mx-aol.mail.gm0.yahoodns.net[98.136.96.92]:25, delay=59235, delays=59232/0.06/2.3/0.13, dsn=4.7.0, status=deferred (host mx-aol.mail.gm0.yahoodns.net[98.136.96.92] said: 421 4.7.0 [TSS04] Messages from 203.0.113.108 temporarily deferred due to user complaints - 4.16.55.1; see https://help.yahoo.com/kb/postmaster/SLN3434.html (in reply to MAIL FROM command))`,
    causes: ['rate', 'reputation'],
    provider: ['yahoo', 'aol'],
    permanent: false,
  },
  {
    name: 'apple: local policy CS01',
    source: 'smtp.codes/icloud',
    text: postfix('out12.sender.example', [
      {
        to: 'maria@icloud.com',
        remote: 'mx01.mail.icloud.com',
        status: '5.7.1',
        said: '554 5.7.1 [CS01] Message rejected due to local policy. Please visit https://support.apple.com/en-us/HT204137',
      },
    ]),
    causes: ['content', 'policy', 'reputation'],
    provider: ['apple', 'icloud'],
    permanent: true,
  },
  {
    name: 'apple: Proofpoint list at the door of icloud.com, ZoneMTA log',
    source: 'github.com/zone-eu/zone-mta/issues/301',
    text: `Feb 11 08:39:37 zmta1 zone-mta: ERR! Sender/default/827[14] 17ee78226740009630.001 SMTPERR [zLjoL7dmg] src=198.51.100.4 error="Invalid greeting. response=554 5.7.0 Blocked - see https://support.proofpoint.com/dnsbl-lookup.cgi?ip=198.51.100.4: 554 5.7.0 Blocked - see https://support.proofpoint.com/dnsbl-lookup.cgi?ip=198.51.100.4"`,
    causes: ['blocklist', 'reputation'],
    provider: ['proofpoint', 'apple'],
    permanent: true,
  },
  {
    name: 'apple: over quota, custom domain at iCloud',
    source: 'smtp.codes/icloud (552)',
    text: log(
      'post@familie.example',
      'mx02.mail.icloud.com',
      '5.2.2',
      'bounced',
      'said: 552 5.2.2 <post@familie.example>: user is over quota (in reply to RCPT TO command)',
    ),
    causes: ['mailbox full'],
    provider: ['apple', 'icloud'],
    permanent: true,
  },
  {
    name: 'apple says that the domain is in the DBL',
    source: 'smtp.codes/icloud (550 5.7.1 Spamhaus DBL)',
    text: `550 5.7.1 Your email was rejected due to having a domain present in the Spamhaus DBL -- see https://www.spamhaus.org/dbl/`,
    causes: ['blocklist'],
    provider: ['apple', 'icloud', 'spamhaus'],
    permanent: true,
    advice: /domain|link|spamhaus/i,
  },
]
