import type { Config } from '../../config/config.ts'
import { createSchedule } from '../../jobs/schedule.ts'
import type { Destinations } from '../../services/destinations/told.ts'
import type { AmongHosts } from '../../services/instance/sickness/hosts.ts'
import { SICKNESS_INQUIRIES } from '../../services/instance/sickness/inquiries.ts'
import { createSickness } from '../../services/instance/sickness/sickness.ts'
import type { SharedStore } from '../../store/postgres/open.ts'
import { openServiceDoctor, type ServiceParts } from '../doctor/open-doctor.ts'
import type { Later, Shared } from '../parts.ts'
import { HOLDER } from '../services.ts'

const EVERY_MS = 5 * 60_000

export type SicknessParts = ServiceParts & Pick<Shared, 'clock'>

/** Looks at the instance now and then from the returned call on, and tells its destinations. */
export function openSickness(
  config: Config,
  shared: SicknessParts & { destinations: Destinations },
  later: Later,
): () => void {
  const { destinations, hosts } = shared
  const sickness = createSickness({
    ...shared,
    doctor: openServiceDoctor(config, shared, later, SICKNESS_INQUIRIES),
    ...(hosts && { among: amongHosts(hosts) }),
    // Without a relay it could tell nobody.
    ...(config.relay.host !== undefined && { makeDefault: () => makeDefault(destinations) }),
  })
  const schedule = createSchedule(shared.log, later.opened)
  later.drained('watch over the instance', schedule.stop)
  return () => schedule.every(EVERY_MS, 'watch over the instance', () => sickness.run())
}

/** What all share is looked at by whoever has the lease, until it has not looked twice. */
const LEADS_MS = 2 * EVERY_MS + 60_000

const amongHosts = ({ hosts, leases }: SharedStore): AmongHosts => ({
  host: HOLDER.host,
  alive: async () => (await hosts.list()).map(({ name }) => name),
  leads: () => leases.take('sickness', `${HOLDER.host}/${HOLDER.start}`, LEADS_MS),
})

/** Makes one by which who administers the instance is told of its trouble without anybody setting that up. False: it cannot be kept yet. */
async function makeDefault(destinations: Destinations): Promise<boolean> {
  const made = await destinations.create(
    { kind: 'operator' },
    {
      name: 'Administrators by e-mail',
      target: { kind: 'email', to: 'administrators' },
      filter: { types: ['instance.trouble', 'instance.recovered', 'webhook.disabled'] },
    },
  )
  // Where there is one by that name, or no room for one, that stays so.
  return made.ok || made.refusal.kind !== 'out_of_space'
}
