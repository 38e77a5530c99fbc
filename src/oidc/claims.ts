import type { OpenIdClaims } from '../services/people/openid/provider.ts'

const LONGEST = 320
const MOST_GROUPS = 2000

/** What the claims of a token say that we use; what is not of its type is not there. */
export function claimsIn(
  claims: Readonly<Record<string, unknown>>,
  { groupClaim }: { groupClaim?: string },
): OpenIdClaims {
  const email = textIn(claims['email'])
  const name = textIn(claims['name'])
  const groups = groupClaim === undefined ? undefined : groupsIn(at(claims, groupClaim))
  return {
    issuer: String(claims['iss']),
    subject: String(claims['sub']),
    // Some providers write the word instead of the value.
    emailVerified: claims['email_verified'] === true || claims['email_verified'] === 'true',
    ...(email !== undefined && { email }),
    ...(name !== undefined && { name }),
    ...(groups && { groups }),
  }
}

/** A claim by its name, or by its path: `realm_access.roles`. */
function at(claims: Readonly<Record<string, unknown>>, path: string): unknown {
  if (Object.hasOwn(claims, path)) return claims[path]
  let found: unknown = claims
  for (const step of path.split('.')) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, step)) return undefined
    found = (found as Record<string, unknown>)[step]
  }
  return found
}

function textIn(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' && value.length <= LONGEST ? value : undefined
}

function groupsIn(value: unknown): string[] | undefined {
  if (typeof value === 'string') return [value]
  if (!Array.isArray(value)) return undefined
  return value.filter((one): one is string => typeof one === 'string').slice(0, MOST_GROUPS)
}
