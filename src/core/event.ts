import { WATCHING_EVENTS, type WatchingEvent } from './watching/events.ts'

/** What happened, with what is told of it. Absent `accountId`: it concerns no account. */
export type NewEvent = { accountId?: string; at: Date } & (
  | {
      type: 'test.scored'
      /** The message's id. */
      subject: string
      payload: {
        token: string
        score: number /** The id of the monitor whose message it is. */
        monitor?: string
      }
    }
  | {
      type: 'test.failed'
      /** The message's id. */
      subject: string
      payload: { token: string; reason: string; monitor?: string }
    }
  | {
      type: 'domain.verified' | 'domain.unverified'
      /** The domain's id. */
      subject: string
      payload: { domain: string }
    }
  | {
      /** Of an authenticated report that came by mail, about one domain. */
      type: 'dmarc.report_received'
      /** The domain's id. */
      subject: string
      payload: { domain: string; report: string; reporter: string; messages: number; dmarcPass: number }
    }
  | DmarcEvent
  | ComplaintEvent
  | WatchingEvent
)

/** What authenticated reports show of a domain, once while it lasts. Rates are shares of messages that passed DMARC; `subject` is the
 * domain's id, `source` the key of a source, and days are UTC dates. Names are texts of strangers. */
export type DmarcEvent = { subject: string } & (
  | {
      type: 'dmarc.source_new'
      payload: {
        domain: string
        source: string
        name: string
        /** When it was first seen. */
        day: string
        /** Of the last settled week. */
        messages: number
        rate: number
        /** It is one of several: so many more came with it. */
        others?: number
        /** Nothing of it passed, and nothing says that it is the domain's own. */
        likelyAbuse?: true
      }
    }
  | {
      /** A source whose mail passed, and does not any more. */
      type: 'dmarc.source_regressed'
      payload: {
        domain: string
        source: string
        name: string
        before: number
        rate: number
        messages: number
        /** So many more sources got worse with it. */
        others?: number
      }
    }
  | {
      /** Of all mail but that of forwarders, lists and sources which are likely abuse. */
      type: 'dmarc.rate_low'
      payload: { domain: string; before: number; rate: number; messages: number; days: number }
    }
  | {
      /** None came on so many days; `last` is the newest day that reports are about. */
      type: 'dmarc.reports_missing'
      payload: { domain: string; days: number; last: string }
    }
  | {
      /** The tags that changed, as receivers read them: `p=none; sp=none`. `day`: the first on which most reports say so. */
      type: 'dmarc.policy_changed'
      payload: { domain: string; before: string; after: string; day: string }
    }
  | {
      type: 'tls.failures'
      payload: { domain: string; sessions: number; failures: number; types: string[]; days: number }
    }
)

/** What authenticated reports of feedback loops show of a domain, once while it lasts; `subject` is the domain's id. */
export type ComplaintEvent = {
  type: 'complaints.rate_high'
  subject: string
  payload: {
    domain: string
    /** Its id, or the organization that reports. */
    provider: string
    name: string
    complaints: number
    days: number
    /** Messages of these days that passed DMARC, by the provider's own aggregate reports, and the share that was complained about. Absent:
     * it sends none, and the complaints are many more than before. */
    sent?: number
    rate?: number
    /** Complaints in as many days before, on average of four times. */
    before: number
    /** So many more providers came with it. */
    others?: number
  }
}

/** What is told of a domain of which reports come. */
export type WatchedEvent = DmarcEvent | ComplaintEvent

export const COMPLAINT_EVENTS = ['complaints.rate_high'] as const satisfies readonly ComplaintEvent['type'][]

export const DMARC_EVENTS = [
  'dmarc.source_new',
  'dmarc.source_regressed',
  'dmarc.rate_low',
  'dmarc.reports_missing',
  'dmarc.policy_changed',
  'tls.failures',
] as const satisfies readonly DmarcEvent['type'][]

export const EVENT_TYPES = [
  'test.scored',
  'test.failed',
  'domain.verified',
  'domain.unverified',
  'dmarc.report_received',
  ...DMARC_EVENTS,
  ...COMPLAINT_EVENTS,
  ...WATCHING_EVENTS,
] as const satisfies readonly NewEvent['type'][]

export type EventType = NewEvent['type']

/** Something that happened, written in the transaction in which it happened. Ids rise in the order of the writes. */
export type StoredEvent = NewEvent & { id: number }
