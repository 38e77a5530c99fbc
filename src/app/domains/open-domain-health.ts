import { createDomainHealth } from '../../services/domains/health/health.ts'
import { createDnsLooking, type DnsLookingDeps } from '../../services/domains/health/looking.ts'
import type { Store } from '../../store/store.ts'
import type { Later } from '../parts.ts'

type HealthParts = Omit<DnsLookingDeps, 'store'> & { store: Store }

/** Keeps how the DNS of domains is; stops before what it looks with. */
export function openDomainHealth(parts: HealthParts, later: Later) {
  const looking = createDnsLooking(parts)
  later(() => looking.stop())
  return { domainHealth: createDomainHealth({ ...parts, looking }), dnsLooking: looking }
}
