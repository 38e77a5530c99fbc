import { isIP } from 'node:net'

/** For whom passkeys are made (WebAuthn 5.1.2): the host of this site, and the only origin that answers for it. */
export type RelyingParty =
  | { kind: 'usable'; id: string; origin: string }
  /** `address`: the one under which it would work, where that is known. */
  | { kind: 'unusable'; reason: 'address' | 'not_https'; address?: string }

/** What browsers make of the site's address. */
export function relyingPartyOf(baseUrl: string): RelyingParty {
  const url = new URL(baseUrl)
  const { hostname, origin } = url
  if (isIP(hostname.replace(/^\[|\]$/g, '')) > 0) {
    const isHere = hostname === '[::1]' || hostname.startsWith('127.')
    if (isHere) url.hostname = 'localhost'
    return { kind: 'unusable', reason: 'address', ...(isHere && { address: url.origin }) }
  }
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost')
  if (url.protocol === 'https:' || isLocal) return { kind: 'usable', id: hostname, origin }
  url.protocol = 'https:'
  return { kind: 'unusable', reason: 'not_https', address: url.origin }
}
