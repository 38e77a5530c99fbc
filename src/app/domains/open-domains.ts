import type { Config } from '../../config/config.ts'
import { isRegistrySuffix } from '../../mail/reading/domains/public-suffix.ts'
import { organisationOf } from '../../mail/reading/domains/sender-domain.ts'
import { createStubResolver } from '../../net/dns/stub.ts'
import type { Resolver } from '../../net/ports.ts'
import type { Accounts } from '../../services/access/accounts.ts'
import { createDomains, type DomainsDeps } from '../../services/domains/domains.ts'
import { createLooking } from '../../services/domains/looking.ts'
import type { Store } from '../../store/store.ts'
import { dnsSettings } from '../analysis.ts'
import { overDemoDomain } from '../demo/demo-records.ts'
import { systemClock, systemRandom } from '../services.ts'

type DomainsConfig = Pick<Config, 'dns' | 'evaluation'>

/** What is asked for the records of domains; in evaluation mode those of the demo domain are made here. */
function recordResolver(config: DomainsConfig, store: Store): Resolver {
  const stub = createStubResolver(dnsSettings(config))
  return config.evaluation ? overDemoDomain(store.domains, stub) : stub
}

/** The domains of accounts, and what looks for their records, over an open store. */
export function openDomains(
  config: DomainsConfig,
  { store, accounts, ...rest }: { store: Store; accounts: Accounts } & Pick<DomainsDeps, 'verified'>,
) {
  const shared = {
    store,
    accounts,
    resolver: recordResolver(config, store),
    suffixes: { isRegistrySuffix, organisationOf },
    clock: systemClock,
    random: systemRandom,
  }
  const looking = createLooking(shared)
  return { looking, domains: createDomains({ ...shared, ...rest, looking }) }
}
