import type { Account } from '../../../core/access/account.ts'
import type { Invitation } from '../../../core/access/membership.ts'
import type { Person } from '../../../core/access/person.ts'
import type { Role } from '../../../core/access/role.ts'
import type { Refusal, Result } from '../../../core/refusal.ts'
import type { Store } from '../../../store/store.ts'
import type { Limits } from '../../access/limits.ts'
import type { Outgoing } from '../../outgoing/outgoing.ts'
import type { Delivery } from '../../outgoing/relay.ts'
import type { Clock, RandomBytes } from '../../ports.ts'
import type { Doer } from '../doer.ts'

export interface InvitationsDeps {
  store: Pick<Store, 'memberships' | 'invitations' | 'people' | 'accounts'>
  clock: Clock
  /** Absent: this process counts alone. */
  limits?: Limits
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
