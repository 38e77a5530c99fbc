import type { Resolver } from '../../../net/ports.ts'
import { type NamedUse, type Unregistered, unregisteredNames } from '../../fixing/unregistered-names.ts'
import type { TransportView } from './examine.ts'

export type TransportNameCode = 'transport-name-unregistered'

/** What is asked about of a domain's transport policy: below which names anybody could set up a host. */
export function unregisteredInTransport(
  view: Pick<TransportView, 'domain' | 'policy' | 'report'>,
  resolver: Resolver,
): Promise<Unregistered<TransportNameCode>> {
  const uses = [...policyUses(view), ...reportUses(view)]
  return unregisteredNames('transport-name-unregistered', uses, [view.domain], resolver)
}

/** The host of the policy where it cannot be fetched, and the mail hosts that the policy names. */
function policyUses({ domain, policy }: Pick<TransportView, 'domain' | 'policy'>): NamedUse[] {
  if (!policy) return []
  const host = `mta-sts.${domain}`
  if (policy.state === 'policy') {
    return policy.policy.mx.map((pattern) => ({
      name: pattern.replace(/^\*\./, ''),
      type: 'A',
      what: `mx: ${pattern.slice(0, 100)}`,
      place: `in the MTA-STS policy of ${domain}`,
      harm: `runs a mail host that the policy of ${domain} lets in`,
      remedy: `take the line mx: ${pattern.slice(0, 100)} out of the policy, and change the id of its record`,
    }))
  }
  return [
    {
      name: host,
      type: 'A',
      isOwn: true,
      what: `The CNAME record of ${host}`,
      harm: `can publish an MTA-STS policy for ${domain}`,
      remedy: `remove the CNAME record of ${host}`,
    },
  ]
}

/** Where reports about TLS are sent. */
function reportUses({ domain, report }: Pick<TransportView, 'domain' | 'report'>): NamedUse[] {
  const hosts = (report.texts ?? []).flatMap(hostsIn)
  return [...new Set(hosts)].map((host) => ({
    name: host,
    type: 'A',
    what: 'An address of rua=',
    several: 'Addresses of rua=',
    place: `in the TLS-RPT record of ${domain}`,
    harm: `can have the reports about mail to ${domain} sent to them`,
    remedy: `take the address at ${host} out of rua= in the TXT record of _smtp._tls.${domain}`,
  }))
}

const LONGEST = 2_000
const MOST_HOSTS = 10

function hostsIn(text: string): string[] {
  const addresses = text
    .slice(0, LONGEST)
    .matchAll(/(?:mailto:[^\s@,;]{1,64}@|https:\/\/)([a-z0-9._-]{1,253})/gi)
  return [...addresses].slice(0, MOST_HOSTS).map(([, host = '']) => host.toLowerCase())
}
