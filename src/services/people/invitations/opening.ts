import { idFrom } from '../../../core/access/ids.ts'
import type { Invitation } from '../../../core/access/membership.ts'
import { emailKey, type Person } from '../../../core/access/person.ts'
import { mayGrant } from '../../../core/access/role.ts'
import { readAddress } from '../../../core/mailbox.ts'
import { entryOf } from '../doer.ts'
import { tokenHash } from '../token.ts'
import type { InvitationsDeps, Joining, Newcomer, Opened, OpenInvitation } from './told.ts'

const LONGEST_NAME = 100

/** The invitation that a token opens, as long as it works. */
export async function opened(
  { store, clock }: InvitationsDeps,
  token: string,
): Promise<Exclude<Opened, { kind: 'open' }> | ({ kind: 'open'; hash: Uint8Array } & OpenInvitation)> {
  const hash = tokenHash(token)
  const found = hash && (await store.invitations.byHash(hash))
  if (!hash || !found) return { kind: 'unknown' }
  const { account, invitedByName, ...invitation } = found
  if (invitation.expiresAt <= clock.now()) return { kind: 'expired', account }
  if (invitation.invitedBy !== undefined) {
    // What somebody could not give any more, their link does not give either.
    const role = await store.memberships.roleOf(account.id, invitation.invitedBy)
    if (!role || !mayGrant(role, invitation.role)) return { kind: 'unknown' }
  }
  return {
    kind: 'open',
    hash,
    invitation,
    account,
    ...(invitedByName !== undefined && { invitedBy: invitedByName }),
  }
}

/** Whom an invitation would make; or what is wrong with what they typed. */
export function newPerson(
  { clock, random, passwordProblem }: InvitationsDeps,
  { email, name, password }: Newcomer,
  invitation: Invitation,
): Person | Extract<Joining, { kind: `bad_${string}` | 'for_another' }> {
  const key = emailKey(email)
  if (key === undefined) return { kind: 'bad_email' }
  if (invitation.email !== undefined && emailKey(invitation.email) !== key)
    return { kind: 'for_another', email: invitation.email }
  const called = name.trim()
  if (called.length > LONGEST_NAME || /\p{Cc}/u.test(called))
    return { kind: 'bad_name', reason: 'A name has at most 100 characters and no control characters.' }
  const reason = passwordProblem(password, email.trim())
  if (reason !== undefined) return { kind: 'bad_password', reason }
  const createdAt = clock.now()
  return {
    id: idFrom('per', random),
    email: readAddress(email.trim()) ?? '',
    name: called,
    isInstanceAdmin: false,
    createdAt,
    ...(invitation.mailed && { confirmedAt: createdAt }),
  }
}

/** What the audit log says of whoever comes in. */
export function joinedEntry(
  deps: InvitationsDeps,
  { invitation, account }: OpenInvitation,
  { id, email }: Person,
  client: string | undefined,
) {
  const by = { actor: { kind: 'person', id, name: email }, ...(client !== undefined && { client }) } as const
  return entryOf(
    deps,
    { by },
    {
      accountId: account.id,
      personId: id,
      action: 'member.joined',
      target: email,
      details: { role: invitation.role, invitation: invitation.id },
    },
  )
}
