import type { Change } from '../../core/fix.ts'
import { normaliseAddress, parseAddress } from '../../net/ip.ts'
import { ask, type Resolver } from '../../net/ports.ts'
import { isHostName } from '../reading/domains/host-names.ts'
import { isNeverPublic } from '../reading/domains/private-names.ts'
import { organisationOf } from '../reading/domains/sender-domain.ts'

/** A name for a host, with the record that is missing for it to lead to the host's address; none: it does already. */
export interface NamedHost {
  name: string
  changes: Change[]
}

/** The first of the names that can lead to the address beside what it leads to now. Asks only about names in turn. */
export async function nameHost(
  address: string,
  names: readonly string[],
  resolver: Resolver,
): Promise<NamedHost | undefined> {
  const usable = names.filter((name) => isHostName(name) && !isNeverPublic(name))
  for (const name of usable.slice(0, MOST_NAMES)) {
    const answer = await ask(resolver, name, typeOf(address))
    // An alias can have no records of its own, and what did not answer could lose what it has.
    if (answer.kind === 'failure' || answer.chain.length > 0) continue
    const found = answer.kind === 'records' ? answer.records : []
    const leadsThere = found.some((one) => normaliseAddress(one) === normaliseAddress(address))
    return { name, changes: leadsThere ? [] : [addressChange(name, [...found, address])] }
  }
  return undefined
}

const MOST_NAMES = 3

/** The names that mail hosts of these domains mostly have, at their organisations. */
export function usualHosts(domains: readonly (string | undefined)[]): string[] {
  const organisations = domains.flatMap((domain) =>
    domain && !isNeverPublic(domain) ? (organisationOf(domain) ?? []) : [],
  )
  return [...new Set(organisations)].map((organisation) => `mail.${organisation}`)
}

/** All address records of a name, of one family. */
export function addressChange(name: string, addresses: readonly string[]): Change {
  return { kind: 'dns', name, type: typeOf(addresses[0] ?? ''), records: [...addresses] }
}

/** All PTR records of an address, by its name in the reverse zone. */
export function ptrChange(question: string, names: readonly string[]): Change {
  return { kind: 'dns', name: question, type: 'PTR', records: names.map((name) => `${name}.`) }
}

function typeOf(address: string): 'A' | 'AAAA' {
  return parseAddress(address)?.version === 6 ? 'AAAA' : 'A'
}
