import { getDomain } from 'tldts'
import { isPublicAddress, parseAddress } from '../../net/ip.ts'
import { isDomainName } from '../authentication/results.ts'
import { toAsciiDomain } from '../sender-domain.ts'

/** Names that no list can hold: they mean something on one host or network only (RFC 6761, RFC 6762, RFC 7686, RFC 9476). */
const NOT_PUBLIC = new Set([
  'localhost',
  'local',
  'internal',
  'lan',
  'home',
  'corp',
  'invalid',
  'onion',
  'alt',
  'arpa',
])

/**
 * The name that domain lists are asked about for a host: its registrable domain by the Public Suffix List, private
 * section included, so that a customer of a hosting company is asked, not the company. Absent: there is none.
 */
export function askableDomain(host: string): string | undefined {
  const name = toAsciiDomain(host)
  if (!isDomainName(name) || parseAddress(name)) return undefined
  if (NOT_PUBLIC.has(name.slice(name.lastIndexOf('.') + 1))) return undefined
  // A host that is a private suffix itself (github.io) is its company's own.
  return getDomain(name, { allowPrivateDomains: true }) ?? getDomain(name) ?? undefined
}

/** The IPv4 address that a link names in place of a host, as lists of names hold some. Absent: none, or not public. */
export function askableAddress(host: string): string | undefined {
  return parseAddress(host)?.version === 4 && isPublicAddress(host) ? host : undefined
}
