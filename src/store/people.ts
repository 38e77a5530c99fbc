import type { Account } from '../core/access/account.ts'
import type { NewAuditEntry } from '../core/access/audit.ts'
import type { Credentials, Identity, Passkey, Person } from '../core/access/person.ts'
import type { Role } from '../core/access/role.ts'

export type PersonWithCredentials = Person & { credentials: Credentials }

export interface PageOf<T> {
  items: T[]
  /** Hand it in as `after` for the next page. Absent: this was the last. */
  next?: string
}

export interface PeopleStore {
  /** The first person, who administers the instance and owns `account`, which is made unless it exists. One of any number
   * of calls at once is `claimed`; links for it end. */
  claim(first: {
    person: Person
    passwordHash: string
    account: Account
    entry: NewAuditEntry
  }): Promise<'claimed' | 'already_claimed' | 'email_taken' | 'name_taken'>
  /** Whether an instance admin exists: then there is nothing to claim. */
  isClaimed(): Promise<boolean>
  /** `account` is made with the person, who owns it; `link` is taken with it, or stays. */
  create(
    made: {
      person: Person
      passwordHash?: string
      membership?: { accountId: string; role: Role }
      account?: Account
      /** Their only way to sign in, where they come from an OpenID provider. */
      identity?: Identity
      link?: Uint8Array
    },
    entry: NewAuditEntry,
  ): Promise<
    'created' | 'email_taken' | 'unknown_account' | 'name_taken' | 'unknown_link' | 'linked_to_another'
  >
  byId(id: string): Promise<PersonWithCredentials | undefined>
  /** By `emailKey`. */
  byEmail(key: string): Promise<PersonWithCredentials | undefined>
  /** By address, from the beginning of an address or name when `search` is given. */
  list(page: { after?: string; limit: number; search?: string }): Promise<PageOf<Person>>
  /** Another address is not confirmed unless `confirmedAt` says so, and ends resets and changes of address that are under way. */
  change(
    id: string,
    change: { name?: string; email?: string; confirmedAt?: Date; isInstanceAdmin?: boolean },
    entry: NewAuditEntry,
  ): Promise<'changed' | 'unknown_person' | 'email_taken' | 'last_admin'>
  /** The address is theirs, as who has the link shows: it is taken with the change, or stays. */
  confirmEmail(
    id: string,
    confirmed: { email: string; confirmedAt: Date; link: Uint8Array },
    entry: NewAuditEntry,
  ): Promise<'changed' | 'unknown_person' | 'email_taken' | 'unknown_link'>
  /** Ends every session but `session`, which must stand, and every reset and change of address that is under way.
   * Undefined takes the password away. `link` is taken with it, or stays. A link that was mailed to an address which was never
   * confirmed confirms it, and ends passkeys and linked identities: whoever made them may have been somebody else. */
  setPassword(
    id: string,
    passwordHash: string | undefined,
    keep: { session?: string; link?: Uint8Array },
    entry: NewAuditEntry,
  ): Promise<'changed' | 'unknown_person' | 'unknown_session' | 'last_way_in' | 'unknown_link'>
  /** A better hash of the same password, in place of `old`: not when the password was changed meanwhile. */
  rehash(id: string, old: string, passwordHash: string): Promise<void>
  /** `sole_owner`: an account would be without an owner. */
  delete(
    id: string,
    entry: NewAuditEntry,
  ): Promise<'deleted' | 'unknown_person' | 'sole_owner' | 'last_admin'>
  factors: FactorStore
  passkeys: PasskeyStore
  identities: IdentityStore
}

export interface FactorStore {
  /** Takes a confirmed second factor into use with its recovery codes (SHA-256 each). */
  enable(
    personId: string,
    totp: { secretId: string; lastStep: number },
    codeHashes: readonly Uint8Array[],
    entry: NewAuditEntry,
  ): Promise<'enabled' | 'unknown_person'>
  /** Takes it away with its codes and the sealed secret. */
  disable(personId: string, entry: NewAuditEntry): Promise<'disabled' | 'not_enabled'>
  /** A step of RFC 6238 works once, and none before it afterwards. */
  useStep(personId: string, step: number): Promise<'used' | 'replayed'>
  useCode(personId: string, codeHash: Uint8Array, entry: NewAuditEntry): Promise<'used' | 'unknown_code'>
  renewCodes(personId: string, codeHashes: readonly Uint8Array[], entry: NewAuditEntry): Promise<void>
}

export interface PasskeyStore {
  add(passkey: Passkey, entry: NewAuditEntry): Promise<'added' | 'known'>
  byId(id: string): Promise<Passkey | undefined>
  of(personId: string): Promise<Passkey[]>
  /** `went_back`: the counter does not lie above the kept one though one of them is not 0 (WebAuthn 6.1.1). */
  use(id: string, counter: number, at: Date): Promise<'used' | 'went_back' | 'unknown_passkey'>
  rename(id: string, personId: string, name: string): Promise<boolean>
  remove(
    id: string,
    personId: string,
    entry: NewAuditEntry,
  ): Promise<'removed' | 'unknown_passkey' | 'last_way_in'>
}

export interface IdentityStore {
  link(identity: Identity, entry: NewAuditEntry): Promise<'linked' | 'linked_to_another'>
  bySubject(issuer: string, subject: string): Promise<Identity | undefined>
  of(personId: string): Promise<Identity[]>
  touch(issuer: string, subject: string, at: Date): Promise<void>
  unlink(
    issuer: string,
    subject: string,
    personId: string,
    entry: NewAuditEntry,
  ): Promise<'unlinked' | 'unknown_identity' | 'last_way_in'>
}
