import type { Account, Plan } from '../../core/account.ts'
import type { ApiKey } from '../../core/api-key.ts'

/** Who asks with an API key: the key, the account it acts for, and what that account's plan allows. */
export interface KeyActor {
  key: ApiKey
  account: Account
  plan: Plan
}
