import type { Config } from '../../config/config.ts'
import type { Poster } from '../../net/post-ports.ts'
import type { Send, Senders } from '../../services/destinations/sending.ts'
import { createWebhookSend } from '../../services/destinations/webhooks/send-webhook.ts'
import type { Outgoing } from '../../services/outgoing/outgoing.ts'
import type { Store } from '../../store/store.ts'
import { openChannels } from './open-channels.ts'

interface SenderParts {
  store: Pick<Store, 'people' | 'memberships'>
  poster: Poster
  outgoing: Outgoing | undefined
}

/** How each kind of destination is sent to. */
export function openSend(config: Pick<Config, 'relay' | 'site'>, parts: SenderParts): Send {
  const senders: Senders = { webhook: createWebhookSend(parts), ...openChannels(config, parts) }
  return (sending) => senders[sending.destination.kind](sending)
}
