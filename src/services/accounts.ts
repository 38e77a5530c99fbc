import type { Account, Plan } from '../core/account.ts'
import type { Store } from '../store/store.ts'
import type { Clock, RandomBytes } from './ports.ts'

export interface AccountsDeps {
  store: Store
  plans: Record<string, Plan>
  /** The name of the plan that accounts get when none is named. */
  defaultPlan: string
  clock: Clock
  random: RandomBytes
}

export type AccountCreation =
  | { kind: 'created'; account: Account }
  | { kind: 'name_taken' }
  | { kind: 'bad_name'; reason: string }
  | { kind: 'unknown_plan'; plans: string[] }

export type PlanChange =
  | { kind: 'changed'; account: Account }
  | { kind: 'unknown_account' }
  | { kind: 'unknown_plan'; plans: string[] }

export interface Accounts {
  create(name: string, plan?: string): Promise<AccountCreation>
  /** By name. */
  list(): Promise<Account[]>
  byName(name: string): Promise<Account | undefined>
  setPlan(name: string, plan: string): Promise<PlanChange>
  /** The account `default`, made on first use. */
  ensureDefault(): Promise<Account>
  /** The default plan when the configuration no longer has the account's own. */
  planOf(account: Account): Plan
}

export declare function createAccounts(deps: AccountsDeps): Accounts
