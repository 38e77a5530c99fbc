import { mayGrant, ROLES, type Role } from '../../../core/access/role.ts'

/** What a role may do, in a sentence. */
const MEANS: Readonly<Record<Role, string>> = {
  viewer: 'Reads tests and reports.',
  member: 'Also creates, shares and deletes tests.',
  admin:
    'Also manages API keys, exports the account, reads the audit log, and invites and manages people up to admin.',
  owner: 'Also manages owners, hands the account over and deletes it.',
}

/** The roles that somebody of this role may give, the least first, as choices of a form. */
export function rolesFor(own: Role): { value: Role; words: string; means: string }[] {
  return ROLES.filter((role) => mayGrant(own, role)).map((role) => ({
    value: role,
    words: role,
    means: MEANS[role],
  }))
}
