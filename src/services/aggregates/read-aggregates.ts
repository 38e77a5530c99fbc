import type { AggregateReads } from '../../store/aggregates.ts'
import type { SenderDomains } from '../domains/sender-domains.ts'
import { aboutDomain } from './about-domain.ts'
import type { Aggregates } from './aggregates.ts'
import { statusOf } from './source-status.ts'

export interface ReadAggregatesDeps {
  store: { aggregates: Omit<AggregateReads, 'reported' | 'unnamed'> }
  domains: SenderDomains
}

/** Rows of a page, and sources and records of a piece of an export, at most. */
const MOST_ROWS = 200
const MOST_SOURCES = 10_000
const MOST_RECORDS = 1_000

export function createAggregates({ store: { aggregates }, domains }: ReadAggregatesDeps): Aggregates {
  const { about, within } = aboutDomain(domains)
  return {
    summary: (actor, id, window) =>
      within(actor, id, window, async ({ domain }) => ({
        ...(await aggregates.summary(id, window)),
        domain,
      })),
    reports: (actor, id, window, page) =>
      within(actor, id, window, () =>
        aggregates.reports(id, window, { ...page, ...rowsWithin(page, MOST_ROWS) }),
      ),
    sources: (actor, id, window, query) =>
      within(actor, id, window, async () => {
        const asked = { ...query, ...rowsWithin(query, MOST_SOURCES) }
        const found = await aggregates.sources(id, window, asked)
        const { groupBy } = query
        return {
          ...found,
          sources: found.sources.map((source) =>
            groupBy === 'reporter' ? source : { ...source, status: statusOf(source) },
          ),
        }
      }),
    records: (actor, id, window, at) =>
      about(actor, id, () =>
        aggregates.records(id, window, { ...at, limit: between(at.limit, 1, MOST_RECORDS) }),
      ),
    report: (actor, id, uid) => about(actor, id, () => aggregates.report(id, uid)),
  }
}

const between = (number: number, least: number, most: number): number =>
  Math.min(Math.max(Math.trunc(number), least), most)

const rowsWithin = ({ limit, offset }: { limit: number; offset: number }, most: number) => ({
  limit: between(limit, 1, most),
  offset: between(offset, 0, Number.MAX_SAFE_INTEGER),
})
