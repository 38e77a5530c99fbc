import type { Config } from '../../config/config.ts'
import type { Poster } from '../../net/post-ports.ts'
import { createPoster } from '../../net/safe-fetch/post.ts'
import { ONE_CLICK_WITHIN_MS } from '../../services/unsubscribing/request.ts'
import { VERSION } from '../../version.ts'
import { ownAddresses } from '../alerts/open-poster.ts'
import { configuredResolver } from '../dns/configured-resolver.ts'

/** Posts to addresses that stand in messages: to public ones alone, whatever the config allows webhooks. */
export function openOneClickPoster(config: Pick<Config, 'dns' | 'smtp'>): Poster {
  return createPoster({
    resolver: configuredResolver(config),
    timeoutMs: ONE_CLICK_WITHIN_MS,
    allow: [],
    own: ownAddresses,
    userAgent: `Mailgauge/${VERSION} (+https://${config.smtp.hostname}/)`,
  })
}
