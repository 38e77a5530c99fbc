import { GroupedSourcesDocument } from '../../pages/dmarc/sources/grouped.tsx'
import { ownPage } from '../../respond.ts'
import { STANDING_GROUP_IDS } from '../../words/standings.ts'
import { offsetOf, oneOf } from './asked.ts'
import type { DmarcPagesDeps, Reading, SourcePagesDeps } from './deps.ts'
import { listPlaceOf, refusal, statusOf } from './place.ts'

type Deps = Pick<DmarcPagesDeps, 'domains' | 'clock' | 'files'> & Pick<SourcePagesDeps, 'answers'>

/** Shows who sends as the domain, by what to do about each. */
export function groupedSourcesHandler(deps: Deps): Reading {
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
