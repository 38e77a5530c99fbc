import type { Aggregates } from '../../../services/aggregates/aggregates.ts'
import { PAGE_PATIENCE_MS } from '../../../services/answers/soon.ts'
import type { VisitFor } from '../../frame/needs.ts'
import type { DmarcPlace } from '../../pages/dmarc/asked.ts'
import { GroupedSourcesDocument } from '../../pages/dmarc/sources/grouped.tsx'
import { PendingSources } from '../../pages/dmarc/sources/pending.tsx'
import { ownPage } from '../../respond.ts'
import { STANDING_GROUP_IDS } from '../../words/standings.ts'
import { offsetOf, oneOf } from './asked.ts'
import type { DmarcPagesDeps, Reading, SourcePagesDeps } from './deps.ts'
import { listPlaceOf, refusal, statusOf } from './place.ts'

type Deps = Pick<DmarcPagesDeps, 'domains' | 'clock' | 'files' | 'aggregates'> &
  Pick<SourcePagesDeps, 'answers'>

type Visit = Pick<VisitFor<'dmarc.read'>, 'site' | 'actor'>

/** Shows who sends as the domain, by what to do about each. */
export function groupedSourcesHandler(deps: Deps): Reading {
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
