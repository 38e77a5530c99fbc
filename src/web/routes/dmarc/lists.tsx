import { reporterOf } from '../../../core/aggregate/report.ts'
import { SOURCE_GROUPS, SOURCE_ORDERS, type SourceQuery } from '../../../services/aggregates/aggregates.ts'
import { ReportsDocument } from '../../pages/dmarc/reports.tsx'
import { conditionsOf, LONGEST_NARROWED } from '../../pages/dmarc/sources/narrowed.tsx'
import { SourcesDocument } from '../../pages/dmarc/sources.tsx'
import { ownPage } from '../../respond.ts'
import { offsetOf, oneOf } from './asked.ts'
import type { DmarcPagesDeps, Reading } from './deps.ts'
import { sourcePagesHandler } from './grouped.tsx'
import { listPlaceOf, refusal, statusOf } from './place.ts'

/** Rows on one page, which is to stay below 60 KB. */
const ON_A_PAGE = 40
const LONGEST_NAME = 200

const RESULTS = ['pass', 'fail'] as const

/** Shows who sends as the domain: by what to do about each, or as the address asks them to be counted. */
export function sourcesHandler(deps: DmarcPagesDeps): Reading {
  const { answers } = deps
  const grouped = answers && sourcePagesHandler({ ...deps, answers })
  const counted = countedSourcesHandler(deps)
  return (visit) => {
    const isCounted = new URL(visit.request.url).searchParams.get('group_by')
    return grouped && !isCounted ? grouped(visit) : counted(visit)
  }
}

function countedSourcesHandler(deps: DmarcPagesDeps): Reading {
  return async (visit) => {
    const { site, actor } = visit
    const url = new URL(visit.request.url)
    const query = sourceQuery(url)
    const { groupBy, sort, result } = query
    const place = await listPlaceOf(deps, visit, {
      group_by: groupBy === 'ip' && !deps.answers ? '' : groupBy,
      sort: sort === 'messages' ? '' : sort,
      result: result ?? '',
      ...conditionsOf(query),
    })
    if (place instanceof Response) return place
    const found = await deps.aggregates.sources(actor, place.domain.id, place.asked.window, query)
    if (!found.ok) return refusal(site, found.refusal)
    return ownPage(<SourcesDocument place={place} found={found.value} query={query} />, statusOf(place))
  }
}

/** What an address asks of the sources. */
export function sourceQuery(url: URL): SourceQuery {
  const result = oneOf(url, 'result', RESULTS)
  const groupBy = oneOf(url, 'group_by', SOURCE_GROUPS) ?? 'ip'
  const only = groupBy === 'ip' ? onlyIn(url) : undefined
  return {
    groupBy,
    sort: oneOf(url, 'sort', SOURCE_ORDERS) ?? 'messages',
    limit: ON_A_PAGE,
    offset: offsetOf(url),
    ...(result && { result }),
    ...(only && { only }),
  }
}

/** What an address narrows the addresses of a list down to. */
function onlyIn(url: URL): SourceQuery['only'] {
  const text = (name: string) => (url.searchParams.get(name) ?? '').slice(0, LONGEST_NARROWED)
  const [organization, headerFrom] = [text('organization'), text('header_from')]
  if (organization !== '') return { organization }
  return headerFrom === '' ? undefined : { headerFrom }
}

/** Shows the reports about a domain. */
export function reportsHandler(deps: DmarcPagesDeps): Reading {
  return async (visit) => {
    const { site, actor } = visit
    const url = new URL(visit.request.url)
    const result = oneOf(url, 'result', RESULTS)
    const typed = (url.searchParams.get('reporter') ?? '').slice(0, LONGEST_NAME).trim()
    const place = await listPlaceOf(deps, visit, { reporter: typed, result: result ?? '' })
    if (place instanceof Response) return place
    const reporter = reporterOf({ orgName: typed })
    const page = {
      limit: ON_A_PAGE,
      offset: offsetOf(url),
      ...(result && { result }),
      ...(reporter !== '' && { reporter }),
    }
    const found = await deps.aggregates.reports(actor, place.domain.id, place.asked.window, page)
    if (!found.ok) return refusal(site, found.refusal)
    return ownPage(<ReportsDocument place={place} found={found.value} page={page} />, statusOf(place))
  }
}
