import { networkInterfaces } from 'node:os'
import type { Config } from '../../config/config.ts'
import type { Resolver } from '../../net/ports.ts'
import type { Poster } from '../../net/post-ports.ts'
import { createPoster } from '../../net/safe-fetch/post.ts'
import { VERSION } from '../../version.ts'
import { configuredResolver } from '../dns/configured-resolver.ts'

/** Posts as the config says at that moment: a config that is changed in place counts with the next post. */
export function openPoster(
  config: Pick<Config, 'webhooks' | 'dns' | 'smtp'>,
  resolver: Resolver = configuredResolver(config),
): Poster {
  return {
    post: (request) =>
      createPoster({
        resolver,
        timeoutMs: config.webhooks.timeout,
        allow: config.webhooks.allowPrivate,
        own: ownAddresses,
        userAgent: `Mailgauge/${VERSION} (+https://${config.smtp.hostname}/)`,
      }).post(request),
  }
}

/** Addresses of this machine. */
export const ownAddresses = () =>
  Object.values(networkInterfaces()).flatMap((addresses) =>
    (addresses ?? []).map(({ address }) => address.split('%')[0] ?? ''),
  )
