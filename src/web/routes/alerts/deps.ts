import type { Refusal } from '../../../core/refusal.ts'
import type { DestinationActor, Destinations, DestinationView } from '../../../services/destinations/told.ts'
import type { WebDeps } from '../../deps.ts'
import type { Subject } from '../../pages/alerts/fields.tsx'
import type { AlertPlace } from '../../pages/alerts/place.ts'
import { noSuchPage, refusedPage } from '../../pages/plain.tsx'
import type { Visit } from '../../router.ts'
import type { Site } from '../../site.ts'

/** What the pages of webhooks and channels stand on. */
export interface AlertPagesDeps extends Pick<WebDeps, 'clock' | 'domains' | 'monitors'> {
  destinations: Destinations
}

/** With what a destination may be bound to. */
export interface AlertDeps extends AlertPagesDeps {
  /** The monitors and domains of an account, by name, as many as a form has room for. */
  subjects(actor: DestinationActor): Promise<{ monitors: Subject[]; domains: Subject[] }>
}

/** As many as a form has room for; commands take any. */
const MOST_SUBJECTS = 50

export function withSubjects(deps: AlertPagesDeps): AlertDeps {
  return {
    ...deps,
    async subjects(actor) {
      if (actor.kind !== 'session') return { monitors: [], domains: [] }
      const [monitors = [], domains = []] = await Promise.all([
        deps.monitors?.list(actor),
        deps.domains?.list(actor),
      ])
      return {
        monitors: monitors.slice(0, MOST_SUBJECTS).map(({ id, name }) => ({ id, name })),
        domains: domains.slice(0, MOST_SUBJECTS).map(({ id, domain }) => ({ id, name: domain })),
      }
    },
  }
}

/** A visit of somebody who may do what the page is for. */
export type AlertVisit = Visit & { actor: DestinationActor }

/** Where it happens, by whom, over what. */
export interface Alerting {
  deps: AlertDeps
  place: AlertPlace
  visit: AlertVisit
}

/** The destination that the path names, or the page that says why not. */
export async function named({ deps, visit }: Alerting): Promise<DestinationView | Response> {
  const found = await deps.destinations.read(visit.actor, visit.params['destination'] ?? '')
  return found.ok ? found.value : turnedAway(visit.site, found.refusal)
}

/** What a refusal says, where a form can show it beside its fields. */
export function saidBy(refusal: Refusal): string | undefined {
  if (refusal.kind === 'bad_request' || refusal.kind === 'limit_reached') return refusal.reason
  if (refusal.kind === 'rate_limited')
    return `That was too often in a short time. Wait ${refusal.retryAfterSeconds} seconds, then try again.`
  if (refusal.kind === 'out_of_space') return 'There is no space left to store it. Try again later.'
  return undefined
}

/** A refusal as a page. */
export function turnedAway(site: Site, refusal: Refusal): Response {
  const says = saidBy(refusal)
  return says === undefined
    ? noSuchPage(site)
    : refusedPage(site, 409, { title: 'That cannot be done now', says })
}
