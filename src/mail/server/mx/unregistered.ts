import { ask, type Resolver } from '../../../net/ports.ts'
import { unregisteredRemarks } from '../../fixing/unregistered-names.ts'
import type { Remark } from '../../remark.ts'

export type MxNameCode = 'mx-name-unregistered'

const MOST_HOSTS = 10

/** Mail hosts of a domain below a name that anybody could register, and take its mail. */
export async function unregisteredMailHosts(
  domain: string,
  resolver: Resolver,
): Promise<Remark<MxNameCode>[]> {
  const answer = await ask(resolver, domain, 'MX')
  const listed = answer.kind === 'records' ? answer.records.slice(0, MOST_HOSTS) : []
  const uses = listed
    .filter(({ exchange }) => exchange !== '')
    .map(({ exchange }) => ({
      name: exchange,
      type: 'A' as const,
      where: `An MX record of ${domain}`,
      harm: `can take mail for ${domain}`,
      remedy: `remove the MX record of ${domain} that names ${exchange}, and see that another names a host of yours`,
    }))
  return unregisteredRemarks('mx-name-unregistered', uses, [domain], resolver)
}
