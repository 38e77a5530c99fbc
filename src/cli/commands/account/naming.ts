import type { Admin } from '../../../app/admin.ts'
import { didYouMean } from '../../../config/suggest.ts'
import { emailKey } from '../../../core/access/person.ts'
import { isRole, ROLES, type Role } from '../../../core/access/role.ts'
import { THE_OPERATOR } from '../../../services/people/doer.ts'
import type { Member, MemberChange } from '../../../services/people/members.ts'

/** What to do where an account has nobody who owns it. */
export const withoutOwner = (name: string) =>
  `The account "${name}" has no owner. To give it one: mailgauge account invite ${quoted(name)} --role owner\n`

/** A name as a shell takes it. */
export function quoted(name: string): string {
  return /^[A-Za-z0-9._@-]+$/.test(name) ? name : `'${name.replaceAll("'", `'\\''`)}'`
}

/** The role of that name, or why there is none. */
export function roleNamed(text: string): Role | { reason: string } {
  if (isRole(text)) return text
  return { reason: `There is no role "${text}"${didYouMean(text, ROLES)} The roles: ${ROLES.join(', ')}.` }
}

/** Who has that address in the account, or why nobody. */
export async function memberNamed(
  admin: Admin,
  account: { id: string; name: string },
  email: string,
): Promise<Member | string> {
  const members = await admin.members.list(THE_OPERATOR, account.id)
  const all = members.ok ? members.value : []
  const key = emailKey(email)
  const found = all.find(({ person }) => emailKey(person.email) === key)
  if (key !== undefined && found) return found
  const known = all.map(({ person }) => person.email)
  return `Nobody with the address "${email}" is in the account "${account.name}"${didYouMean(email, known)} mailgauge account people ${quoted(account.name)} lists who is.`
}

/** Why a change to the people of an account was not made; nothing where it was. */
export function whyNot(change: MemberChange, account: string, email: string): string | undefined {
  switch (change.kind) {
    case 'done':
      return undefined
    case 'not_a_member':
      return `${email} is not in the account "${account}".`
    case 'sole_owner':
      return `${email} is the only owner of the account "${account}". Make somebody else an owner first, or delete the account.`
    case 'beyond_own_role':
    case 'refused':
      return `${email} is not an owner of the account "${account}".`
  }
}
