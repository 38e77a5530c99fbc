import { overlay, zoneResolver } from '../../net/dns/zone.ts'
import type { Resolver } from '../../net/ports.ts'
import { recordName } from '../../services/domains/domain-name.ts'
import { recordValue } from '../../services/domains/record.ts'
import { ownsDemoName } from '../../services/samples/zone.ts'
import type { DomainStore } from '../../store/domains.ts'

/** Accounts of an evaluation that may verify the demo domain at a time. */
const MOST_TOKENS = 50

const PREFIX = recordName('')

/** Answers for the records that prove the demo domain and names below it: those of every account that has added one. */
export function overDemoDomain(domains: Pick<DomainStore, 'tokensOf'>, rest: Resolver): Resolver {
  const records: Resolver = {
    async query(name, type) {
      const asked = name.toLowerCase()
      const domain = asked.startsWith(PREFIX) ? asked.slice(PREFIX.length) : ''
      const tokens = await domains.tokensOf(domain, MOST_TOKENS)
      const zone = tokens.length > 0 ? { [asked]: { TXT: tokens.map(recordValue) } } : {}
      return zoneResolver(zone).query(asked, type)
    },
  }
  return overlay(records, rest, (name) => ownsDemoName(name))
}
