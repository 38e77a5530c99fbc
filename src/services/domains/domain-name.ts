import { domainToUnicode } from 'node:url'
import { type RefusedName, readName } from '../inspections/name.ts'

const LABEL = '_mailgauge'
/** With the label before it, a name has 253 octets at most (RFC 1035 2.3.4). */
const LONGEST = 253 - LABEL.length - 1

/** What the Public Suffix List says of names. */
export interface Suffixes {
  /** Names are given away under it, as under com and co.uk. */
  isRegistrySuffix(domain: string): boolean
  /** The domain that was registered, which has a zone. */
  organisationOf(domain: string): string | undefined
}

/** Reads the domain that a person typed, or an address of it; else the reason for people. */
export function readDomain(typed: string, suffixes: Suffixes): { domain: string } | { refused: string } {
  const read = readName(typed)
  if ('refused' in read) return { refused: reworded(read) }
  if (read.kind === 'address') return { refused: `${read.name} is an IP address. Enter a domain.` }
  const { name } = read
  if (name.length > LONGEST) return { refused: `A domain has at most ${LONGEST} characters here.` }
  return suffixes.isRegistrySuffix(name)
    ? {
        refused: `${name} is a public suffix: others register their domains under it. Enter your own domain.`,
      }
    : { domain: name }
}

/** Addresses are not asked for here. */
function reworded({ because, refused }: RefusedName): string {
  switch (because) {
    case 'empty':
      return 'Enter a domain, such as example.org.'
    case 'too_long':
      return 'That is too long for a domain.'
    case 'no_name':
      return 'That is not a domain, such as example.org.'
    case 'private_address':
      return 'That is an IP address. Enter a domain.'
    case 'private_name':
      return refused
  }
}

/** The internationalised form; absent where it is the same. */
export function internationalised(domain: string): string | undefined {
  const shown = domainToUnicode(domain)
  return shown === '' || shown === domain ? undefined : shown
}

/** Where the record of a domain stands. */
export const recordName = (domain: string) => `${LABEL}.${domain}`

/** The name of the record as forms of DNS providers take it: without the domain of the zone. */
export function relativeName(domain: string, suffixes: Suffixes): string {
  return recordName(domain).slice(0, -(zoneOf(domain, suffixes).length + 1))
}

const zoneOf = (domain: string, { organisationOf }: Suffixes) => organisationOf(domain) ?? domain

/** Where the record often stands by mistake: with the zone twice, because the provider adds it, or without the label. */
export const mistakenNames = (domain: string, suffixes: Suffixes): string[] => [
  `${recordName(domain)}.${zoneOf(domain, suffixes)}`,
  domain,
]
