import type { Resolver } from '../../../net/ports.ts'
import { type NamedUse, type Unregistered, unregisteredNames } from '../../fixing/unregistered-names.ts'
import { addressesIn, hostOfAddress } from '../../fixing/unregistered-words.ts'
import type { TransportView } from './examine.ts'
import { coversHost } from './sts-policy.ts'

export type TransportNameCode = 'transport-name-unregistered'

/** What is asked about of a domain's transport policy: below which names anybody could set up a host. */
export async function unregisteredInTransport(
  view: Pick<TransportView, 'domain' | 'policy' | 'report' | 'mail'>,
  resolver: Resolver,
): Promise<Unregistered<TransportNameCode>> {
  const uses = [...policyUses(view), ...reportUses(view)]
  const found = await unregisteredNames('transport-name-unregistered', uses, [view.domain], resolver)
  const hosts = await unregisteredNames(
    'transport-name-unregistered',
    openHosts(view),
    [view.domain],
    resolver,
  )
  return { ...found, names: new Set([...found.names, ...hosts.names]) }
}

/** Mail hosts that a policy would have to name: told where the MX records are judged, and no line of a policy is offered for them. */
function openHosts({ policy, mail }: Pick<TransportView, 'policy' | 'mail'>): NamedUse[] {
  if (policy?.state !== 'policy' || policy.policy.mode === 'none') return []
  return mail.hosts
    .filter((host) => policy.policy.faults.length > 0 || !coversHost(policy.policy, host))
    .map((name) => ({ name, type: 'A', what: '', harm: '', remedy: '' }))
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
      remedy: `remove the CNAME record of ${host}, and with it the TXT record of _mta-sts.${domain} unless you serve a policy there yourself`,
    },
  ]
}

/** Where reports about TLS are sent. */
function reportUses({ domain, report }: Pick<TransportView, 'domain' | 'report'>): NamedUse[] {
  const hosts = (report.texts ?? []).flatMap(addressesIn).map(hostOfAddress)
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
