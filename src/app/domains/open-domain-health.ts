import { createSchedule } from '../../jobs/schedule.ts'
import { organisationOf } from '../../mail/reading/domains/sender-domain.ts'
import type { Limits } from '../../services/access/limits.ts'
import { createDomainHealth } from '../../services/domains/health/health.ts'
import { createDnsLooking, type DnsLookingDeps } from '../../services/domains/health/looking.ts'
import { createRecordTelling } from '../../services/monitors/looking/records-view.ts'
import type { Store } from '../../store/store.ts'
import type { Later } from '../parts.ts'

const LOOKS_EVERY_MS = 60_000

type HealthParts = Omit<DnsLookingDeps, 'store'> & { store: Store; limits: Limits }

/** Keeps how the DNS of domains is, and what pages say of it; stops before what it looks with. */
export function openDomainHealth(parts: HealthParts, later: Later) {
  const looking = createDnsLooking(parts)
  const schedule = createSchedule(parts.log)
  schedule.every(LOOKS_EVERY_MS, 'domain health', async () => looking.begin())
  later.drained('looks at domains', (graceMs) => {
    looking.stop()
    return schedule.stop(graceMs)
  })
  const domainHealth = createDomainHealth({ ...parts, looking })
  return { health: { domainHealth, records: createRecordTelling(parts), organisationOf }, looking }
}
