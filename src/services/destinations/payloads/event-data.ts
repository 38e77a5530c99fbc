import type { EventType, NewEvent } from '../../../core/event.ts'
import { MAX_SCORE } from '../../../core/report.ts'
import type { DigestPayload } from '../../../core/watching/events.ts'
import { PLACES } from './links.ts'

/** The event of that type. */
export type EventOf<T extends EventType> = OfType<NewEvent, T>
type OfType<E, T> = E extends { type: infer U } ? (T extends U ? E : never) : never

/** What is told of an event, and the page about it. Texts may be as long as they like. */
export interface EventData {
  data: Readonly<Record<string, unknown>>
  /** Below the address of the service. */
  place: string
}

type Teller<T extends EventType> = (event: EventOf<T>) => EventData

/** What destinations are told of each event. Keys are what receivers hold on to: they are added, never changed. */
const TELLERS: { readonly [T in EventType]: Teller<T> } = {
  'test.scored': ({ subject, payload }) => ({
    data: {
      token: payload.token,
      message_id: subject,
      score: payload.score,
      max_score: MAX_SCORE,
      ...monitorOf(payload),
    },
    place: PLACES.test(payload.token, subject),
  }),
  'test.failed': ({ subject, payload }) => ({
    data: { token: payload.token, message_id: subject, reason: payload.reason, ...monitorOf(payload) },
    place: PLACES.test(payload.token, subject),
  }),
  'domain.verified': domain,
  'domain.unverified': domain,
  'dmarc.report_received': ({ subject, payload }) => ({
    data: {
      ...domainOf(subject, payload),
      report: payload.report,
      reporter: payload.reporter,
      messages: payload.messages,
      dmarc_pass: payload.dmarcPass,
    },
    place: PLACES.dmarc(subject),
  }),
  'dmarc.source_new': ({ subject, payload }) => ({
    data: {
      ...domainOf(subject, payload),
      source: payload.source,
      name: payload.name,
      first_seen: payload.day,
      messages: payload.messages,
      dmarc_pass_rate: rateOf(payload.rate),
      likely_abuse: payload.likelyAbuse === true,
      other_sources: payload.others ?? 0,
    },
    place: PLACES.source(subject, payload.source),
  }),
  'dmarc.source_regressed': ({ subject, payload }) => ({
    data: {
      ...domainOf(subject, payload),
      source: payload.source,
      name: payload.name,
      messages: payload.messages,
      dmarc_pass_rate: rateOf(payload.rate),
      dmarc_pass_rate_before: rateOf(payload.before),
      other_sources: payload.others ?? 0,
    },
    place: PLACES.source(subject, payload.source),
  }),
  'dmarc.rate_low': ({ subject, payload }) => ({
    data: {
      ...domainOf(subject, payload),
      messages: payload.messages,
      days: payload.days,
      dmarc_pass_rate: rateOf(payload.rate),
      dmarc_pass_rate_before: rateOf(payload.before),
    },
    place: PLACES.dmarcEvents(subject),
  }),
  'dmarc.reports_missing': ({ subject, payload }) => ({
    data: { ...domainOf(subject, payload), days: payload.days, last_day: payload.last },
    place: PLACES.dmarcEvents(subject),
  }),
  'dmarc.policy_changed': ({ subject, payload }) => ({
    data: {
      ...domainOf(subject, payload),
      before: payload.before,
      after: payload.after,
      first_day: payload.day,
    },
    place: PLACES.dmarcEvents(subject),
  }),
  'tls.failures': ({ subject, payload }) => ({
    data: {
      ...domainOf(subject, payload),
      sessions: payload.sessions,
      failures: payload.failures,
      days: payload.days,
      types: payload.types,
    },
    place: PLACES.tls(subject),
  }),
  'complaints.rate_high': ({ subject, payload }) => ({
    data: {
      ...domainOf(subject, payload),
      provider: payload.provider,
      name: payload.name,
      complaints: payload.complaints,
      days: payload.days,
      complaints_before: payload.before,
      ...(payload.sent !== undefined && { sent: payload.sent }),
      ...(payload.rate !== undefined && { complaint_rate: rateOf(payload.rate) }),
      other_providers: payload.others ?? 0,
    },
    place: PLACES.complaints(subject),
  }),
  'monitor.alert': ({ subject, payload }) => ({
    data: {
      ...watchedMonitor(subject, payload),
      state: payload.state,
      reasons: payload.reasons,
      ...lastMessage(payload),
      ...(payload.message !== undefined && { message_id: payload.message }),
    },
    place: PLACES.monitor(subject),
  }),
  'monitor.recovered': ({ subject, payload }) => ({
    data: {
      ...watchedMonitor(subject, payload),
      since: payload.since,
      reasons: payload.reasons,
      ...lastMessage(payload),
    },
    place: PLACES.monitor(subject),
  }),
  'domain.record_changed': ({ subject, payload: { domain: name, monitor, changes, more } }) => ({
    data: {
      domain: name,
      ...(monitor ? { monitor_id: monitor.id, monitor_name: monitor.name } : { domain_id: subject }),
      changes: changes.map((change) => ({
        record: change.record,
        name: change.name,
        before: change.before,
        after: change.after,
        last_seen_at: change.lastSeenAt,
        at: change.at,
      })),
      ...(more !== undefined && { more_changes: more }),
    },
    place: monitor ? PLACES.monitor(monitor.id) : PLACES.records(subject),
  }),
  'webhook.disabled': ({ accountId, subject, payload: { since, ...payload } }) => ({
    data: { destination_id: subject, ...payload, ...(since !== undefined && { failing_since: since }) },
    place: accountId === undefined ? PLACES.instanceDestination(subject) : PLACES.destination(subject),
  }),
  'instance.trouble': instance,
  'instance.recovered': instance,
  'digest.weekly': ({ payload }) => ({ data: digest(payload), place: PLACES.monitors }),
}

/** What is told of an event. */
export function eventData(event: NewEvent): EventData {
  return (TELLERS[event.type] as (event: NewEvent) => EventData)(event)
}

const domainOf = (id: string, payload: { domain: string }) => ({ domain_id: id, domain: payload.domain })

function domain({ subject, payload }: EventOf<'domain.verified'>): EventData {
  return { data: domainOf(subject, payload), place: PLACES.domain(subject) }
}

function instance({ subject, payload }: EventOf<'instance.trouble'>): EventData {
  return { data: { finding: subject, ...payload }, place: PLACES.instance }
}

/** Of messages that came for a monitor. */
const monitorOf = ({ monitor }: { monitor?: string }) =>
  monitor === undefined ? {} : { monitor_id: monitor }

type MonitorPayload = EventOf<'monitor.alert' | 'monitor.recovered'>['payload']

function watchedMonitor(id: string, { name, kind, domain: watched }: MonitorPayload) {
  return { monitor_id: id, name, kind, ...(watched !== undefined && { domain: watched }) }
}

function lastMessage({ score, token }: MonitorPayload) {
  return { ...(score !== undefined && { score }), ...(token !== undefined && { token }) }
}

function digest({ from, to, monitors, domains }: DigestPayload): Record<string, unknown> {
  return {
    from,
    to,
    monitors: monitors.items.map(({ id, name, state, messages, median, alerts }) => ({
      monitor_id: id,
      name,
      state,
      messages,
      ...(median !== undefined && { median_score: median }),
      alerts,
    })),
    more_monitors: monitors.more,
    ...(monitors.alerts !== undefined && { monitor_alerts: monitors.alerts }),
    ...(domains.reported && { reported_from: domains.reported.from, reported_to: domains.reported.to }),
    domains: domains.items.map(({ domain: name, messages, passed, before, events, moreEvents }) => ({
      domain: name,
      messages,
      dmarc_pass: passed,
      ...(before !== undefined && { dmarc_pass_rate_before: rateOf(before) }),
      events,
      ...(moreEvents !== undefined && { more_events: moreEvents }),
    })),
    more_domains: domains.more,
  }
}

/** As the API writes rates: rounded down to 4 places, so that 1 is all. */
const rateOf = (rate: number) => Math.floor(rate * 10_000) / 10_000
