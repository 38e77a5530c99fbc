import type { AggregateHead } from '../../../src/core/aggregate/report.ts'
import { granted, type Refusal, refused } from '../../../src/core/refusal.ts'
import type { Aggregates } from '../../../src/services/aggregates/aggregates.ts'
import type {
  AggregateSlice,
  AggregateSource,
  AggregateSummary,
  AggregateWindow,
  SourceQuery,
} from '../../../src/store/aggregates.ts'

/** What a hostile reporter writes as its name. */
export const HOSTILE = '<script>alert(1)</script>\u202e=cmd|" \\ 谷歌'

export const HEAD: Omit<AggregateHead, 'records' | 'contentHash'> = {
  format: 'rfc9990',
  orgName: HOSTILE,
  reportId: '<1>@x',
  // 2026-11-14T12:00:00Z to 2026-11-15T13:00:01Z
  begin: 1794657600,
  end: 1794747601,
  policyDomain: 'example.org',
  policy: { p: 'quarantine', adkim: 'r', aspf: 's' },
  errors: [],
  warnings: ['rows_skipped'],
  recovered: true,
  skipped: 2,
}

export const SLICE: AggregateSlice = {
  uid: 'dmr_a',
  head: HEAD,
  day: 20_772,
  receivedAt: new Date('2026-11-16T03:10:44.512Z'),
  records: 3,
  messages: 30_000,
  pass: 29_999,
  dkimAligned: 10_000,
  spfAligned: 0,
  dispositions: { none: 20_000, pass: 9_999, quarantine: 1, reject: 0 },
  authenticated: false,
}

export const SUMMARY: AggregateSummary & { domain: string } = {
  domain: 'example.org',
  reports: 1,
  reporters: 1,
  sources: 2,
  unauthenticated: 1,
  longRange: 1,
  messages: 30_000,
  pass: 29_999,
  dkimAligned: 10_000,
  spfAligned: 0,
  dkimAuthenticated: 30_000,
  spfAuthenticated: 5,
  dispositions: SLICE.dispositions,
  overrides: {
    forwarded: 1,
    mailing_list: 2,
    trusted_forwarder: 3,
    local_policy: 4,
    sampled_out: 5,
    policy_test_mode: 6,
    other: 7,
  },
  policy: { policy: HEAD.policy, end: HEAD.end },
  latestReportAt: SLICE.receivedAt,
  days: [
    {
      day: 20_772,
      reports: 1,
      messages: 30_000,
      pass: 29_999,
      dkimAligned: 10_000,
      spfAligned: 0,
      dkimAuthenticated: 30_000,
      spfAuthenticated: 5,
      dispositions: SLICE.dispositions,
    },
  ],
}

export const SOURCE: AggregateSource = {
  source: '2001:db8::1',
  ip: '2001:db8::1',
  reverseDns: 'mail.example.net',
  organization: { name: HOSTILE, domain: 'example.net' },
  messages: 1,
  pass: 1,
  dkimAligned: 1,
  spfAligned: 0,
  dkimAuthenticated: 1,
  spfAuthenticated: 0,
  dispositions: { none: 1, pass: 0, quarantine: 0, reject: 0 },
  forwarded: 0,
  unaligned: 0,
  headerFrom: Array.from({ length: 12 }, (_, index) => `n${index}.example.org`),
  reports: 1,
  firstSeen: 20_700,
  lastSeen: 20_772,
}

/** What the routes asked for last. */
export interface Told {
  window?: AggregateWindow
  query?: object
}

/** One report of a domain, or one refusal. */
export function sampleAggregates(told: Told = {}, refusal?: Refusal) {
  const answer = <T>(window: AggregateWindow, query: object, value: T) => {
    Object.assign(told, { window, query })
    return Promise.resolve(refusal ? refused(refusal) : granted(value))
  }
  return {
    summary: (_actor, _id, window) => answer(window, {}, SUMMARY),
    reports: (_actor, _id, window, page) =>
      answer(window, page, { total: 120, reports: [SLICE], latestReportAt: SLICE.receivedAt }),
    sources: (_actor, _id, window, query) =>
      answer(window, query, {
        total: 7,
        messages: 30_000,
        sources: [{ ...grouped(query), status: 'passing' as const }],
      }),
  } satisfies Pick<Aggregates, 'summary' | 'reports' | 'sources'>
}

function grouped({ groupBy }: SourceQuery): AggregateSource {
  if (groupBy === 'ip') return SOURCE
  const { ip: _, reverseDns: __, ...rest } = SOURCE
  return { ...rest, source: HOSTILE, ipCount: 3 }
}
