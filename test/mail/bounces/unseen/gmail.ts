import { SAYS, SILENT, type UnseenCase } from './case.ts'

export const GMAIL: readonly UnseenCase[] = [
  {
    name: 'gmail: DMARC, as a mail host quotes it to its customer',
    group: 'gmail',
    source: 'https://github.com/Purelymail/purelymail-issues/issues/394',
    date: '2026-02-26',
    form: 'lines',
    text: `The response was:
550 5.7.26 Unauthenticated email from branan.org is not accepted due to domain's DMARC policy. Please contact the administrator of branan.org domain if this was a legitimate mail. To learn about the DMARC initiative, go to https://support.google.com/mail/?p=DmarcRejection 38308e7fff4ca-389f2f1fdd7sor3282081fa.1 - gsmtp`,
    causes: ['authentication'],
    provider: ['gmail', 'google'],
    permanent: true,
    must: /DMARC/,
    mustNot: SILENT.onMailbox,
  },
  {
    name: 'gmail: neither SPF nor DKIM, in a Postfix log',
    group: 'gmail',
    source: 'https://github.com/jtojnar/nixfiles/issues/13',
    date: '2025-01-02',
    form: 'log',
    text: 'Jan 02 07:31:13 azazel postfix/smtp[1050192]: 251A3372458: to=<foo@gmail.com>, relay=gmail-smtp-in.l.google.com[2a00:1450:4013:c06::1b]:25, delay=0.79, delays=0.04/0.05/0.2/0.5, dsn=5.7.26, status=bounced (host gmail-smtp-in.l.google.com[2a00:1450:4013:c06::1b] said: 550-5.7.26 Your email has been blocked because the sender is unauthenticated. 550-5.7.26 Gmail requires all senders to authenticate with either SPF or DKIM. 550-5.7.26  550-5.7.26  Authentication results: 550-5.7.26  DKIM = did not pass 550-5.7.26  SPF [mxproxy.ogion.cz] with ip: [2a03:3b40:fe:81::1] = did not pass 550-5.7.26  550-5.7.26  For instructions on setting up authentication, go to 550 5.7.26  https://support.google.com/mail/answer/81126#authentication a640c23a62f3a-aac0eff19desi1759812166b.313 - gsmtp (in reply to end of DATA command))',
    causes: ['authentication'],
    provider: ['gmail', 'google'],
    permanent: true,
    must: SAYS.authentication,
    mustNot: SILENT.onMailbox,
  },
  {
    name: 'gmail: very low reputation of the address, for now',
    group: 'gmail',
    source: 'https://github.com/ustclug/discussions/issues/15',
    date: '2016-08-27',
    form: 'log',
    text: 'Aug 27 15:04:19 mail postfix/smtp[1612]: 97B425F905: to=<b@gmail.com>, orig_to=<boj@lug.example>, relay=alt1.gmail-smtp-in.l.google.com[173.194.72.26]:25, delay=180970, delays=180958/0.03/11/0.69, dsn=4.7.0, status=deferred (host alt1.gmail-smtp-in.l.google.com[173.194.72.26] said: 421-4.7.0 [128.199.95.148      15] Our system has detected that this message is 421-4.7.0 suspicious due to the very low reputation of the sending IP address. 421-4.7.0 To protect our users from spam, mail sent from your IP address has 421-4.7.0 been temporarily rate limited. Please visit 421 4.7.0  https://support.google.com/mail/answer/188131 for more information. a78si25816854pfj.35 - gsmtp (in reply to end of DATA command))',
    causes: ['reputation', 'rate'],
    provider: ['gmail', 'google'],
    permanent: false,
    must: /reputation|slow|rate/i,
    mustNot: SILENT.onMailbox,
  },
  {
    name: 'gmail: IPv6 without PTR and authentication, in a typed session',
    group: 'gmail',
    source: 'https://github.com/OpenSMTPD/OpenSMTPD/issues/741',
    date: '2016-11-19',
    form: 'lines',
    text: `220 mx.google.com ESMTP w18si10449105pfg.227 - gsmtp
ehlo sender.example
250-mx.google.com at your service, [2607:f2f8:af98::3]
250-SIZE 157286400
250-8BITMIME
250-STARTTLS
250-ENHANCEDSTATUSCODES
250-PIPELINING
250-CHUNKING
250 SMTPUTF8
mail from: <todd@sender.example>
250 2.1.0 OK w18si10449105pfg.227 - gsmtp
rcpt to: <todd@gmail.com>
250 2.1.5 OK w18si10449105pfg.227 - gsmtp
data
354  Go ahead w18si10449105pfg.227 - gsmtp
Subject: testing

test
.
550-5.7.1 [2607:f2f8:af98::3] Our system has detected that this message does not
550-5.7.1 meet IPv6 sending guidelines regarding PTR records and authentication
550-5.7.1 . Please review
550-5.7.1  https://support.google.com/mail/?p=IPv6AuthError for more information
550 5.7.1 . w18si10449105pfg.227 - gsmtp
Connection closed by foreign host.`,
    causes: ['reverse dns', 'authentication'],
    provider: ['gmail', 'google'],
    permanent: true,
    must: /PTR|reverse|SPF|DKIM/i,
    mustNot: SILENT.onMailbox,
  },
  {
    name: 'google groups: no such group or no permission, in Japanese',
    group: 'gmail',
    source:
      'https://github.com/sisimai/p5-sisimai/blob/896d8891368a62305dbfad739f6f901c0d09c93b/set-of-emails/maildir/bsd/lhost-googlegroups-01.eml',
    date: '2019-02-28',
    form: 'whole',
    text: `Return-Path: <>
MIME-Version: 1.0
To: kijitora@example.jp
Auto-Submitted: auto-replied
Message-ID: <5e598862.1c69fb81.594e1.5dee.GMR@mx.google.com>
Date: Fri, 28 Feb 2019 23:34:45 -0800 (PST)
From: Mail Delivery Subsystem <mailer-daemon@googlemail.com>
Subject: Delivery Status Notification (Failure)
X-Failed-Recipients: libsisimai@googlegroups.com
Content-Type: text/plain; charset="UTF-8"
Content-Transfer-Encoding: 8bit

kijitora@example.jp 様

連絡しようとしたグループ（libsisimai）が存在しないか、グループにメッセージを投稿する権限がない可能性があります。投稿できなかった詳しい理由をいくつか紹介します:

 * グループ名のスペルや形式が間違っている。
 * グループのオーナーによってこのグループが削除された。
 * 投稿する権限を取得するためには、グループに参加する必要がある。
 * このグループでは投稿を受け付けていない。

よろしくお願いいたします。

Google Groups

----- Original message -----

Received-SPF: pass (google.com: domain of kijitora@example.jp designates 192.0.2.222 as permitted sender) client-ip=192.0.2.222;
From: "Neko, Nyaan" <kijitora@example.jp>
Subject: Nyaan
Message-Id: <D0E3D626-1C96-4749-8101-62C0CE13B1D5@example.jp>
To: libsisimai@googlegroups.com
`,
    causes: ['no such recipient', 'policy', 'unknown'],
    provider: ['gmail', 'google', ''],
    permanent: true,
    mustNot: SILENT.onSending,
    note: 'Headers shortened. It tells two reasons at once; not known is honest.',
  },
  {
    name: 'gmail: message blocked, without a code',
    group: 'gmail',
    source: 'text 62354790196',
    date: 'not told',
    form: 'notice',
    text: `From: Mail Delivery Subsystem <mailer-daemon@googlemail.com>
Subject: Delivery Status Notification (Failure)

** Message blocked **

Your message to operacional11@px.example has been blocked. See technical details below.

The response was:
Message rejected. For more information, go to https://support.google.com/mail/answer/69585
`,
    causes: ['content', 'policy', 'unknown'],
    provider: ['gmail', 'google'],
    permanent: 'either',
    mustNot: SILENT.onMailbox,
  },
  {
    name: 'gmail: a mailbox that gets too much mail, in the log of an appliance',
    group: 'gmail',
    source: 'text 22660343780',
    date: 'not told',
    form: 'log',
    text: ' 5FE0C2A1: to=<supervisor@gmail.com>, relay=alt1.gmail-smtp-in.l.google.com[74.125.23.26]:25, delay=264, delays=262/0/1.6/0.94, dsn=4.2.1, status=deferred (host alt1.gmail-smtp-in.l.google.com[74.125.23.26] said: 450-4.2.1 The user you are trying to contact is receiving mail at a rate that 450-4.2.1 prevents additional messages from being delivered. Please resend your 450-4.2.1 message at a later time. If the user is able to receive mail at that 450-4.2.1 time, your message will be delivered. For more information, please 450-4.2.1 visit 450 4.2.1  https://support.google.com/mail/answer/6592 jn4si9227864lbc.203 - gsmtp (in reply to RCPT TO command))',
    causes: ['rate'],
    provider: ['gmail', 'google'],
    permanent: false,
    must: SAYS.later,
    mustNot: SILENT.onSending,
  },
  {
    name: 'gmail: slowed down because SPF did not pass',
    group: 'gmail',
    source: 'text 68918992194',
    date: 'not told',
    form: 'reply',
    text: "421-4.7.27 Your email has been rate limited because SPF authentication didn't pass",
    causes: ['authentication'],
    provider: ['gmail', 'google'],
    permanent: false,
    must: /SPF/,
    mustNot: SILENT.onMailbox,
  },
  {
    name: 'gmail as sender: the domain of the address does not exist',
    group: 'gmail',
    source: 'text 10779582298',
    date: 'not told',
    form: 'notice',
    text: `From: Mail Delivery Subsystem <mailer-daemon@googlemail.com>
Subject: Delivery Status Notification (Failure)

** Address not found **

Your message wasn't delivered to admin@pjconcreting.example because the domain pjconcreting.example couldn't be found. Check for typos or unnecessary spaces and try again.
`,
    causes: ['routing', 'no such recipient'],
    provider: ['gmail', 'google', ''],
    permanent: 'either',
    must: /domain|address/i,
    mustNot: SILENT.onSending,
  },
  {
    name: 'gmail: DKIM did not pass',
    group: 'gmail',
    source: 'text 36167144228',
    date: 'not told',
    form: 'reply',
    text: '550-5.7.30 "This email has been blocked because DKIM does not pass"',
    causes: ['authentication'],
    provider: ['gmail', 'google', ''],
    permanent: true,
    must: /DKIM/,
    mustNot: SILENT.onMailbox,
    note: 'A knowledge base quotes it in quotation marks, without the rest.',
  },
]
