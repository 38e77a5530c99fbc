import { refusalOf } from '../../core/access/permission.ts'
import { granted, type Refusal, type Result, refused } from '../../core/refusal.ts'
import type { SenderDomain } from '../../core/sender-domain.ts'
import { type AggregateReads, type AggregateWindow, QueryTooLong } from '../../store/aggregates.ts'
import type { DomainActor } from '../domains/domains.ts'
import type { SenderDomains } from '../domains/sender-domains.ts'
import type { Aggregates } from './aggregates.ts'
import { statusOf } from './source-status.ts'
import { MOST_DAYS } from './window.ts'

export interface ReadAggregatesDeps {
  store: { aggregates: Omit<AggregateReads, 'reported' | 'unnamed'> }
  domains: SenderDomains
}

/** Rows of a page, and sources and records of a piece of an export, at most. */
const MOST_ROWS = 200
const MOST_SOURCES = 10_000
const MOST_RECORDS = 1_000

const notFound: Refusal = { kind: 'not_found', what: 'domain' }
const tooLong: Refusal = { kind: 'bad_request', reason: `A window has at most ${MOST_DAYS} days.` }

export function createAggregates({ store: { aggregates }, domains }: ReadAggregatesDeps): Aggregates {
  /** What may be read of a domain, unless it takes too long. */
  async function about<T>(
    actor: DomainActor,
    domainId: string,
    read: (domain: SenderDomain) => Promise<T | undefined>,
  ): Promise<Result<T>> {
    const refusal = refusalOf(actor, 'dmarc.read')
    if (refusal) return refused(refusal)
    const domain = await domains.byId(actor.accountId, domainId)
    if (!domain) return refused(notFound)
    try {
      const found = await read(domain)
      return found === undefined ? refused(notFound) : granted(found)
    } catch (cause) {
      if (cause instanceof QueryTooLong) return refused({ kind: 'busy' })
      throw cause
    }
  }

  /** The same of a window, which is as long as the roll-ups are made for. */
  const within = async <T>(
    actor: DomainActor,
    id: string,
    { from, to }: AggregateWindow,
    read: (domain: SenderDomain) => Promise<T | undefined>,
  ): Promise<Result<T>> => (to - from < MOST_DAYS ? about(actor, id, read) : refused(tooLong))

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
