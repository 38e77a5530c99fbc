import type { Resolver } from '../../../net/ports.ts'
import { type Unregistered, unregisteredNames } from '../../fixing/unregistered-names.ts'
import { tidyDomain } from '../../reading/domains/domain-name.ts'
import type { DmarcDiscovery } from './record.ts'

export type DmarcNameCode = 'dmarc-name-unregistered'

/** Addresses for reports at a domain that anybody could register, and read them. */
export function unregisteredDestinations(
  { recordDomain, destinations }: Pick<DmarcDiscovery, 'recordDomain' | 'destinations'>,
  resolver: Resolver,
): Promise<Unregistered<DmarcNameCode>> {
  if (recordDomain === undefined) return Promise.resolve({ remarks: [], told: [], names: new Set<string>() })
  const uses = destinations
    .filter(({ receives }) => receives === 'no')
    .map(({ tag, domain }) => ({
      name: domain,
      type: 'MX' as const,
      what: `An address of ${tag}=`,
      several: `Addresses of ${tag}=`,
      place: `in the DMARC record of ${recordDomain}`,
      harm:
        tag === 'rua'
          ? `can have the reports about mail of ${recordDomain} sent to them`
          : `can have failed messages of ${recordDomain} sent to them`,
      remedy: `take the address at ${domain} out of ${tag}= in the TXT record of _dmarc.${recordDomain}`,
    }))
  return unregisteredNames('dmarc-name-unregistered', uses, [recordDomain], resolver)
}

/** The record's destinations without those that are told: nobody is there who could consent, or take mail. */
export function withoutTold(discovery: DmarcDiscovery, names: ReadonlySet<string>): DmarcDiscovery {
  const destinations = discovery.destinations.filter(({ domain }) => !names.has(tidyDomain(domain)))
  return { ...discovery, destinations }
}
