import type { Role } from '../../../core/access/role.ts'

/** The groups at the provider that give a role in the account that new people join. */
export interface GroupRoles {
  admin: readonly string[]
  member: readonly string[]
  viewer: readonly string[]
}

/** What somebody's groups make them. `unmapped`: no group gives a role here, so none is looked at. */
export type RoleByGroups =
  | { kind: 'unmapped' }
  | { kind: 'role'; role: Exclude<Role, 'owner'> }
  | { kind: 'none' }

/** The highest role that one of these groups gives. */
export function roleByGroups(groups: readonly string[] | undefined, roles: GroupRoles): RoleByGroups {
  if (roles.admin.length + roles.member.length + roles.viewer.length === 0) return { kind: 'unmapped' }
  const own = new Set(groups)
  const role = (['admin', 'member', 'viewer'] as const).find((one) =>
    roles[one].some((group) => own.has(group)),
  )
  return role ? { kind: 'role', role } : { kind: 'none' }
}
