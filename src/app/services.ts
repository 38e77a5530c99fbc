import { randomBytes, randomUUID } from 'node:crypto'
import type { Config } from '../config/config.ts'
import type { Clock } from '../net/ports.ts'
import { createAccounts } from '../services/access/accounts.ts'
import { createApiKeys } from '../services/access/api-keys.ts'
import { createLimits, type Limits } from '../services/access/limits.ts'
import { createSharedLimits } from '../services/access/shared-limits.ts'
import type { RandomBytes } from '../services/ports.ts'
import type { SharedStore } from '../store/postgres/open.ts'
import type { Store } from '../store/store.ts'

/** Who works here: one process at a time has the data directory, or the name of a host, so whatever claims are found under it at
 * its start are of the dead. */
export const HOLDER = { host: 'local', start: randomUUID() }

const ofHere = (): Date => new Date()

let present = ofHere

export const systemClock: Clock = { now: () => present(), ticks: () => performance.now() }

let counted = createLimits(systemClock)

/** How often things are done, by this process or over all hosts. */
export const systemLimits: Limits = {
  rate: (...of) => counted.rate(...of),
  throttle: (...of) => counted.throttle(...of),
  hourly: (...of) => counted.hourly(...of),
  turns: (...of) => counted.turns(...of),
}

/** Before anything else is opened: this process works under the name of a host, goes by the time of the database that hosts share, and
 * counts there; without one it is alone again. */
export function joinHosts(host: string, store?: Pick<SharedStore, 'now' | 'limits' | 'leases'>): void {
  HOLDER.host = host
  present = store?.now ?? ofHere
  counted = store ? createSharedLimits({ ...store, holder: HOLDER }) : createLimits(systemClock)
}

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
