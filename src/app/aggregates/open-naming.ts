import type { Config } from '../../config/config.ts'
import { createSchedule } from '../../jobs/schedule.ts'
import { organisationOf } from '../../mail/reading/domains/sender-domain.ts'
import { lookUpReverse } from '../../mail/server/reverse-dns/reverse-dns.ts'
import { counted } from '../../net/dns/counted.ts'
import { overlay, zoneResolver } from '../../net/dns/zone.ts'
import { isGlobalAddress, reverseName } from '../../net/ip.ts'
import { ask } from '../../net/ports.ts'
import { createNaming } from '../../services/aggregates/naming/naming.ts'
import { createNetworks, type NetworkLook } from '../../services/aggregates/naming/networks.ts'
import { ownsDemoName } from '../../services/samples/zone.ts'
import { dnsServers } from '../analysis.ts'
import type { Demo } from '../demo/demo.ts'
import { configuredResolver } from '../dns/configured-resolver.ts'
import type { Later, Shared } from '../parts.ts'
import { HOLDER } from '../services.ts'
import { senderOfHost } from './known-sender.ts'

const EVERY_MS = 60_000
/** Questions at once: nobody waits for these answers. */
const AT_ONCE = 20

/** Looks up the names of sources; in evaluation mode the demo zone answers for the addresses that it has. */
export function openNaming(
  config: Config,
  shared: Pick<Shared, 'store' | 'clock' | 'log' | 'meters'>,
  demo: Pick<Demo, 'zone'> | undefined,
  later: Later,
): void {
  if (!demo && dnsServers(config).length === 0) return
  const stub = counted(configuredResolver(config, { maxInFlight: AT_ONCE }), shared.meters.dns.meter)
  const resolver = demo ? overlay(zoneResolver(demo.zone), stub, (name) => ownsDemoName(name)) : stub
  const naming = createNaming({
    ...shared,
    holder: HOLDER,
    lookUp: (ip) => lookUpReverse(ip, resolver),
    mayAsk: (ip) => isGlobalAddress(ip) || (demo !== undefined && ownsDemoName(reverseName(ip) ?? '')),
    answers: async () => (await ask(stub, config.smtp.domain, 'A')).kind !== 'failure',
    organisationOf,
    knownSender: senderOfHost,
    ...(config.dmarc.asn === 'cymru' && { networkOf: globally(createNetworks(stub)) }),
  })
  const schedule = createSchedule(shared.log, later.opened)
  schedule.every(EVERY_MS, 'names of sources', () => naming.run())
  later.drained('names of sources', (graceMs) => {
    naming.stop()
    return schedule.stop(graceMs)
  })
}

/** Addresses that nobody announces are not told to anybody. */
function globally(networkOf: (ip: string) => Promise<NetworkLook>): (ip: string) => Promise<NetworkLook> {
  return async (ip) => (isGlobalAddress(ip) ? networkOf(ip) : { kind: 'none' })
}
