import type { Config } from '../../config/config.ts'
import { createDelivering } from '../../jobs/deliveries.ts'
import type { Accounts } from '../../services/access/accounts.ts'
import { createAttempting } from '../../services/destinations/delivering/attempting.ts'
import { payloadOf } from '../../services/destinations/payloads/payload.ts'
import { createSpreading } from '../../services/destinations/spreading/spreading.ts'
import type { Outgoing } from '../../services/outgoing/outgoing.ts'
import type { Later, Shared } from '../parts.ts'
import { openVault } from '../secrets/open-secrets.ts'
import { HOLDER } from '../services.ts'
import { openDestinations } from './open-destinations.ts'
import { openPoster } from './open-poster.ts'
import { openSend } from './senders.ts'

export interface TellingParts
  extends Pick<Shared, 'store' | 'clock' | 'random' | 'log'>,
    Partial<Pick<Shared, 'meters'>> {
  accounts: Accounts
  outgoing: Outgoing | undefined
}

/** Spreads events to destinations and delivers them; stops before what it sends with. */
export function openTelling(config: Config, shared: TellingParts, later: Later) {
  const vault = openVault(config, shared.store)
  const spreading = createSpreading({ ...shared, payloadOf: (event) => payloadOf(event, config.site) })
  const uncounted = openSend(config, { ...shared, poster: openPoster(config) })
  const send = shared.meters?.deliveries.counted(uncounted) ?? uncounted
  const attempt = createAttempting({ ...shared, vault, send, chance: Math.random })
  const delivering = createDelivering({ ...shared, spread: spreading.run, attempt, holder: HOLDER })
  later.drained('deliveries', delivering.stop)
  return {
    ...openDestinations(config, { ...shared, vault, poke: delivering.poke }),
    start: delivering.start,
    storeWorks: delivering.storeWorks,
  }
}
