import { type ZoneFailures, type ZoneLiteral, zoneResolver } from '../../src/net/dns/zone.ts'
import type { Resolver } from '../../src/net/ports.ts'

export interface TestZone extends Resolver {
  /** Every question in order, as 'TXT name'. */
  readonly calls: string[]
}

/** The DNS of a test: a literal, the questions that fail (`['TXT name']` or `{ 'TXT name': 'timeout' }`), and a log. */
export function zone(literal: ZoneLiteral, fail: ZoneFailures = []): TestZone {
  const resolver = zoneResolver(literal, { fail })
  const calls: string[] = []
  return {
    calls,
    query(name, type) {
      calls.push(`${type} ${name}`)
      return resolver.query(name, type)
    },
  }
}
