import type { Aggregates } from '../../../services/aggregates/aggregates.ts'
import { PAGE_PATIENCE_MS } from '../../../services/answers/soon.ts'
import type { VisitFor } from '../../frame/needs.ts'
import type { DmarcPlace } from '../../pages/dmarc/asked.ts'
import { GroupedSourcesDocument } from '../../pages/dmarc/sources/grouped.tsx'
import { MarkedSourcesDocument } from '../../pages/dmarc/sources/marked.tsx'
import { PendingSources } from '../../pages/dmarc/sources/pending.tsx'
import { ownPage } from '../../respond.ts'
import { STANDING_GROUP_IDS } from '../../words/standings.ts'
import { offsetOf, oneOf } from './asked.ts'
import type { DmarcPagesDeps, Reading, SourcePagesDeps } from './deps.ts'
import { listPlaceOf, refusal, statusOf } from './place.ts'

type Deps = Pick<DmarcPagesDeps, 'domains' | 'clock' | 'files' | 'marks' | 'aggregates'> &
  Pick<SourcePagesDeps, 'answers'>

type Visit = Pick<VisitFor<'dmarc.read'>, 'site' | 'actor'>

/** Shows who sends as the domain, by what to do about each, or what people said of them. */
export function sourcePagesHandler(deps: Deps): Reading {
  const { marks } = deps
  const grouped = groupedSourcesHandler(deps)
  const marked = marks && markedHandler({ ...deps, marks })
  return (visit) =>
    marked && new URL(visit.request.url).searchParams.has('marked') ? marked(visit) : grouped(visit)
}

function groupedSourcesHandler(deps: Deps): Reading {
  const { answers, aggregates, files } = deps
  return async (visit) => {
    const { site, actor, request } = visit
    const url = new URL(request.url)
    const group = oneOf(url, 'standing', STANDING_GROUP_IDS)
    const isFailing = group === undefined && url.searchParams.get('result') === 'fail'
    const place = await listPlaceOf(deps, visit, { standing: group ?? '', result: isFailing ? 'fail' : '' })
    if (place instanceof Response) return place
    const { id } = place.domain
    const answered = await answers.soon(actor, id, place.asked.window, PAGE_PATIENCE_MS)
    if (!answered.ok) return refusal(site, answered.refusal)
    const { found } = answered.value
    if (!found) return pending(aggregates, visit, place)
    const listed = found.reports === 0 ? await files?.list(actor, id, { limit: 1 }) : undefined
    return ownPage(
      <GroupedSourcesDocument
        place={place}
        found={found}
        files={listed?.ok ? listed.value.counts : {}}
        isFailing={isFailing}
        {...(group && { only: { group, offset: offsetOf(url) } })}
      />,
      statusOf(place),
    )
  }
}

async function pending(aggregates: Aggregates, { site, actor }: Visit, place: DmarcPlace): Promise<Response> {
  const summary = await aggregates.summary(actor, place.domain.id, place.asked.window)
  if (!summary.ok) return refusal(site, summary.refusal)
  return ownPage(<PendingSources place={place} title="Sources" summary={summary.value} />, statusOf(place))
}

/** Shows of which sources people said something. */
function markedHandler({ answers, marks, ...deps }: Deps & Pick<SourcePagesDeps, 'marks'>): Reading {
  return async (visit) => {
    const { site, actor, request } = visit
    const place = await listPlaceOf(deps, visit, { marked: 'all' })
    if (place instanceof Response) return place
    const { id } = place.domain
    const [said, found] = await Promise.all([
      marks.list(actor, id),
      answers.soon(actor, id, place.asked.window, PAGE_PATIENCE_MS),
    ])
    if (!said.ok) return refusal(site, said.refusal)
    if (!found.ok) return refusal(site, found.refusal)
    if (!found.value.found) return pending(deps.aggregates, visit, place)
    const { sources } = found.value.found
    const offset = offsetOf(new URL(request.url))
    return ownPage(
      <MarkedSourcesDocument place={place} said={said.value} sources={sources} offset={offset} />,
      statusOf(place),
    )
  }
}
