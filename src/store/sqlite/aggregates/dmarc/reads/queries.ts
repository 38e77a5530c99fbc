import type { AggregateReads, AggregateWindow } from '../../../../aggregates.ts'
import type { FactReads } from '../../../../dmarc/source-facts.ts'
import type { Reading } from '../../../readers/serve.ts'
import { factsOf } from './facts/facts.ts'
import { policiesOf } from './facts/policies.ts'
import { recordsOfSources } from './facts/records-of.ts'
import { sourceDaysOf } from './facts/source-days.ts'
import { standingsOf } from './facts/standings.ts'
import { namesOf, reportedDomains, unnamedOf } from './naming.ts'
import { recordsOf } from './records.ts'
import { reportOf, reportsOf } from './reports.ts'
import { sourcesOf } from './sources.ts'
import { type Asked, firstOf, type Prepared, preparing } from './statements.ts'
import { summaryOf } from './summary.ts'

type Reads = Omit<AggregateReads, 'uncounted'> & FactReads

/** The reads, as they run in a thread. */
export type AggregateQueries = {
  [Name in keyof Reads]: (...args: Parameters<Reads[Name]>) => Answer<Name>
}

/** How many domains fared leaves the thread packed. */
type Answer<Name extends keyof Reads> = Name extends 'standings' ? string : Awaited<ReturnType<Reads[Name]>>

export function aggregateQueries({ driver }: Pick<Reading, 'driver'>): AggregateQueries {
  const prepared = preparing(driver)
  const of = (domainId: string, window: AggregateWindow) => askedFor(prepared, domainId, window)
  return {
    summary: (domainId, window) => summaryOf(prepared, of(domainId, window)),
    reports(domainId, window, page) {
      const asked = of(domainId, window)
      return asked ? reportsOf(prepared, asked, page) : { total: 0, reports: [] }
    },
    sources(domainId, window, query) {
      const asked = of(domainId, window)
      return asked ? sourcesOf(prepared, asked, query) : { total: 0, messages: 0, sources: [] }
    },
    records(domainId, window, at) {
      const asked = of(domainId, window)
      return asked ? recordsOf(prepared, asked, at) : { records: [] }
    },
    report(domainId, uid) {
      const domain = domainNo(prepared, domainId)
      return domain === undefined ? undefined : reportOf(prepared, domain, uid)
    },
    facts(domainId, window, most) {
      const asked = of(domainId, window)
      return asked
        ? factsOf(prepared, asked, most)
        : { rows: [], traits: [], days: 0, reporters: 0, reports: 0 }
    },
    policies(domainId, window) {
      const asked = of(domainId, window)
      return asked ? policiesOf(prepared, asked) : []
    },
    sourceDays(domainId, window, ips) {
      const asked = of(domainId, window)
      return asked ? sourceDaysOf(prepared, asked, ips) : []
    },
    recordsOf(domainId, window, query) {
      const asked = of(domainId, window)
      return asked ? recordsOfSources(prepared, asked, query) : { records: [] }
    },
    standings: (domainIds, window) => standingsOf(prepared, domainIds, window),
    reported: (after, limit) => reportedDomains(prepared, after, limit),
    unnamed(domainId, window, most, now) {
      const asked = of(domainId, window)
      return asked ? unnamedOf(prepared, asked, most, now.getTime()) : []
    },
    names: (after, limit) => namesOf(prepared, after, limit),
  }
}

function domainNo(prepared: Prepared, domainId: string): number | undefined {
  return firstOf<[number]>(prepared('SELECT no FROM dmarc_domains WHERE domain_id = ?'), domainId)?.[0]
}

/** Undefined: the domain has no reports. */
function askedFor(
  prepared: Prepared,
  domainId: string,
  { from, to, authenticated }: AggregateWindow,
): Asked | undefined {
  const domain = domainNo(prepared, domainId)
  return domain === undefined
    ? undefined
    : { domain, from, to, ...(authenticated !== undefined && { authenticated }) }
}
