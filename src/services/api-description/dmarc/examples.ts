import type { Json } from '../document.ts'

const window: Json = {
  from: '2026-11-14',
  to: '2026-11-15',
  days: 2,
  settled: true,
  latest_report_at: '2026-11-16T04:11:09.120Z',
}
const dispositions: Json = { none: 640, pass: 0, quarantine: 4, reject: 0 }
const policy = { p: 'quarantine', sp: 'quarantine', adkim: 'r', aspf: 'r', pct: 100 }
const results = { messages: 644, dmarc_pass: 637, dmarc_fail: 7 }
const aligned = { dkim_aligned: 634, spf_aligned: 120 }
const authenticated = { dkim_authenticated: 640, spf_authenticated: 636 }

/** Bodies as the reference shows them. */
export const DMARC_SUMMARY: Json = {
  domain: 'example.org',
  window,
  totals: { reports: 3, reporters: 2, sources: 4, ...results, ...aligned, ...authenticated },
  rates: { dmarc_pass: 0.9891, dkim_aligned: 0.9844, spf_aligned: 0.1863 },
  dispositions,
  overrides: {
    forwarded: 2,
    mailing_list: 1,
    trusted_forwarder: 0,
    local_policy: 0,
    sampled_out: 0,
    policy_test_mode: 0,
    other: 0,
  },
  policy: { ...policy, testing: false, observed_at: '2026-11-15T23:59:59.000Z' },
  reports_unauthenticated: 0,
  reports_long_range: 0,
  daily: [
    {
      date: '2026-11-14',
      reports: 1,
      messages: 300,
      dmarc_pass: 297,
      dmarc_fail: 3,
      dmarc_pass_rate: 0.99,
    },
    {
      date: '2026-11-15',
      reports: 2,
      messages: 344,
      dmarc_pass: 340,
      dmarc_fail: 4,
      dmarc_pass_rate: 0.9883,
    },
  ],
}

export const DMARC_REPORTS: Json = {
  window,
  total: 3,
  limit: 1,
  offset: 0,
  reports: [
    {
      id: 'dmr_4k7q2m5x3c6w',
      org_name: 'google.com',
      org_email: 'noreply-dmarc-support@google.com',
      report_id: '1627703331531660819',
      policy_domain: 'example.org',
      date: '2026-11-15',
      date_begin: '2026-11-15T00:00:00.000Z',
      date_end: '2026-11-15T23:59:59.000Z',
      received_at: '2026-11-16T03:10:44.512Z',
      format: 'rfc7489',
      policy: { ...policy, fo: '1' },
      records: 12,
      messages: 344,
      dmarc_pass: 340,
      dmarc_fail: 4,
      dmarc_pass_rate: 0.9883,
      dkim_aligned: 338,
      spf_aligned: 61,
      dispositions: { none: 342, pass: 0, quarantine: 2, reject: 0 },
      authenticated: true,
      recovered: false,
      long_range: false,
      errors: [],
      warnings: [],
    },
  ],
}

export const DMARC_SOURCES: Json = {
  window,
  group_by: 'ip',
  total: 4,
  limit: 1,
  offset: 0,
  sources: [
    {
      source: '198.51.100.25',
      ip: '198.51.100.25',
      reverse_dns: 'o1.mail.example.net',
      organization: { name: 'Example Mail', domain: 'example.net', type: 'Marketing', basis: 'ptr' },
      messages: 600,
      dmarc_pass: 597,
      dmarc_fail: 3,
      share: 0.9316,
      dmarc_pass_rate: 0.995,
      dkim_aligned: 596,
      spf_aligned: 100,
      dkim_authenticated: 598,
      spf_authenticated: 597,
      dispositions: { none: 599, pass: 0, quarantine: 1, reject: 0 },
      forwarded: 2,
      status: 'passing',
      header_from: ['example.org'],
      reports: 3,
      first_seen: '2026-03-02',
      last_seen: '2026-11-15',
    },
  ],
}
