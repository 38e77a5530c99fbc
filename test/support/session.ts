import type { Actor } from '../../src/core/access/permission.ts'
import type { Role } from '../../src/core/access/role.ts'

/** Somebody who is signed in and looks at this account. */
export function sessionOf(accountId: string, role: Role = 'owner'): Extract<Actor, { kind: 'session' }> {
  return { kind: 'session', accountId, role, personId: 'per_0000000000000000' }
}
