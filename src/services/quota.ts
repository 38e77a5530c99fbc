import type { Account, Plan } from '../core/account.ts'
import { MINUTE, rateOf, takeSlot, wholeSeconds } from '../core/rate.ts'
import type { Store } from '../store/store.ts'
import type { Clock, Log } from './ports.ts'

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

/** How often at most one account's budget is written: what a kill can make it forget. */
const SAVE_EVERY_MS = 200
/** After a write that failed. */
const RETRY_MS = 5_000
/** A refused request takes a slot too, but never makes its client wait longer than this. */
const LONGEST_WAIT = MINUTE

interface Budget {
  /** As takeSlot keeps it; absent while nothing was ever used. */
  arrival?: number
  /** The interval of the rate that `arrival` was reckoned by. */
  interval?: number
  unsaved: boolean
  saving?: Promise<void>
}

export function createQuota({ store, clock, log }: { store: Store; clock: Clock; log: Log }): Quota {
  // At most one for each account.
  const budgets = new Map<string, Promise<Budget>>()
  const flushing = Promise.withResolvers<void>()

  async function load(id: string): Promise<Budget> {
    const at = await store.accounts.arrivalTime(id)
    return { unsaved: false, ...(at && { arrival: at.getTime() * 1000 }) }
  }

  /** One load for all requests that come at once. */
  function budgetOf(id: string): Promise<Budget> {
    const known = budgets.get(id)
    if (known) return known
    const loading = load(id)
    budgets.set(id, loading)
    loading.catch(() => budgets.delete(id))
    return loading
  }

  async function save(id: string, budget: Budget): Promise<void> {
    while (budget.unsaved) {
      budget.unsaved = false
      const wait = await write(id, budget)
      await Promise.race([Bun.sleep(wait), flushing.promise])
    }
    delete budget.saving
  }

  /** Gives the time until the next write. A disk that takes no write is no reason to refuse those who only read. */
  async function write(id: string, { arrival = 0 }: Budget): Promise<number> {
    try {
      await store.accounts.saveArrivalTime(id, new Date(Math.ceil(arrival / 1000)))
      return SAVE_EVERY_MS
    } catch (cause) {
      log.error({ err: cause, account: id }, 'The budget of an account could not be kept')
      return RETRY_MS
    }
  }

  return {
    async admit(account, plan) {
      const budget = await budgetOf(account.id)
      const rate = rateOf(plan.ratePerMinute, MINUTE, plan.burst)
      const now = clock.now().getTime() * 1000
      const slot = takeSlot(atRate(budget, now, rate.interval), now, rate, LONGEST_WAIT)
      budget.arrival = slot.arrival
      budget.interval = rate.interval
      budget.unsaved = true
      budget.saving ??= save(account.id, budget)
      return {
        admitted: slot.admitted,
        retryAfterSeconds: slot.admitted ? 0 : Math.max(1, wholeSeconds(slot.wait)),
        limit: plan.ratePerMinute,
        remaining: Math.min(plan.ratePerMinute, slot.remaining),
        resetSeconds: wholeSeconds(slot.reset),
      }
    },
    async flush() {
      flushing.resolve()
      for (const budget of await Promise.all(budgets.values())) await budget.saving
    },
  }
}

/** What was used at a slower rate weighs no more than at the new one: a faster plan counts at once. */
function atRate({ arrival, interval }: Budget, now: number, faster: number): number | undefined {
  if (arrival === undefined || interval === undefined || faster >= interval) return arrival
  return now + Math.ceil((Math.max(0, arrival - now) * faster) / interval)
}
