import type { Result } from '../../core/refusal.ts'
import type { AggregateWindow, RecordPlace, ReportedRecord } from '../../store/aggregates.ts'
import type { SourceDay } from '../../store/dmarc/source-facts.ts'
import type { DomainActor } from '../domains/domains.ts'
import type { AnsweredSource, AnsweredSources } from './answered.ts'

/** Who sends as a domain and what to do about each, for whoever may read it; `not_found` for the domain of another account as for one that
 * is not there, `busy` where the query took too long. */
export interface SourceAnswers {
  /** Every source of the window. */
  sources(
    actor: DomainActor,
    domainId: string,
    window: AggregateWindow,
  ): Promise<Result<AnsweredSources & { domain: string }>>
  /** The same for a page that waits no longer than this. `found` absent: it is still worked out, and kept when it is there. */
  soon(
    actor: DomainActor,
    domainId: string,
    window: AggregateWindow,
    patienceMs: number,
  ): Promise<Result<{ found?: AnsweredSources & { domain: string } }>>
  /** One of them. `found` absent: the window has no such source. */
  source(
    actor: DomainActor,
    domainId: string,
    window: AggregateWindow,
    key: string,
  ): Promise<Result<{ found?: OneSource }>>
  /** The source that an address belongs to. Absent: the window has none, or it was not looked at. */
  keyOf(
    actor: DomainActor,
    domainId: string,
    window: AggregateWindow,
    ip: string,
  ): Promise<Result<{ key?: string }>>
  /** Records of one source, newest first, so many behind a place. `ip`: of one of its addresses alone. */
  records(
    actor: DomainActor,
    domainId: string,
    window: AggregateWindow,
    at: { key: string; ip?: string; after?: RecordPlace; limit: number },
  ): Promise<Result<{ records: ReportedRecord[]; next?: RecordPlace }>>
}

/** A source by itself. */
export interface OneSource {
  source: AnsweredSource
  /** All of its addresses that were looked at, those with most messages first. */
  addresses: readonly string[]
  /** Days that have mail of it, in order. */
  days: readonly SourceDay[]
  /** Messages of all sources of the window. */
  messages: number
}
