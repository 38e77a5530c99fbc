import type { Account } from '../../core/access/account.ts'
import { idFrom } from '../../core/access/ids.ts'
import type { Invitation } from '../../core/access/membership.ts'
import { emailKey, type Person } from '../../core/access/person.ts'
import { mayGrant, type Role } from '../../core/access/role.ts'
import { readAddress } from '../../core/mailbox.ts'
import { granted, type Refusal, type Result, refused } from '../../core/refusal.ts'
import type { Store } from '../../store/store.ts'
import { createClientLimit } from '../access/client-limit.ts'
import type { Outgoing } from '../outgoing/outgoing.ts'
import type { Delivery } from '../outgoing/relay.ts'
import type { Clock, RandomBytes } from '../ports.ts'
import { type Doer, entryOf } from './doer.ts'
import { mayHandle, refusalIn } from './members.ts'
import { newToken, tokenHash } from './token.ts'

export interface InvitationsDeps {
  store: Pick<Store, 'memberships' | 'invitations' | 'people' | 'accounts'>
  clock: Clock
  random: RandomBytes
  /** Absent: no relay is configured, and links are handed on by whoever invites. */
  outgoing?: Outgoing
  /** Undefined: too many wait to be hashed. */
  hashPassword(password: string): Promise<string | undefined>
  /** What is wrong with a new password, in a sentence. */
  passwordProblem(password: string, email: string): string | undefined
  /** Milliseconds for which an invitation can be accepted. */
  lifetime: number
  /** Whether whoever has an invitation may become a person here. */
  newcomers: boolean
  /** Where the service is reached, without a slash at its end. */
  baseUrl: string
}

/** What is asked for: `mail` sends the link to the address and shows it to nobody. */
export interface InvitationRequest {
  role: Role
  email?: string
  by: 'mail' | 'link'
}

export type Inviting =
  /** The link is shown this once. Absent: it went by mail. `delivery`: why it could not go by mail, as was asked for. */
  | { kind: 'invited'; invitation: Invitation; link?: string; delivery?: Delivery }
  | { kind: 'refused'; refusal: Refusal }
  | { kind: 'beyond_own_role' }
  | { kind: 'bad_email' }
  | { kind: 'is_member' }
  | { kind: 'no_relay' }
  | { kind: 'unknown_account' }
  /** So many are open that somebody has to revoke some. */
  | { kind: 'too_many_open' }
  | { kind: 'too_much_mail'; retryAfterSeconds: number }

/** An invitation as whoever has its link sees it. */
export interface OpenInvitation {
  invitation: Invitation
  account: Account
  /** What the inviter is called. Absent: the operator invited. */
  invitedBy?: string
}

export type Opened =
  | ({ kind: 'open' } & OpenInvitation)
  | { kind: 'expired'; account: Account }
  | { kind: 'unknown' }

export type Accepting =
  | { kind: 'accepted'; account: Account; role: Role }
  | { kind: 'is_member'; account: Account }
  | { kind: 'for_another'; email: string }
  | { kind: 'expired'; account: Account }
  | { kind: 'unknown' }

/** Whoever comes with an invitation and is nobody here yet. */
export interface Newcomer {
  email: string
  name: string
  password: string
  client?: string
}

export type Joining =
  | { kind: 'joined'; person: Person; account: Account; role: Role }
  | Exclude<Accepting, { kind: 'accepted' | 'is_member' }>
  | { kind: 'bad_email' }
  | { kind: 'bad_name'; reason: string }
  | { kind: 'bad_password'; reason: string }
  /** There is somebody with that address: they sign in. */
  | { kind: 'email_taken' }
  /** Here an invitation is for those who are people already. */
  | { kind: 'no_newcomers' }
  /** Too many sign in at this moment. */
  | { kind: 'busy' }

export interface Invitations {
  invite(doer: Doer, accountId: string, request: InvitationRequest): Promise<Inviting>
  /** Those that nobody accepted, expired ones too, newest first. */
  list(doer: Doer, accountId: string): Promise<Result<Invitation[]>>
  revoke(doer: Doer, accountId: string, id: string): Promise<InvitationEnd>
  /** Whether whoever has an invitation may become a person here. */
  readonly newcomers: boolean
  /** Looks, and uses nothing up: whatever reads mail opens links. */
  open(token: string): Promise<Opened>
  /** Whether somebody may accept it: it names no address, or theirs. */
  isFor(invitation: Invitation, person: Person): boolean
  accept(token: string, person: Person, client?: string): Promise<Accepting>
  /** Makes a person of whoever has the link. */
  join(token: string, newcomer: Newcomer): Promise<Joining>
}

export type InvitationEnd =
  | { kind: 'revoked' }
  | { kind: 'refused'; refusal: Refusal }
  | { kind: 'beyond_own_role' }
  | { kind: 'unknown_invitation' }

const MOST_OPEN = 100
/** Invitations by mail that one account sends in an hour. */
const MAILS_PER_HOUR = 30
const LONGEST_NAME = 100

/** The page that opens an invitation. */
const linkOf = (baseUrl: string, token: string) => `${baseUrl}/join/${token}`

export function createInvitations(deps: InvitationsDeps): Invitations {
  const { store, clock } = deps
  const admitMail = createClientLimit(MAILS_PER_HOUR, clock)

  return {
    invite: async (doer, accountId, request) => {
      const refusal = refusalIn(doer, accountId, 'members.change')
      if (refusal) return { kind: 'refused', refusal }
      if (!mayHandle(doer, request.role)) return { kind: 'beyond_own_role' }
      const fault = await faultOf(deps, accountId, request)
      if (fault) return fault
      if (request.by === 'link') return made(deps, doer, accountId, request)
      const retryAfterSeconds = admitMail(accountId)
      if (retryAfterSeconds > 0) return { kind: 'too_much_mail', retryAfterSeconds }
      return sent(deps, doer, accountId, request)
    },

    async list(doer, accountId) {
      const refusal = refusalIn(doer, accountId, 'members.change')
      return refusal ? refused(refusal) : granted(await store.invitations.of(accountId))
    },

    async revoke(doer, accountId, id) {
      const refusal = refusalIn(doer, accountId, 'members.change')
      if (refusal) return { kind: 'refused', refusal }
      const invitation = (await store.invitations.of(accountId)).find((one) => one.id === id)
      if (!invitation) return { kind: 'unknown_invitation' }
      if (!mayHandle(doer, invitation.role)) return { kind: 'beyond_own_role' }
      const entry = entryOf(deps, doer, { accountId, ...deedOf(invitation, 'invitation.revoked') })
      return { kind: await store.invitations.revoke(id, accountId, entry) }
    },

    newcomers: deps.newcomers,

    isFor: ({ email }, person) => email === undefined || emailKey(email) === emailKey(person.email),

    async open(token) {
      const found = await opened(deps, token)
      if (found.kind !== 'open') return found
      const { hash: _hash, ...open } = found
      return open
    },

    async accept(token, person, client) {
      const found = await opened(deps, token)
      if (found.kind !== 'open') return found
      const { invitation, account } = found
      const { role } = invitation
      const entry = joinedEntry(deps, found, person, client)
      const outcome = await store.invitations.accept(found.hash, person.id, clock.now(), entry)
      switch (outcome) {
        case 'accepted':
          return { kind: outcome, account, role }
        case 'is_member':
          return { kind: outcome, account }
        case 'for_another':
          return { kind: outcome, email: invitation.email ?? '' }
        case 'unknown_invitation':
          return { kind: 'unknown' }
      }
    },

    async join(token, newcomer) {
      const found = await opened(deps, token)
      if (found.kind !== 'open') return found
      if (!deps.newcomers) return { kind: 'no_newcomers' }
      const person = newPerson(deps, newcomer, found.invitation)
      if ('kind' in person) return person
      const passwordHash = await deps.hashPassword(newcomer.password)
      if (passwordHash === undefined) return { kind: 'busy' }
      const entry = joinedEntry(deps, found, person, newcomer.client)
      const outcome = await store.invitations.join(found.hash, { person, passwordHash }, entry)
      const { account, invitation } = found
      if (outcome === 'joined') return { kind: outcome, person, account, role: invitation.role }
      if (outcome === 'for_another') return { kind: outcome, email: invitation.email ?? '' }
      return outcome === 'email_taken' ? { kind: outcome } : { kind: 'unknown' }
    },
  }
}

async function faultOf(
  { store, outgoing }: InvitationsDeps,
  accountId: string,
  { email, by }: InvitationRequest,
): Promise<Inviting | undefined> {
  const key = email === undefined ? undefined : emailKey(email)
  if (email !== undefined && key === undefined) return { kind: 'bad_email' }
  if (by === 'mail' && key === undefined) return { kind: 'bad_email' }
  if (by === 'mail' && !outgoing) return { kind: 'no_relay' }
  const known = key === undefined ? undefined : await store.people.byEmail(key)
  if (known && (await store.memberships.roleOf(accountId, known.id))) return { kind: 'is_member' }
  return (await store.invitations.of(accountId)).length < MOST_OPEN ? undefined : { kind: 'too_many_open' }
}

async function made(
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
async function sent(
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
function deedOf(
  { id, role, email, mailed }: Invitation,
  action: 'invitation.created' | 'invitation.revoked',
) {
  return { action, target: email ?? id, details: { id, role, by: mailed ? 'mail' : 'link' } }
}

async function opened(
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

function newPerson(
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

function joinedEntry(
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

const HOUR_MS = 3_600_000

/** A time as a message says it: 7 days. */
function inWords(milliseconds: number): string {
  const hours = Math.max(1, Math.floor(milliseconds / HOUR_MS))
  const [count, unit] = hours >= 48 ? [Math.floor(hours / 24), 'day'] : [hours, 'hour']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
