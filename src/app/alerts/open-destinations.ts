import type { Config } from '../../config/config.ts'
import type { Accounts } from '../../services/access/accounts.ts'
import { createAddressees } from '../../services/destinations/addressees.ts'
import { createDestinations } from '../../services/destinations/destinations.ts'
import { testPayload } from '../../services/destinations/payloads/payload.ts'
import { createProvisioning } from '../../services/destinations/provisioning/provisioning.ts'
import { createDestinationSecrets } from '../../services/destinations/secrets.ts'
import type { Vault } from '../../services/secrets/vault.ts'
import type { Store } from '../../store/store.ts'
import { systemClock, systemLimits, systemRandom } from '../services.ts'

interface DestinationParts {
  store: Store
  accounts: Accounts
  vault: Vault
  /** Something is due. */
  poke?: () => void
}

/** The webhooks and alert channels of accounts and of the instance, over an open store. */
export function openDestinations(
  config: Pick<Config, 'site' | 'relay'>,
  { store, accounts, vault, poke }: DestinationParts,
) {
  const shared = { store, accounts, vault, clock: systemClock, limits: systemLimits, random: systemRandom }
  const destinations = createDestinations({
    ...shared,
    addressees: createAddressees({ store }),
    canMail: () => config.relay.host !== undefined,
    testPayload: (destination, at) => testPayload(destination, at, config.site),
    ...(poke && { poke }),
  })
  const secrets = createDestinationSecrets(shared)
  return { destinations, provisioning: createProvisioning({ store, destinations, secrets }) }
}
