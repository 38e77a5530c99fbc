import type { Complaints } from '../../../services/complaints/complaints.ts'
import { ComplaintsDocument } from '../../pages/complaints/complaints.tsx'
import { ownPage } from '../../respond.ts'
import { by, type Handler, type Route } from '../../router.ts'
import type { DmarcPagesDeps } from '../dmarc/deps.ts'
import { listPlaceOf, refusal, statusOf } from '../dmarc/place.ts'

interface ComplaintPagesDeps extends Pick<DmarcPagesDeps, 'domains' | 'clock'> {
  complaints: Complaints
}

/** `/domains/<id>/complaints`: what recipients report as spam. */
export function complaintRoutes(route: Route, deps: ComplaintPagesDeps): void {
  route('/domains/:domain/complaints', { get: by('dmarc.read', complaintsHandler(deps)) })
}

function complaintsHandler({ complaints, ...deps }: ComplaintPagesDeps): Handler<'dmarc.read'> {
  return async (visit) => {
    const place = await listPlaceOf(deps, visit)
    if (place instanceof Response) return place
    const { site, actor } = visit
    const { from, to } = place.asked.window
    const [overview, letters] = await Promise.all([
      complaints.overview(actor, place.domain.id, { from, to }),
      complaints.letters(actor, place.domain.id),
    ])
    if (!overview.ok) return refusal(site, overview.refusal)
    return ownPage(
      <ComplaintsDocument
        place={place}
        overview={overview.value}
        letters={letters.ok ? letters.value : []}
        loops={complaints.loops}
      />,
      statusOf(place),
    )
  }
}
