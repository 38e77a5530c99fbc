import type { Account, Plan } from '../core/account.ts'
import type { Store } from '../store/store.ts'
import type { Clock } from './ports.ts'

export interface Admission {
  admitted: boolean
  /** Whole seconds, at least 1 when refused; 0 when admitted. */
  retryAfterSeconds: number
  /** Requests per minute at the plan's rate. */
  limit: number
  /** Requests that would be admitted right now, at most `limit`. */
  remaining: number
  /** Whole seconds until nothing of the budget is used. */
  resetSeconds: number
}

export interface Quota {
  /** Takes one slot of the account's budget, which all its keys share. */
  admit(account: Account, plan: Plan): Promise<Admission>
  /** Writes what is not kept yet; for the end of the service. */
  flush(): Promise<void>
}

export declare function createQuota(deps: { store: Store; clock: Clock }): Quota
