/** Bounces as mail servers build them, around the answer of a receiver. */

const DATE = 'Tue, 14 Jul 2026 09:12:33 +0200'

function fold(text: string, width: number, indent: string): string {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/\s+/)) {
    if (line !== '' && line.length + word.length + 1 > width) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line].join(`\n${indent}`)
}

export interface Refusal {
  to: string
  remote: string
  ip?: string
  /** The answer, on one line as Postfix writes it. */
  said: string
  status: string
  command?: string
  /** Postfix: the connection itself was refused. */
  refused?: true
}

/** Postfix: bounce(8) with text, report and the message's headers. */
export function postfix(host: string, refusals: Refusal[]): string {
  const told = refusals.map(({ to, remote, ip, said, command, refused }) =>
    fold(
      refused
        ? `<${to}>: host ${remote}[${ip ?? '192.0.2.77'}] refused to talk to me: ${said}`
        : `<${to}>: host ${remote}[${ip ?? '192.0.2.77'}] said: ${said} (in reply to ${command ?? 'end of DATA command'})`,
      68,
      '    ',
    ),
  )
  const fields = refusals.map(({ to, remote, said, status }) =>
    [
      `Final-Recipient: rfc822; ${to}`,
      `Original-Recipient: rfc822;${to}`,
      'Action: failed',
      `Status: ${status}`,
      `Remote-MTA: dns; ${remote}`,
      `Diagnostic-Code: smtp; ${fold(said, 58, '    ')}`,
    ].join('\n'),
  )
  return `Return-Path: <>
Received: by ${host} (Postfix)
\tid 4gYd2n1kQWz3x; ${DATE} (CEST)
Date: ${DATE} (CEST)
From: MAILER-DAEMON@${host} (Mail Delivery System)
Subject: Undelivered Mail Returned to Sender
To: newsletter@sender.example
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status;
\tboundary="4gYd2n1kQWz3x.1784013153/${host}"
Message-Id: <4gYd2p0BnSz40@${host}>

This is a MIME-encapsulated message.

--4gYd2n1kQWz3x.1784013153/${host}
Content-Description: Notification
Content-Type: text/plain; charset=us-ascii

This is the mail system at host ${host}.

I'm sorry to have to inform you that your message could not
be delivered to one or more recipients. It's attached below.

For further assistance, please send mail to postmaster.

If you do so, please include this problem report. You can
delete your own text from the attached returned message.

                   The mail system

${told.join('\n\n')}

--4gYd2n1kQWz3x.1784013153/${host}
Content-Description: Delivery report
Content-Type: message/delivery-status

Reporting-MTA: dns; ${host}
X-Postfix-Queue-ID: 4gYd2n1kQWz3x
X-Postfix-Sender: rfc822; newsletter@sender.example
Arrival-Date: ${DATE} (CEST)

${fields.join('\n\n')}

--4gYd2n1kQWz3x.1784013153/${host}
Content-Description: Undelivered Message Headers
Content-Type: text/rfc822-headers

Return-Path: <newsletter@sender.example>
From: Sender <newsletter@sender.example>
To: ${refusals[0]?.to}
Subject: Your order has shipped
Message-ID: <20260714071230.1@sender.example>

--4gYd2n1kQWz3x.1784013153/${host}--
`
}

/** Exim: words alone, as of versions and panels that write no report. */
export function exim(host: string, failed: string, more = ''): string {
  return `From: Mail Delivery System <Mailer-Daemon@${host}>
To: shop@sender.example
Subject: Mail delivery failed: returning message to sender
Message-Id: <E1tabc1-0005Zq-2f@${host}>
Date: ${DATE}
${more}Auto-Submitted: auto-replied

This message was created automatically by mail delivery software.

A message that you sent could not be delivered to one or more of its
recipients. This is a permanent error. The following address(es) failed:

${failed}

------ This is a copy of the message, including all the headers. ------

Return-path: <shop@sender.example>
Received: from [203.0.113.9] (helo=laptop)
\tby ${host} with esmtpsa (TLS1.3) id 1tabc0-0005Zj-1A
From: Shop <shop@sender.example>
Subject: Invoice 4711
Message-ID: <c0ffee@sender.example>

Please find the invoice attached.
`
}

/** qmail-send: words alone. */
export function qmail(host: string, failed: string): string {
  return `Return-Path: <>
From: MAILER-DAEMON@${host}
To: info@sender.example
Subject: failure notice
Date: 14 Jul 2026 07:12:33 -0000

Hi. This is the qmail-send program at ${host}.
I'm afraid I wasn't able to deliver your message to the following addresses.
This is a permanent error; I've given up. Sorry it didn't work out.

${failed}

--- Below this line is a copy of the message.

Return-Path: <info@sender.example>
From: info@sender.example
Subject: Angebot
`
}

/** Sendmail: text and report. */
export function sendmail(
  host: string,
  to: string,
  remote: string,
  said: string,
  status: string,
  script: string,
): string {
  return `From: Mail Delivery Subsystem <MAILER-DAEMON@${host}>
Message-Id: <202607140712.66E7CXab012345@${host}>
To: <lists@sender.example>
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status;
\tboundary="66E7CXab012345.1784013153/${host}"
Subject: Returned mail: see transcript for details
Auto-Submitted: auto-generated (failure)

This is a MIME-encapsulated message

--66E7CXab012345.1784013153/${host}

The original message was received at ${DATE}
from localhost [127.0.0.1]

   ----- The following addresses had permanent fatal errors -----
<${to}>
    (reason: ${said})

   ----- Transcript of session follows -----
${script}

--66E7CXab012345.1784013153/${host}
Content-Type: message/delivery-status

Reporting-MTA: dns; ${host}
Received-From-MTA: DNS; localhost
Arrival-Date: ${DATE}

Final-Recipient: RFC822; ${to}
Action: failed
Status: ${status}
Remote-MTA: DNS; ${remote}
Diagnostic-Code: SMTP; ${said}
Last-Attempt-Date: ${DATE}

--66E7CXab012345.1784013153/${host}
Content-Type: text/rfc822-headers

From: lists@sender.example
Subject: Minutes

--66E7CXab012345.1784013153/${host}--
`
}

export { exchange, google } from './notices'

/** A line of Postfix's log. */
export function log(
  to: string,
  relay: string,
  dsn: string,
  state: 'bounced' | 'deferred',
  said: string,
): string {
  return `Jul 14 09:12:33 mx1 postfix/smtp[28417]: 4gYd2n1kQWz3x: to=<${to}>, relay=${relay}[192.0.2.77]:25, delay=1.9, delays=0.04/0.02/0.9/0.94, dsn=${dsn}, status=${state} (host ${relay}[192.0.2.77] ${said})`
}

export interface BlindCase {
  name: string
  /** Where its words were quoted. */
  source: string
  text: string
  /** What may be said; the first is what the writer holds for right. */
  causes: string[]
  /** Parts of names of whose rule it is; '' where naming nobody is right, too. */
  provider: string[]
  /** Whether it is over; 'either' where code and state differ. */
  permanent: boolean | 'either'
  /** What has to be in the advice. */
  advice?: RegExp
  /** Nobody can know: without a rule, told by its class, is right. */
  unknowable?: true
  /** No bounce: nothing explained, or told as what it is. */
  none?: 'nothing' | 'delivered' | 'delayed'
}
