/** Reports as servers build them, around words that were quoted without one. */

function wrapped(text: string, width: number): string {
  const lines = ['']
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? ''
    if (line !== '' && line.length + word.length >= width) lines.push(word)
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`
  }
  return lines.join('\n    ')
}

const ORIGINAL = `Return-Path: <orders@shop.example>
Received: from app.shop.example (app.shop.example [198.51.100.7])
\tby mail.shop.example (Postfix) with ESMTPSA id 4bQx0T3q7mz9rXk;
\tMon, 14 Sep 2026 08:01:55 +0000 (UTC)
From: Shop <orders@shop.example>
Subject: Your receipt 550-5821
Message-ID: <20260914080155.5821@shop.example>
Date: Mon, 14 Sep 2026 08:01:55 +0000`

export interface Built {
  to: string
  remote: string
  said: string
  status: string
  after?: string
}

/** Postfix 3.x, with the message's headers. */
export function postfixReport({ to, remote, said, status, after = 'RCPT TO' }: Built): string {
  const boundary = '4bQx0V5Kc2z9rXn.1789372917/mail.shop.example'
  return `Return-Path: <>
Delivered-To: orders@shop.example
Received: by mail.shop.example (Postfix)
\tid 4bQx0X1Vwpz9rXp; Mon, 14 Sep 2026 08:01:57 +0000 (UTC)
Date: Mon, 14 Sep 2026 08:01:57 +0000 (UTC)
From: MAILER-DAEMON@mail.shop.example (Mail Delivery System)
Subject: Undelivered Mail Returned to Sender
To: orders@shop.example
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status;
\tboundary="${boundary}"
Content-Transfer-Encoding: 8bit
Message-Id: <4bQx0X1Vwpz9rXp@mail.shop.example>

This is a MIME-encapsulated message.

--${boundary}
Content-Description: Notification
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: 8bit

This is the mail system at host mail.shop.example.

I'm sorry to have to inform you that your message could not
be delivered to one or more recipients. It's attached below.

For further assistance, please send mail to postmaster.

If you do so, please include this problem report. You can
delete your own text from the attached returned message.

                   The mail system

${wrapped(`<${to}>: host ${remote} said: ${said} (in reply to ${after} command)`, 72)}

--${boundary}
Content-Description: Delivery report
Content-Type: message/delivery-status
Content-Transfer-Encoding: 8bit

Reporting-MTA: dns; mail.shop.example
X-Postfix-Queue-ID: 4bQx0V5Kc2z9rXn
X-Postfix-Sender: rfc822; orders@shop.example
Arrival-Date: Mon, 14 Sep 2026 08:01:55 +0000 (UTC)

Final-Recipient: rfc822; ${to}
Original-Recipient: rfc822;${to}
Action: failed
Status: ${status}
Remote-MTA: dns; ${remote.replace(/\[.*/, '')}
Diagnostic-Code: smtp; ${wrapped(said, 56)}

--${boundary}
Content-Description: Undelivered Message Headers
Content-Type: text/rfc822-headers
Content-Transfer-Encoding: 8bit

${ORIGINAL}

--${boundary}--
`
}

/** Exchange Online's own report: words for people, then the code. */
export function exchangeOnline({ to, remote, said, status }: Built): string {
  const boundary = '7c1f1d6e-2b0a-4c53-9c2e-6f5b2f9d1a77'
  return `From: Microsoft Outlook
 <MicrosoftExchange329e71ec88ae4615bbc36ab6ce41109e@shop.example>
To: orders@shop.example
Date: Mon, 14 Sep 2026 08:02:11 +0000
Subject: Undeliverable: Your receipt 550-5821
Message-ID: <0b7e@AM9PR02MB7000.eurprd02.prod.outlook.com>
Auto-Submitted: auto-replied
X-MS-Exchange-Message-Is-Ndr:
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status;
\tboundary="${boundary}"

--${boundary}
Content-Type: text/plain; charset="us-ascii"
Content-Transfer-Encoding: quoted-printable

Delivery has failed to these recipients or groups:

${to}<mailto:${to}>
Your message couldn't be delivered. For more tips to resolve this issue see=
 the link below. If the problem continues contact your email admin.

Diagnostic information for administrators:

Generating server: AM9PR02MB7000.eurprd02.prod.outlook.com

${to}
Remote server returned '${said.replaceAll('=', '=3D')}'

--${boundary}
Content-Type: message/delivery-status

Reporting-MTA: dns;AM9PR02MB7000.eurprd02.prod.outlook.com
Received-From-MTA: dns;DU2PR02MB7621.eurprd02.prod.outlook.com
Arrival-Date: Mon, 14 Sep 2026 08:02:05 +0000

Final-Recipient: rfc822;${to}
Action: failed
Status: ${status}
Diagnostic-Code: smtp;${said}${remote === '' ? '' : `\nRemote-MTA: dns;${remote}`}

--${boundary}
Content-Type: message/rfc822

${ORIGINAL}

--${boundary}--
`
}

/** Exim 4.8x and later: free text and report. */
export function eximReport(host: string, to: string, told: string, fields: string): string {
  const boundary = '1789372917-eximdsn-1024017593'
  return `Return-path: <>
Envelope-to: orders@shop.example
Received: from mailnull by ${host} with local (Exim 4.96.2)
\tid 1uxQ3d-0004rS-0C
\tfor orders@shop.example; Mon, 14 Sep 2026 08:01:57 +0000
X-Failed-Recipients: ${to}
Auto-Submitted: auto-replied
From: Mail Delivery System <Mailer-Daemon@${host}>
To: orders@shop.example
References: <20260914080155.5821@shop.example>
Content-Type: multipart/report; report-type=delivery-status; boundary=${boundary}
MIME-Version: 1.0
Subject: Mail delivery failed: returning message to sender
Message-Id: <E1uxQ3d-0004rS-0C@${host}>
Date: Mon, 14 Sep 2026 08:01:57 +0000

--${boundary}
Content-type: text/plain; charset=us-ascii

This message was created automatically by mail delivery software.

A message that you sent could not be delivered to one or more of its
recipients. This is a permanent error. The following address(es) failed:

${told}

--${boundary}
Content-type: message/delivery-status

Reporting-MTA: dns; ${host}

Action: failed
Final-Recipient: rfc822;${to}
${fields}

--${boundary}
Content-type: message/rfc822

${ORIGINAL}

--${boundary}--
`
}
