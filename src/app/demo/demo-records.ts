import { overlay, zoneResolver } from '../../net/dns/zone.ts'
import type { Resolver } from '../../net/ports.ts'
import { reportsAddress } from '../../services/aggregates/set-up.ts'
import { recordName } from '../../services/domains/domain-name.ts'
import { recordValue } from '../../services/domains/record.ts'
import { DEMO_DOMAIN, DEMO_SELECTOR, demoZone, ownsDemoName } from '../../services/samples/zone.ts'
import type { DomainStore } from '../../store/domains.ts'

/** Accounts of an evaluation that may verify the demo domain at a time. */
const MOST_TOKENS = 50

const PREFIX = recordName('')

/** Its records that name where reports are sent. */
const REPORTING = [`_dmarc.${DEMO_DOMAIN}`, `_smtp._tls.${DEMO_DOMAIN}`]

/** Answers for the records of the demo domain and names below it: those that prove it to every account that has added one, and its
 * DMARC and TLS-RPT records, which name their reports addresses at this host. */
export function overDemoDomain(
  domains: Pick<DomainStore, 'tokensOf'>,
  reportsHost: string,
  rest: Resolver,
): Resolver {
  const records: Resolver = {
    async query(name, type) {
      const asked = name.toLowerCase()
      if (REPORTING.includes(asked)) {
        const tokens = await domains.tokensOf(DEMO_DOMAIN, MOST_TOKENS)
        return zoneResolver({ [asked]: { TXT: [reportingRecord(asked, tokens, reportsHost)] } }).query(
          asked,
          type,
        )
      }
      const domain = asked.startsWith(PREFIX) ? asked.slice(PREFIX.length) : ''
      const tokens = await domains.tokensOf(domain, MOST_TOKENS)
      const zone = tokens.length > 0 ? { [asked]: { TXT: tokens.map(recordValue) } } : {}
      return zoneResolver(zone).query(asked, type)
    },
  }
  return overlay(records, rest, (name) => ownsDemoName(name))
}

function reportingRecord(name: string, tokens: readonly string[], host: string): string {
  const { [name]: built } = demoZone(DEMO_DOMAIN, { dkimPublicKey: '', selector: DEMO_SELECTOR })
  const uris = tokens.map((token) => `mailto:${reportsAddress(token, host)}`)
  return [...(built?.TXT ?? []), ...uris].join(',')
}
