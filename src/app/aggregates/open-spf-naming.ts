import type { Config } from '../../config/config.ts'
import { readSpfTerms } from '../../mail/authentication/spf/naming/terms.ts'
import { counted } from '../../net/dns/counted.ts'
import { overlay, zoneResolver } from '../../net/dns/zone.ts'
import { DnsFailure, type Resolver } from '../../net/ports.ts'
import { createSpfNamings, type SpfNamings } from '../../services/answers/spf-naming.ts'
import { ownsDemoName } from '../../services/samples/zone.ts'
import type { Demo } from '../demo/demo.ts'
import { configuredResolver } from '../dns/configured-resolver.ts'
import type { Shared } from '../parts.ts'

/** Questions at once. */
const AT_ONCE = 20

/** Asks for records of the domains of accounts; in evaluation mode the demo zone answers for the demo domain. */
export function ownRecordsResolver(
  config: Config,
  { meters }: Partial<Pick<Shared, 'meters'>>,
  demo: Pick<Demo, 'zone'> | undefined,
): Resolver {
  const asked = configuredResolver(config, { maxInFlight: AT_ONCE })
  const stub = meters ? counted(asked, meters.dns.meter) : asked
  return demo ? overlay(zoneResolver(demo.zone), stub, (name) => ownsDemoName(name)) : stub
}

/** Asks the DNS which term of a domain's own SPF record names its sources. */
export function openSpfNaming(
  config: Config,
  shared: Pick<Shared, 'clock'> & Partial<Pick<Shared, 'meters'>>,
  demo: Pick<Demo, 'zone'> | undefined,
): SpfNamings {
  const resolver = ownRecordsResolver(config, shared, demo)
  const { clock } = shared
  return createSpfNamings({
    clock,
    async read(domain, signal) {
      let isRead = false
      const terms = await readSpfTerms(
        domain,
        until(() => signal.aborted && !isRead, resolver),
      )
      isRead = true
      return terms
    },
  })
}

/** Answers until it is over; from then on no question is asked. */
function until(isOver: () => boolean, resolver: Resolver): Resolver {
  return {
    async query(name, type) {
      if (isOver()) throw new DnsFailure(name, type, 'timeout')
      return resolver.query(name, type)
    },
  }
}
