import { EVENT_TYPES, type EventType, type NewEvent } from '../../../core/event.ts'
import type { WebhookPayload } from '../sending.ts'
import { payloadOf, type Teller, testPayload } from './payload.ts'

const at = new Date('2026-11-20T09:30:45.210Z')
const DOMAIN_ID = '0b8f5a52-6a43-4f0e-9a3d-5d1f1c3a7e21'
const MONITOR_ID = 'mon_4kTq81ZbXw0LcM7e'
const DESTINATION_ID = 'dst_9sVb20HyQe5RnA3u'
const token = 'k5x2mzq7c3w4n6r2t7b5d3f4ga'
const message = 'msg_q3v7h2k6c5x4m2z7w3n5r6t4ba'
const monitor = { monitor: MONITOR_ID, name: 'Newsletter', kind: 'mail' as const }
const domain = 'example.org'
const account = { accountId: '6f0c2d7e-3b1a-4c58-9d2f-7e5a1b9c0d34', at }

/** One event of each type, as references show them. */
const SAMPLES: { readonly [T in EventType]: NewEvent & { type: T } } = {
  'test.scored': { ...account, type: 'test.scored', subject: message, payload: { token, score: 8.5 } },
  'test.failed': {
    ...account,
    type: 'test.failed',
    subject: message,
    payload: { token, reason: 'The message could not be read as one.' },
  },
  'domain.verified': { ...account, type: 'domain.verified', subject: DOMAIN_ID, payload: { domain } },
  'domain.unverified': { ...account, type: 'domain.unverified', subject: DOMAIN_ID, payload: { domain } },
  'dmarc.report_received': {
    ...account,
    type: 'dmarc.report_received',
    subject: DOMAIN_ID,
    payload: { domain, report: '0193a7c2', reporter: 'google.com', messages: 1284, dmarcPass: 1261 },
  },
  'dmarc.source_new': {
    ...account,
    type: 'dmarc.source_new',
    subject: DOMAIN_ID,
    payload: {
      domain,
      source: 'domain:mailer.example',
      name: 'mailer.example',
      day: '2026-11-17',
      messages: 312,
      rate: 0.0417,
      others: 1,
    },
  },
  'dmarc.source_regressed': {
    ...account,
    type: 'dmarc.source_regressed',
    subject: DOMAIN_ID,
    payload: {
      domain,
      source: 'domain:mailer.example',
      name: 'mailer.example',
      before: 0.998,
      rate: 0.62,
      messages: 940,
    },
  },
  'dmarc.rate_low': {
    ...account,
    type: 'dmarc.rate_low',
    subject: DOMAIN_ID,
    payload: { domain, before: 0.9871, rate: 0.8412, messages: 15_204, days: 3 },
  },
  'dmarc.reports_missing': {
    ...account,
    type: 'dmarc.reports_missing',
    subject: DOMAIN_ID,
    payload: { domain, days: 4, last: '2026-11-15' },
  },
  'dmarc.policy_changed': {
    ...account,
    type: 'dmarc.policy_changed',
    subject: DOMAIN_ID,
    payload: { domain, before: 'p=quarantine', after: 'p=none', day: '2026-11-18' },
  },
  'tls.failures': {
    ...account,
    type: 'tls.failures',
    subject: DOMAIN_ID,
    payload: { domain, sessions: 820, failures: 97, types: ['certificate-expired'], days: 2 },
  },
  'complaints.rate_high': {
    ...account,
    type: 'complaints.rate_high',
    subject: DOMAIN_ID,
    payload: {
      domain,
      provider: 'yahoo',
      name: 'Yahoo and AOL',
      complaints: 31,
      days: 7,
      sent: 8_410,
      rate: 0.0036,
      before: 6,
    },
  },
  'monitor.alert': {
    ...account,
    type: 'monitor.alert',
    subject: MONITOR_ID,
    payload: {
      ...monitor,
      state: 'alerting',
      reasons: [
        {
          condition: 'check_failed',
          says: 'The check DKIM failed: The message has no DKIM signature.',
          about: 'dkim',
          since: '2026-11-20T09:30:42.118Z',
        },
      ],
      score: 5.5,
      token,
      message,
    },
  },
  'monitor.recovered': {
    ...account,
    type: 'monitor.recovered',
    subject: MONITOR_ID,
    payload: {
      ...monitor,
      since: '2026-11-19T09:30:41.530Z',
      reasons: [
        {
          condition: 'check_failed',
          says: 'The check DKIM failed: The message has no DKIM signature.',
          about: 'dkim',
          since: '2026-11-19T09:30:41.530Z',
        },
      ],
      score: 9.5,
      token,
    },
  },
  'domain.record_changed': {
    ...account,
    type: 'domain.record_changed',
    subject: DOMAIN_ID,
    payload: {
      domain,
      changes: [
        {
          record: 'dmarc',
          name: '_dmarc.example.org',
          before: ['v=DMARC1; p=reject; rua=mailto:dmarc@example.org'],
          after: ['v=DMARC1; p=none; rua=mailto:dmarc@example.org'],
          lastSeenAt: '2026-11-20T05:30:12.000Z',
          at: '2026-11-20T09:30:40.000Z',
        },
      ],
    },
  },
  'webhook.disabled': {
    ...account,
    type: 'webhook.disabled',
    subject: DESTINATION_ID,
    payload: {
      name: 'Ticket system',
      kind: 'webhook',
      shown: 'https://hooks.example.org',
      reason: 'failing',
      since: '2026-11-15T09:12:30.000Z',
      says: 'Nothing was taken for five days. The latest answer was 500.',
    },
  },
  'instance.trouble': {
    at,
    type: 'instance.trouble',
    subject: 'disk',
    payload: {
      title: 'Disk space',
      says: 'There are 310 MB free; mail is refused below 256 MB.',
      next: 'Free space on the disk that holds the data, or make it larger.',
      since: '2026-11-20T09:25:45.000Z',
    },
  },
  'instance.recovered': {
    at,
    type: 'instance.recovered',
    subject: 'disk',
    payload: {
      title: 'Disk space',
      says: 'There are 12 GB free.',
      since: '2026-11-19T22:10:45.000Z',
    },
  },
  'digest.weekly': {
    ...account,
    type: 'digest.weekly',
    subject: '2026-11-23',
    payload: {
      from: '2026-11-16T00:00:00.000Z',
      to: '2026-11-23T00:00:00.000Z',
      monitors: {
        items: [{ id: MONITOR_ID, name: 'Newsletter', state: 'ok', messages: 7, median: 9.2, alerts: 1 }],
        more: 0,
        alerts: 1,
      },
      domains: {
        items: [
          {
            domain,
            messages: 84_210,
            passed: 83_602,
            before: 0.9911,
            events: ['Receivers see another DMARC policy: p=none in place of p=quarantine.'],
          },
        ],
        more: 0,
        reported: { from: '2026-11-14', to: '2026-11-20' },
      },
    },
  },
}

/** What is sent of a sample event of that type. */
export function samplePayload(type: WebhookPayload['type'], teller: Teller): WebhookPayload {
  if (type !== 'webhook.test') return payloadOf(SAMPLES[type], teller)
  return testPayload({ id: DESTINATION_ID, name: 'Ticket system', accountId: account.accountId }, at, teller)
}

/** Every type that a destination may be sent. */
export const PAYLOAD_TYPES: readonly WebhookPayload['type'][] = [...EVENT_TYPES, 'webhook.test']
