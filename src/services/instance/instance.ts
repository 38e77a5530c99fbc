import type { Account, Plan } from '../../core/access/account.ts'
import type { ListState } from '../../net/ports.ts'
import type { AccountStore } from '../../store/accounts.ts'
import type { Store } from '../../store/store.ts'
import type { QueueState } from '../../store/usage.ts'
import type { AccountCreation, Accounts, PlanChange } from '../access/accounts.ts'
import type { By } from '../access/by.ts'
import type { Obstacle, Readiness } from '../readiness.ts'
import type { RecentError, RecentErrors } from './recent-errors.ts'
import type { Storage, StorageState } from './storage.ts'

export type { DelayedMessage, QueueState } from '../../store/usage.ts'

/** A setting in force, as it may be shown. */
export interface ShownSetting {
  /** section.option */
  name: string
  /** As TOML writes it. Absent: it is not set. */
  value?: string
  /** The file with its line, the variable, the flag, the default; or how it follows from others. */
  from: string
}

/** A blocklist of the roster, and whether it is asked. */
export interface ListHealth {
  id: string
  name: string
  kind: 'block' | 'welcome' | 'domain'
  /** unasked: the operator, or what the list asks of those who ask, keeps it out. untested: its first test is to come. */
  state: 'usable' | 'failed' | 'untested' | 'unasked'
  reason?: string
  testedAt?: Date
}

export interface AccountRow {
  account: Account
  plan: Plan
  /** The plan that it names is not in the config any more. */
  fellBack: boolean
  people: number
  /** As the storage was last added up. */
  tests: number
  bytes: number
}

export interface AccountRows {
  rows: AccountRow[]
  /** The name to go on behind. Absent: these were the last. */
  next?: string
}

/** Hosts that share a database. */
export interface InstanceHosts {
  /** The one whose page it is. */
  here: string
  /** Those that are alive, by name. */
  all: readonly { name: string; program: string; seenAt: Date }[]
}

export interface InstanceDeps {
  store: Pick<Store, 'accounts' | 'memberships' | 'usage'>
  accounts: Accounts
  plans: Readonly<Record<string, Plan>>
  storage: Storage
  readiness: Pick<Readiness, 'obstacle'>
  errors: Pick<RecentErrors, 'list'>
  settings: readonly ShownSetting[]
  lists(): readonly ListHealth[]
  /** Absent: there is one host, with everything in its data directory. */
  hosts?(): Promise<InstanceHosts>
}

/** What its administrators see of an instance. Nothing of it is anybody's mail. */
export interface Instance {
  accounts(after?: string, search?: string): Promise<AccountRows>
  account(id: string): Promise<AccountRow | undefined>
  /** The configured plans, by name. */
  plans(): readonly Plan[]
  createAccount(name: string, plan: string, by: By): Promise<AccountCreation>
  setPlan(id: string, plan: string, by: By): Promise<PlanChange>
  storage(): Promise<StorageState>
  queue(): Promise<QueueState>
  obstacle(): Promise<Obstacle | undefined>
  errors(): RecentError[]
  settings(): readonly ShownSetting[]
  lists(): readonly ListHealth[]
  /** Absent: there is one host. */
  hosts?(): Promise<InstanceHosts>
}

const PAGE = 50
/** A search reads so many at a time, until it has a page. */
const SEARCHED = 500

/** A page of accounts and one more if there is one: those whose name contains what is searched for. */
async function foundBehind(
  store: Pick<AccountStore, 'page'>,
  behind: string | undefined,
  search: string,
): Promise<Account[]> {
  const limit = search === '' ? PAGE + 1 : SEARCHED
  const found: Account[] = []
  for (let after = behind; ; ) {
    const page = await store.page({ limit, ...(after !== undefined && { after }) })
    found.push(...page.items.filter(({ name }) => name.toLowerCase().includes(search)))
    after = page.next
    if (found.length > PAGE || after === undefined) return found
  }
}

export function createInstance(deps: InstanceDeps): Instance {
  const { store, accounts, plans, storage } = deps

  async function rowOf(account: Account, state: StorageState): Promise<AccountRow> {
    const held = state.accounts.find(({ accountId }) => accountId === account.id)
    const { people } = await store.memberships.count(account.id)
    const plan = accounts.planOf(account)
    const { tests = 0, bytes = 0 } = held ?? {}
    return { account, plan, fellBack: plan.name !== account.plan, people, tests, bytes }
  }

  return {
    async accounts(after, search = '') {
      const found = await foundBehind(store.accounts, after, search.toLowerCase())
      const shown = found.slice(0, PAGE)
      const state = await storage.look()
      const rows = await Promise.all(shown.map((account) => rowOf(account, state)))
      const last = shown.at(-1)
      return { rows, ...(found.length > PAGE && last && { next: last.name }) }
    },
    async account(id) {
      const account = await store.accounts.byId(id)
      return account && rowOf(account, await storage.look())
    },
    plans: () => Object.values(plans),
    createAccount: (name, plan, by) => accounts.create(name, plan, by),
    async setPlan(id, plan, by) {
      const account = await store.accounts.byId(id)
      return account ? accounts.setPlan(account.name, plan, by) : { kind: 'unknown_account' }
    },
    storage: () => storage.look(),
    queue: () => store.usage.queue(),
    obstacle: () => deps.readiness.obstacle(),
    errors: () => deps.errors.list(),
    settings: () => deps.settings,
    lists: () => deps.lists(),
    ...(deps.hosts && { hosts: deps.hosts }),
  }
}

/** A list with what its self-test said. */
export function listHealth(
  list: Pick<ListHealth, 'id' | 'name' | 'kind'> & { skipped?: string },
  states: readonly ListState[],
): ListHealth {
  const { id, name, kind, skipped } = list
  const one = { id, name, kind }
  if (skipped !== undefined) return { ...one, state: 'unasked', reason: skipped }
  const state = states.find((tested) => tested.id === id)
  if (!state) return { ...one, state: 'untested' }
  return {
    ...one,
    state: state.usable ? 'usable' : 'failed',
    ...(state.reason !== undefined && { reason: state.reason }),
    ...(state.testedAt !== undefined && { testedAt: new Date(state.testedAt) }),
  }
}
