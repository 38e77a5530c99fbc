import { SAYS, SILENT, type UnseenCase } from './case.ts'

export const GMAIL: readonly UnseenCase[] = [
  {
    name: 'gmail: the relay of a customer is at its peak',
    group: 'gmail',
    source: 'https://help.audatemedia.com/en/articles/11102576-error-codes-library-gmail-google-workspace',
    date: 'not told',
    form: 'reply',
    text: '450 4.2.1 Peak SMTP relay limit exceeded for customer',
    causes: ['rate'],
    provider: ['gmail', 'google'],
    permanent: false,
    must: SAYS.slower,
    mustNot: SILENT.onMailbox,
  },
  {
    name: "gmail: a rule of the recipient's company, in a Postfix log",
    group: 'gmail',
    source: 'https://support.google.com/a/answer/3726730',
    date: 'not told',
    form: 'log',
    text: 'Mar  2 10:14:07 mx2 postfix/smtp[20771]: 4bVn1p2Kc9z7: to=<ada@example.com>, relay=aspmx.l.google.com[142.250.27.26]:25, delay=1.3, delays=0.03/0.01/0.5/0.76, dsn=5.7.1, status=bounced (host aspmx.l.google.com[142.250.27.26] said: 550 5.7.1 This message violates example.com email policy. - gcdp 4fb4d7f45d1cf-5e4c3b6a1d8si3102937a12.44 - gsmtp (in reply to end of DATA command))',
    causes: ['policy', 'content'],
    provider: ['gmail', 'google'],
    permanent: true,
    must: /polic|rule|administrator|recipient/i,
    mustNot: /delist|mailbox is full/i,
    note: 'The words are those of the page, the line around them is built.',
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
    name: 'gmail: more recipients with rules of their own than one transaction takes',
    group: 'gmail',
    source: 'https://www.entertop.net/knowledge/smtp-error-reference/',
    date: 'not told',
    form: 'lines',
    text: 'host aspmx.l.google.com[142.250.27.26] said: 452 4.5.3 Domain policy size per transaction exceeded, please try this recipient in a separate transaction. (in reply to RCPT TO command)',
    causes: ['rate', 'policy', 'protocol'],
    provider: ['gmail', 'google'],
    permanent: false,
    mustNot: /delist|SPF|DKIM|mailbox is full/i,
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
