import type { Credentials } from '../../core/access/person.ts'

/** The ways to sign in that this site offers, whatever people have. */
export interface OfferedWays {
  password: boolean
  passkeys: boolean
  provider: boolean
}

/** How many ways somebody has, of those that are offered. */
export function waysOf(credentials: Credentials, offered: OfferedWays): number {
  const { passwordHash, passkeys, identities } = credentials
  const password = offered.password && passwordHash !== undefined ? 1 : 0
  return password + (offered.passkeys ? passkeys : 0) + (offered.provider ? identities : 0)
}
