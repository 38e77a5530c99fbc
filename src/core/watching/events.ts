import type { DestinationKind, DisabledReason } from './destination-kind.ts'
import type { MonitorKind, Reason } from './monitor.ts'
import type { RecordChange } from './records.ts'

/** What monitors, webhooks and the service itself have to tell. Dates within payloads are ISO strings. */
export type WatchingEvent =
  | {
      /** It was as expected and is not, or something more is wrong with it. */
      type: 'monitor.alert'
      /** The monitor's id. */
      subject: string
      payload: MonitorPayload & {
        state: 'alerting' | 'silent'
        /** All that lasts; the gravest first. */
        reasons: ReasonPayload[]
        score?: number
        /** The message that it was seen in. */
        token?: string
        message?: string
      }
    }
  | {
      /** Everything is as expected again. */
      type: 'monitor.recovered'
      subject: string
      payload: MonitorPayload & {
        /** What was told and is over. */
        reasons: ReasonPayload[]
        /** When it began not to be as expected. */
        since: string
        score?: number
        token?: string
      }
    }
  | {
      /** Of a verified domain, or of the last sender of a monitor. */
      type: 'domain.record_changed'
      /** The id of the domain or of the monitor. */
      subject: string
      payload: {
        domain: string
        /** Absent: it is told of the domain. */
        monitor?: { id: string; name: string }
        changes: (Omit<RecordChange, 'at' | 'lastSeenAt'> & { at: string; lastSeenAt: string })[]
        /** Changes that are not in the list. */
        more?: number
      }
    }
  | {
      type: 'webhook.disabled'
      /** The destination's id. */
      subject: string
      payload: {
        name: string
        kind: DestinationKind
        shown: string
        reason: DisabledReason
        since?: string
        says: string
      }
    }
  | {
      /** Of the instance, without an account. `subject` is the id of the finding. */
      type: 'instance.trouble' | 'instance.recovered'
      subject: string
      /** `host`: which of several hosts it is about. */
      payload: { title: string; host?: string; says: string; next?: string; since: string }
    }
  | {
      /** What a week brought, once a week, for an account that has something to tell. */
      type: 'digest.weekly'
      /** The Monday that ends the week: 2026-11-23. */
      subject: string
      payload: DigestPayload
    }

interface MonitorPayload {
  monitor: string
  name: string
  kind: MonitorKind
  /** Of a domain monitor. */
  domain?: string
}

type ReasonPayload = Omit<Reason, 'since'> & { since: string }

/** A week in figures, from the first moment to the first that is no more of it; lists are cut at ten, `more` says how many there were beside. */
export interface DigestPayload {
  from: string
  to: string
  monitors: {
    items: { id: string; name: string; state: string; messages: number; median?: number; alerts: number }[]
    more: number
    /** Of all, those that are not named too. Absent: the digest was made when they were not counted. */
    alerts?: number
  }
  domains: {
    items: {
      domain: string
      /** Reported by DMARC, and how many of these passed. */
      messages: number
      passed: number
      /** The share that passed in as many days before, 0 to 1. Absent: nothing was reported. */
      before?: number
      /** What changed, in sentences. */
      events: string[]
      moreEvents?: number
    }[]
    more: number
    /** The days that reports were about, both included: the last two of a week are not settled when it is told. */
    reported?: { from: string; to: string }
  }
}

export const WATCHING_EVENTS = [
  'monitor.alert',
  'monitor.recovered',
  'domain.record_changed',
  'webhook.disabled',
  'instance.trouble',
  'instance.recovered',
  'digest.weekly',
] as const satisfies readonly WatchingEvent['type'][]
