import type { Account } from '../core/access/account.ts'
import type { ApiKey } from '../core/access/api-key.ts'
import type { NewAuditEntry } from '../core/access/audit.ts'
import type { Rate, Slot } from '../core/access/rate.ts'
import type { PageOf } from './people.ts'

export interface AccountStore {
  /** Says `name_taken` when another account has that name. `owner`: the id of the person who owns it. */
  create(account: Account, entry?: NewAuditEntry, owner?: string): Promise<'created' | 'name_taken'>
  byId(id: string): Promise<Account | undefined>
  byName(name: string): Promise<Account | undefined>
  list(): Promise<Account[]>
  /** By name. */
  page(page: { after?: string; limit: number }): Promise<PageOf<Account>>
  setPlan(id: string, plan: string, entry?: NewAuditEntry): Promise<'changed' | 'unknown_account'>
  rename(
    id: string,
    name: string,
    entry: NewAuditEntry,
  ): Promise<'renamed' | 'name_taken' | 'unknown_account'>
  /** From this moment nobody finds anything of it, its name is free, and sessions that look at it look at none. `entry`
   * is kept without the account; what the log says of the account goes with it. */
  delete(id: string, entry: NewAuditEntry): Promise<'deleted' | 'unknown_account'>
  /** Deletes what deleted accounts left behind, at most `limit` tests and ten times as much else. Gives how many rows: at 0 nothing is left. */
  deleteRest(limit: number): Promise<number>
  /** The mailbox providers that it wants beside its reports. Absent: nothing was chosen. */
  shownProviders(id: string): Promise<readonly string[] | undefined>
  /** Names of letters, digits and hyphens. Absent: nothing is chosen any more. */
  setShownProviders(id: string, names: readonly string[] | undefined): Promise<'set' | 'unknown_account'>
  /** What it used in a month (2026-11): units of its allowance, and reports that were shown in full. */
  usage(id: string, month: string): Promise<AccountUsage>
  /** Takes a slot of the account's budget as core/access/rate.ts has it, at the time of the engine's own clock; exact however many
   * calls come at once. The one method that need not be durable when it resolves: a restart may give back what was used
   * within the last second, and a disk that takes no write refuses nobody. */
  takeSlot(id: string, rate: Rate): Promise<Slot>
}

/** What an account used in a month. */
export interface AccountUsage {
  tests: number
  fullReports: number
}

/** A key and the account that it acts for. */
export interface OwnedKey {
  key: ApiKey
  account: Account
}

export interface ApiKeyStore {
  /** `id_taken`: a key of this id was made before. */
  create(key: ApiKey, secretHash: Uint8Array, entry?: NewAuditEntry): Promise<'created' | 'id_taken'>
  /** The key whose SHA-256 this is with its account, whatever its state: the caller judges revocation and expiry. */
  byHash(secretHash: Uint8Array): Promise<OwnedKey | undefined>
  byId(id: string): Promise<ApiKey | undefined>
  /** Newest first; of every account when none is named. */
  list(accountId?: string): Promise<ApiKey[]>
  /** The old secret stops working in the same moment. `was`: the prefix it has to have; `changed`: it has another one. */
  rotate(
    id: string,
    prefix: string,
    secretHash: Uint8Array,
    entry?: NewAuditEntry,
    was?: string,
  ): Promise<'rotated' | 'changed' | 'unknown_key'>
  /** There is an entry for the first revocation alone. */
  revoke(id: string, at: Date, entry?: NewAuditEntry): Promise<'revoked' | 'unknown_key'>
  touch(id: string, at: Date): Promise<void>
}
