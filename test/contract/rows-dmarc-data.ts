import { expect } from 'bun:test'
import type { Account } from '../../src/core/access/account.ts'
import { packPiece } from '../../src/core/aggregate/piece.ts'
import type { AggregateRecord } from '../../src/core/aggregate/report.ts'
import { REPORT_HEAD } from '../support/dmarc-records.ts'
import type { Row } from './rows.ts'
import { TIME } from './scenes.ts'
import type { Stage } from './stage.ts'

const RECORD: AggregateRecord = {
  ip: '192.0.2.1',
  count: 3,
  dkim: true,
  spf: false,
  disposition: 'none',
  headerFrom: 'shop.example',
  results: 0,
}
const FAILED: AggregateRecord = {
  ...RECORD,
  ip: '2001:db8::1',
  count: 1,
  dkim: false,
  disposition: 'quarantine',
}

/** Two reports about a domain of the account, on 2026-11-14: one by an organisation with a name of its own. */
async function reported(stage: Stage, account: Account) {
  const domain = await stage.domain(account, 'shop.example', true)
  const pieces = [packPiece({ results: [{ dkim: [], spf: [], reasons: [] }], records: [RECORD, FAILED] })]
  for (const [number, orgName] of ['google.com', '=<b>Yahoo & Söhne</b>'].entries()) {
    const head = { ...REPORT_HEAD, orgName, policyDomain: 'shop.example', records: 2 }
    await stage.store.aggregates.put({
      aggregate: { head: { ...head, contentHash: String(number).repeat(64) }, pieces },
      accountId: account.id,
      fileId: crypto.randomUUID(),
      uid: `dmr_${crypto.randomUUID()}`,
      receivedAt: new Date(1_794_800_000_000 + number),
      authenticated: number === 0,
    })
  }
  return { domain }
}

const WINDOW = 'from=2026-11-14&to=2026-11-14'
const dmarc = (what: string) => `GET /v1/domains/{domain}/dmarc/${what}`
const window = expect.objectContaining({ from: '2026-11-14', days: 1, latest_report_at: TIME })
const results = { messages: 8, dmarc_pass: 6, dmarc_fail: 2 }

export const DMARC_DATA: Row[] = [
  {
    name: 'the summary of a domain with reports',
    proves: 'volume and authentication (pass) rates for the domain over a window.',
    request: `${dmarc('summary')}?${WINDOW}`,
    key: 'dmarc',
    given: reported,
    status: 200,
    has: {
      domain: 'shop.example',
      window,
      totals: expect.objectContaining({ reports: 2, reporters: 2, sources: 2, ...results }),
      rates: { dmarc_pass: 0.75, dkim_aligned: 0.75, spf_aligned: 0 },
      dispositions: { none: 6, pass: 0, quarantine: 2, reject: 0 },
      policy: { p: 'none', adkim: 'r', aspf: 'r', testing: false, observed_at: TIME },
      reports_unauthenticated: 1,
      daily: [{ date: '2026-11-14', reports: 2, ...results, dmarc_pass_rate: 0.75 }],
    },
  },
  {
    name: 'the summary of authenticated reports alone',
    proves: 'The same holds with authenticated.',
    request: `${dmarc('summary')}?${WINDOW}&authenticated=true`,
    key: 'dmarc',
    given: reported,
    status: 200,
    has: { totals: expect.objectContaining({ reports: 1, messages: 4 }), reports_unauthenticated: 0 },
  },
  {
    name: 'a page of reports, newest first',
    proves: 'X-Total-Count and a Link that keeps the other parameters.',
    request: `${dmarc('reports')}?${WINDOW}&limit=1`,
    key: 'dmarc',
    given: reported,
    status: 200,
    has: {
      window,
      total: 2,
      limit: 1,
      reports: [
        expect.objectContaining({
          org_name: '=<b>Yahoo & Söhne</b>',
          policy_domain: 'shop.example',
          date: '2026-11-14',
          records: 2,
          messages: 4,
          authenticated: false,
        }),
      ],
    },
    answers: {
      'x-total-count': '2',
      link: /^<[^<>]+\/dmarc\/reports\?from=2026-11-14&to=2026-11-14&limit=1&offset=1>; rel="next"$/,
    },
  },
  {
    name: 'reports of one reporter',
    proves: 'reporter (exact, case-insensitive org_name)',
    request: `${dmarc('reports')}?${WINDOW}&reporter=GOOGLE.com`,
    key: 'dmarc',
    given: reported,
    status: 200,
    has: { total: 1, reports: [expect.objectContaining({ org_name: 'google.com' })] },
    answers: { 'x-total-count': '1', link: undefined },
  },
  {
    name: 'sources, those with most messages first',
    proves: 'every source sending as the domain, with its DMARC results.',
    request: `${dmarc('sources')}?${WINDOW}`,
    key: 'dmarc',
    given: reported,
    status: 200,
    has: {
      window,
      total: 2,
      sources: [
        expect.objectContaining({
          source: '192.0.2.1',
          ip: '192.0.2.1',
          messages: 6,
          share: 0.75,
          reports: 2,
        }),
        expect.objectContaining({
          source: '2001:db8::1',
          messages: 2,
          dmarc_pass_rate: 0,
          status: 'failing',
        }),
      ],
    },
  },
  {
    name: 'sources by From domain that have failures',
    proves: 'header_from, at most ten; ip_count in place of ip.',
    request: `${dmarc('sources')}?${WINDOW}&group_by=header_from&result=fail`,
    key: 'dmarc',
    given: reported,
    status: 200,
    has: {
      group_by: 'header_from',
      sources: [
        expect.objectContaining({
          source: 'shop.example',
          ip_count: 2,
          header_from: ['shop.example'],
          ...results,
          first_seen: '2026-11-14',
        }),
      ],
    },
  },
]
