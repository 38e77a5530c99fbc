import { GroupedSourcesDocument } from '../../pages/dmarc/sources/grouped.tsx'
import { MarkedSourcesDocument } from '../../pages/dmarc/sources/marked.tsx'
import { ownPage } from '../../respond.ts'
import { STANDING_GROUP_IDS } from '../../words/standings.ts'
import { offsetOf, oneOf } from './asked.ts'
import type { DmarcPagesDeps, Reading, SourcePagesDeps } from './deps.ts'
import { listPlaceOf, refusal, statusOf } from './place.ts'

type Deps = Pick<DmarcPagesDeps, 'domains' | 'clock' | 'files' | 'marks'> & Pick<SourcePagesDeps, 'answers'>

/** Shows who sends as the domain, by what to do about each, or what people said of them. */
export function sourcePagesHandler(deps: Deps): Reading {
  const { marks } = deps
  const grouped = groupedSourcesHandler(deps)
  const marked = marks && markedHandler({ ...deps, marks })
  return (visit) =>
    marked && new URL(visit.request.url).searchParams.has('marked') ? marked(visit) : grouped(visit)
}

function groupedSourcesHandler(deps: Deps): Reading {
  const { answers, files } = deps
  return async (visit) => {
    const { site, actor, request } = visit
    const url = new URL(request.url)
    const group = oneOf(url, 'standing', STANDING_GROUP_IDS)
    const isFailing = group === undefined && url.searchParams.get('result') === 'fail'
    const place = await listPlaceOf(deps, visit, { standing: group ?? '', result: isFailing ? 'fail' : '' })
    if (place instanceof Response) return place
    const { id } = place.domain
    const found = await answers.sources(actor, id, place.asked.window)
    if (!found.ok) return refusal(site, found.refusal)
    const listed = found.value.reports === 0 ? await files?.list(actor, id, { limit: 1 }) : undefined
    return ownPage(
      <GroupedSourcesDocument
        place={place}
        found={found.value}
        files={listed?.ok ? listed.value.counts : {}}
        isFailing={isFailing}
        {...(group && { only: { group, offset: offsetOf(url) } })}
      />,
      statusOf(place),
    )
  }
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
      answers.sources(actor, id, place.asked.window),
    ])
    if (!said.ok) return refusal(site, said.refusal)
    if (!found.ok) return refusal(site, found.refusal)
    const offset = offsetOf(new URL(request.url))
    return ownPage(
      <MarkedSourcesDocument place={place} said={said.value} sources={found.value.sources} offset={offset} />,
      statusOf(place),
    )
  }
}
