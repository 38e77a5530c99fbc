import { organisationOf } from '../../mail/reading/domains/sender-domain.ts'

/** The name of a record as panels want it that add the zone by themselves: for the zones that a domain is likely to stand in. */
export function shortNames(record: string, domain: string): { zone: string; name: string }[] {
  const organisation = organisationOf(domain)
  const zones = [organisation, domain].filter((zone) => zone !== undefined)
  return [...new Set(zones)].flatMap((zone) =>
    record.endsWith(`.${zone}`) ? [{ zone, name: record.slice(0, -zone.length - 1) }] : [],
  )
}
