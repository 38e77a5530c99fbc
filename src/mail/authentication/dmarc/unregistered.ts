import type { Resolver } from '../../../net/ports.ts'
import { unregisteredRemarks } from '../../fixing/unregistered-names.ts'
import type { Remark } from '../../remark.ts'
import type { DmarcDiscovery } from './record.ts'

export type DmarcNameCode = 'dmarc-name-unregistered'

/** Addresses for reports at a domain that anybody could register, and read them. */
export function unregisteredDestinations(
  { recordDomain, destinations }: Pick<DmarcDiscovery, 'recordDomain' | 'destinations'>,
  resolver: Resolver,
): Promise<Remark<DmarcNameCode>[]> {
  if (recordDomain === undefined) return Promise.resolve([])
  const uses = destinations
    .filter(({ receives }) => receives === 'no')
    .map(({ tag, domain }) => ({
      name: domain,
      type: 'MX' as const,
      where: `An address of ${tag}= in the DMARC record of ${recordDomain}`,
      harm:
        tag === 'rua'
          ? `can have the reports about mail of ${recordDomain} sent to them`
          : `can have failed messages of ${recordDomain} sent to them`,
      remedy: `take the address at ${domain} out of ${tag}= in the TXT record of _dmarc.${recordDomain}`,
    }))
  return unregisteredRemarks('dmarc-name-unregistered', uses, [recordDomain], resolver)
}
