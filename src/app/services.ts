import { randomBytes } from 'node:crypto'
import type { Config } from '../config/config.ts'
import type { Clock } from '../net/ports.ts'
import { createAccounts } from '../services/accounts.ts'
import { createApiKeys } from '../services/api-keys.ts'
import type { RandomBytes } from '../services/ports.ts'
import type { Store } from '../store/store.ts'

export const systemClock: Clock = { now: () => new Date() }

export const systemRandom: RandomBytes = (length) => randomBytes(length)

const DAY_MS = 86_400_000

export const daysOf = (milliseconds: number): number => milliseconds / DAY_MS

/** Accounts and their keys over an open store. */
export function openAdministration(config: Pick<Config, 'plans' | 'accounts'>, store: Store) {
  const shared = { store, clock: systemClock, random: systemRandom }
  const accounts = createAccounts({
    ...shared,
    plans: config.plans,
    defaultPlan: config.accounts.defaultPlan,
  })
  return { accounts, apiKeys: createApiKeys({ ...shared, accounts }) }
}
