import { domainToASCII } from 'node:url'

export interface AddressParts {
  /** As written, quoted or not. */
  local: string
  /** Lower case, A-labels; '' for an address without one. */
  domain: string
}

export function partsOf(address: string): AddressParts {
  const at = address.lastIndexOf('@')
  if (at < 0) return { local: address, domain: '' }
  return { local: address.slice(0, at), domain: asciiDomain(address.slice(at + 1)) }
}

/** Lower case, A-labels. Only what is not ASCII is converted: the rules of URLs would make more of `%41` or `[::1]` than SMTP does. */
export function asciiDomain(domain: string): string {
  const isAscii = !/[^\0-\x7F]/.test(domain)
  return (isAscii || domain.includes('%') ? '' : domainToASCII(domain)) || domain.toLowerCase()
}

/** `RCPT TO:<Postmaster>`, which needs no domain (RFC 5321 4.5.1). */
export function isBarePostmaster({ local, domain }: AddressParts): boolean {
  return domain === '' && local.toLowerCase() === 'postmaster'
}

/** The local part we know: without quotes (RFC 5321 4.1.2: they change nothing), without `+suffix`, lower case. */
export function baseOf(local: string): string {
  const quoted = local.length > 1 && local.startsWith('"') && local.endsWith('"')
  const bare = quoted ? local.slice(1, -1).replaceAll(/\\(.)/gs, '$1') : local
  const plus = bare.indexOf('+')
  return (plus < 0 ? bare : bare.slice(0, plus)).toLowerCase()
}

/** A name has no more octets (RFC 1035 2.3.4). */
export const LONGEST_NAME = 255

/** The domain of a MAIL FROM, bounded; `<>` is the null sender. Undefined: there was none, or it has no domain. */
export function senderDomainOf(mailFrom: string | undefined): string | undefined {
  if (mailFrom === '') return '<>'
  return partsOf(mailFrom ?? '').domain.slice(0, LONGEST_NAME) || undefined
}
