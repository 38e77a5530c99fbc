import type { Config } from '../../config/config.ts'
import { lookAtSetUp } from '../../mail/authentication/dmarc/reporting/look.ts'
import { isRegistrySuffix } from '../../mail/reading/domains/public-suffix.ts'
import { organisationOf } from '../../mail/reading/domains/sender-domain.ts'
import { judgeTlsNaming } from '../../mail/server/transport-policy/naming.ts'
import { counted } from '../../net/dns/counted.ts'
import { zoneResolver } from '../../net/dns/zone.ts'
import type { DnsMeter, Resolver } from '../../net/ports.ts'
import type { Accounts } from '../../services/access/accounts.ts'
import { createReportsSetUp } from '../../services/aggregates/set-up.ts'
import { createDomains, type DomainsDeps } from '../../services/domains/domains.ts'
import { createLooking } from '../../services/domains/looking.ts'
import { ownsDemoName } from '../../services/samples/zone.ts'
import type { Store } from '../../store/store.ts'
import { overDemoDomain } from '../demo/demo-records.ts'
import { configuredResolver } from '../dns/configured-resolver.ts'
import { systemClock, systemLimits, systemRandom } from '../services.ts'

type DomainsConfig = Pick<Config, 'dns' | 'evaluation' | 'dmarc'> & {
  smtp: Pick<Config['smtp'], 'hostname' | 'domain'>
}

/** What is asked for the records of domains, and for the way of their reports; in evaluation mode those of the demo domain are made
 * here, and no report comes for another one. */
function resolversOf(
  config: DomainsConfig,
  { domains }: Store,
  meter: DnsMeter | undefined,
): Record<'records' | 'reports', Resolver> {
  const asked = configuredResolver(config)
  const stub = meter ? counted(asked, meter) : asked
  if (!config.evaluation) return { records: stub, reports: stub }
  const demo = (rest: Resolver) => overDemoDomain(domains, config.dmarc.host, rest)
  return { records: demo(stub), reports: demo(zoneResolver({})) }
}

/** The domains of accounts, what looks for their records, and the way by which reports about them come, over an open store. */
export function openDomains(
  config: DomainsConfig,
  {
    store,
    accounts,
    meter,
    ...rest
  }: { store: Store; accounts: Accounts; meter?: DnsMeter } & Pick<DomainsDeps, 'verified'>,
) {
  const resolvers = resolversOf(config, store, meter)
  const shared = {
    store,
    accounts,
    resolver: resolvers.records,
    suffixes: { isRegistrySuffix, organisationOf },
    clock: systemClock,
    limits: systemLimits,
    random: systemRandom,
  }
  const looking = createLooking(shared)
  const { evaluation, dmarc, smtp } = config
  const reportsSetUp = createReportsSetUp({
    ...shared,
    resolver: resolvers.reports,
    lookAt: (sought, resolver) => ({
      ...lookAtSetUp(sought, resolver),
      tls: judgeTlsNaming(sought, resolver),
    }),
    settings: {
      host: dmarc.host,
      mailHost: smtp.hostname.toLowerCase(),
      mailDomain: smtp.domain,
      ...(evaluation && { evaluation: { owns: (domain: string) => ownsDemoName(domain) } }),
    },
  })
  return { looking, domains: createDomains({ ...shared, ...rest, looking }), reportsSetUp }
}
