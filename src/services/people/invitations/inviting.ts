import { idFrom } from '../../../core/access/ids.ts'
import type { Invitation } from '../../../core/access/membership.ts'
import { emailKey } from '../../../core/access/person.ts'
import { readAddress } from '../../../core/mailbox.ts'
import { type Doer, entryOf } from '../doer.ts'
import { newToken } from '../token.ts'
import type { InvitationRequest, InvitationsDeps, Inviting } from './told.ts'

const MOST_OPEN = 100

/** The page that opens an invitation. */
const linkOf = (baseUrl: string, token: string) => `${baseUrl}/join/${token}`

/** Why nobody is invited so. */
export async function faultOf(
  { store, outgoing, clock }: InvitationsDeps,
  accountId: string,
  { email, by }: InvitationRequest,
): Promise<Inviting | undefined> {
  const key = email === undefined ? undefined : emailKey(email)
  if (email !== undefined && key === undefined) return { kind: 'bad_email' }
  if (by === 'mail' && key === undefined) return { kind: 'bad_email' }
  if (by === 'mail' && !outgoing) return { kind: 'no_relay' }
  const known = key === undefined ? undefined : await store.people.byEmail(key)
  if (known && (await store.memberships.roleOf(accountId, known.id))) return { kind: 'is_member' }
  const now = clock.now()
  const open = (await store.invitations.of(accountId)).filter(({ expiresAt }) => expiresAt > now)
  return open.length < MOST_OPEN ? undefined : { kind: 'too_many_open' }
}

/** Makes an invitation, whose link is given this once. */
export async function made(
  deps: InvitationsDeps,
  doer: Doer,
  accountId: string,
  { role, email, by }: InvitationRequest,
): Promise<Extract<Inviting, { kind: 'invited' | 'unknown_account' }>> {
  const token = newToken(deps.random)
  const createdAt = deps.clock.now()
  const invitation: Invitation = {
    id: idFrom('inv', deps.random),
    accountId,
    role,
    ...(email !== undefined && { email: readAddress(email.trim()) ?? '' }),
    mailed: by === 'mail',
    ...(doer.actor.kind === 'session' && { invitedBy: doer.actor.personId }),
    createdAt,
    expiresAt: new Date(createdAt.getTime() + deps.lifetime),
  }
  const entry = entryOf(deps, doer, { accountId, ...deedOf(invitation, 'invitation.created') })
  const outcome = await deps.store.invitations.create(invitation, token.hash, entry)
  return outcome === 'created'
    ? { kind: 'invited', invitation, link: linkOf(deps.baseUrl, token.text) }
    : { kind: 'unknown_account' }
}

/** A link that could not be sent is replaced by one that is shown: that one proves nothing about the address. */
export async function sent(
  deps: InvitationsDeps,
  doer: Doer,
  accountId: string,
  request: InvitationRequest,
): Promise<Inviting> {
  const account = await deps.store.accounts.byId(accountId)
  const invited = await made(deps, doer, accountId, request)
  if (invited.kind !== 'invited' || !account || !deps.outgoing) return { kind: 'unknown_account' }
  const { invitation, link = '' } = invited
  const delivery = await deps.outgoing.send(
    'invitation',
    { address: invitation.email ?? '' },
    {
      account: account.name,
      role: request.role,
      ...(doer.by.actor.name !== undefined && { invitedBy: doer.by.actor.name }),
      link,
      validFor: inWords(deps.lifetime),
    },
  )
  if (delivery.kind === 'accepted') return { kind: 'invited', invitation }
  const entry = entryOf(deps, doer, { accountId, ...deedOf(invitation, 'invitation.revoked') })
  await deps.store.invitations.revoke(invitation.id, accountId, entry)
  const shown = await made(deps, doer, accountId, { ...request, by: 'link' })
  return shown.kind === 'invited' ? { ...shown, delivery } : shown
}

/** What the audit log says of an invitation. */
export function deedOf(
  { id, role, email, mailed }: Invitation,
  action: 'invitation.created' | 'invitation.revoked',
) {
  return { action, target: email ?? id, details: { id, role, by: mailed ? 'mail' : 'link' } }
}

const HOUR_MS = 3_600_000

/** A time as a message says it: 7 days. */
function inWords(milliseconds: number): string {
  const hours = Math.max(1, Math.floor(milliseconds / HOUR_MS))
  const [count, unit] = hours >= 48 ? [Math.floor(hours / 24), 'day'] : [hours, 'hour']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
