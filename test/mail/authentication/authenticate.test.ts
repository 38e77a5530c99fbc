import { describe, expect, test } from 'bun:test'
import type { Envelope } from '../../../src/core/message.ts'
import { type Authentication, authenticate } from '../../../src/mail/authentication/authenticate.ts'
import type { ZoneFailures, ZoneLiteral } from '../../../src/net/dns/zone.ts'
import { envelope } from '../../support/envelope.ts'
import { zone } from '../../support/zone.ts'
import { keyRecord, NOW, sign } from './dkim/signing.ts'

interface Given {
  raw?: Uint8Array | string
  zone?: ZoneLiteral
  fail?: ZoneFailures
  envelope?: Partial<Envelope>
}

function judge({
  raw = message(),
  zone: literal = DNS,
  fail = [],
  envelope: changes,
}: Given): Promise<Authentication> {
  const resolver = zone(literal, fail)
  return authenticate({
    raw: typeof raw === 'string' ? Buffer.from(raw) : raw,
    envelope: envelope(changes),
    dns: { spf: resolver, dkim: resolver, dmarc: resolver },
    now: NOW,
    hostname: 'mx.receiver.example',
  })
}

const DNS: ZoneLiteral = {
  'example.org': { TXT: ['v=spf1 ip4:192.0.2.10 -all'] },
  's1._domainkey.example.org': { TXT: [keyRecord()] },
  '_dmarc.example.org': { TXT: ['v=DMARC1; p=reject'] },
}

function message(...from: string[]): string {
  const fields = from.length > 0 ? from : ['From: Ann <ann@example.org>']
  return [...fields, 'Subject: Hello', '', 'Good day.', ''].join('\r\n')
}

describe('bytes that are hardly a message', () => {
  test.each<[string, string | Uint8Array]>([
    ['nothing', ''],
    ['one octet', 'x'],
    ['NULs', new Uint8Array(5_000)],
    ['line ends', '\r\n\r\n\r\n'],
    ['line feeds', '\n'.repeat(5_000)],
    ['CR CR LF', 'From: a@example.org\r\r\n\r\r\nbody\r\r\n'.repeat(50)],
    ['bare CR', 'From: a@example.org\rSubject: x\r\rbody'],
    ['a header section only', 'From: Ann <ann@example.org>\r\nSubject: x\r\n'],
    ['a body only', '\r\nHello\r\n'],
    ['colons', ':\r\n'.repeat(100)],
    ['8-bit octets', Buffer.from(Array.from({ length: 1_024 }, (_, i) => i % 256))],
    ['a signature of nothing', 'DKIM-Signature:\r\nFrom: a@example.org\r\n\r\n'],
    [
      'an ARC field of nothing',
      'ARC-Seal:\r\nARC-Message-Signature: i=1\r\nARC-Authentication-Results: i=\r\n\r\n',
    ],
  ])('%s', async (_name, raw) => {
    const outcome = await judge({ raw })
    expect(['none', 'fail']).toContain(outcome.arc.result)
    expect(outcome.dkim.every(({ result }) => result !== 'pass')).toBe(true)
  })
})

describe('From', () => {
  const pass = { result: 'pass', domain: 'example.org', spfAligned: true }
  test.each<[string, string[], object]>([
    ['one mailbox', ['From: ann@example.org'], pass],
    ['upper case and a root dot', ['From: <Ann@EXAMPLE.ORG.>'], pass],
    ['two mailboxes of one domain', ['From: ann@example.org, bob@example.org'], pass],
    ['a group', ['From: Friends: ann@example.org, bob@example.org;'], pass],
    ['folded with a tab', ['From:\r\n\tAnn\r\n\t<ann@example.org>'], pass],
    ['a comma in the name', ['From: "Example, Inc." <ann@example.org>'], pass],
    ['another domain in the name', ['From: "ceo@bank.example" <ann@example.org>'], pass],
    ['an 8-bit name', ['From: \xe4\xf6 <ann@example.org>'], pass],
    [
      'two mailboxes of two domains',
      ['From: ann@example.org, eve@example.com'],
      { result: 'permerror', reason: 'From names several domains' },
    ],
    [
      'two fields',
      ['From: ann@example.org', 'From: ann@example.org'],
      { result: 'permerror', reason: 'there are several From fields' },
    ],
    ['none', ['To: ann@example.org'], { result: 'permerror', reason: 'From names no domain' }],
    ['an empty one', ['From:'], { result: 'permerror', reason: 'From names no domain' }],
    ['an empty group', ['From: undisclosed:;'], { result: 'permerror', reason: 'From names no domain' }],
    ['a name alone', ['From: Ann'], { result: 'permerror', reason: 'From names no domain' }],
  ])('%s', async (_name, fields, wanted) => {
    expect((await judge({ raw: message(...fields) })).dmarc).toMatchObject(wanted)
  })

  test('a domain in another script is judged by its A-labels', async () => {
    const literal = { ...DNS, '_dmarc.xn--bcher-kva.example': { TXT: ['v=DMARC1; p=none'] } }
    const { dmarc } = await judge({ raw: message('From: ann@Bücher.example'), zone: literal })
    expect(dmarc).toMatchObject({ domain: 'xn--bcher-kva.example', result: 'fail', policy: 'none' })
  })
})

describe('a question without an answer', () => {
  const signedMessage = sign(message())
  test('SPF', async () => {
    const { spf, dmarc } = await judge({ fail: ['TXT example.org'] })
    expect(spf?.result).toBe('temperror')
    expect(dmarc.result).toBe('temperror')
  })

  test.each(['timeout', 'servfail', 'refused', 'network', 'malformed', 'limit', 'not-asked'] as const)(
    'DKIM: %s',
    async (reason) => {
      const fail = { 'TXT s1._domainkey.example.org': reason }
      const { dkim, dmarc } = await judge({
        raw: signedMessage,
        fail,
        envelope: { mailFrom: 'b@example.com' },
      })
      expect(dkim[0]?.result).toBe('temperror')
      expect(dmarc.result).toBe('temperror')
    },
  )

  test('DKIM, where SPF is enough', async () => {
    const { dmarc } = await judge({ raw: signedMessage, fail: ['TXT s1._domainkey.example.org'] })
    expect(dmarc.result).toBe('pass')
  })

  test('DKIM of another organization cannot help', async () => {
    const raw = sign(message(), { domain: 'example.com' })
    const fail = ['TXT s1._domainkey.example.com']
    const { dkim, dmarc } = await judge({ raw, fail, envelope: { mailFrom: 'b@example.com' } })
    expect(dkim[0]?.result).toBe('temperror')
    expect(dmarc.result).toBe('fail')
  })

  test('DMARC', async () => {
    expect((await judge({ fail: ['TXT _dmarc.example.org'] })).dmarc).toMatchObject({
      result: 'temperror',
      domain: 'example.org',
    })
  })
})

describe('the envelope', () => {
  test('an unknown client leaves SPF out', async () => {
    const session = envelope()
    delete session.clientAddress
    const resolver = zone(DNS)
    const dns = { spf: resolver, dkim: resolver, dmarc: resolver }
    const outcome = await authenticate({
      raw: Buffer.from(message()),
      envelope: session,
      dns,
      now: NOW,
      hostname: 'mx',
    })
    expect(outcome.spf).toBeUndefined()
    expect(outcome.heloSpf).toBeUndefined()
    expect(outcome.dmarc).toMatchObject({ result: 'fail', envelopeAlignment: 'strict' })
  })

  test('with a null sender HELO is the identity, also for DMARC', async () => {
    const literal = { ...DNS, 'mail.example.org': { TXT: ['v=spf1 ip4:192.0.2.10 -all'] } }
    const { spf, heloSpf, dmarc } = await judge({ zone: literal, envelope: { mailFrom: '' } })
    expect(spf).toMatchObject({ identity: 'helo', domain: 'mail.example.org', result: 'pass' })
    expect(heloSpf).toEqual(spf as NonNullable<typeof spf>)
    expect(dmarc).toMatchObject({ result: 'pass', spfAligned: true, envelopeAlignment: 'relaxed' })
  })

  test.each([
    ['a trailing dot', 'ann@example.org.', 'pass'],
    ['upper case', 'ANN@EXAMPLE.ORG', 'pass'],
    ['no local part', '@example.org', 'pass'],
    ['a quoted local part with an at sign', '"a@b.example"@example.org', 'pass'],
    ['an underscore', 'ann@big_host.example.org', 'pass'],
    ['an address literal', 'ann@[192.0.2.10]', 'none'],
    ['a single label', 'ann@localhost', 'none'],
    ['an empty label', 'ann@a..example.org', 'none'],
    ['nothing behind the at sign', 'ann@', 'none'],
    ['a very long one', `${'a'.repeat(3_000)}@example.org`, 'none'],
  ])('MAIL FROM with %s', async (_name, mailFrom, result) => {
    const literal = {
      ...DNS,
      'big_host.example.org': { TXT: ['v=spf1 include:%{d1}.x.example -all'] },
      'org.x.example': { TXT: ['v=spf1 ip4:192.0.2.10 -all'] },
    }
    expect((await judge({ zone: literal, envelope: { mailFrom } })).spf?.result as string).toBe(result)
  })

  test.each([
    ['[192.0.2.10]', 'none'],
    ['192.0.2.10', 'none'],
    ['[IPv6:2001:db8::1]', 'none'],
    ['localhost', 'none'],
    ['example.org.', 'pass'],
    ['my_host.example.org', 'softfail'],
  ])('HELO %s', async (helo, result) => {
    const literal = { ...DNS, 'my_host.example.org': { TXT: ['v=spf1 ~all'] } }
    expect((await judge({ zone: literal, envelope: { helo } })).heloSpf?.result as string).toBe(result)
  })
})
