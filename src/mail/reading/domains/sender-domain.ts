import { domainToASCII } from 'node:url'
import { getDomain, getDomainWithoutSuffix } from 'tldts'
import { remembered } from '../remembered.ts'

/** A domain as the DNS has it: lower case, A-labels (RFC 5890), no trailing dot. '' where it cannot be one.
 * Address literals such as [192.0.2.1] stay as they are. */
export const toAsciiDomain: (domain: string) => string = remembered((domain) => {
  const text = domain.trim().toLowerCase().replace(/\.$/, '')
  if (text.length > 1_000) return ''
  if (/^\[[0-9a-z:.]+\]$/.test(text)) return text
  const ascii = /^[\x20-\x7e]*$/.test(text) ? text : domainToASCII(text)
  return /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/.test(ascii) ? ascii : ''
})

/** The organisation a host name belongs to by the Public Suffix List, its private section included
 * (two customers of one hosting company are two organisations). Absent: none, such as for an address literal or a suffix. */
export const organisationOf: (domain: string) => string | undefined = remembered((domain) => {
  return getDomain(domain, { allowPrivateDomains: true }) ?? undefined
})

/** Both names belong to one organisation. */
export function sameOrganisation(a: string, b: string): boolean {
  return a === b || (organisationOf(a) !== undefined && organisationOf(a) === organisationOf(b))
}

/** Both names are one brand's under several public suffixes: example.com and example.de. */
export function sameBrand(a: string, b: string): boolean {
  const name = ownName(a)
  return name !== null && name.length > 3 && name === ownName(b)
}

const ownName = remembered((domain) => getDomainWithoutSuffix(domain))
