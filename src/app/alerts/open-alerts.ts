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
import { openSickness, type SicknessParts } from './open-sickness.ts'
import { openSend } from './senders.ts'

type AlertParts = Pick<Shared, 'random'> &
  SicknessParts & {
    accounts: Accounts
    outgoing: Outgoing | undefined
  }

/** Tells destinations of what happens; stops before what it sends with. */
export function openAlerts(config: Config, shared: AlertParts, later: Later) {
  const vault = openVault(config, shared.store)
  const spreading = createSpreading({ ...shared, payloadOf: (event) => payloadOf(event, config.site) })
  const send = openSend(config, { ...shared, poster: openPoster(config) })
  const attempt = createAttempting({ ...shared, vault, send, chance: Math.random })
  const delivering = createDelivering({ ...shared, spread: spreading.run, attempt, holder: HOLDER })
  later.drained('deliveries', delivering.stop)
  const opened = openDestinations(config, { ...shared, vault, poke: delivering.poke })
  const startSickness = openSickness(config, { ...shared, ...opened }, later)
  return {
    ...opened,
    start() {
      delivering.start()
      startSickness()
    },
    storeWorks: delivering.storeWorks,
  }
}
