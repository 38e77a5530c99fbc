import type { Account } from '../core/access/account.ts'
import type { NewAuditEntry } from '../core/access/audit.ts'
import type { Invitation, Membership } from '../core/access/membership.ts'
import type { Person } from '../core/access/person.ts'
import type { Role } from '../core/access/role.ts'
import type { PageOf } from './people.ts'

/** Somebody of an account, with their membership. */
export type MemberRow = Membership & { person: Person }

export interface MembershipStore {
  /** The accounts of a person, by name. */
  ofPerson(personId: string): Promise<(Membership & { account: Account })[]>
  /** The people of an account, owners first, then by address. */
  ofAccount(accountId: string): Promise<MemberRow[]>
  /** The same a page at a time; with `search`, those whose address or name contains it. */
  page(
    accountId: string,
    page: { after?: string; limit: number; search?: string },
  ): Promise<PageOf<MemberRow>>
  find(accountId: string, personId: string): Promise<MemberRow | undefined>
  count(accountId: string): Promise<{ people: number; owners: number }>
  roleOf(accountId: string, personId: string): Promise<Role | undefined>
  add(membership: Membership, entry: NewAuditEntry): Promise<'added' | 'is_member' | 'unknown_account'>
  setRole(
    accountId: string,
    personId: string,
    role: Role,
    entry: NewAuditEntry,
  ): Promise<'changed' | 'not_a_member' | 'sole_owner'>
  /** Sessions of that person that look at the account look at none afterwards; keys of the account stay as they are. */
  remove(
    accountId: string,
    personId: string,
    entry: NewAuditEntry,
  ): Promise<'removed' | 'not_a_member' | 'sole_owner'>
  /** `to` becomes owner, `from` admin. */
  transfer(
    accountId: string,
    from: string,
    to: string,
    entry: NewAuditEntry,
  ): Promise<'transferred' | 'not_a_member' | 'not_an_owner'>
}

export interface InvitationStore {
  create(
    invitation: Invitation,
    tokenHash: Uint8Array,
    entry: NewAuditEntry,
  ): Promise<'created' | 'unknown_account'>
  byHash(
    tokenHash: Uint8Array,
  ): Promise<(Invitation & { account: Account; invitedByName?: string }) | undefined>
  /** Those that nobody accepted, newest first. */
  of(accountId: string): Promise<Invitation[]>
  /** Makes the person a member and takes the invitation away, at once. */
  accept(
    tokenHash: Uint8Array,
    personId: string,
    at: Date,
    entry: NewAuditEntry,
  ): Promise<'accepted' | 'unknown_invitation' | 'is_member' | 'for_another'>
  /** Makes the person and the member, and takes the invitation away, at once: of many calls with one link a single one
   * makes anybody. `for_another`: the invitation is for another address than the person's. Its time is judged by when the
   * person was made. */
  join(
    tokenHash: Uint8Array,
    made: { person: Person; passwordHash: string },
    entry: NewAuditEntry,
  ): Promise<'joined' | 'unknown_invitation' | 'email_taken' | 'for_another'>
  revoke(id: string, accountId: string, entry: NewAuditEntry): Promise<'revoked' | 'unknown_invitation'>
  deleteExpired(now: Date, limit: number): Promise<number>
}
