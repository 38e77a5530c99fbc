import type { Account, Plan } from '../../core/access/account.ts'
import type { ApiKey } from '../../core/access/api-key.ts'
import type { Actor } from '../../core/access/permission.ts'

/** Who asks with an API key: the key, the account it acts for, and what that account's plan allows. */
export type KeyActor = Extract<Actor, { kind: 'key' }> & {
  key: ApiKey
  account: Account
  plan: Plan
}

export function keyActor(key: ApiKey, account: Account, plan: Plan): KeyActor {
  return { kind: 'key', accountId: account.id, scopes: key.scopes, key, account, plan }
}

/** Who asks with an API key or is signed in. */
export type AccountActor = Extract<Actor, { accountId: string }>

/** Who holds the token of a test. */
export type TokenActor = Extract<Actor, { kind: 'token' }>

/** Whoever comes with this token. */
export const holderOf = (token: string): TokenActor => ({ kind: 'token', token })
