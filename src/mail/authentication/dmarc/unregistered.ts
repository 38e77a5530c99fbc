import type { Resolver } from '../../../net/ports.ts'
import { type Unregistered, unregisteredNames } from '../../fixing/unregistered-names.ts'
import { tidyDomain } from '../../reading/domains/domain-name.ts'
import { readReportUris } from './destinations.ts'
import { type DmarcDiscovery, isFaulty, isOwn } from './record.ts'
import { repairDmarc } from './repair.ts'
import { readDmarcRecord } from './tags.ts'

export type DmarcNameCode = 'dmarc-name-unregistered'

/** Addresses for reports at a domain that anybody could register, and read them. */
export async function unregisteredDestinations(
  discovery: DmarcDiscovery,
  resolver: Resolver,
): Promise<Unregistered<DmarcNameCode>> {
  const found = await inForce(discovery, resolver)
  return { ...found, names: new Set([...found.names, ...(await inRepairs(discovery, resolver))]) }
}

const NONE: Unregistered<DmarcNameCode> = { remarks: [], told: [], names: new Set() }

function inForce(
  { recordDomain, destinations }: DmarcDiscovery,
  resolver: Resolver,
): Promise<Unregistered<DmarcNameCode>> {
  if (recordDomain === undefined) return Promise.resolve(NONE)
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

/** Records that nobody can use lead no report anywhere: their names matter once one is offered in their place. */
async function inRepairs(
  { steps, publicSuffixView, recordDomain, domain }: DmarcDiscovery,
  resolver: Resolver,
): Promise<ReadonlySet<string>> {
  const faulty = steps.filter((step) => isFaulty(step) && isOwn(step.name, publicSuffixView.organisation))
  const uses = faulty.flatMap(({ name, texts }) => {
    const repair = repairDmarc(texts)
    const wanted = 'text' in repair ? readReportUris(readDmarcRecord(repair.text)).wanted : []
    return wanted.map((one) => ({ name: one.domain, type: 'MX' as const, what: name, harm: '', remedy: '' }))
  })
  return (await unregisteredNames('dmarc-name-unregistered', uses, [recordDomain ?? domain], resolver)).names
}

/** The record's destinations without those that are told: nobody is there who could consent, or take mail. */
export function withoutTold(discovery: DmarcDiscovery, names: ReadonlySet<string>): DmarcDiscovery {
  const destinations = discovery.destinations.filter(({ domain }) => !names.has(tidyDomain(domain)))
  return { ...discovery, destinations, unregistered: names }
}
