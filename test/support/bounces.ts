import type { ExplainedBounce, ExplainedFailure } from '../../src/core/bounce.ts'

/** What is said of a recipient whom Gmail does not know. */
export function failure(changes: Partial<ExplainedFailure> = {}): ExplainedFailure {
  return {
    recipient: 'bob@gmail.com',
    action: 'failed',
    remote: 'gmail-smtp-in.l.google.com',
    reply: {
      code: 550,
      enhanced: '5.1.1',
      text: '550-5.1.1 The email account that you tried to reach does not exist.\n550 5.1.1 Try again. - gsmtp',
    },
    permanent: true,
    cause: 'no such recipient',
    provider: { id: 'gmail', name: 'Gmail' },
    rule: {
      id: 'gmail-no-such-user',
      title: 'Gmail has no such address',
      source: 'https://support.google.com/a/answer/3726730',
      date: '2026-10-01',
    },
    meaning: 'Gmail has no account of that name.',
    advice: ['Take the address off your list.', 'Ask the person for the right one by another way.'],
    checks: ['mx', 'spf'],
    ...changes,
  }
}

export function bounce(changes: Partial<ExplainedBounce> = {}): ExplainedBounce {
  return {
    form: 'delivery status',
    reportedBy: 'mail.shop.example',
    original: { messageId: '<1@shop.example>', subject: 'Your order', from: 'news@shop.example' },
    failures: [failure()],
    ...changes,
  }
}

const crlf = (...lines: string[]) => lines.join('\r\n')

/** A bounce as Postfix writes it. */
export const POSTFIX_BOUNCE = crlf(
  'Return-Path: <>',
  'Date: Fri, 20 Nov 2026 12:00:00 +0000 (UTC)',
  'From: MAILER-DAEMON@mail.shop.example (Mail Delivery System)',
  'Subject: Undelivered Mail Returned to Sender',
  'To: news@shop.example',
  'Auto-Submitted: auto-replied',
  'MIME-Version: 1.0',
  'Content-Type: multipart/report; report-type=delivery-status; boundary="B1"',
  'Message-Id: <20261120120000.3F@mail.shop.example>',
  '',
  'This is a MIME-encapsulated message.',
  '',
  '--B1',
  'Content-Description: Notification',
  'Content-Type: text/plain; charset=us-ascii',
  '',
  'This is the mail system at host mail.shop.example.',
  '',
  "I'm sorry to have to inform you that your message could not",
  "be delivered to one or more recipients. It's attached below.",
  '',
  '<bob@gmail.com>: host gmail-smtp-in.l.google.com[142.250.27.26] said: 550-5.1.1',
  '    The email account that you tried to reach does not exist. Please try',
  "    550-5.1.1 double-checking the recipient's email address for typos or",
  '    550-5.1.1 unnecessary spaces. For more information, go to 550 5.1.1',
  '    https://support.google.com/mail/?p=NoSuchUser a1-20020a05600c.45 - gsmtp',
  '    (in reply to RCPT TO command)',
  '',
  '--B1',
  'Content-Description: Delivery report',
  'Content-Type: message/delivery-status',
  '',
  'Reporting-MTA: dns; mail.shop.example',
  'X-Postfix-Queue-ID: 3F',
  'X-Postfix-Sender: rfc822; news@shop.example',
  'Arrival-Date: Fri, 20 Nov 2026 11:59:58 +0000 (UTC)',
  '',
  'Final-Recipient: rfc822; bob@gmail.com',
  'Original-Recipient: rfc822;bob@gmail.com',
  'Action: failed',
  'Status: 5.1.1',
  'Remote-MTA: dns; gmail-smtp-in.l.google.com',
  'Diagnostic-Code: smtp; 550-5.1.1 The email account that you tried to reach does',
  "    not exist. Please try 550-5.1.1 double-checking the recipient's email address",
  '    for typos or 550-5.1.1 unnecessary spaces. For more information, go to 550',
  '    5.1.1  https://support.google.com/mail/?p=NoSuchUser a1-20020a05600c.45 -',
  '    gsmtp',
  '',
  '--B1',
  'Content-Description: Undelivered Message',
  'Content-Type: message/rfc822',
  '',
  'From: Shop <news@shop.example>',
  'To: bob@gmail.com',
  'Subject: Your sign-in code is 482913',
  'Message-ID: <42@shop.example>',
  'Date: Fri, 20 Nov 2026 11:59:58 +0000',
  '',
  'Hello Bob.',
  '',
  '--B1--',
  '',
)

/** A bounce in words, as Exim writes it. */
export const EXIM_BOUNCE = crlf(
  'From: Mail Delivery System <Mailer-Daemon@mx.shop.example>',
  'To: news@shop.example',
  'X-Failed-Recipients: bob@gmx.de',
  'Auto-Submitted: auto-replied',
  'Subject: Mail delivery failed: returning message to sender',
  'Date: Fri, 20 Nov 2026 12:00:00 +0000',
  'Message-Id: <E1t-0001@mx.shop.example>',
  '',
  'This message was created automatically by mail delivery software.',
  '',
  'A message that you sent could not be delivered to one or more of its',
  'recipients. This is a permanent error. The following address(es) failed:',
  '',
  '  bob@gmx.de',
  '    host mx00.gmx.net [212.227.15.10]',
  '    SMTP error from remote mail server after RCPT TO:<bob@gmx.de>:',
  '    550 Requested action not taken: mailbox unavailable',
  '',
  '------ This is a copy of the message, including all the headers. ------',
  '',
  'From: Shop <news@shop.example>',
  'Subject: Your order',
  'Message-ID: <43@shop.example>',
  '',
  'Hello.',
  '',
)

/** A bounce in words, as qmail writes it. */
export const QMAIL_BOUNCE = crlf(
  'From: MAILER-DAEMON@mail.shop.example',
  'To: news@shop.example',
  'Subject: failure notice',
  'Date: 20 Nov 2026 12:00:00 -0000',
  '',
  'Hi. This is the qmail-send program at mail.shop.example.',
  "I'm afraid I wasn't able to deliver your message to the following addresses.",
  "This is a permanent error; I've given up. Sorry it didn't work out.",
  '',
  '<bob@yahoo.com>:',
  '98.136.96.74 failed after I sent the message.',
  "Remote host said: 554 delivery error: dd This user doesn't have a yahoo.com account (bob@yahoo.com) [-9] - mta4.example.yahoo.com",
  '',
  '--- Below this line is a copy of the message.',
  '',
  'Return-Path: <news@shop.example>',
  'From: Shop <news@shop.example>',
  'Subject: Your order',
  '',
  'Hello.',
  '',
)

/** A warning that a message waits, with an address in UTF-8 (RFC 6533). */
export const DELAY_IN_UTF8 = POSTFIX_BOUNCE.replace(
  'message/delivery-status',
  'message/global-delivery-status',
)
  .replaceAll('rfc822; bob@gmail.com', 'utf-8; böb@münchen.example')
  .replace('Original-Recipient: rfc822;bob@gmail.com', 'Original-Recipient: utf-8;böb@münchen.example')
  .replace('Action: failed', 'Action: delayed')
  .replace('Status: 5.1.1', 'Status: 4.4.1')
  .replace(
    /Diagnostic-Code:[\s\S]+?gsmtp\r\n/,
    'Diagnostic-Code: X-Postfix; connect to münchen.example: Connection timed out\r\n',
  )

/** A message with another as its attachment. */
export function forwarding(attached: string, type = 'message/rfc822'): string {
  return crlf(
    'From: Ann <ann@shop.example>',
    'To: test@mail.mailgauge.example',
    'Subject: Fwd: Undelivered',
    'Date: Fri, 20 Nov 2026 12:05:00 +0000',
    'Message-ID: <fwd@shop.example>',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary="F1"',
    '',
    '--F1',
    'Content-Type: text/plain; charset=utf-8',
    '',
    'What does this mean?',
    '--F1',
    `Content-Type: ${type}`,
    'Content-Disposition: attachment; filename="bounce.eml"',
    '',
    attached,
    '--F1--',
    '',
  )
}
