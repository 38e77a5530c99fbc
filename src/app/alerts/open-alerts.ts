import type { Config } from '../../config/config.ts'
import { createDelivering } from '../../jobs/deliveries.ts'
import type { Accounts } from '../../services/access/accounts.ts'
import { createAttempting } from '../../services/destinations/delivering/attempting.ts'
import { createSpreading } from '../../services/destinations/spreading/spreading.ts'
import type { Later, Shared } from '../parts.ts'
import { openVault } from '../secrets/open-secrets.ts'
import { HOLDER } from '../services.ts'
import { openDestinations } from './open-destinations.ts'
import { payloadOf } from './payloads.ts'
import { openSenders, sendBy } from './senders.ts'

/** Tells destinations of what happens; stops before what it sends with. */
export function openAlerts(
  config: Config,
  shared: Pick<Shared, 'store' | 'clock' | 'random' | 'log'> & { accounts: Accounts },
  later: Later,
) {
  const { store } = shared
  const vault = openVault(config, store)
  const spreading = createSpreading({ ...shared, payloadOf: (event) => payloadOf(event, config.site) })
  const attempt = createAttempting({
    ...shared,
    vault,
    send: sendBy(openSenders()),
    chance: Math.random,
  })
  const delivering = createDelivering({ ...shared, spread: spreading.run, attempt, holder: HOLDER })
  later.drained('deliveries', delivering.stop)
  return {
    ...openDestinations(config, { ...shared, vault, poke: delivering.poke }),
    start: delivering.start,
    storeWorks: delivering.storeWorks,
  }
}
