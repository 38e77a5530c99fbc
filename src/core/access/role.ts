/** What a person may do in an account, from the least to the most. */
export const ROLES = ['viewer', 'member', 'admin', 'owner'] as const
export type Role = (typeof ROLES)[number]

export function isRole(text: string): text is Role {
  return ROLES.some((role) => role === text)
}

/** Whether a role holds all that another may do. */
export function atLeast(role: Role, needed: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(needed)
}

/** Whether somebody of this role may give, change or take away that one: admins up to their own, owners all. */
export function mayGrant(own: Role, role: Role): boolean {
  return atLeast(own, 'admin') && atLeast(own, role)
}
