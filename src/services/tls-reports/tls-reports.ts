import type { Result } from '../../core/refusal.ts'
import type { AggregateWindow } from '../../store/aggregates.ts'
import type { KeptTlsReport, TlsReads, TlsSummary } from '../../store/tls-reports.ts'
import { aboutDomain } from '../aggregates/about-domain.ts'
import type { DomainActor } from '../domains/domains.ts'
import type { SenderDomains } from '../domains/sender-domains.ts'

export type { KeptTlsReport, TlsSummary } from '../../store/tls-reports.ts'

/** A report in a list: without what it says of each policy. */
export type ListedTlsReport = Omit<KeptTlsReport, 'report'>

/** What TLS reports (RFC 8460) say of a domain, for those who may read its DMARC reports. `not_found`: it is no domain of the account.
 * `busy`: it took too long. */
export interface TlsReports {
  summary(actor: DomainActor, domainId: string, window: AggregateWindow): Promise<Result<TlsSummary>>
  /** Newest first. */
  reports(
    actor: DomainActor,
    domainId: string,
    window: AggregateWindow,
    page: { limit: number; offset: number },
  ): Promise<Result<{ total: number; reports: ListedTlsReport[] }>>
  report(actor: DomainActor, domainId: string, uid: string): Promise<Result<KeptTlsReport>>
  /** Whole reports behind a place, in the order of days. `next` absent: those were the last. */
  whole(
    actor: DomainActor,
    domainId: string,
    window: AggregateWindow,
    at: { after?: string; limit: number },
  ): Promise<Result<{ reports: KeptTlsReport[]; next?: string }>>
}

export interface TlsReportsDeps {
  store: { tlsReports: TlsReads }
  domains: Pick<SenderDomains, 'byId'>
}

/** Rows of a page, and reports of a piece of an export, at most. */
const MOST_ROWS = 200
const MOST_WHOLE = 100

export function createTlsReports({ store: { tlsReports }, domains }: TlsReportsDeps): TlsReports {
  const { about, within } = aboutDomain(domains)
  return {
    summary: (actor, id, window) => within(actor, id, window, () => tlsReports.summary(id, window)),
    reports: (actor, id, window, { limit, offset }) =>
      within(actor, id, window, () =>
        tlsReports.reports(id, window, {
          limit: between(limit, 1, MOST_ROWS),
          offset: between(offset, 0, Number.MAX_SAFE_INTEGER),
        }),
      ),
    report: (actor, id, uid) => about(actor, id, () => tlsReports.report(id, uid)),
    whole: (actor, id, window, at) =>
      about(actor, id, () =>
        tlsReports.whole(id, window, { ...at, limit: between(at.limit, 1, MOST_WHOLE) }),
      ),
  }
}

const between = (number: number, least: number, most: number): number =>
  Math.min(Math.max(Math.trunc(number), least), most)
