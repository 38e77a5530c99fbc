import type { EventType } from '../../../core/event.ts'
import type { Delivery, DeliveryAttempt, DeliveryState } from '../../../core/watching/destination.ts'
import type { DestinationKind, DisabledReason } from '../../../core/watching/destination-kind.ts'
import { wordsOfEvent } from '../../../services/destinations/words/words-of-event.ts'

/** A kind of destination: what it is called, and for whom it is. */
export const KIND_WORDS: Readonly<Record<DestinationKind, { name: string; add: string; means: string }>> = {
  webhook: {
    name: 'Webhook',
    add: 'Add a webhook',
    means: 'For programs: each event as JSON, signed as Standard Webhooks says.',
  },
  email: {
    name: 'E-mail',
    add: 'Add an e-mail address',
    means: 'A message to one address, by the mail relay of this instance.',
  },
  slack: {
    name: 'Slack',
    add: 'Add a Slack channel',
    means: 'An incoming webhook of Slack, or of a compatible server such as Mattermost.',
  },
  discord: { name: 'Discord', add: 'Add a Discord channel', means: 'A webhook of a Discord channel.' },
  teams: {
    name: 'Microsoft Teams',
    add: 'Add a Microsoft Teams channel',
    means: 'A webhook of Workflows (Power Automate).',
  },
  ntfy: { name: 'ntfy', add: 'Add an ntfy topic', means: 'A topic at ntfy.sh or at a server of your own.' },
  template: {
    name: 'Template',
    add: 'Add a template',
    means: 'A request that you write yourself: Telegram, Gotify, PagerDuty, Matrix and others.',
  },
}

/** When an event is told. */
export const EVENT_WORDS: Readonly<Record<EventType, string>> = {
  'test.scored': 'A message of a test is scored',
  'test.failed': 'A message of a test cannot be analysed',
  'domain.verified': 'A domain is verified',
  'domain.unverified': 'A domain is not verified any more',
  'domain.record_changed': 'DNS records of a domain change',
  'dmarc.report_received': 'A DMARC report arrives',
  'dmarc.source_new': 'A new source sends mail as a domain',
  'dmarc.source_regressed': 'Mail of a source stops passing DMARC',
  'dmarc.rate_low': 'Less mail of a domain passes DMARC',
  'dmarc.reports_missing': 'DMARC reports stop coming',
  'dmarc.policy_changed': 'The DMARC policy that receivers see changes',
  'tls.failures': 'TLS sessions to a domain fail',
  'complaints.rate_high': 'Recipients complain about mail of a domain',
  'monitor.alert': 'A monitor alerts, or falls silent',
  'monitor.recovered': 'A monitor is as expected again',
  'webhook.disabled': 'A webhook or channel is turned off by itself',
  'instance.trouble': 'Something is wrong with this instance',
  'instance.recovered': 'This instance is well again',
  'digest.weekly': 'The weekly digest, on Mondays',
}

/** What happened, in the words of channels; what is no event any more by its type. */
export function eventName({ type, body }: Pick<Delivery, 'type' | 'body'>): string {
  if (type === 'webhook.test') return 'Test event'
  try {
    const { data } = JSON.parse(body)
    return wordsOfEvent({ type, data: typeof data === 'object' && data !== null ? data : {} }).title
  } catch {
    return type
  }
}

export const DISABLED_WORDS: Readonly<Record<DisabledReason, string>> = {
  gone: 'It answered 410 Gone: nothing more is wanted there.',
  failing: 'Nothing was taken for five days.',
  person: 'Somebody turned it off.',
}

type Level = 'good' | 'fair' | 'poor' | 'quiet'

export const STATE_WORDS: Readonly<Record<DeliveryState, { words: string; level: Level; means: string }>> = {
  due: { words: 'Waiting', level: 'fair', means: 'It is to be sent, for the first time or again.' },
  delivered: { words: 'Delivered', level: 'good', means: 'The other side has taken it.' },
  given_up: { words: 'Given up', level: 'poor', means: 'Every attempt failed; it is not tried again.' },
  dropped: {
    words: 'Dropped',
    level: 'quiet',
    means: 'The webhook or channel was turned off or changed before it was sent.',
  },
}

export const OUTCOME_WORDS: Readonly<Record<DeliveryAttempt['outcome'], { words: string; level: Level }>> = {
  delivered: { words: 'Delivered', level: 'good' },
  refused: { words: 'Refused', level: 'poor' },
  unreached: { words: 'Not reached', level: 'poor' },
}

/** The class of a badge. */
export const badgeOf = (level: Level) => (level === 'quiet' ? 'badge' : `badge badge-${level}`)
