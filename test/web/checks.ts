import type { Check } from '../../src/core/check.ts'
import { verbatim } from '../../src/core/verbatim.ts'
import { txtChange } from '../../src/mail/fixing/changes.ts'
import { check, finding } from '../support/builders.ts'

/** Words of the message itself: none of them may reach a page that a token alone opens. */
export const SECRETS = {
  subject: 'Your-secret-code-is-481516',
  displayName: 'Wilhelmina-Featherstone',
  path: 'reset-path-zq81',
  query: 'one-time-query-7731',
  body: 'kingfisher-over-the-weir',
  header: 'internal-campaign-4242',
} as const

export function passed(name: string, summary: string, evidence: Record<string, string> = {}): Check {
  return check(name, { summary, evidence })
}

const QUOTES = {
  subject: SECRETS.subject,
  list_unsubscribe: `<https://shop.example/${SECRETS.path}?u=${SECRETS.query}>`,
  x_campaign: SECRETS.header,
  wording: SECRETS.body,
}

export const SPF = passed('spf', 'SPF passes: 192.0.2.10 may send for shop.example.', {
  result: 'pass',
  checked_domain: 'shop.example',
  checked_ip: '192.0.2.10',
  lookups: '4 of 10',
  void_lookups: '0 of 2',
  record: 'v=spf1 include:_spf.mailer.example ip4:192.0.2.0/28 -all',
  tree: 'shop.example: 1\n  _spf.mailer.example: 3\n    eu._spf.mailer.example: 1',
})

const NEW_KEY = 'v=DKIM1; k=rsa; p=MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAuX4m2d3eF4mC3hPZ3C3n'

export const DKIM_FAILED: Check = {
  name: 'dkim',
  status: 'failed',
  score: -1.5,
  summary: 'There is a signature of shop.example, and it does not hold: the body was changed after signing.',
  findings: [
    finding('dkim-body-changed', {
      cost: 1.5,
      advice:
        'Sign as the last step before the message leaves: something behind the signer (a footer, a virus scanner, a gateway) changes the body. Turn that off for outgoing mail, or move the signer behind it.',
      reference: 'RFC 6376 6.1.3',
    }),
    finding('dkim-key-short', {
      advice: `Publish a key of 2048 bits at s1._domainkey.shop.example: ${NEW_KEY}`,
      reference: 'RFC 8301 3.2',
      changes: [txtChange('s1._domainkey.shop.example', NEW_KEY)],
    }),
  ],
  evidence: {
    signature_1: 'fail (body hash did not verify), d=shop.example, s=s1, rsa-sha256',
    key_1: 'rsa, 1024 bits',
  },
  quotes: QUOTES,
}

export const DMARC_FAILED: Check = {
  name: 'dmarc',
  status: 'failed',
  score: -1,
  summary: 'The domain shop.example publishes no DMARC record.',
  findings: [
    finding('dmarc-none', {
      cost: 1,
      advice: 'Publish: _dmarc.shop.example TXT "v=DMARC1; p=none; rua=mailto:dmarc@shop.example"',
      reference:
        'RFC 9989 4.10; Google email sender guidelines, 2026-10-01, https://support.google.com/a/answer/81126',
      changes: [
        txtChange('_dmarc.shop.example', 'v=DMARC1; p=none; rua=mailto:dmarc@shop.example', 'v=DMARC1'),
      ],
    }),
  ],
  evidence: {
    checked_domain: 'shop.example',
    organizational_domain: 'shop.example',
  },
}

export const ARC = check('arc', {
  status: 'neutral',
  summary: 'Nobody forwarded this message, so there is no ARC chain.',
})

export const REVERSE_DNS_FAILED: Check = {
  name: 'reverse-dns',
  status: 'failed',
  score: -0.3,
  summary: '192.0.2.10 has the name 192-0-2-10.static.host.example, which looks made by a machine.',
  findings: [
    finding('ptr-generic', {
      cost: 0.3,
      advice:
        'Ask the provider of 192.0.2.10 to set its PTR record to a name of yours, and give that name an A record of 192.0.2.10: mail.shop.example',
      reference: 'RFC 8501; M3AAWG Sender Best Practices 4.0, 2025-02-10',
      changes: [
        { kind: 'dns', name: '10.2.0.192.in-addr.arpa', type: 'PTR', records: ['mail.shop.example.'] },
        { kind: 'dns', name: 'mail.shop.example', type: 'A', records: ['192.0.2.10'] },
      ],
    }),
  ],
  evidence: {
    checked_ip: '192.0.2.10',
    ptr: '192-0-2-10.static.host.example',
  },
}

export const HELO = passed('helo', 'The server introduced itself as mail.shop.example, which resolves.', {
  helo: 'mail.shop.example',
})
export const TLS = passed('tls', 'Sent over TLS 1.3 with TLS_AES_256_GCM_SHA384.', {
  version: 'TLSv1.3',
  cipher: 'TLS_AES_256_GCM_SHA384',
})
export const MX = passed('mx', 'Both sender domains can receive mail.', {
  valid_domains: 'shop.example, bounces.shop.example',
})

export const BLOCKLIST_ERROR: Check = {
  name: 'blocklist',
  status: 'error',
  score: 0,
  summary: 'Asked 9 of 12 lists, none lists 192.0.2.10; 3 lists gave no answer.',
  findings: [],
  evidence: {
    checked_ip: '192.0.2.10',
    'zen.spamhaus.org': 'refused: the list does not answer public resolvers',
    'bl.spamcop.net': 'not listed',
    'b.barracudacentral.org': 'error: no answer within 3 seconds',
    'psbl.surriel.com': 'not listed',
    'dnsbl.dronebl.org': 'not listed',
    'bl.mailspike.net': 'broken: it lists everything',
  },
}

export const HEADERS = passed('headers', 'All required header fields are there, once, and well formed.', {
  date_skew: '2 seconds',
  header_fields: '21',
})

export const HEADERS_FAILED: Check = {
  name: 'headers',
  status: 'failed',
  score: -0.7,
  summary: 'Message-ID is missing. Date is 3 days in the past.',
  findings: [
    finding('message-id-missing', {
      cost: 0.4,
      advice: `Let the sending program write a Message-ID of its own, for example: ${verbatim('Message-ID: <20261120.140211.8f3a@shop.example>')}`,
      reference: 'RFC 5322 3.6.4',
    }),
    finding('date-past', {
      cost: 0.3,
      advice: 'Set the clock of the sending server with NTP, and write Date when the message leaves.',
      reference: 'RFC 5322 3.6.1',
    }),
  ],
  evidence: {},
  quotes: QUOTES,
}

export const MIME = passed('mime', 'The parts, charsets and encodings are well formed.', {
  parts: '3',
  charsets: 'utf-8',
})
export const SIZE = passed('size', 'The message has 48 KB, its HTML 31 KB.', {
  message_bytes: '49182',
  html_bytes: '31744',
})

export const CONTENT: Check = {
  name: 'content',
  status: 'passed',
  score: 0,
  summary: 'Text and HTML say the same.',
  findings: [
    finding('text-without-links', {
      advice: 'Give the text part the links as well: 12 of 14 are only in the HTML.',
      reference: 'RFC 2046 5.1.4',
    }),
  ],
  evidence: {
    shared_words: '86 %',
  },
  quotes: QUOTES,
}

export const UNSUBSCRIBE_FAILED: Check = {
  name: 'list-unsubscribe',
  status: 'failed',
  score: -0.5,
  summary:
    'Marketing mail without one-click unsubscribe: List-Unsubscribe has an https address, List-Unsubscribe-Post is missing.',
  findings: [
    finding('one-click-missing', {
      cost: 0.5,
      advice:
        'Add this header field and cover it with the DKIM signature: List-Unsubscribe-Post: List-Unsubscribe=One-Click',
      reference:
        'RFC 8058 3.1; Yahoo sender requirements, 2026-09-12, https://senders.yahooinc.com/best-practices/',
      changes: [{ kind: 'header', name: 'List-Unsubscribe-Post', value: 'List-Unsubscribe=One-Click' }],
    }),
  ],
  evidence: {
    list_unsubscribe: 'https and mailto',
  },
  quotes: QUOTES,
}

export const UNSUBSCRIBE = passed('list-unsubscribe', 'Readers can leave with one click.', {
  list_unsubscribe: 'https, one-click',
})
export const BLOCKLIST = passed('blocklist', 'Asked 12 of 12 lists: none lists 192.0.2.10.', {
  checked_ip: '192.0.2.10',
  'bl.spamcop.net': 'not listed',
})
export const DKIM = passed('dkim', 'Signed by shop.example, and the signature holds.', {
  signature_1: 'pass, d=shop.example, s=s1, rsa-sha256',
})
export const DMARC = passed('dmarc', 'DMARC passes by SPF and DKIM; the policy is reject.', {
  policy: 'reject',
})
export const REVERSE_DNS = passed('reverse-dns', '192.0.2.10 is mail.shop.example, and back.', {
  ptr: 'mail.shop.example',
})
