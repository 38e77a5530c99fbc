import { type ApiKey, keyState } from '../../core/access/api-key.ts'
import { idFrom } from '../../core/access/ids.ts'
import { type Action, type Actor, accountOf, refusalOf } from '../../core/access/permission.ts'
import { granted, type Result, refused } from '../../core/refusal.ts'
import type { Store } from '../../store/store.ts'
import type { Accounts } from '../access/accounts.ts'
import type { ApiKeys, AskedKey, KeyCreation, KeyRotation } from '../access/api-keys.ts'
import type { Clock, RandomBytes } from '../ports.ts'
import type { Doer } from './doer.ts'

export interface KeysDeps {
  store: Pick<Store, 'accounts' | 'people'>
  accounts: Pick<Accounts, 'planOf'>
  apiKeys: Pick<ApiKeys, 'create' | 'list' | 'byId' | 'rotate' | 'revoke'>
  clock: Clock
  random: RandomBytes
}

/** A key as a list shows it. */
export interface ShownKey extends ApiKey {
  state: ReturnType<typeof keyState>
  /** Who created it. Absent: the operator, or somebody who is gone. */
  creator?: string
}

/** The keys of an account. */
export interface KeyList {
  /** Those that work first, newest first. */
  keys: ShownKey[]
  plan: { name: string; api: boolean }
}

/** What people do with the keys of the account that they look at. A key of another account is not found. */
export interface Keys {
  list(actor: Actor): Promise<Result<KeyList>>
  find(actor: Actor, id: string): Promise<Result<{ key: ShownKey; plan: KeyList['plan'] }>>
  create(doer: Doer, asked: AskedKey): Promise<Result<KeyCreation | { kind: 'too_many'; most: number }>>
  /** `was`: the first characters of the key that was looked at. */
  rotate(doer: Doer, id: string, was: string): Promise<Result<KeyRotation>>
  revoke(doer: Doer, id: string): Promise<Result<ShownKey>>
  /** The id of a key that is asked for: it makes the same request twice make one key. */
  newId(): string
}

/** Keys of an account that work at once; the operator may make more. */
const MOST_KEYS = 100

const noKey = refused({ kind: 'not_found', what: 'page' })

export function createKeys({ store, accounts, apiKeys, clock, random }: KeysDeps): Keys {
  async function planOf(accountId: string): Promise<KeyList['plan'] | undefined> {
    const account = await store.accounts.byId(accountId)
    const plan = account && accounts.planOf(account)
    return plan && { name: plan.name, api: plan.api }
  }

  async function shown(keys: readonly ApiKey[]): Promise<ShownKey[]> {
    const ids = new Set(keys.flatMap(({ createdBy }) => createdBy ?? []))
    const people = await Promise.all([...ids].map((id) => store.people.byId(id)))
    const names = new Map(people.flatMap((one) => (one ? [[one.id, one.name || one.email] as const] : [])))
    return keys.map((key) => {
      const creator = key.createdBy === undefined ? undefined : names.get(key.createdBy)
      return { ...key, state: keyState(key, clock.now()), ...(creator !== undefined && { creator }) }
    })
  }

  /** The account of an actor who may do this to its keys. */
  function accountFor(actor: Actor, action: Action): Result<string> {
    const refusal = refusalOf(actor, action)
    if (refusal) return refused(refusal)
    const accountId = accountOf(actor)
    return accountId === undefined ? noKey : granted(accountId)
  }

  async function own(actor: Actor, id: string, action: Action): Promise<Result<ApiKey>> {
    const account = accountFor(actor, action)
    if (!account.ok) return account
    const key = await apiKeys.byId(id)
    return key?.accountId === account.value ? granted(key) : noKey
  }

  return {
    newId: () => idFrom('key', random),

    async list(actor) {
      const account = accountFor(actor, 'keys.read')
      if (!account.ok) return account
      const plan = await planOf(account.value)
      if (!plan) return noKey
      const keys = await shown(await apiKeys.list(account.value))
      return granted({
        keys: keys.toSorted((a, b) => Number(b.state === 'active') - Number(a.state === 'active')),
        plan,
      })
    },

    async find(actor, id) {
      const key = await own(actor, id, 'keys.read')
      if (!key.ok) return key
      const plan = await planOf(key.value.accountId)
      const [one] = await shown([key.value])
      return plan && one ? granted({ key: one, plan }) : noKey
    },

    async create({ actor, by }, asked) {
      const account = accountFor(actor, 'keys.change')
      if (!account.ok) return account
      const working = (await apiKeys.list(account.value)).filter(
        (key) => keyState(key, clock.now()) === 'active',
      )
      if (working.length >= MOST_KEYS) return granted({ kind: 'too_many', most: MOST_KEYS })
      return granted(await apiKeys.create(account.value, asked, by))
    },

    async rotate({ actor, by }, id, was) {
      const key = await own(actor, id, 'keys.change')
      return key.ok ? granted(await apiKeys.rotate(id, by, was)) : key
    },

    async revoke({ actor, by }, id) {
      const key = await own(actor, id, 'keys.change')
      if (!key.ok) return key
      if ((await apiKeys.revoke(id, by)) !== 'revoked') return noKey
      const [one] = await shown([key.value])
      return one ? granted({ ...one, state: 'revoked' }) : noKey
    },
  }
}
