import type { Config } from '../../config/config.ts'
import { createSchedule } from '../../jobs/schedule.ts'
import { organisationOf } from '../../mail/reading/domains/sender-domain.ts'
import type { Limits } from '../../services/access/limits.ts'
import { createDomainHealth } from '../../services/domains/health/health.ts'
import { createDnsLooking, type DnsLookingDeps } from '../../services/domains/health/looking.ts'
import { createRecordTelling } from '../../services/monitors/looking/records-view.ts'
import type { Store } from '../../store/store.ts'
import { onOneHost } from '../hosts/one-host.ts'
import type { Later } from '../parts.ts'

const LOOKS_EVERY_MS = 60_000
/** What somebody asked for here while another host was about to end waits for the next turn. */
const HOSTS_LOOK_EVERY_MS = 5_000

type HealthParts = Omit<DnsLookingDeps, 'store'> & { store: Store; limits: Limits }

/** Keeps how the DNS of domains is, and what pages say of it; stops before what it looks with. */
export function openDomainHealth(config: Pick<Config, 'store'>, parts: HealthParts, later: Later) {
  const once = onOneHost(config, parts.store)
  const looking = createDnsLooking({
    ...parts,
    ...(config.store.url !== undefined && {
      onOneHost: (work: () => Promise<void>) => once('domain-health', work)(),
    }),
  })
  const schedule = createSchedule(parts.log, later.opened)
  const every = config.store.url === undefined ? LOOKS_EVERY_MS : HOSTS_LOOK_EVERY_MS
  schedule.every(every, 'domain health', async () => looking.begin())
  later.drained('looks at domains', (graceMs) => {
    looking.stop()
    return schedule.stop(graceMs)
  })
  const domainHealth = createDomainHealth({ ...parts, looking })
  return { health: { domainHealth, records: createRecordTelling(parts), organisationOf }, looking }
}
