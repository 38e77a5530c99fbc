import type { Config } from '../../config/config.ts'
import { lookAtPolicy } from '../../mail/authentication/dmarc/raising/live.ts'
import { lookAtNames } from '../../mail/authentication/dmarc/raising/names-below.ts'
import { withPolicies } from '../../mail/authentication/dmarc/raising/with-policies.ts'
import { counted } from '../../net/dns/counted.ts'
import { overlay, zoneResolver } from '../../net/dns/zone.ts'
import type { Resolver } from '../../net/ports.ts'
import {
  createReadinessAnswers,
  type ReadinessAnswersDeps,
} from '../../services/answers/readiness/create-readiness.ts'
import { createPolicyLooking } from '../../services/answers/readiness/looking.ts'
import type { ReadinessAnswers } from '../../services/answers/ready.ts'
import { ownsDemoName } from '../../services/samples/zone.ts'
import type { Demo } from '../demo/demo.ts'
import { overDemoDomain } from '../demo/demo-records.ts'
import { configuredResolver } from '../dns/configured-resolver.ts'
import type { Shared } from '../parts.ts'

/** Questions at once. */
const AT_ONCE = 20

/** Whether domains are ready for stricter DMARC policies, by the record that is in the DNS. */
export function openReadinessAnswers(
  config: Config,
  shared: Pick<Shared, 'store' | 'clock'> &
    Partial<Pick<Shared, 'meters'>> &
    Pick<ReadinessAnswersDeps, 'domains' | 'reading' | 'looked'>,
  demo: Pick<Demo, 'zone'> | undefined,
): ReadinessAnswers {
  const { domains, reading, looked, clock } = shared
  const resolver = resolverOf(config, shared, demo)
  const looks = {
    policy: (domain: string) => lookAtPolicy(domain, resolver),
    names: (domain: string, names: readonly string[], seen: Parameters<typeof lookAtNames>[3]) =>
      lookAtNames(domain, names, resolver, seen),
  }
  return createReadinessAnswers({
    domains,
    reading,
    looking: createPolicyLooking(looks, clock),
    write: withPolicies,
    clock,
    ...(looked && { looked }),
  })
}

/** In evaluation mode the records of the demo domain are made here. */
function resolverOf(
  config: Config,
  { store, meters }: Pick<Shared, 'store'> & Partial<Pick<Shared, 'meters'>>,
  demo: Pick<Demo, 'zone'> | undefined,
): Resolver {
  const asked = configuredResolver(config, { maxInFlight: AT_ONCE })
  const stub = meters ? counted(asked, meters.dns.meter) : asked
  if (!demo) return stub
  const records = overDemoDomain(store.domains, config.dmarc.host, stub)
  const isHost = (name: string) => ownsDemoName(name) && !name.startsWith('_')
  return overlay(zoneResolver(demo.zone), records, isHost)
}
