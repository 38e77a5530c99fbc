import { DnsFailure, type RecordType } from '../ports.ts'

/** CNAME records followed for one question, as resolvers commonly do. */
export const LONGEST_CHAIN = 11

const LONGEST_LABEL = 63
const LONGEST_NAME = 253
/** What nearly every name is: canonical already. */
const PLAIN_NAME = /^[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})*$/

/** ASCII letters only (RFC 4343): other scripts have letters that fold into ASCII ones. */
export function lowerAscii(text: string): string {
  if (!/[A-Z]/.test(text)) return text
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
}

/** The one spelling of a name: lower case, no trailing dot. */
export function canonicalName(name: string): string {
  return lowerAscii(name.endsWith('.') ? name.slice(0, -1) : name)
}

/**
 * The canonical spelling of a name that can be asked; undefined for one with an empty or over-long label, over 253
 * octets (RFC 1035 2.3.4), or with control characters. Underscores, blanks and 8-bit octets (as UTF-8) are fine.
 */
export function askableName(name: string): string | undefined {
  if (name.length <= LONGEST_NAME && PLAIN_NAME.test(name)) return name
  if (name.length > LONGEST_NAME + 1 || !name.isWellFormed()) return undefined
  const canonical = canonicalName(name)
  if (hasControls(canonical) || Buffer.byteLength(canonical) > LONGEST_NAME) return undefined
  const labelFits = (label: string) => label !== '' && Buffer.byteLength(label) <= LONGEST_LABEL
  return canonical.split('.').every(labelFits) ? canonical : undefined
}

/** The failure of a name that cannot be asked; what it says of the name is bounded. */
export function badName(name: string, type: RecordType): DnsFailure {
  return new DnsFailure(name.slice(0, LONGEST_NAME), type, 'bad-name')
}

function hasControls(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code < 0x20 || code === 0x7f) return true
  }
  return false
}
