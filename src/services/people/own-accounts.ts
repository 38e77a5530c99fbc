import {
  type Account,
  accountIdFrom,
  allowanceMonth,
  nameProblem,
  nextMonth,
  type Plan,
} from '../../core/access/account.ts'
import type { Person } from '../../core/access/person.ts'
import type { Role } from '../../core/access/role.ts'
import { granted, type Refusal, type Result, refused } from '../../core/refusal.ts'
import type { Store } from '../../store/store.ts'
import type { Accounts } from '../access/accounts.ts'
import type { Clock, RandomBytes } from '../ports.ts'
import { type Doer, entryOf } from './doer.ts'
import { refusalIn } from './members.ts'

export interface OwnAccountsDeps {
  store: Pick<Store, 'accounts' | 'memberships' | 'monitors' | 'destinations'>
  accounts: Pick<Accounts, 'planOf'>
  /** The plan of a new account. */
  defaultPlan: string
  /** Whether everybody who is signed in may create accounts; instance admins always may. */
  createAccounts: boolean
  clock: Clock
  random: RandomBytes
}

/** An account of somebody's. */
export interface OwnAccount {
  account: Account
  role: Role
  plan: Plan
}

/** What an account used of its plan, in this month where nothing else is said. */
export interface Usage {
  account: Account
  plan: Plan
  /** 2026-11, in UTC. */
  month: string
  /** When the next month begins. */
  renewsAt: Date
  tests: number
  fullReports: number
  /** That it has now. */
  monitors: number
  /** Webhooks and alert channels that it has now. */
  webhooks: number
  /** How many people it has, and how many of them own it. */
  people: number
  owners: number
}

export type OwnCreation =
  | { kind: 'created'; account: Account }
  | { kind: 'not_allowed' }
  | { kind: 'name_taken' }
  | { kind: 'bad_name'; reason: string }
  | { kind: 'too_many'; most: number }

export type Renaming =
  | { kind: 'renamed' }
  | { kind: 'refused'; refusal: Refusal }
  | { kind: 'name_taken' }
  | { kind: 'bad_name'; reason: string }
  | { kind: 'unknown_account' }

export type Deletion =
  | { kind: 'deleted' }
  | { kind: 'refused'; refusal: Refusal }
  /** What was typed is not its name. */
  | { kind: 'other_name' }
  | { kind: 'unknown_account' }

/** What people do with the accounts that they are in. */
export interface OwnAccounts {
  /** By name. */
  of(personId: string): Promise<OwnAccount[]>
  mayCreate(person: Person): boolean
  /** The person owns it. */
  create(person: Person, by: Doer['by'], name: string): Promise<OwnCreation>
  usage(doer: Doer, accountId: string): Promise<Result<Usage>>
  rename(doer: Doer, accountId: string, name: string): Promise<Renaming>
  /** At once and for good: its addresses take no mail and its keys open nothing from this moment. `typed`: its name, as a
   * sign that nobody deletes it by mistake. */
  delete(doer: Doer, accountId: string, typed: string): Promise<Deletion>
}

/** Accounts that one person who administers nothing is an owner of. */
const MOST_OWNED = 20

export function createOwnAccounts(deps: OwnAccountsDeps): OwnAccounts {
  const { store, accounts, clock } = deps
  const mayCreate = ({ isInstanceAdmin }: Person) => isInstanceAdmin || deps.createAccounts

  return {
    async of(personId) {
      const all = await store.memberships.ofPerson(personId)
      return all.map(({ account, role }) => ({ account, role, plan: accounts.planOf(account) }))
    },

    mayCreate,

    async create(person, by, name) {
      if (!mayCreate(person)) return { kind: 'not_allowed' }
      const flaw = nameProblem(name, 'account')
      if (flaw !== undefined) return { kind: 'bad_name', reason: flaw }
      const owned = (await store.memberships.ofPerson(person.id)).filter(({ role }) => role === 'owner')
      if (!person.isInstanceAdmin && owned.length >= MOST_OWNED) return { kind: 'too_many', most: MOST_OWNED }
      const plan = deps.defaultPlan
      const account = { id: accountIdFrom(deps.random), name, plan, createdAt: clock.now() }
      const deed = {
        accountId: account.id,
        action: 'account.created',
        target: name,
        details: { plan },
      } as const
      const outcome = await store.accounts.create(account, entryOf(deps, { by }, deed), person.id)
      return outcome === 'created' ? { kind: outcome, account } : { kind: outcome }
    },

    async usage(doer, accountId) {
      const refusal = refusalIn(doer, accountId, 'account.read')
      const account = refusal ? undefined : await store.accounts.byId(accountId)
      if (!account) return refused(refusal ?? { kind: 'not_found', what: 'page' })
      const now = clock.now()
      const month = allowanceMonth(now)
      const [used, counts, monitors, webhooks] = await Promise.all([
        store.accounts.usage(accountId, month),
        store.memberships.count(accountId),
        store.monitors.list(accountId),
        store.destinations.list({ accountId }),
      ])
      return granted({
        account,
        plan: accounts.planOf(account),
        month,
        renewsAt: nextMonth(now),
        ...used,
        ...counts,
        monitors: monitors.length,
        webhooks: webhooks.length,
      })
    },

    async rename(doer, accountId, name) {
      const refusal = refusalIn(doer, accountId, 'account.rename')
      if (refusal) return { kind: 'refused', refusal }
      const flaw = nameProblem(name, 'account')
      if (flaw !== undefined) return { kind: 'bad_name', reason: flaw }
      const account = await store.accounts.byId(accountId)
      if (!account) return { kind: 'unknown_account' }
      if (account.name === name) return { kind: 'renamed' }
      const details = { from: account.name, to: name }
      const deed = { accountId, action: 'account.renamed', target: name, details } as const
      return { kind: await store.accounts.rename(accountId, name, entryOf(deps, doer, deed)) }
    },

    async delete(doer, accountId, typed) {
      const refusal = refusalIn(doer, accountId, 'account.delete')
      if (refusal) return { kind: 'refused', refusal }
      const account = await store.accounts.byId(accountId)
      if (!account) return { kind: 'unknown_account' }
      if (account.name !== typed) return { kind: 'other_name' }
      const deed = { accountId, action: 'account.deleted', target: account.name } as const
      return { kind: await store.accounts.delete(accountId, entryOf(deps, doer, deed)) }
    },
  }
}
