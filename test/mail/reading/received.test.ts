import { describe, expect, test } from 'bun:test'
import { parseReceived } from '../../../src/mail/reading/received.ts'

describe('the client of a Received field', () => {
  test.each([
    [
      'Postfix',
      'from mail.example.org (mail.example.org [192.0.2.10]) (using TLSv1.3 with cipher TLS_AES_256_GCM_SHA384 (256/256 bits)) (No client certificate requested) by mx.test.example (Postfix) with ESMTPS id 4XyZ for <a@test.example>; Fri, 20 Nov 2026 12:00:00 +0000 (UTC)',
      { helo: 'mail.example.org', clientAddress: '192.0.2.10', by: 'mx.test.example', with: 'ESMTPS' },
    ],
    [
      'Postfix with a HELO that imitates an address: the real peer counts',
      'from [8.8.8.8] (unknown [192.0.2.66]) by mx.test.example (Postfix) with SMTP id 1; Fri, 20 Nov 2026 12:00:00 +0000',
      { helo: '[8.8.8.8]', clientAddress: '192.0.2.66' },
    ],
    [
      'Exim',
      'from host-10.example.net ([192.0.2.10] helo=mail.example.org) by mx.test.example with esmtps  (TLS1.3) tls TLS_AES_256_GCM_SHA384 (Exim 4.96) id 1a for a@test.example; Fri, 20 Nov 2026 12:00:00 +0000',
      { helo: 'mail.example.org', clientAddress: '192.0.2.10', with: 'ESMTPS' },
    ],
    [
      'Exim without reverse DNS',
      'from [192.0.2.10] (helo=mail.example.org) by mx.test.example with esmtp id 1; Fri, 20 Nov 2026 12:00:00 +0000',
      { helo: 'mail.example.org', clientAddress: '192.0.2.10' },
    ],
    [
      'Exim without reverse DNS, with a HELO that imitates an address: the real peer counts',
      'from [192.0.2.66] (helo=[8.8.8.8]) by mx.test.example with esmtp (Exim 4.96) id 1; Fri, 20 Nov 2026 12:00:00 +0000',
      { helo: '[8.8.8.8]', clientAddress: '192.0.2.66' },
    ],
    [
      'Exim with a port, and an ident service that imitates an address',
      'from [192.0.2.66] (port=4025 helo=[8.8.8.8] ident=a [9.9.9.9] helo=b) by mx.test.example with esmtp (Exim 4.96) id 1; Fri, 20 Nov 2026 12:00:00 +0000',
      { helo: '[8.8.8.8]', clientAddress: '192.0.2.66' },
    ],
    [
      'Exim with an ident service alone',
      'from host.example.net ([192.0.2.66]:4025 ident=x [8.8.8.8]) by mx.test.example with esmtp (Exim 4.96) id 1; Fri, 20 Nov 2026 12:00:00 +0000',
      { helo: 'host.example.net', clientAddress: '192.0.2.66' },
    ],
    [
      'qmail with a HELO that imitates an address',
      'from unknown (HELO 8.8.8.8) (192.0.2.66) by mx.test.example with SMTP; 20 Nov 2026 12:00:00 -0000',
      { helo: '8.8.8.8', clientAddress: '192.0.2.66' },
    ],
    [
      'qmail with a HELO that imitates an ident and an address',
      'from unknown (HELO @8.8.8.8) (root@192.0.2.66) by mx.test.example with SMTP; 20 Nov 2026 12:00:00 -0000',
      { helo: '@8.8.8.8', clientAddress: '192.0.2.66' },
    ],
    [
      'Google',
      'from mail-ej1-f41.google.com (mail-ej1-f41.google.com. [209.85.218.41]) by mx.google.com with ESMTPS id x (version=TLS1_3 cipher=TLS_AES_128_GCM_SHA256 bits=128/128); Fri, 20 Nov 2026 04:00:00 -0800 (PST)',
      { helo: 'mail-ej1-f41.google.com', clientAddress: '209.85.218.41' },
    ],
    [
      'qmail',
      'from unknown (HELO mail.example.org) (192.0.2.10) by mx.test.example with SMTP; 20 Nov 2026 12:00:00 -0000',
      { helo: 'mail.example.org', clientAddress: '192.0.2.10' },
    ],
    [
      'Exchange, IPv6',
      'from AM0PR01.example.com (2001:db8::25) by DB1.example.com (2001:db8::26) with Microsoft SMTP Server (version=TLS1_2, cipher=TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384) id 15.20; Fri, 20 Nov 2026 12:00:00 +0000',
      { helo: 'AM0PR01.example.com', clientAddress: '2001:db8::25' },
    ],
    [
      'Sendmail, IPv6',
      'from mail.example.org (mail.example.org [IPv6:2001:DB8:0:0:0:0:0:25]) by mx.test.example (8.17/8.17) with ESMTPS id 1; Fri, 20 Nov 2026 12:00:00 +0000',
      { helo: 'mail.example.org', clientAddress: '2001:db8::25' },
    ],
    [
      'no from clause',
      'by 10.157.14.6 with HTTP; Tue, 3 Jan 2017 12:22:54 -0800 (PST)',
      { by: '10.157.14.6' },
    ],
    ['rubbish', '((((', {}],
    ['empty', '', {}],
  ] as const)('%s', (_name, value, expected) => {
    expect(parseReceived(value)).toMatchObject(expected)
  })

  test('TLS is read where it is told', () => {
    const field =
      'from a (a [192.0.2.1]) (using TLSv1.2 with cipher ECDHE-RSA-AES256-GCM-SHA384 (256/256 bits)) by b with ESMTPS id 1; x'
    expect(parseReceived(field).tls).toEqual({ version: 'TLSv1.2', cipher: 'ECDHE-RSA-AES256-GCM-SHA384' })
    expect(parseReceived('from a (a [192.0.2.1]) by b with ESMTP id 1; x').tls).toBeUndefined()
  })

  test.each([
    ['its HELO', 'from tls1.example (TLSv1.3.example [192.0.2.1]) by b with ESMTP id 1; x'],
    ['its HELO, at Exim', 'from [192.0.2.1] (helo=tls1.example) by b with esmtp (Exim 4.96) id 1; x'],
    ['its certificate', 'from a (a [192.0.2.1]) (Client CN "using TLSv1.3") by b with ESMTP id 1; x'],
  ])('TLS is not read where the client may write it: %s', (_where, field) => {
    expect(parseReceived(field)).not.toHaveProperty('tls')
  })

  test('a field of a megabyte is cut, not chewed', () => {
    expect(parseReceived(`from ${'('.repeat(1_000_000)}`)).toMatchObject({})
  })
})
