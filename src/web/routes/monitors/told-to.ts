import { refusalOf } from '../../../core/access/permission.ts'
import type { DestinationView } from '../../../services/destinations/told.ts'
import type { SessionActor } from '../../../services/people/sessions.ts'
import type { WebDeps } from '../../deps.ts'

/** How many webhooks and channels are told of alerts of a monitor. Absent: none can be set up here, or who looks may not see them. */
export async function toldTo(
  { destinations }: Pick<WebDeps, 'destinations'>,
  actor: SessionActor,
  monitorId: string,
): Promise<number | undefined> {
  if (!destinations || refusalOf(actor, 'alerts.read')) return undefined
  const all = await destinations.list(actor)
  return all.ok ? all.value.filter((one) => isTold(one, monitorId)).length : undefined
}

function isTold({ disabled, filter }: DestinationView, monitorId: string): boolean {
  const isOfIt = filter.monitorIds?.includes(monitorId) ?? true
  return !disabled && isOfIt && filter.types.includes('monitor.alert')
}
