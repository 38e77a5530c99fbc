import type { PolicyHistory } from '../../../services/answers/policies/policy-history.ts'
import { PolicyDocument } from '../../pages/dmarc/policy.tsx'
import { ownPage } from '../../respond.ts'
import { by, type Route } from '../../router.ts'
import type { DmarcPagesDeps, Reading } from './deps.ts'
import { listPlaceOf, refusal, statusOf } from './place.ts'

interface PolicyDeps extends Pick<DmarcPagesDeps, 'domains' | 'clock'> {
  policies: PolicyHistory
}

/** `/domains/<id>/dmarc/policy`: which policy reports saw when. */
export function policyRoutes(route: Route, deps: PolicyDeps): void {
  route('/domains/:domain/dmarc/policy', { get: by('dmarc.read', policyHandler(deps)) })
}

function policyHandler(deps: PolicyDeps): Reading {
  return async (visit) => {
    const place = await listPlaceOf(deps, visit)
    if (place instanceof Response) return place
    const { site, actor } = visit
    const found = await deps.policies.of(actor, place.domain.id, place.asked.window)
    if (!found.ok) return refusal(site, found.refusal)
    return ownPage(<PolicyDocument place={place} lines={found.value} />, statusOf(place))
  }
}
