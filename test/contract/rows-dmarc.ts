import { expect } from 'bun:test'
import type { Account } from '../../src/core/access/account.ts'
import type { Row } from './rows.ts'
import { BUDGET } from './rows-keys.ts'
import type { Stage } from './stage.ts'

const UNKNOWN = '11111111-2222-4333-8444-555555555555'
const NOT_FOUND = { error: 'No such domain.' }

const BAD = [
  ['days=0&limit=x', 'days must be an integer between 1 and 366'],
  ['days=367', 'days must be an integer between 1 and 366'],
  ['days=7&from=2026-11-01', 'days cannot be combined with from or to'],
  ['from=2026-02-30', 'from must be a date as YYYY-MM-DD, or an RFC 3339 time'],
  ['from=2026-02-02&to=2026-02-01', 'from must not be later than to'],
  ['from=2025-01-01&to=2026-01-02', 'from must begin a window of at most 366 days'],
  ['authenticated=yes', 'authenticated must be one of true, false'],
] as const

const own = async (stage: Stage, account: Account) => ({
  own: await stage.domain(account, 'shop.example', true),
})

const REFUSALS: Row[] = ['summary', 'reports', 'sources'].flatMap((what): Row[] => [
  {
    name: `${what} of an unknown domain`,
    proves: '404 {"error":"…"} for unknown, malformed or foreign id alike',
    request: `GET /v1/domains/${UNKNOWN}/dmarc/${what}`,
    key: 'dmarc',
    status: 404,
    has: NOT_FOUND,
  },
  {
    name: `${what} of a domain of another account`,
    proves: '404 for unknown, malformed or foreign id alike',
    request: `GET /v1/domains/{foreign}/dmarc/${what}`,
    key: 'dmarc',
    async given(stage, account) {
      await stage.domain(account, 'shop.example', true)
      return { foreign: await stage.domain(await stage.account(), 'shop.example', true) }
    },
    status: 404,
    has: NOT_FOUND,
  },
  {
    name: `${what} of nothing like an id`,
    proves: '404 for unknown, malformed or foreign id alike',
    request: `GET /v1/domains/%00/dmarc/${what}`,
    key: 'dmarc',
    status: 404,
    has: NOT_FOUND,
  },
  {
    name: `${what} of a domain of the account`,
    proves: 'Requires dmarc:read. Path: id, the domain id.',
    request: `GET /v1/domains/{own}/dmarc/${what}`,
    key: 'dmarc',
    given: own,
    status: 200,
    has: { window: expect.objectContaining({ days: 30, settled: false }) },
    answers: BUDGET,
  },
  {
    name: `${what} of a domain that is not verified`,
    proves: 'An entry that is not verified has an id too, and its DMARC data is empty.',
    request: `GET /v1/domains/{unproven}/dmarc/${what}?days=366`,
    key: 'dmarc',
    given: async (stage, account) => ({ unproven: await stage.domain(account, 'shop.example') }),
    status: 200,
    has: { window: expect.objectContaining({ days: 366 }) },
  },
  {
    name: `${what} with the scope for tests alone`,
    proves: 'The scope is judged before, and so are parameters.',
    request: `GET /v1/domains/${UNKNOWN}/dmarc/${what}?days=0`,
    key: 'read',
    status: 403,
    has: { error: 'API key missing required scope: dmarc:read' },
  },
  ...BAD.map(
    ([query, rule]): Row => ({
      name: `${what} with ${query}`,
      proves: 'A parameter that breaks its rule is 400, named without its value.',
      request: `GET /v1/domains/${UNKNOWN}/dmarc/${what}?${query}`,
      key: 'dmarc',
      status: 400,
      has: { error: `invalid parameter: ${rule}` },
    }),
  ),
])

const ZEROS = {
  reports: 0,
  reporters: 0,
  sources: 0,
  messages: 0,
  dmarc_pass: 0,
  dmarc_fail: 0,
  dkim_aligned: 0,
  spf_aligned: 0,
  dkim_authenticated: 0,
  spf_authenticated: 0,
}

const BODIES: Row[] = [
  {
    name: 'the summary of a domain without reports',
    proves: 'Rates of no messages are null; daily has one entry for each day.',
    request: 'GET /v1/domains/{own}/dmarc/summary?from=2026-01-31&to=2026-02-01T23:30:00-01:00',
    key: 'dmarc',
    given: own,
    status: 200,
    keys: [
      'domain',
      'window',
      'totals',
      'rates',
      'dispositions',
      'overrides',
      'reports_unauthenticated',
      'reports_long_range',
      'daily',
    ],
    has: {
      domain: 'shop.example',
      window: { from: '2026-01-31', to: '2026-02-02', days: 3, settled: true },
      totals: ZEROS,
      rates: { dmarc_pass: null, dkim_aligned: null, spf_aligned: null },
      dispositions: { none: 0, pass: 0, quarantine: 0, reject: 0 },
      overrides: {
        forwarded: 0,
        mailing_list: 0,
        trusted_forwarder: 0,
        local_policy: 0,
        sampled_out: 0,
        policy_test_mode: 0,
        other: 0,
      },
      daily: ['2026-01-31', '2026-02-01', '2026-02-02'].map((date) => ({
        date,
        reports: 0,
        messages: 0,
        dmarc_pass: 0,
        dmarc_fail: 0,
        dmarc_pass_rate: null,
      })),
    },
  },
  {
    name: 'reports of a domain without any',
    proves: 'limit and offset are clamped; unknown parameters are ignored, and so is an empty reporter.',
    request: 'GET /v1/domains/{own}/dmarc/reports?limit=1000&offset=-5&reporter=&colour=red',
    key: 'dmarc',
    given: own,
    status: 200,
    keys: ['window', 'total', 'limit', 'offset', 'reports'],
    has: { total: 0, limit: 200, offset: 0, reports: [] },
    answers: { ...BUDGET, 'x-total-count': '0', link: undefined },
  },
  {
    name: 'sources of a domain without any',
    proves: 'group_by is ip unless it is given.',
    request: 'GET /v1/domains/{own}/dmarc/sources?limit=x',
    key: 'dmarc',
    given: own,
    status: 200,
    keys: ['window', 'group_by', 'total', 'limit', 'offset', 'sources'],
    has: { group_by: 'ip', total: 0, limit: 50, offset: 0, sources: [] },
    answers: { ...BUDGET, 'x-total-count': '0', link: undefined },
  },
  ...(
    [
      ['reports', 'result=none', 'result must be one of pass, fail'],
      ['sources', 'result=PASS', 'result must be one of pass, fail'],
      ['sources', 'group_by=asn', 'group_by must be one of ip, organization, header_from, reporter'],
      ['sources', 'sort=source', 'sort must be one of messages, dmarc_fail, last_seen'],
    ] as const
  ).map(
    ([what, query, rule]): Row => ({
      name: `${what} with ${query}`,
      proves: 'other parameters take one of a closed set of values.',
      request: `GET /v1/domains/${UNKNOWN}/dmarc/${what}?${query}`,
      key: 'dmarc',
      status: 400,
      has: { error: `invalid parameter: ${rule}` },
      lacks: [UNKNOWN],
    }),
  ),
]

export const DMARC: Row[] = [...REFUSALS, ...BODIES]
