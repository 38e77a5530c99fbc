import { describe, expect, test } from 'bun:test'
import { parseMessage } from '../../../../src/mail/reading/parse.ts'
import { type DeliveryPath, readPath } from '../../../../src/mail/server/delivery-path/delivery-path.ts'
import { hostOf } from '../../../../src/mail/server/delivery-path/names.ts'
import { inWords, judgePath, type PathCode } from '../../../../src/mail/server/delivery-path/remarks.ts'
import { CONDUCT, envelope } from '../../../support/envelope.ts'
import { processorTime } from '../../../support/processor-time.ts'

const OURS = 'mx.receiver.example'

/** Fields in the order of the message: the last hop first. Our own session begins at 12:00:00Z and ends one second later. */
function pathOf(fields: string[], session: Parameters<typeof envelope>[0] = {}): DeliveryPath {
  const message = parseMessage(Buffer.from(`${fields.join('\r\n')}\r\n\r\nx`, 'latin1'))
  return readPath(message, envelope(session), OURS)
}

const FILE = { transport: 'file' as const }
const received = (value: string) => pathOf([`Received: ${value}`, 'Subject: x'], FILE).hops[0]

describe('one hop, as servers write it', () => {
  const at = new Date('2026-11-20T12:00:00Z')
  const client = { from: 'mail.example.org', clientAddress: '192.0.2.10', addressClass: 'public' as const }
  test.each<[string, string, object]>([
    [
      'Postfix',
      'from mail.example.org (mail.example.org [192.0.2.10])\r\n\t(using TLSv1.3 with cipher TLS_AES_256_GCM_SHA384 (256/256 bits)\r\n\t key-exchange X25519 server-signature ECDSA (P-256))\r\n\t(No client certificate requested)\r\n\tby mx.test.example (Postfix) with ESMTPS id 4XyZ\r\n\tfor <secret@test.example>; Fri, 20 Nov 2026 12:00:00 +0000 (UTC)',
      {
        ...client,
        by: 'mx.test.example',
        protocol: 'ESMTPS',
        tls: { version: 'TLSv1.3', cipher: 'TLS_AES_256_GCM_SHA384' },
        encrypted: true,
        software: 'Postfix',
        at,
      },
    ],
    [
      'Postfix, from a local program',
      'by mail.example.org (Postfix, from userid 1000) id 3FF7; Fri, 20 Nov 2026 13:00:00 +0100 (CET)',
      { by: 'mail.example.org', software: 'Postfix', at },
    ],
    [
      'Exim',
      'from host-10.example.net ([192.0.2.10] helo=mail.example.org) by mx.test.example with esmtps (TLS1.3) tls TLS_AES_256_GCM_SHA384 (Exim 4.98) (envelope-from <secret@example.org>) id 1a-b for secret@test.example; Fri, 20 Nov 2026 12:00:00 +0000',
      {
        ...client,
        by: 'mx.test.example',
        protocol: 'ESMTPS',
        tls: { version: 'TLSv1.3', cipher: 'TLS_AES_256_GCM_SHA384' },
        encrypted: true,
        software: 'Exim',
        at,
      },
    ],
    [
      'Exim before 4.93',
      'from mail.example.org ([192.0.2.10]) by mx.test.example with esmtpsa (TLSv1.2:ECDHE-RSA-AES256-GCM-SHA384:256) (Exim 4.89) id 1a; Fri, 20 Nov 2026 12:00:00 +0000',
      {
        ...client,
        by: 'mx.test.example',
        protocol: 'ESMTPSA',
        tls: { version: 'TLSv1.2', cipher: 'ECDHE-RSA-AES256-GCM-SHA384' },
        encrypted: true,
        software: 'Exim',
        at,
      },
    ],
    [
      'Exchange and Outlook',
      'from AM0PR01.eurprd01.prod.outlook.com (2603:10a6:208::12) by DB1PR01.eurprd01.prod.outlook.com (2603:10a6:4::5) with Microsoft SMTP Server (version=TLS1_2, cipher=TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384) id 15.20.8100.1; Fri, 20 Nov 2026 12:00:00 +0000',
      {
        from: 'am0pr01.eurprd01.prod.outlook.com',
        clientAddress: '2603:10a6:208::12',
        addressClass: 'public',
        by: 'db1pr01.eurprd01.prod.outlook.com',
        protocol: 'Microsoft SMTP Server',
        tls: { version: 'TLSv1.2', cipher: 'TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384' },
        encrypted: true,
        software: 'Microsoft Exchange',
        at,
      },
    ],
    [
      'Exchange within itself',
      'from DB1PR01.eurprd01.prod.outlook.com ([fe80::1]) by DB1PR01.eurprd01.prod.outlook.com ([fe80::1%5]) with mapi id 15.20.8100.1; Fri, 20 Nov 2026 12:00:00 +0000',
      {
        from: 'db1pr01.eurprd01.prod.outlook.com',
        clientAddress: 'fe80::1',
        addressClass: 'link-local',
        by: 'db1pr01.eurprd01.prod.outlook.com',
        protocol: 'MAPI',
        at,
      },
    ],
    [
      'Gmail',
      'from mail-sor-f41.google.com (mail-sor-f41.google.com. [209.85.220.41]) by mx.google.com with SMTPS id a1sor1.1.2026.11.20.04.00.00 for <secret@gmail.com> (Google Transport Security); Fri, 20 Nov 2026 04:00:00 -0800 (PST)',
      {
        from: 'mail-sor-f41.google.com',
        clientAddress: '209.85.220.41',
        addressClass: 'public',
        by: 'mx.google.com',
        protocol: 'SMTPS',
        encrypted: true,
        at,
      },
    ],
    [
      'Gmail within itself',
      'by 2002:a05:6a20:1::1 with SMTP id x1csp1; Fri, 20 Nov 2026 04:00:00 -0800 (PST)',
      { by: '2002:a05:6a20:1::1', protocol: 'SMTP', encrypted: false, at },
    ],
    [
      'Sendmail',
      'from mail.example.org (mail.example.org [192.0.2.10]) by mx.test.example (8.18.1/8.18.1/Debian-6) with ESMTPS id 4AKC (version=TLSv1.3 cipher=TLS_AES_256_GCM_SHA384 bits=256 verify=NOT); Fri, 20 Nov 2026 12:00:00 GMT',
      {
        ...client,
        by: 'mx.test.example',
        protocol: 'ESMTPS',
        tls: { version: 'TLSv1.3', cipher: 'TLS_AES_256_GCM_SHA384' },
        encrypted: true,
        software: 'Sendmail',
        at,
      },
    ],
    [
      'qmail',
      'from unknown (HELO mail.example.org) (secret@192.0.2.10) by mx.test.example with SMTP; 20 Nov 2026 12:00:00 -0000',
      { ...client, by: 'mx.test.example', protocol: 'SMTP', encrypted: false, at },
    ],
    [
      'qmail with TLS',
      'from unknown (HELO mail.example.org) (192.0.2.10) by mx.test.example with (AES256-SHA encrypted) SMTP; 20 Nov 2026 12:00:00 -0000',
      { ...client, by: 'mx.test.example', protocol: 'SMTP', encrypted: true, at },
    ],
    [
      'qmail, a local user',
      '(qmail 12345 invoked by uid 1000); 20 Nov 2026 12:00:00 -0000',
      { software: 'qmail', at },
    ],
    [
      'Amazon SES, mail that came by SMTP',
      'from app.example.org (EHLO app.example.org) ([198.51.100.7]) by email-smtp.eu-west-1.amazonaws.com (8.15.2/8.15.2) with ESMTPSA id AbC; Fri, 20 Nov 2026 12:00:00 +0000',
      {
        from: 'app.example.org',
        clientAddress: '198.51.100.7',
        addressClass: 'public',
        by: 'email-smtp.eu-west-1.amazonaws.com',
        protocol: 'ESMTPSA',
        encrypted: true,
        software: 'Sendmail',
        at,
      },
    ],
    [
      'SendGrid, without a semicolon before the date',
      'by recvd-84ff9c6c5c-5zs24 with SMTP id recvd-84ff9c6c5c-5zs24-1-6807D24C-6B 2026-11-20 12:00:00.702 +0000 UTC m=+1192809.35',
      { protocol: 'SMTP', encrypted: false },
    ],
    [
      'Brevo, the month in full',
      'by smtp-relay.sendinblue.com with ESMTP id ac2d; Fri, 20 November 2026 12:00:00 +0000 (UTC)',
      { by: 'smtp-relay.sendinblue.com', protocol: 'ESMTP', encrypted: false, at },
    ],
  ])('%s', (_name, value, expected) => {
    expect(received(value)).toEqual({ ...expected, ours: false })
  })

  test.each([
    ['no semicolon, no words', 'x'],
    ['parentheses that never close', `from (${'('.repeat(1000)}`],
    [
      'a name that says something',
      'from your-code-is-123456 by <b>click</b> with LOVE (from userid 5); soon',
    ],
    ['a date without a zone in another form', 'by x; 2026-11-20 12:00:00'],
  ])('broken: %s', (_name, value) => {
    expect(received(value)).toEqual({ ours: false })
  })

  test('what is no host is no host', () => {
    expect(
      [
        'code-123456',
        'a b.example',
        'é.example',
        'x..example',
        `${'a'.repeat(64)}.example`,
        '[300.1.1.1]',
        '',
      ].map(hostOf),
    ).toEqual(Array(7).fill(undefined))
    expect(
      ['Mail.Example.ORG.', '[192.0.2.1]', '[IPv6:2001:DB8::1]', 'localhost', '192.0.2.1'].map(hostOf),
    ).toEqual(['mail.example.org', '192.0.2.1', '2001:db8::1', 'localhost', '192.0.2.1'])
  })
})

const hop = (from: string, address: string, by: string, protocol: string, time: string) =>
  `Received: from ${from} (${from} [${address}]) by ${by} (Postfix) with ${protocol} id 1; Fri, 20 Nov 2026 ${time} +0000`
const DATE = 'Date: Fri, 20 Nov 2026 11:59:50 +0000'

describe('the way', () => {
  test('in the order the message took, with our own session at its end', () => {
    const path = pathOf([
      hop('app.example.org', '10.0.0.5', 'mail.example.org', 'ESMTPSA', '11:59:58'),
      hop('laptop.example.org', '127.0.0.1', 'app.example.org', 'ESMTP', '11:59:51'),
      DATE,
    ])
    expect(path.hops.map(({ by, delay, addressClass, ours }) => [by, delay, addressClass, ours])).toEqual([
      ['app.example.org', 1, 'loopback', false],
      ['mail.example.org', 7, 'private', false],
      [OURS, 3, 'public', true],
    ])
    expect(path.hops.at(-1)).toMatchObject({
      from: 'mail.example.org',
      clientAddress: '192.0.2.10',
      protocol: 'ESMTPS',
      tls: { version: 'TLSv1.3' },
      encrypted: true,
    })
    expect(path).toMatchObject({ total: 11, notShown: 0 })
    expect(judgePath(path)).toEqual([])
  })

  test('a session without encryption, by HELO', () => {
    const conduct = { ...CONDUCT, hello: 'HELO' as const }
    expect(pathOf(['Subject: x'], { tls: 'none', conduct }).hops).toMatchObject([
      { protocol: 'SMTP', encrypted: false },
    ])
    expect(pathOf(['Subject: x'], { tls: 'none' }).hops).toMatchObject([
      { protocol: 'ESMTP', encrypted: false },
    ])
  })

  test('a file without a Received field has no way', () => {
    expect(pathOf(['Subject: x'], FILE)).toMatchObject({ hops: [], notShown: 0, platforms: [] })
  })

  test('50 hops at most, the latest ones', () => {
    const fields = Array.from({ length: 70 }, (_, i) =>
      hop(`h${i}.example`, '192.0.2.1', `h${i}.example`, 'ESMTPS', '11:59:59'),
    )
    const path = pathOf(fields)
    expect(path.hops.length).toBe(50)
    expect(path.notShown).toBe(21)
    expect([path.hops[0]?.by, path.hops[48]?.by]).toEqual(['h48.example', 'h0.example'])
  })

  test('hostile fields cost no time', () => {
    const nasty = [
      `from ${'('.repeat(4000)}`,
      `from a${' '.repeat(4000)}b`,
      'with with '.repeat(400),
      '[;'.repeat(2000),
    ]
    const fields = Array.from({ length: 2000 }, (_, i) => `Received: ${nasty[i % nasty.length]}`)
    const began = processorTime()
    pathOf(fields)
    expect(processorTime() - began).toBeLessThan(5_000)
  })
})

describe('what is said of it', () => {
  const codes = (path: DeliveryPath) => judgePath(path).map(({ code }) => code)
  const withTimes = (first: string, second: string) => [
    hop('b.example', '192.0.2.2', 'c.example', 'ESMTPS', second),
    hop('a.example', '192.0.2.1', 'b.example', 'ESMTPS', first),
    DATE,
  ]
  test.each<[string, string[], PathCode[]]>([
    ['clocks a minute apart', withTimes('11:59:58', '11:58:58'), []],
    ['clocks further apart', withTimes('11:59:58', '11:58:57'), ['path-clock-skew']],
    ['five minutes', withTimes('11:54:00', '11:59:00'), []],
    ['longer than five minutes', withTimes('11:53:59', '11:59:00'), ['path-slow']],
    [
      'a Date far from the first hop is judged with the header',
      [...withTimes('11:59:00', '11:59:01').slice(0, 2), 'Date: Fri, 20 Nov 2026 01:00:00 +0000'],
      [],
    ],
    [
      'plain text over the network',
      [hop('a.example', '192.0.2.1', 'b.example', 'ESMTP', '11:59:58')],
      ['path-plain-hop'],
    ],
    ['plain text within', [hop('a.example', '10.0.0.1', 'b.example', 'ESMTP', '11:59:58')], []],
    [
      '26 hops',
      Array(25).fill(hop('a.example', '10.0.0.1', 'b.example', 'ESMTP', '11:59:58')),
      ['path-too-long'],
    ],
    ['25 hops', Array(24).fill(hop('a.example', '10.0.0.1', 'b.example', 'ESMTP', '11:59:58')), []],
  ])('%s', (_name, fields, expected) => {
    expect(codes(pathOf(fields))).toEqual(expected)
  })

  test('a password in plain text is told of', () => {
    const [remark] = judgePath(pathOf([hop('a.example', '192.0.2.1', 'b.example', 'ESMTPA', '11:59:58')]))
    expect(remark?.advice).toContain('password')
    expect(remark?.says).toBe(
      'The message crossed the network without encryption on its way: from a.example to b.example.',
    )
  })

  test('our own hop is the business of other checks', () => {
    expect(codes(pathOf([DATE], { tls: 'none' }))).toEqual([])
  })
})

test.each([
  [0, '0 s'],
  [59, '59 s'],
  [60, '1 min'],
  [61, '1 min 1 s'],
  [3600, '1 h'],
  [7265, '2 h 1 min'],
  [90_000, '1 d 1 h'],
  [86_405, '1 d'],
])('%d seconds in words', (seconds, words) => {
  expect(inWords(seconds)).toBe(words)
})
