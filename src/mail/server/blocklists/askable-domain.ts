import { getDomain } from 'tldts'
import { isPublicAddress, parseAddress } from '../../../net/ip.ts'
import { isDomainName } from '../../reading/domains/domain-name.ts'
import { isNeverPublic } from '../../reading/domains/private-names.ts'
import { toAsciiDomain } from '../../reading/domains/sender-domain.ts'
import { remembered } from '../../reading/remembered.ts'

/**
 * The name that domain lists are asked about for a host: its registrable domain by the Public Suffix List, private
 * section included, so that a customer of a hosting company is asked, not the company. Absent: there is none.
 */
export const askableDomain: (host: string) => string | undefined = remembered((host) => {
  const name = toAsciiDomain(host)
  if (!isDomainName(name) || parseAddress(name)) return undefined
  if (isNeverPublic(name)) return undefined
  // A host that is a private suffix itself (github.io) is its company's own.
  return getDomain(name, { allowPrivateDomains: true }) ?? getDomain(name) ?? undefined
})

/** The IPv4 address that a link names in place of a host, as lists of names hold some. Absent: none, or not public. */
export function askableAddress(host: string): string | undefined {
  return parseAddress(host)?.version === 4 && isPublicAddress(host) ? host : undefined
}
