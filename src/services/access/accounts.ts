import { type Account, accountIdFrom, nameProblem, type Plan } from '../../core/access/account.ts'
import type { Store } from '../../store/store.ts'
import type { Clock, RandomBytes } from '../ports.ts'
import { type By, entryBy, OPERATOR } from './by.ts'

export interface AccountsDeps {
  store: Store
  /** By name; read at each use. */
  plans: Readonly<Record<string, Plan>>
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

/** Without `by` it is the operator who changes something. */
export interface Accounts {
  create(name: string, plan?: string, by?: By): Promise<AccountCreation>
  /** By name. */
  list(): Promise<Account[]>
  byName(name: string): Promise<Account | undefined>
  setPlan(name: string, plan: string, by?: By): Promise<PlanChange>
  /** The account `default`, made on first use. */
  ensureDefault(): Promise<Account>
  /** The default plan when the configuration no longer has the account's own. */
  planOf(account: Account): Plan
}

const DEFAULT_ACCOUNT = 'default'

export function createAccounts({ store, plans, defaultPlan, clock, random }: AccountsDeps): Accounts {
  const planNamed = (name: string): Plan | undefined => (Object.hasOwn(plans, name) ? plans[name] : undefined)
  function fallback(): Plan {
    const plan = planNamed(defaultPlan)
    if (!plan) throw new Error(`There is no plan ${defaultPlan}.`)
    return plan
  }
  fallback()

  async function create(name: string, plan = defaultPlan, by = OPERATOR): Promise<AccountCreation> {
    const flaw = nameProblem(name, 'account')
    if (flaw !== undefined) return { kind: 'bad_name', reason: flaw }
    if (!planNamed(plan)) return { kind: 'unknown_plan', plans: Object.keys(plans) }
    const account = { id: accountIdFrom(random), name, plan, createdAt: clock.now() }
    const made = {
      accountId: account.id,
      action: 'account.created',
      target: name,
      details: { plan },
    } as const
    const outcome = await store.accounts.create(account, entryBy(by, account.createdAt, made))
    return outcome === 'created' ? { kind: 'created', account } : { kind: 'name_taken' }
  }

  return {
    create,
    list: () => store.accounts.list(),
    byName: (name) => store.accounts.byName(name),
    async setPlan(name, plan, by = OPERATOR) {
      if (!planNamed(plan)) return { kind: 'unknown_plan', plans: Object.keys(plans) }
      const account = await store.accounts.byName(name)
      if (!account) return { kind: 'unknown_account' }
      const entry = entryBy(by, clock.now(), {
        accountId: account.id,
        action: 'account.plan_changed',
        target: name,
        details: { from: account.plan, to: plan },
      })
      const outcome = await store.accounts.setPlan(account.id, plan, entry)
      return outcome === 'changed' ? { kind: 'changed', account: { ...account, plan } } : { kind: outcome }
    },
    async ensureDefault() {
      const there = await store.accounts.byName(DEFAULT_ACCOUNT)
      if (there) return there
      const made = await create(DEFAULT_ACCOUNT)
      // Another process may have made it in the meantime.
      const account = made.kind === 'created' ? made.account : await store.accounts.byName(DEFAULT_ACCOUNT)
      if (!account) throw new Error('The default account could not be made.')
      return account
    },
    planOf: (account) => planNamed(account.plan) ?? fallback(),
  }
}
