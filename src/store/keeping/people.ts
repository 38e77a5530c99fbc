import { emailKey } from '../../core/access/person.ts'

/** More sessions than anybody has browsers; those that were not seen for longest end. */
export const MOST_SESSIONS = 100

/** By which an address is found. Callers have read it: one that cannot be read is a fault of the program. */
export function keyOf(email: string): string {
  const key = emailKey(email)
  if (key === undefined) throw new Error('That is not an address.')
  return key
}

/** By which a name is found. */
export const nameKeyOf = (name: string): string => name.normalize('NFKC').toLowerCase()

/** What begins with these characters lies from them up to here. */
export const upTo = (beginning: string): string => `${beginning}\u{10ffff}`

/** Why a person of this address cannot accept an invitation now. */
export function invitationRefused(
  invitation: { email: string | null; expiresAt: Date } | undefined,
  key: string,
  at: Date,
): 'unknown_invitation' | 'for_another' | undefined {
  if (!invitation || invitation.expiresAt <= at) return 'unknown_invitation'
  return invitation.email !== null && emailKey(invitation.email) !== key ? 'for_another' : undefined
}
