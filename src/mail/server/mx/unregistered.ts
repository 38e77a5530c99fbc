import { ask, type Resolver } from '../../../net/ports.ts'
import { type Unregistered, unregisteredNames } from '../../fixing/unregistered-names.ts'
import { tidyDomain } from '../../reading/domains/domain-name.ts'
import type { Receiving } from '../../reading/domains/receiving.ts'

export type MxNameCode = 'mx-name-unregistered'

const MOST_HOSTS = 10

/** Mail hosts of domains below a name that anybody could register, and take their mail. */
export async function unregisteredMailHosts(
  domains: readonly string[],
  resolver: Resolver,
): Promise<Unregistered<MxNameCode>> {
  const uses = await Promise.all(domains.map((domain) => usesOf(domain, resolver)))
  return unregisteredNames('mx-name-unregistered', uses.flat(), domains, resolver)
}

async function usesOf(domain: string, resolver: Resolver) {
  const answer = await ask(resolver, domain, 'MX')
  const listed = answer.kind === 'records' ? answer.records.slice(0, MOST_HOSTS) : []
  return listed
    .filter(({ exchange }) => exchange !== '')
    .map(({ exchange }) => ({
      name: exchange,
      type: 'A' as const,
      what: 'An MX record',
      several: 'MX records',
      place: `of ${domain}`,
      harm: `can take mail for ${domain}`,
      remedy: `remove the MX record of ${domain} that names ${exchange}, and see that another names a host of yours`,
    }))
}

/** Without the hosts that are told: nothing can be published for a name that nobody holds. */
export function withoutTold(receiving: Receiving, names: ReadonlySet<string>): Receiving {
  if (receiving.kind === 'refuses') return receiving
  return { ...receiving, hosts: receiving.hosts.filter(({ name }) => !names.has(tidyDomain(name))) }
}
