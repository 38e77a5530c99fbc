/** Top-level names of private use (RFC 6761, RFC 6762, ICANN 2024 for internal), and the usual ones beside them. */
const PRIVATE = new Set(
  'localhost localdomain local internal intranet private lan home corp invalid'.split(' '),
)
/** Names that the public DNS does not hold as hosts (RFC 7686, RFC 9476, RFC 3172). */
const NEVER_HOSTS = new Set(['onion', 'alt', 'arpa'])

/** A name that means something only inside a network: nobody can ask for it or publish records there. */
export function isPrivateName(name: string): boolean {
  const plain = name.slice(-300).toLowerCase().replace(/\.$/, '')
  return PRIVATE.has(topOf(plain)) || /(?:^|\.)home\.arpa$/.test(plain)
}

/** A name that no host of the internet can have. */
export function isNeverPublic(name: string): boolean {
  return isPrivateName(name) || NEVER_HOSTS.has(topOf(name.slice(-300).toLowerCase().replace(/\.$/, '')))
}

function topOf(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1)
}
