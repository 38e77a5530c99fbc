import { OUTCOMES, REJECTIONS } from '../../../src/core/aggregate/file.ts'
import { OVERRIDES } from '../../../src/core/aggregate/report.ts'
import { SOURCE_STATUSES } from '../../../src/services/aggregates/aggregates.ts'
import { NOW } from '../fake-mail-tests.ts'
import { HOSTILE } from './dmarc-site.ts'
import {
  counts,
  dayBefore,
  type Held,
  head,
  listing,
  NOTHING,
  reported,
  slice,
  source,
} from './fake-dmarc.ts'

const DAY = 86_400_000

/** As many rows as a page has, of names that reporters have. */
const NAMES = ['google.com', 'Enterprise Outlook', 'Yahoo', 'AMAZON-SES', 'Mail.Ru', 'mimecast.org']

const days = Array.from({ length: 28 }, (_, at) => {
  const messages = 1_200 + ((at * 7919) % 900)
  return { day: dayBefore(29 - at), reports: 14, ...counts(messages, messages - ((at * 31) % 140)) }
})
const messages = days.reduce((sum, day) => sum + day.messages, 0)
const pass = days.reduce((sum, day) => sum + day.pass, 0)

const conflict = listing('rm_1.2', {
  outcome: 'conflict',
  uid: 'dmr_0',
  reporter: 'google.com',
  kind: 'aggregate',
  authentication: 'failed',
})

/** A domain with much of everything. */
export const FULL: Held = {
  summary: {
    ...counts(messages, pass),
    reports: 412,
    reporters: 23,
    sources: 97,
    unauthenticated: 6,
    longRange: 2,
    overrides: { ...NOTHING.overrides, forwarded: 12, mailing_list: 40, local_policy: 88 },
    policy: { policy: head().policy, end: dayBefore(1) * 86_400 },
    latestReportAt: NOW,
    days,
  },
  sources: Array.from({ length: 97 }, (_, at) =>
    Object.assign(
      source(`198.51.100.${at}`, {
        ...counts(9_000 - at * 90, 8_900 - at * 91),
        ...(at % 3 !== 2 && { reverseDns: `o${at}.email.example.net` }),
        ...(at % 2 === 0 && { organization: { name: 'SendGrid', domain: 'sendgrid.net' } }),
        ...(at % 4 === 1 && { headerFrom: ['example.org', 'news.example.org', 'shop.example.org'] }),
      }),
      { status: SOURCE_STATUSES[at % 4] },
    ),
  ) as Held['sources'] & object,
  reports: Array.from({ length: 120 }, (_, at) =>
    slice(`dmr_${at}`, {
      head: head({
        orgName: NAMES[at % NAMES.length] ?? '',
        warnings: at % 9 === 4 ? ['crc_mismatch'] : [],
      }),
      day: dayBefore(2 + Math.floor(at / 8)),
      authenticated: at % 7 !== 3,
      receivedAt: new Date(NOW.getTime() - (at + 5) * 0.11 * DAY),
      ...counts(640 + at, 633 + at - (at % 5)),
      fileId: 'rm_1.1',
      records: 60,
    }),
  ),
  records: Array.from({ length: 60 }, (_, at) =>
    reported('dmr_0', {
      ip: at % 5 === 0 ? `2001:db8:1234:5678:9abc:def0:1234:${at}` : `198.51.100.${at}`,
      count: 1 + ((at * 37) % 400),
      dkim: at % 3 !== 0,
      spf: at % 4 === 1,
      disposition: at % 6 === 0 ? 'quarantine' : 'none',
      envelopeFrom: 'bounces.example.net',
      results: {
        dkim:
          at % 7 === 5
            ? []
            : [
                { domain: at % 3 === 0 ? 'sendgrid.net' : 'example.org', selector: 's1', result: 'pass' },
                { domain: 'example.net', selector: '20230601', result: at % 2 ? 'pass' : 'fail' },
              ],
        spf: [{ domain: 'bounces.example.net', scope: 'mfrom', result: 'pass' }],
        reasons:
          at % 6 === 1 ? [{ type: OVERRIDES[at % OVERRIDES.length] ?? 'other', comment: 'arc=pass' }] : [],
      },
    }),
  ),
  files: [
    listing('rm_1.1', { uid: 'dmr_0', reporter: 'google.com', kind: 'aggregate' }),
    conflict,
    ...OUTCOMES.filter((one) => one !== 'conflict').map((outcome, at) =>
      listing(`rm_2.${at}`, { outcome, uid: 'dmr_0', reporter: 'Yahoo', authentication: 'undecided' }),
    ),
    ...REJECTIONS.map((reason, at) =>
      listing(`rm_3.${at}`, {
        outcome: 'rejected',
        reason,
        detail: 'The report spans more than 32 days.',
        source: at % 3 === 0 ? 'import' : 'mail',
        authentication: at % 2 ? 'failed' : 'passed',
        downloadable: reason !== 'failure_report',
      }),
    ),
    ...Array.from({ length: 20 }, (_, at) => listing(`rm_4.${at}`, { uid: 'dmr_0' })),
  ],
  bytes: { 'rm_1.1': new TextEncoder().encode('<feedback/>') },
  contents: {
    'rm_1.2': {
      head: head({ policy: { p: 'none', adkim: 'r', aspf: 'r' }, orgEmail: 'dmarc@example.com', records: 2 }),
      messages: 9,
      pass: 2,
      records: [
        { ...reported('x').record, count: 2 },
        { ...reported('x').record, ip: '203.0.113.9', dkim: false, count: 7 },
      ],
    },
  },
}

const results = {
  dkim: Array.from({ length: 100 }, () => ({ domain: HOSTILE, selector: HOSTILE, result: HOSTILE })),
  spf: Array.from({ length: 10 }, () => ({ domain: HOSTILE, scope: HOSTILE, result: HOSTILE })),
  reasons: Array.from({ length: 10 }, () => ({ type: 'other' as const, comment: HOSTILE })),
}
const hostileHead = head({
  orgName: HOSTILE,
  orgEmail: HOSTILE,
  extraContact: HOSTILE,
  reportId: HOSTILE,
  version: HOSTILE,
  generator: HOSTILE,
  policyDomain: HOSTILE,
  errors: Array.from({ length: 30 }, () => HOSTILE),
  warnings: ['crc_mismatch', HOSTILE],
  policy: { p: HOSTILE, sp: HOSTILE, np: HOSTILE, fo: HOSTILE, adkim: 'r', aspf: 'r' },
  recovered: true,
  skipped: 2_000_000,
})
const hostileRecord = {
  ip: HOSTILE,
  headerFrom: HOSTILE,
  envelopeFrom: HOSTILE,
  envelopeTo: HOSTILE,
  results,
}

/** A domain whose every text was written by somebody who wants to break the page. */
export const HOSTILE_HELD: Held = {
  summary: {
    ...counts(2_147_483_647, 1),
    reports: 9_999_999,
    reporters: 1_000_000,
    sources: 9_999_999,
    policy: { policy: hostileHead.policy, end: dayBefore(1) * 86_400 },
    days: [{ day: dayBefore(1), reports: 1, ...counts(2_147_483_647, 1) }],
  },
  sources: Array.from({ length: 60 }, (_, at) =>
    Object.assign(
      source(`${at}${HOSTILE}`, {
        reverseDns: HOSTILE,
        organization: { name: HOSTILE },
        headerFrom: Array.from({ length: 10 }, () => HOSTILE),
        ipCount: 9_999_999,
      }),
      { status: 'failing' as const },
    ),
  ),
  reports: Array.from({ length: 60 }, (_, at) =>
    slice(`dmr_${at}`, { head: hostileHead, records: 60, fileId: 'rm_1.1', authenticated: false }),
  ),
  records: Array.from({ length: 60 }, (_, at) =>
    Object.assign(reported('dmr_0', { ...hostileRecord, count: at + 1 }), {
      name: { reverseDns: HOSTILE, organization: { name: HOSTILE } },
    }),
  ),
  files: Array.from({ length: 60 }, (_, at) =>
    listing(`rm_1.${at}`, {
      name: HOSTILE,
      detail: HOSTILE,
      reporter: HOSTILE,
      from: HOSTILE,
      outcome: at === 2 ? 'conflict' : 'rejected',
      reason: 'malformed_xml',
      uid: 'dmr_0',
    }),
  ),
  contents: {
    'rm_1.2': {
      head: hostileHead,
      messages: 7,
      pass: 0,
      records: Array.from({ length: 60 }, (_, at) => ({
        ...reported('x').record,
        ...hostileRecord,
        count: at + 1_000,
      })),
    },
  },
}
