import type { Account, Plan } from '../../core/access/account.ts'
import { MINUTE, rateOf, wholeSeconds } from '../../core/access/rate.ts'
import type { Store } from '../../store/store.ts'

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
}

export function createQuota({ store }: { store: { accounts: Pick<Store['accounts'], 'takeSlot'> } }): Quota {
  return {
    async admit({ id }, { ratePerMinute, burst }) {
      const slot = await store.accounts.takeSlot(id, rateOf(ratePerMinute, MINUTE, burst))
      return {
        admitted: slot.admitted,
        retryAfterSeconds: slot.retryAfter,
        limit: ratePerMinute,
        remaining: Math.min(ratePerMinute, slot.remaining),
        resetSeconds: wholeSeconds(slot.reset),
      }
    },
  }
}
