import { MAX_SCORE } from '../../../core/report.ts'
import { DESTINATION_KINDS, DISABLED_REASONS } from '../../../core/watching/destination-kind.ts'
import { MONITOR_CONDITIONS, MONITOR_KINDS } from '../../../core/watching/monitor.ts'
import { WATCHED_RECORDS } from '../../../core/watching/records.ts'
import type { WebhookPayload } from '../../destinations/sending.ts'
import type { Schema } from '../document.ts'
import { count, day, flag, list, object, oneOf, openSet, ref, text, time } from '../fields.ts'
import { complaintsRateHigh } from './complaints.ts'

/** An event that webhooks are sent. */
export interface DescribedEvent {
  summary: string
  /** When it is sent. */
  description: string
  /** The keys of `data`; those with a question mark may be absent. */
  data: Readonly<Record<string, Schema>>
}

/** A list that may be cut. */
const many = (key: string, description: string, items: Schema): Record<string, Schema> => ({
  [key]: list(description, items),
  [`more_${key}?`]: count('How many more there were. Absent: none.'),
})

const fraction = (description: string): Schema => ({
  type: 'number',
  minimum: 0,
  maximum: 1,
  description: `${description}, 0 to 1, rounded down to 4 places.`,
})

const score: Schema = {
  type: 'number',
  minimum: 0,
  maximum: MAX_SCORE,
  description: 'The score of the message, with one decimal.',
}
const token = text('The test: what GET /v1/tests/{token} takes.')
const messageId = text('The message, as the report names it.')
const ofMonitor = text('The monitor that the message came for. Absent: another kind of test.')

const MONITOR = {
  monitor_id: text('The monitor.'),
  name: text('Its name.'),
  kind: oneOf(
    'mail: a lasting address, every message to which is tested. domain: the records of a domain.',
    MONITOR_KINDS,
  ),
  'domain?': text('The domain of a domain monitor.'),
} as const
const DOMAIN = {
  domain_id: text('The id of the domain, as GET /v1/domains lists it.'),
  domain: text('The domain.'),
} as const
const SOURCE = {
  source: text('The key of the source, stable.'),
  name: text('Its name.'),
} as const
const FINDING = {
  finding: text('The id of the finding of the doctor.'),
  title: text('What it is about.'),
  'host?': text('Which of several hosts it is about. Absent: all of them, or there is one.'),
  says: text('What was seen, in a sentence.'),
  'next?': text('What to do.'),
  since: time('Since when it lasts, or lasted.'),
} as const

export const EVENT_PART_SCHEMAS: Readonly<Record<string, Schema>> = {
  MonitorReason: object('Why a monitor is not as expected.', {
    condition: openSet('What is wrong. The set grows.', MONITOR_CONDITIONS),
    says: text('The same in a sentence for people.'),
    since: time('Since when.'),
    'about?': text('What it is about: the name of a check, or of a blocklist with what is listed.'),
  }),
  RecordChange: object('A record of the DNS that changed, or the policy file of MTA-STS.', {
    record: openSet('The kind. The set grows.', WATCHED_RECORDS),
    name: text('Where it is: _dmarc.example.org'),
    ...many('before', 'What it said before; empty: there was none.', { type: 'string' }),
    ...many('after', 'What it says now; empty: there is none.', { type: 'string' }),
    last_seen_at: time('When it was last seen as before.'),
    at: time('When it was first seen as it is now.'),
  }),
}

/** Every event by its type. */
export const EVENTS = {
  'test.scored': {
    summary: 'A test is scored',
    description: 'Each time a message of a test is analysed. The latest message is what the test shows.',
    data: {
      token,
      message_id: messageId,
      score,
      max_score: { ...score, minimum: MAX_SCORE, description: 'What the score counts down from.' },
      'monitor_id?': ofMonitor,
    },
  },
  'test.failed': {
    summary: 'A message could not be analysed',
    description: 'When a message of a test cannot be analysed, for a reason of its own.',
    data: { token, message_id: messageId, reason: text('Why, in a sentence.'), 'monitor_id?': ofMonitor },
  },
  'domain.verified': {
    summary: 'A domain is verified',
    description: 'When the record that proves a domain was found.',
    data: DOMAIN,
  },
  'domain.unverified': {
    summary: 'A domain is no longer verified',
    description: 'When the record that proves a domain was missing for three days.',
    data: DOMAIN,
  },
  'dmarc.report_received': {
    summary: 'A DMARC report arrived',
    description: 'For each authenticated aggregate report about a domain that comes by mail.',
    data: {
      ...DOMAIN,
      report: text('The id of the report in this service.'),
      reporter: text('The organization that sent it, as it names itself.'),
      messages: count('Messages that it is about.'),
      dmarc_pass: count('Messages that passed DMARC.'),
    },
  },
  'dmarc.source_new': {
    summary: 'A new source sends as the domain',
    description: 'When DMARC reports show a source of mail that was not there before.',
    data: {
      ...DOMAIN,
      ...SOURCE,
      first_seen: day('The first day that reports are about.'),
      messages: count('Messages of the latest settled week.'),
      dmarc_pass_rate: fraction('The share of them that passed DMARC'),
      likely_abuse: flag('Nothing of it passed, and nothing says that it is the domain’s own.'),
      other_sources: count('How many more sources came with it, which are not told of one by one.'),
    },
  },
  'dmarc.source_regressed': {
    summary: 'Mail of a source fails DMARC',
    description: 'When mail of a source that passed DMARC does not pass any more.',
    data: {
      ...DOMAIN,
      ...SOURCE,
      messages: count('Messages that were counted.'),
      dmarc_pass_rate: fraction('The share of them that passed DMARC'),
      dmarc_pass_rate_before: fraction('The share that passed before'),
      other_sources: count('How many more sources got worse with it.'),
    },
  },
  'dmarc.rate_low': {
    summary: 'The DMARC pass rate of a domain fell',
    description: 'When the share of a domain’s own mail that passes DMARC is lower than it was.',
    data: {
      ...DOMAIN,
      messages: count('Messages that were counted.'),
      days: count('Days that they are of.'),
      dmarc_pass_rate: fraction('The share of them that passed DMARC'),
      dmarc_pass_rate_before: fraction('The share that passed before'),
    },
  },
  'dmarc.reports_missing': {
    summary: 'No DMARC reports arrive',
    description: 'When reports about a domain stop coming.',
    data: {
      ...DOMAIN,
      days: count('Days without one.'),
      last_day: day('The newest day that reports are about.'),
    },
  },
  'dmarc.policy_changed': {
    summary: 'Receivers see another DMARC policy',
    description: 'When most reports of a day name another policy than before.',
    data: {
      ...DOMAIN,
      before: text('The tags that changed, as they were: p=quarantine'),
      after: text('The same tags as they are.'),
      first_day: day('The first day on which most reports say so.'),
    },
  },
  'tls.failures': {
    summary: 'Senders could not use TLS',
    description: 'When TLS reports tell of sessions that failed.',
    data: {
      ...DOMAIN,
      sessions: count('Sessions that were reported.'),
      failures: count('Sessions that failed.'),
      days: count('Days that they are of.'),
      ...many('types', 'How they failed, as RFC 8460 names it.', { type: 'string' }),
    },
  },
  'complaints.rate_high': complaintsRateHigh(DOMAIN),
  'monitor.alert': {
    summary: 'A monitor is not as expected',
    description: 'When a monitor becomes alerting or silent, and when something more is wrong with it.',
    data: {
      ...MONITOR,
      state: oneOf('silent: no message came in time. alerting: anything else.', ['alerting', 'silent']),
      ...many('reasons', 'All that lasts, the gravest first.', ref('MonitorReason')),
      'score?': score,
      'token?': text('The test of the message that it was seen in. Absent: it was not seen in a message.'),
      'message_id?': messageId,
    },
  },
  'monitor.recovered': {
    summary: 'A monitor is as expected again',
    description: 'When all that was told of a monitor is over.',
    data: {
      ...MONITOR,
      since: time('When it began not to be as expected.'),
      ...many('reasons', 'What was told and is over.', ref('MonitorReason')),
      'score?': score,
      'token?': text('The test of the latest message. Absent: it was not seen in a message.'),
    },
  },
  'domain.record_changed': {
    summary: 'A record of a domain changed',
    description:
      'When SPF, DKIM, DMARC, MTA-STS, TLS-RPT, BIMI or MX records of a verified domain, or of the last sender of a monitor, say something else than before.',
    data: {
      domain: text('The domain.'),
      'domain_id?': text('The verified domain. Absent: it is told of a monitor.'),
      'monitor_id?': text('The monitor whose last sender the domain is. Absent: it is told of the domain.'),
      'monitor_name?': text('Its name.'),
      ...many('changes', 'What changed.', ref('RecordChange')),
    },
  },
  'webhook.disabled': {
    summary: 'A webhook or channel was turned off',
    description:
      'To all other webhooks and channels, when a webhook or an alert channel is turned off: it answered 410, or took nothing for five days.',
    data: {
      destination_id: text('The webhook or channel.'),
      name: text('Its name.'),
      kind: oneOf('What it is.', DESTINATION_KINDS),
      shown: text('Where it leads, without secrets.'),
      reason: oneOf('gone: it answered 410. failing: it took nothing for five days.', DISABLED_REASONS),
      'failing_since?': time('Since when it took nothing.'),
      says: text('What came last, in a sentence.'),
    },
  },
  'instance.trouble': {
    summary: 'The service is in trouble',
    description:
      'Only to webhooks and channels of the instance: disk, certificate, backup, resolver or webhooks need looking after.',
    data: FINDING,
  },
  'instance.recovered': {
    summary: 'The trouble of the service is over',
    description: 'Only to webhooks and channels of the instance.',
    data: FINDING,
  },
  'digest.weekly': {
    summary: 'What the week brought',
    description: 'Once a week, on Monday, to accounts that have something to tell.',
    data: {
      from: time('When the week began.'),
      to: time('When it ended.'),
      monitors: list(
        'Monitors.',
        object('A monitor.', {
          monitor_id: text('The monitor.'),
          name: text('Its name.'),
          state: openSet('How it is.', ['ok', 'alerting']),
          messages: count('Messages of the week.'),
          'median_score?': { ...score, description: 'The median of their scores. Absent: none was scored.' },
          alerts: count('How often it rang.'),
        }),
      ),
      more_monitors: count('How many more there are.'),
      'monitor_alerts?': count('How often all monitors rang, those that are not named too.'),
      'reported_from?': text(
        'The first day that reports were about: 2026-11-15. The last two days of a week are not settled.',
      ),
      'reported_to?': text('The last of them.'),
      domains: list(
        'Domains about which DMARC reports came, or of which something changed.',
        object('A domain.', {
          domain: text('The domain.'),
          messages: count('Messages that were reported.'),
          dmarc_pass: count('Messages that passed DMARC.'),
          'dmarc_pass_rate_before?': fraction('The share that passed in the week before'),
          ...many('events', 'What changed in the week, in sentences.', { type: 'string' }),
        }),
      ),
      more_domains: count('How many more there are.'),
    },
  },
  'webhook.test': {
    summary: 'Somebody tries the webhook',
    description: 'When a person sends a test event.',
    data: {
      destination_id: text('The webhook or channel.'),
      name: text('Its name.'),
      says: text('That it is a test, in a sentence.'),
    },
  },
} as const satisfies Record<WebhookPayload['type'], DescribedEvent>
