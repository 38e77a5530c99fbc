import { formatListen } from '../../config/addresses.ts'
import type { Config } from '../../config/config.ts'
import type { Poster } from '../../net/post-ports.ts'
import { createAddressees } from '../../services/destinations/addressees.ts'
import { createChannels } from '../../services/destinations/channels/channels.ts'
import type { Outgoing } from '../../services/outgoing/outgoing.ts'
import type { Store } from '../../store/store.ts'

/** How alerts reach people, by what the config says of the relay. */
export function openChannels(
  config: Pick<Config, 'relay' | 'site'>,
  {
    store,
    poster,
    outgoing,
  }: { store: Pick<Store, 'people' | 'memberships'>; poster: Poster; outgoing: Outgoing | undefined },
): ReturnType<typeof createChannels> {
  const { host = '', port } = config.relay
  return createChannels({
    poster,
    addressees: createAddressees({ store }),
    relay: formatListen({ host, port }),
    baseUrl: config.site.baseUrl,
    ...(outgoing && { outgoing }),
  })
}
