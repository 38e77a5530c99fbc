import type { Config } from '../../config/config.ts'
import type { Accounts } from '../../services/access/accounts.ts'
import { createDestinations } from '../../services/destinations/destinations.ts'
import { createProvisioning } from '../../services/destinations/provisioning/provisioning.ts'
import { createDestinationSecrets } from '../../services/destinations/secrets.ts'
import type { Vault } from '../../services/secrets/vault.ts'
import type { Store } from '../../store/store.ts'
import { systemClock, systemRandom } from '../services.ts'
import { testPayload } from './payloads.ts'

export type DestinationsConfig = Pick<Config, 'site'>

/** The webhooks and alert channels of accounts and of the instance, over an open store. */
export function openDestinations(
  config: DestinationsConfig,
  { store, accounts, vault, poke }: { store: Store; accounts: Accounts; vault: Vault; poke?: () => void },
) {
  const shared = { store, accounts, vault, clock: systemClock, random: systemRandom }
  const destinations = createDestinations({
    ...shared,
    testPayload: (destination, at) => testPayload(destination, at, config.site),
    mayMail: async (actor, { to }) => actor.kind === 'operator' || to === 'administrators',
    ...(poke && { poke }),
  })
  const secrets = createDestinationSecrets(shared)
  return { destinations, provisioning: createProvisioning({ store, destinations, secrets }) }
}
