import type { EventType, NewEvent } from '../../../../src/core/event.ts'

const AT = new Date('2026-11-23T14:02:00.000Z')
const SINCE = '2026-11-23T08:00:00.000Z'

const of = (event: Omit<NewEvent, 'at' | 'accountId'> & { type: EventType }): NewEvent =>
  ({ accountId: 'acc_1', at: AT, ...event }) as NewEvent

const MONITOR = { monitor: 'mon_1', name: 'Newsletter', kind: 'mail' as const }

/** An event of each type, as the service writes them. */
export const SAMPLES: readonly NewEvent[] = [
  of({ type: 'test.scored', subject: 'msg_1', payload: { token: 'token1', score: 9.3 } }),
  of({
    type: 'test.failed',
    subject: 'msg_1',
    payload: { token: 'token1', reason: 'it is no message at all' },
  }),
  of({ type: 'domain.verified', subject: 'dom_1', payload: { domain: 'example.org' } }),
  of({ type: 'domain.unverified', subject: 'dom_1', payload: { domain: 'example.org' } }),
  of({
    type: 'dmarc.report_received',
    subject: 'dom_1',
    payload: {
      domain: 'example.org',
      report: 'dmr_1',
      reporter: 'google.com',
      messages: 1234,
      dmarcPass: 1210,
    },
  }),
  of({
    type: 'dmarc.source_new',
    subject: 'dom_1',
    payload: {
      domain: 'example.org',
      source: 'organization:Mailer Inc',
      name: 'Mailer Inc',
      day: '2026-11-20',
      messages: 40,
      rate: 0.25,
      others: 2,
    },
  }),
  of({
    type: 'dmarc.source_regressed',
    subject: 'dom_1',
    payload: {
      domain: 'example.org',
      source: 'organization:Mailer Inc',
      name: 'Mailer Inc',
      before: 0.99,
      rate: 0.1,
      messages: 400,
    },
  }),
  of({
    type: 'dmarc.rate_low',
    subject: 'dom_1',
    payload: { domain: 'example.org', before: 0.99, rate: 0.7, messages: 400, days: 3 },
  }),
  of({
    type: 'dmarc.reports_missing',
    subject: 'dom_1',
    payload: { domain: 'example.org', days: 3, last: '2026-11-19' },
  }),
  of({
    type: 'dmarc.policy_changed',
    subject: 'dom_1',
    payload: { domain: 'example.org', before: 'p=reject', after: 'p=none', day: '2026-11-22' },
  }),
  of({
    type: 'tls.failures',
    subject: 'dom_1',
    payload: { domain: 'example.org', sessions: 100, failures: 7, types: ['certificate-expired'], days: 3 },
  }),
  of({
    type: 'complaints.rate_high',
    subject: 'dom_1',
    payload: {
      domain: 'example.org',
      provider: 'yahoo',
      name: 'Yahoo and AOL',
      complaints: 31,
      days: 7,
      sent: 8410,
      rate: 0.0036,
      before: 6,
    },
  }),
  of({
    type: 'monitor.alert',
    subject: 'mon_1',
    payload: {
      ...MONITOR,
      state: 'alerting',
      reasons: [
        {
          condition: 'check_failed',
          says: 'The check DKIM failed: The message has no DKIM signature.',
          since: SINCE,
          about: 'dkim',
        },
        { condition: 'score_low', says: 'The score is 6.1; at least 8.0 is expected.', since: SINCE },
      ],
      score: 6.1,
      token: 'token1',
      message: 'msg_1',
    },
  }),
  of({
    type: 'monitor.alert',
    subject: 'mon_1',
    payload: {
      ...MONITOR,
      state: 'silent',
      reasons: [
        {
          condition: 'nothing_received',
          says: 'No message came for 26 hours; one is expected every 24 hours.',
          since: SINCE,
        },
      ],
    },
  }),
  of({
    type: 'monitor.recovered',
    subject: 'mon_1',
    payload: {
      ...MONITOR,
      reasons: [
        { condition: 'score_low', says: 'The score was 6.1; at least 8.0 is expected.', since: SINCE },
      ],
      since: SINCE,
      score: 9.4,
      token: 'token2',
    },
  }),
  of({
    type: 'domain.record_changed',
    subject: 'dom_1',
    payload: {
      domain: 'example.org',
      changes: [
        {
          record: 'dmarc',
          name: '_dmarc.example.org',
          before: ['v=DMARC1; p=reject; rua=mailto:dmarc@example.org'],
          after: ['v=DMARC1; p=none; rua=mailto:dmarc@example.org'],
          lastSeenAt: '2026-11-23T10:02:00.000Z',
          at: '2026-11-23T14:02:00.000Z',
        },
        {
          record: 'spf',
          name: 'example.org',
          before: ['v=spf1 include:_spf.example.net ip4:192.0.2.1 -all'],
          after: ['v=spf1 ip4:192.0.2.1 -all'],
          lastSeenAt: '2026-11-23T10:02:00.000Z',
          at: '2026-11-23T14:02:00.000Z',
        },
        {
          record: 'dkim',
          name: 's1._domainkey.example.org',
          before: [],
          after: ['v=DKIM1; k=rsa; p=MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA'.padEnd(400, 'A')],
          lastSeenAt: '2026-11-23T10:02:00.000Z',
          at: '2026-11-23T14:02:00.000Z',
        },
      ],
    },
  }),
  of({
    type: 'webhook.disabled',
    subject: 'dst_1',
    payload: {
      name: 'Operations',
      kind: 'slack',
      shown: 'https://hooks.slack.com',
      reason: 'gone',
      since: SINCE,
      says: 'The answer was 410: nothing more is wanted there.',
    },
  }),
  {
    type: 'instance.trouble',
    at: AT,
    subject: 'disk',
    payload: {
      title: 'Free space',
      says: 'The disk has 400 MB left; mail is refused below 300 MB.',
      next: 'Delete what is not needed on the file system of the data directory.',
      since: SINCE,
    },
  },
  {
    type: 'instance.recovered',
    at: AT,
    subject: 'disk',
    payload: { title: 'Free space', says: 'The disk has 12 GB left.', since: SINCE },
  },
  of({
    type: 'digest.weekly',
    subject: '2026-11-23',
    payload: {
      from: '2026-11-16T00:00:00.000Z',
      to: '2026-11-23T00:00:00.000Z',
      monitors: {
        items: [
          { id: 'mon_1', name: 'Newsletter', state: 'alerting', messages: 7, median: 9.3, alerts: 2 },
          { id: 'mon_2', name: 'Domain', state: 'ok', messages: 0, alerts: 0 },
        ],
        more: 3,
        alerts: 7,
      },
      domains: {
        items: [
          {
            domain: 'example.org',
            messages: 12_345,
            passed: 12_100,
            before: 0.971,
            events: ['The DMARC record at _dmarc.example.org changed on 18 Nov 2026.'],
          },
          { domain: 'example.net', messages: 0, passed: 0, before: 1, events: [] },
        ],
        more: 0,
        reported: { from: '2026-11-15', to: '2026-11-21' },
      },
    },
  }),
]

/** What strangers call themselves. */
export const HOSTILE_NAMES = [
  '@everyone',
  '.@everyone -@all a.@channel %@here',
  '<!channel> <@U123> <!here|here>',
  '<https://evil.example/login|Sign in>',
  '[Sign in](https://evil.example/login)',
  '![x](https://evil.example/pixel.png)',
  'https://evil.example/login',
  '&lt;b&gt; <b>bold</b> & "quotes" \\',
  '**bold** _it_ ~~no~~ `code` ||spoiler|| # head',
  'Bob\r\nBcc: eve@evil.example\r\n\r\nbody',
  '\u202Eevil\u0000\u0007\u001b[31m',
  '{{link}} $' + '{x} %0d%0a',
  '@\u200Beveryone hxxps',
  '山田 太郎'.repeat(60),
  '🚨'.repeat(300),
  ':rotating_light: <t:1:R>',
  'x'.repeat(100_000),
  '"}],"text":"injected',
]

/** The samples with a hostile text in the place of every name and sentence that others make. */
export const hostileSamples = (text: string): NewEvent[] =>
  SAMPLES.map((event) => ({ ...event, payload: replaced(event.payload, text) }) as NewEvent)

/** What the service itself writes. */
const OURS = [
  'source',
  'token',
  'message',
  'monitor',
  'kind',
  'state',
  'condition',
  'since',
  'from',
  'to',
  'at',
  'lastSeenAt',
  'record',
  'id',
  'day',
  'reason',
  'about',
]

/** What the service keeps short. */
const LIMITS: Readonly<Record<string, number>> = { source: 200, domain: 253, name: 20_000 }

function replaced(value: unknown, text: string): unknown {
  if (typeof value === 'string') return text
  if (Array.isArray(value)) return value.map((one) => replaced(one, text))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [
      key,
      OURS.includes(key) && typeof one === 'string'
        ? one
        : replaced(one, LIMITS[key] ? text.slice(0, LIMITS[key]) : text),
    ]),
  )
}
