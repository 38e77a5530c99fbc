import type { Config } from '../config/config.ts'
import type { ListSetting } from '../mail/server/blocklists/roster.ts'
import type { Accounts } from '../services/access/accounts.ts'
import type { ApiKeys } from '../services/access/api-keys.ts'
import type { Backups } from '../services/backups/backups.ts'
import type { BlocklistHealth } from '../services/blocklist-health.ts'
import { createInstance, listHealth, type ShownSetting } from '../services/instance/instance.ts'
import { createInstancePeople } from '../services/instance/people.ts'
import { createRecentErrors, type RecentErrors } from '../services/instance/recent-errors.ts'
import { createStorage } from '../services/instance/storage.ts'
import { createVisits } from '../services/instance/visits.ts'
import { createMailLog } from '../services/mail-log/mail-log.ts'
import { createAudit } from '../services/people/audit.ts'
import { createKeys } from '../services/people/keys.ts'
import type { Readiness } from '../services/readiness.ts'
import type { SharedStore } from '../store/postgres/open.ts'
import type { Store } from '../store/store.ts'
import type { AdministrationDeps } from '../web/deps.ts'
import { freeBytes } from './disk-space.ts'
import type { Later } from './parts.ts'
import { sharesOf } from './readiness.ts'
import { daysOf, HOLDER, systemClock, systemRandom } from './services.ts'

/** What a start knows of itself. */
export interface Start {
  /** What is in force, and where it was set. */
  settings: readonly ShownSetting[]
  /** What went wrong since. */
  errors: Pick<RecentErrors, 'list'>
}

/** Of a service that nobody looks after. */
export const UNATTENDED: Start = { settings: [], errors: createRecentErrors() }

interface Shared {
  store: Store
  /** The same, where several hosts share it. */
  hosts?: SharedStore
  accounts: Accounts
  apiKeys: ApiKeys
  readiness: Readiness
  backups: Backups
  health: Pick<BlocklistHealth, 'states'> & { lists: readonly ListSetting[] }
}

/** What those who administer an account or the instance look after. */
export function openAdministrationPages(
  config: Config,
  { store, hosts, accounts, apiKeys, readiness, health, backups }: Shared,
  { settings, errors }: Start,
  later: Later,
): AdministrationDeps {
  const shared = { store, clock: systemClock }
  const { directory, maxBytes, minFree } = config.store
  const bounds = { storeBytes: maxBytes, minFree, anonymous: sharesOf(config) }
  later.reloaded(({ store: next }) => () => {
    bounds.storeBytes = next.maxBytes
    bounds.minFree = next.minFree
  })
  const storage = createStorage({
    ...shared,
    ...(!hosts && { space: { free: () => freeBytes(directory) } }),
    bounds,
  })
  const lists = () => health.lists.map((list) => listHealth(list, health.states()))
  return {
    keys: createKeys({ ...shared, accounts, apiKeys, random: systemRandom }),
    audit: createAudit(shared),
    mailLog: createMailLog({ ...shared, days: Math.ceil(daysOf(config.retention.mailLog)) }),
    instance: createInstance({
      store,
      accounts,
      plans: config.plans,
      storage,
      readiness,
      errors,
      settings,
      lists,
      ...(hosts && { hosts: async () => ({ here: HOLDER.host, all: await hosts.hosts.list() }) }),
    }),
    visits: createVisits(shared),
    backups,
    instancePeople: createInstancePeople({ ...shared, random: systemRandom, baseUrl: config.site.baseUrl }),
  }
}
