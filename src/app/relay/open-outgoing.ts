import type { Config } from '../../config/config.ts'
import { createOutgoing, type Outgoing } from '../../services/outgoing/outgoing.ts'
import type { Relay } from '../../services/outgoing/relay.ts'
import { type Later, type Shared, StartRefused } from '../parts.ts'
import { openRelay } from './open-relay.ts'

/** What sends mail to people. Undefined: no relay is configured. */
export function openOutgoing(
  config: Config,
  later: Later,
  meters: Shared['meters'] | undefined,
): Outgoing | undefined {
  const opened = openRelay(config)
  if (!opened) return undefined
  if ('problems' in opened) throw new StartRefused(opened.problems.join('\n'))
  let relay: Relay = opened
  later.reloaded((next) => {
    const another = openRelay(next)
    if (another && 'problems' in another) return { refused: another.problems.join(' ') }
    return () => {
      relay = another ?? relay
    }
  })
  const asConfigured: Relay = { send: (mail) => relay.send(mail) }
  return createOutgoing({
    relay: meters?.upkeep.relay(asConfigured) ?? asConfigured,
    sender: { siteName: config.site.name, baseUrl: config.site.baseUrl },
  })
}
