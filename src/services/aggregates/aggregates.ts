import type { Result } from '../../core/refusal.ts'
import type {
  AggregatePage,
  AggregateSlice,
  AggregateSource,
  AggregateSummary,
  AggregateWindow,
  RecordPlace,
  ReportedRecord,
  SourceQuery,
} from '../../store/aggregates.ts'
import type { DomainActor } from '../domains/domains.ts'

export type {
  AggregatePage,
  AggregateSlice,
  AggregateSource,
  AggregateSummary,
  AggregateWindow,
  Counts,
  DayCounts,
  RecordPlace,
  ReportedRecord,
  SourceGroup,
  SourceName,
  SourceQuery,
} from '../../store/aggregates.ts'
export { SOURCE_GROUPS, SOURCE_ORDERS } from '../../store/aggregates.ts'

/** What DMARC reports say of a domain, for whoever may read it; `not_found` for the domain of another account as for one that is not
 * there. A domain without reports, or one that is not verified, has zeros. `busy`: the query took too long.
 * `latestReportAt`: when the newest report of the whole window came. */
export interface Aggregates {
  summary(
    actor: DomainActor,
    domainId: string,
    window: AggregateWindow,
  ): Promise<Result<AggregateSummary & { domain: string }>>
  reports(
    actor: DomainActor,
    domainId: string,
    window: AggregateWindow,
    page: AggregatePage,
  ): Promise<Result<{ total: number; reports: AggregateSlice[]; latestReportAt?: Date }>>
  sources(
    actor: DomainActor,
    domainId: string,
    window: AggregateWindow,
    query: SourceQuery,
  ): Promise<
    Result<{
      total: number
      messages: number
      sources: (AggregateSource & { status?: SourceStatus })[]
      latestReportAt?: Date
    }>
  >
  /** Records behind a place, for exports and a report's own page. */
  records(
    actor: DomainActor,
    domainId: string,
    window: AggregateWindow,
    at: { after?: RecordPlace; limit: number; uid?: string },
  ): Promise<Result<{ records: ReportedRecord[]; next?: RecordPlace }>>
  report(actor: DomainActor, domainId: string, uid: string): Promise<Result<AggregateSlice>>
}

/** What to make of a source (the first that fits). forwarded: it has failures, and half of them or more a receiver took for forwarded.
 * passing: 95 % pass. unaligned: half of its failures or more authenticated, but not in alignment. failing: the rest. */
export const SOURCE_STATUSES = ['forwarded', 'passing', 'unaligned', 'failing'] as const
export type SourceStatus = (typeof SOURCE_STATUSES)[number]
