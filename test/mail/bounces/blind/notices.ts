const DATE = 'Tue, 14 Jul 2026 09:12:33 +0200'

/** Exchange: an NDR with its words in the reader's language. */
export function exchange(o: {
  subject: string
  words: string
  server: string
  to: string
  said: string
  status: string
  admin: string
  generating: string
}): string {
  return `From: <postmaster@contoso.example>
To: <sales@sender.example>
Subject: ${o.subject}
Date: ${DATE}
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status;
\tboundary="8c1b2f0e-64ab-4a0e-9f33-2b1c5f9d7a11"
Content-Language: de-DE
Message-ID: <0ddc1b@${o.server}>
X-MS-Exchange-Message-Is-Ndr:

--8c1b2f0e-64ab-4a0e-9f33-2b1c5f9d7a11
Content-Type: text/plain; charset="utf-8"
Content-Transfer-Encoding: 8bit

${o.words}

${o.admin}

${o.generating} ${o.server}

${o.to}
Remote Server returned '${o.said}'

--8c1b2f0e-64ab-4a0e-9f33-2b1c5f9d7a11
Content-Type: message/delivery-status

Reporting-MTA: dns;${o.server}
Received-From-MTA: dns;mx1.sender.example
Arrival-Date: ${DATE}

Final-Recipient: rfc822;${o.to}
Action: failed
Status: ${o.status}
Diagnostic-Code: smtp;${o.said}
X-Display-Name: Empfänger

--8c1b2f0e-64ab-4a0e-9f33-2b1c5f9d7a11
Content-Type: message/rfc822

From: <sales@sender.example>
To: <${o.to}>
Subject: Angebot 2026
Message-ID: <a1@sender.example>

Hallo

--8c1b2f0e-64ab-4a0e-9f33-2b1c5f9d7a11--
`
}

/** Google: what Gmail and Workspace tell their own users. */
export function google(to: string, words: string, remote: string, said: string, status: string): string {
  return `Return-Path: <>
From: Mail Delivery Subsystem <mailer-daemon@googlemail.com>
To: me@sender.example
Auto-Submitted: auto-replied
Subject: Delivery Status Notification (Failure)
X-Failed-Recipients: ${to}
Message-ID: <66938a11.050a0220.58de0.183e.GMR@mx.google.com>
Content-Type: multipart/report; boundary="000000000000ca2d9205f5a5444d"; report-type=delivery-status

--000000000000ca2d9205f5a5444d
Content-Type: text/plain; charset="UTF-8"


** Message blocked **

${words}

Learn more here: https://support.google.com/mail/

The response from the remote server was:

${said}

--000000000000ca2d9205f5a5444d
Content-Type: message/delivery-status

Reporting-MTA: dns; googlemail.com
Arrival-Date: ${DATE}
X-Original-Message-ID: <CA+1@mail.gmail.com>

Final-Recipient: rfc822; ${to}
Action: failed
Status: ${status}
Remote-MTA: dns; ${remote}
Diagnostic-Code: smtp; ${said}
Last-Attempt-Date: ${DATE}

--000000000000ca2d9205f5a5444d
Content-Type: message/rfc822

From: me@sender.example
To: ${to}
Subject: Hello
Message-ID: <CA+1@mail.gmail.com>

----- Message truncated -----
--000000000000ca2d9205f5a5444d--
`
}
