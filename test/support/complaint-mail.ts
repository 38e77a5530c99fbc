/** Reports as feedback loops write them, put together after published ones: names and addresses are made up. */

export interface Reported {
  /** Message-ID of the report. */
  id?: string
  type?: string
  /** Message-ID of the message. */
  message?: string
  recipient?: string
  from?: string
  campaign?: string
  listId?: string
  incidents?: string
}

const lines = (...text: (string | undefined)[]) =>
  new TextEncoder().encode(text.filter((line) => line !== undefined).join('\r\n'))

const original = (
  {
    from = 'Shop <news@shop.example.org>',
    message = 'n1@shop.example.org',
    campaign,
    listId,
    recipient,
  }: Reported,
  ...more: string[]
) =>
  [
    ...more,
    'DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed; d=shop.example.org;',
    ' s=k1; h=from:to:subject; bh=AAAA; b=BBBB',
    `From: ${from}`,
    `To: ${recipient ?? 'reader@example.net'}`,
    'Subject: Autumn sale SECRETWORD',
    `Message-ID: <${message}>`,
    ...(campaign === undefined ? [] : [`Feedback-ID: ${campaign}`]),
    ...(listId === undefined ? [] : [`List-Id: ${listId}`]),
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
  ].join('\r\n')

const report = (top: string[], words: string, fields: (string | undefined)[], carried: string[]) =>
  lines(
    ...top,
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type="feedback-report";',
    ' boundary="part1_13d"',
    '',
    'This is a multi-part message in MIME format.',
    '',
    '--part1_13d',
    'Content-Type: text/plain; charset="US-ASCII"',
    '',
    words,
    '',
    '--part1_13d',
    'Content-Disposition: inline',
    'Content-Type: message/feedback-report',
    '',
    ...fields,
    '',
    '--part1_13d',
    ...carried,
    '',
    '--part1_13d--',
    '',
  )

/** Yahoo's CFL: the whole message, and a version that is not 1. */
export const yahoo = (told: Reported = {}) =>
  report(
    [
      'From: Yahoo! Mail AntiSpam Feedback <feedback@arf.mail.yahoo.com>',
      'To: fbl@mail.test',
      'Subject: Fw: Autumn sale',
      `Message-ID: <${told.id ?? 'y1'}@mx8.example.com>`,
      'Date: Thu, 19 Nov 2026 23:45:00 -0800',
    ],
    'This is an email abuse report for an email message from shop.example.org on Thu, 19 Nov 2026 07:00:00 +0000',
    [
      `Feedback-Type: ${told.type ?? 'abuse'}`,
      'User-Agent: Yahoo!-Mail-Feedback/2.0',
      'Version: 0.1',
      'Original-Mail-From: <bounce-1@shop.example.org>',
      `Original-Rcpt-To: ${told.recipient ?? 'reader@yahoo.example'}`,
      'Received-Date: Thu, 19 Nov 2026 07:00:00 +0000',
      'Reported-Domain: shop.example.org',
      told.incidents === undefined ? undefined : `Incidents: ${told.incidents}`,
      'Authentication-Results: mta1.mail.bf2.yahoo.com  from=shop.example.org; dkim=pass (ok)',
    ],
    [
      'Content-Type: message/rfc822',
      'Content-Disposition: inline',
      '',
      original(told, 'X-Apparently-To: reader@yahoo.example; Thu, 19 Nov 2026'),
      '',
      'BODYWORD',
    ],
  )

/** Microsoft's JMRP until June 2026: the message with fields of its own, and no report. */
export const jmrpAttached = (told: Reported = {}) =>
  lines(
    'From: staff@hotmail.com',
    'To: fbl@mail.test',
    'Subject:  complaint about message from 192.0.2.222',
    `Message-ID: <${told.id ?? 'BAY0-XMR-027'}@BAY0-XMR-027.phx.gbl>`,
    'Date: Tue, 21 Apr 2026 09:22:13 -0700',
    'MIME-Version:  1.0 ',
    'Content-Type: multipart/mixed; boundary="B2E4395D-05AB"',
    '',
    '--B2E4395D-05AB',
    'Content-Type: message/rfc822',
    'Content-Disposition: inline',
    '',
    original(
      told,
      `X-HmXmrOriginalRecipient: ${told.recipient ?? 'reader@hotmail.example'}`,
      'X-Reporter-IP: 192.0.2.24',
      'X-SID-PRA: news@shop.example.org',
    ),
    '',
    'BODYWORD',
    '--B2E4395D-05AB--',
    '',
  )

/** Microsoft's JMRP since: three fields, and the header of the message without its recipient. */
export const jmrpReport = (told: Reported = {}) =>
  report(
    [
      'From: staff@hotmail.com',
      'To: fbl@mail.test',
      'Subject: Complaint about message',
      `Message-ID: <${told.id ?? 'jmrp-1'}@outlook.com>`,
      'Date: Mon, 20 Jul 2026 09:14:02 +0000',
    ],
    'This is an email abuse report.',
    [`Feedback-Type: ${told.type ?? 'abuse'}`, 'User-Agent: JMRP/1.0', 'Version: 1'],
    ['Content-Type: text/rfc822-headers', '', original({ ...told, recipient: 'redacted@redacted' })],
  )

/** Validity for a provider: `Source` names it, addresses are hashes, field names are written otherwise. */
export const validity = (source: string, told: Reported = {}) =>
  report(
    [
      `From: ${source} FBL Service <feedbackloop@${source.toLowerCase()}fbl.senderscore.net>`,
      'X-Rp-Fbl: type=arf; subscriptionID=96781',
      `Message-Id: <${told.id ?? '01E8K'}.fbl@bounce.mailstream.senderscore.net>`,
      'To: fbl@mail.test',
      `Subject: ${source} Abuse Report`,
    ],
    `This is a ${source} Abuse Report for an email message received from domain shop.example.org, IP 192.0.2.8.`,
    [
      'Original-Rcpt-To: ca2b45ef141c63af66829a2f346c832b@email.example',
      'Source-Ip: 192.0.2.8',
      `Feedback-Type: ${told.type ?? 'abuse'}`,
      'User-Agent: ReturnPathFBL/2.0',
      'Original-Mail-From: bounce@shop.example.org',
      'Reported-Domain: shop.example.org',
      `Source: ${source}`,
      'Abuse-Type: complaint',
      'Version: 1',
      'Arrival-Date: Thu, 19 Nov 2026 03:01:44 +0000',
    ],
    ['Content-Transfer-Encoding: 8bit', 'Content-Type: message/rfc822', '', original(told), '', ''],
  )

/** AOL's own, and those made like it: what tells the recipient is taken out. */
export const aol = (told: Reported = {}) =>
  report(
    [
      'From: scomp@aol.net',
      'Subject: Email Feedback Report for IP 192.0.2.26',
      `Message-ID: <${told.id ?? 'a1'}@aol.net>`,
    ],
    'This is an email abuse report for an email message with the message-id of n1 received from IP address 192.0.2.26',
    [
      `Feedback-Type: ${told.type ?? 'abuse'}`,
      'User-Agent: AOL SComp',
      'Version: 0.1',
      'Received-Date: Mon,  1 Jul 2013 14:37:29 -0400 (EDT)',
      'Source-IP: 192.0.2.26',
      'Reported-Domain: shop.example.org',
      'Redacted-Address: redacted',
      'Redacted-Address: redacted@',
    ],
    ['Content-Type: message/rfc822', '', original({ ...told, recipient: 'redacted' })],
  )

/** Amazon SES hands on what Yahoo reports; its bounce address stands in place of the sender's. */
export const ses = (told: Reported = {}) =>
  report(
    [
      'From: complaints@email-abuse.amazonses.com',
      'Subject: Fw: Autumn sale',
      `Message-ID: <${told.id ?? '2222'}@email.amazonses.com>`,
    ],
    'This is an email abuse report for an email message from amazonses.com on Thu, 19 Nov 2026',
    [
      'Feedback-Type: abuse',
      'User-Agent: Yahoo!-Mail-Feedback/2.0',
      'Version: 0.1',
      'Original-Mail-From: <0100018c-0000@amazonses.com>',
      `Original-Rcpt-To: ${told.recipient ?? 'reader@yahoo.example'}`,
      'Reported-Domain: amazonses.com',
    ],
    [
      'Content-Type: message/rfc822',
      '',
      original({ ...told, campaign: told.campaign ?? '::1.us-east-1.abc=:AmazonSES' }),
    ],
  )

/** A DMARC failure report (RFC 6591), as OpenDMARC writes it: it has the address of no feedback loop. */
export const failure = () =>
  report(
    ['From: OpenDMARC Filter <opendmarc@example.net>', 'Message-Id: <f1@example.net>'],
    'This is an authentication failure report for an email message received from IP\r\n192.0.2.1.',
    [
      'Feedback-Type: auth-failure',
      'Version: 1',
      'User-Agent: OpenDMARC-Filter/1.3.0',
      'Auth-Failure: dmarc',
      'Source-IP: 192.0.2.1',
      'Reported-Domain: example.org',
    ],
    ['Content-Type: text/rfc822-headers', '', original({})],
  )

/** What a provider asks of whoever sets its loop up. */
export const confirmation = () =>
  lines(
    'From: Feedback Loop <noreply@fbl.example.com>',
    'To: fbl@mail.test',
    'Subject: Confirm your feedback loop',
    'Message-ID: <c1@fbl.example.com>',
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    '',
    'Hello,',
    '',
    '',
    '',
    'your code is 482 913.',
    '',
  )
