import type { Config } from '../../config/config.ts'
import { createStubResolver, type StubOptions } from '../../net/dns/stub.ts'
import type { Resolver } from '../../net/ports.ts'
import { dnsSettings } from '../analysis.ts'

/** Asks the servers that the config names at that moment. */
export function configuredResolver(
  config: Pick<Config, 'dns'>,
  more: Pick<StubOptions, 'maxInFlight'> = {},
): Resolver {
  let made: { of: string; resolver: Resolver } | undefined
  return {
    query(name, type) {
      const of = JSON.stringify(config.dns)
      if (made?.of !== of) made = { of, resolver: createStubResolver({ ...dnsSettings(config), ...more }) }
      return made.resolver.query(name, type)
    },
  }
}
