import type { WatchTelling } from '../../../services/answers/watching/telling.ts'
import { EventsDocument } from '../../pages/dmarc/events.tsx'
import { ownPage } from '../../respond.ts'
import { by, type Route } from '../../router.ts'
import { dmarcAsked } from './asked.ts'
import type { DmarcPagesDeps, Reading } from './deps.ts'
import { placeOf, refusal } from './place.ts'

interface EventsDeps extends Pick<DmarcPagesDeps, 'domains' | 'clock'> {
  watch: WatchTelling
}

/** What one page shows, which is to stay below 60 KB. */
const MOST = 100
const MOST_LASTING = 40

/** `/domains/<id>/dmarc/events`: what changed in what reports say. */
export function eventRoutes(route: Route, deps: EventsDeps): void {
  route('/domains/:domain/dmarc/events', { get: by('dmarc.read', eventsHandler(deps)) })
}

function eventsHandler(deps: EventsDeps): Reading {
  return async (visit) => {
    const { site, actor, request } = visit
    const place = await placeOf(deps, visit, dmarcAsked(new URL(request.url), deps.clock.now()))
    if (place instanceof Response) return place
    const found = await deps.watch.ofDomain(actor, place.domain.id, MOST + 1)
    if (!found.ok) return refusal(site, found.refusal)
    const { lasting, told } = found.value
    return ownPage(
      <EventsDocument
        place={place}
        lasting={lasting.slice(0, MOST_LASTING)}
        allLasting={lasting.length}
        told={told.slice(0, MOST)}
        isCut={told.length > MOST}
      />,
    )
  }
}
