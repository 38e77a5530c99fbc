import type { Check } from '../../src/core/check.ts'
import { type Report, scoreOf } from '../../src/core/report.ts'
import { RULES } from '../support/builders.ts'
import {
  ARC,
  BLOCKLIST,
  BLOCKLIST_ERROR,
  CONTENT,
  DKIM,
  DKIM_FAILED,
  DMARC,
  DMARC_FAILED,
  HEADERS,
  HEADERS_FAILED,
  HELO,
  MIME,
  MX,
  passed,
  REVERSE_DNS,
  REVERSE_DNS_FAILED,
  SECRETS,
  SIZE,
  SPF,
  TLS,
  UNSUBSCRIBE,
  UNSUBSCRIBE_FAILED,
} from './checks.ts'

const HEADLINE = {
  from: `"${SECRETS.displayName}" <news@shop.example>`,
  date: 'Fri, 20 Nov 2026 14:02:11 +0000',
  subject: SECRETS.subject,
}

/** A report as the analyzers write them, with the message's words where the owner alone may see them. */
export function report(checks: Check[], rest: Partial<Report> = {}): Report {
  return {
    scoringVersion: 1,
    score: scoreOf(checks),
    checks,
    undetermined: { checks: 0, points: 0 },
    kind: 'marketing',
    kindReasons: [
      'It has a List-Unsubscribe header.',
      'Its HTML has 14 links to one domain and a tracking pixel.',
    ],
    headline: HEADLINE,
    withholdingVersion: RULES.version,
    ...rest,
  }
}

export const MIXED = report(
  [
    SPF,
    DKIM_FAILED,
    DMARC_FAILED,
    ARC,
    REVERSE_DNS_FAILED,
    HELO,
    TLS,
    MX,
    BLOCKLIST_ERROR,
    HEADERS,
    MIME,
    SIZE,
    CONTENT,
    UNSUBSCRIBE_FAILED,
  ],
  { undetermined: { checks: 1, points: 3 } },
)

export const PERFECT = report(
  [
    SPF,
    DKIM,
    DMARC,
    ARC,
    REVERSE_DNS,
    HELO,
    TLS,
    MX,
    BLOCKLIST,
    HEADERS,
    MIME,
    SIZE,
    passed('content', 'Text and HTML say the same.'),
    UNSUBSCRIBE,
  ],
  {
    kind: 'transactional',
    kindReasons: ['It goes to one recipient and has no unsubscribe header.'],
  },
)

export const NEARLY = report([
  SPF,
  DKIM,
  DMARC,
  ARC,
  REVERSE_DNS_FAILED,
  HELO,
  TLS,
  MX,
  BLOCKLIST,
  HEADERS,
  MIME,
  SIZE,
  CONTENT,
  UNSUBSCRIBE,
])

function costs(name: string, score: number, summary: string, advice: string): Check {
  return {
    name,
    status: 'failed',
    score,
    summary,
    findings: [{ code: `${name}-bad`, cost: -score, says: summary, advice, reference: 'RFC 5321 4.1.4' }],
    evidence: {},
  }
}

export const BAD = report([
  costs(
    'spf',
    -1.5,
    'SPF fails: 198.51.100.77 may not send for shop.example.',
    'Add the address to the SPF record of shop.example: v=spf1 ip4:192.0.2.0/28 ip4:198.51.100.77 -all',
  ),
  DKIM_FAILED,
  costs(
    'dmarc',
    -1.5,
    'DMARC fails: neither SPF nor DKIM passes for shop.example.',
    'Fix SPF or DKIM for shop.example; DMARC passes with either.',
  ),
  ARC,
  costs(
    'reverse-dns',
    -1,
    '198.51.100.77 has no name.',
    'Ask the provider of 198.51.100.77 for a PTR record.',
  ),
  costs(
    'helo',
    -0.5,
    'The server introduced itself as localhost.',
    'Set the HELO name of the server to its full name.',
  ),
  costs(
    'tls',
    -1,
    'The message was sent without encryption.',
    'Turn on opportunistic TLS for outgoing mail. In Postfix: `smtp_tls_security_level = may`',
  ),
  costs('mx', -0.5, 'bounces.shop.example can receive no mail.', 'Give bounces.shop.example an MX record.'),
  costs(
    'blocklist',
    -3,
    '2 of 12 lists name 198.51.100.77.',
    'Follow the delisting pages: https://www.spamcop.net/bl.shtml?198.51.100.77',
  ),
  HEADERS_FAILED,
  MIME,
  SIZE,
  costs(
    'content',
    -0.8,
    'There is no text part.',
    'Send multipart/alternative with a text part that says what the HTML says.',
  ),
  UNSUBSCRIBE_FAILED,
])
