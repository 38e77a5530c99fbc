import { describe, expect, test } from 'bun:test'
import { discreetText } from '../../../src/mail/discretion/discreet-text.ts'

const told = (cases: Readonly<Record<string, string>>) => {
  for (const [text, is] of Object.entries(cases)) expect(discreetText(text)).toBe(is)
}

describe('a text without names that may hold a secret', () => {
  test('keeps of a host name the registrable domain', () => {
    told({
      'Linked: app-k3j9qz.login.example.': 'Linked: a name under login.example.',
      'https://482913.login.example/': 'https://a name under login.example/',
      'a8f3k92m.herokuapp.com': 'a name under herokuapp.com',
      'app+tok.login.example, *.tok9.example.com': 'a name under login.example, *.a name under example.com',
      'tok9.bücher.example and TOK9.Example.ORG': 'a name under bücher.example and a name under example.org',
      '482913.example, k3j9qz.example': 'a name under example, a name under example',
      '10.2.0.192.in-addr.arpa PTR abc123.example.org.':
        '10.2.0.192.in-addr.arpa PTR a name under example.org.',
      [`${'a.'.repeat(200)}example`]: 'a name that is not shown',
    })
  })

  test('takes known labels that spell something together for a secret', () => {
    told({
      'app-73-92-04.login.example': 'a name under login.example',
      '7.3.9.2.0.4.login.example': 'a name under login.example',
      'q.j.w.z.login.example': 'a name under login.example',
      'mx2025.mail2024.example.org': 'a name under example.org',
      '(selector 73-92-04) 73-92-04@example.org': '(selector not shown) …@example.org',
      '(selector mailto739204) mailto739204@example.org': '(selector not shown) …@example.org',
      'HELO app-k3j9qz.739204, k3j9qz.1': 'HELO a name that is not shown, a name that is not shown',
      'mx10.m2.example.org, e.u.mail.example.org': 'mx10.m2.example.org, e.u.mail.example.org',
    })
  })

  test('keeps selectors and local parts that everybody uses', () => {
    told({
      'Signed by example.org (selector s1).': 'Signed by example.org (selector s1).',
      'Signed by example.org (selector a8f3k).': 'Signed by example.org (selector not shown).',
      'a8f3k._domainkey.example.org: revoked': 'a name under example.org: revoked',
      's2048._domainkey.mail.example.org': 's2048._domainkey.mail.example.org',
      'mailto:dmarc@example.org, b+a1=x@example.org': 'mailto:dmarc@example.org, …@example.org',
      'Message-ID: <20261120.1@x7k.mail.example>': 'Message-ID: <…@a name under mail.example>',
    })
  })

  test('leaves alone what is no host name, and what everybody has', () => {
    const whole = [
      '192.0.2.10 may send for mail.example.org. TLSv1.3 with TLS_AES_256_GCM_SHA384.',
      'Gmail answers 421 4.7.30, 550 5.7.30. See RFC 5321 4.5.1, e.g. this',
      'example.org TXT "v=spf1 mx ip4:192.0.2.0/24 include:_spf.google.com a:mx1.example.org ~all"',
      '_dmarc.example.org TXT "v=DMARC1; p=reject; rua=mailto:dmarc@example.org"',
      'https://mta-sts.example.org/.well-known/mta-sts.txt, xn--bcher-kva.example, 2001:db8::1',
      'listed by zen.spamhaus.org and bl.spamcop.net',
    ]
    for (const text of whole) expect(discreetText(text)).toBe(text)
  })

  test('reads each letter a few times at most', () => {
    for (const unit of ['a.', 'a', 'x@', '(selector ', '-.', '.', '"', 'a@a.']) {
      expect(discreetText(unit.repeat(200_000)).length).toBeGreaterThan(0)
    }
  })
})
