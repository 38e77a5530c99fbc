import type { Json } from './document.ts'

const token = 'k5x2mzq7c3w4n6r2t7b5d3f4ga'
const address = 'h7q2m5x3k6c4@in.example.org'
const created_at = '2026-11-20T09:30:00.000Z'
const received_at = '2026-11-20T09:30:42.118Z'

/** Bodies as the reference shows them. */
export const TEST: Json = {
  token,
  address,
  source: 'api',
  expires_at: '2026-12-20T09:30:00.000Z',
  created_at,
}

export const TEST_LIST: Json = {
  tests: [
    { token, source: 'api', status: 'scored', score: 8.5, created_at, received_at },
    {
      token: 'w4c6t2n7q5m3x2k6b7z4r5d3fa',
      source: 'dashboard',
      status: 'pending',
      created_at: '2026-11-19T16:02:11.530Z',
    },
  ],
}

export const REPORT: Json = {
  token,
  address,
  status: 'scored',
  score: 8.5,
  max_score: 10,
  gated: false,
  created_at,
  received_at,
  message_id: 'msg_q3v7h2k6c5x4m2z7w3n5r6t4ba',
  checks: [
    {
      name: 'dkim',
      status: 'passed',
      score: 0,
      detail: {
        summary: 'One signature is valid and aligned with the From domain.',
        valid_domains: 'example.org',
        why: 'The signature shows that the message is yours and unchanged, also after it was forwarded.',
        who: 'Your sending service or mail server signs; the key stands at your DNS host.',
      },
    },
    {
      name: 'dmarc',
      status: 'failed',
      score: -1.5,
      detail: {
        summary: 'The domain publishes no DMARC record.',
        advice: 'Publish at _dmarc.example.org: v=DMARC1; p=none; rua=mailto:dmarc@example.org',
        reference: 'RFC 9989',
        findings: 'dmarc-none',
        checked_domain: 'example.org',
        why: 'It ties the address that readers see to SPF and DKIM, and says what receivers do with mail that fails.',
        who: 'Your DNS host for the record; your sending service for passing it.',
      },
    },
  ],
}

export const SENDER_HINTS: Json = { kind: 'marketing', bulk: true }

export const SHARED_REPORT: Json = {
  token,
  address,
  status: 'pending',
  max_score: 10,
  gated: false,
  created_at,
  checks: [],
}

export const MESSAGE_BODY: Json = {
  from: 'Example Shop <news@example.org>',
  date: 'Fri, 20 Nov 2026 10:30:40 +0100',
  subject: 'What is new in November',
  content: 'Hello,\n\nthree things are new this month.\n',
  withheld: false,
}

export const DOMAINS: Json = {
  domains: [
    { id: '0b8f5a52-6a43-4f0e-9a3d-5d1f1c3a7e21', domain: 'example.org', verified: true },
    { id: '7c1d9e60-2f84-4b7a-8c55-13a9d0b6e4f2', domain: 'news.example.org', verified: false },
  ],
}
