import { isName, NAME_RULE } from '../../core/access/account.ts'
import {
  type ApiKey,
  isWellFormedSecret,
  prefixOf,
  SCOPES,
  type Scope,
  secretFrom,
} from '../../core/access/api-key.ts'
import { idFrom } from '../../core/access/ids.ts'
import { granted, type Result, refused } from '../../core/refusal.ts'
import type { Store } from '../../store/store.ts'
import type { Clock, RandomBytes } from '../ports.ts'
import type { Accounts } from './accounts.ts'
import { type KeyActor, keyActor } from './actor.ts'

export interface ApiKeysDeps {
  store: Store
  accounts: Accounts
  clock: Clock
  random: RandomBytes
}

/** `secret` is the whole key, shown this once. */
export type KeyCreation =
  | { kind: 'created'; key: ApiKey; secret: string }
  | { kind: 'plan_without_api'; plan: string }
  | { kind: 'unknown_account' }
  | { kind: 'bad_request'; reason: string }

export type KeyRotation =
  | { kind: 'rotated'; key: ApiKey; secret: string }
  | { kind: 'plan_without_api'; plan: string }
  | { kind: 'unknown_key' }
  /** A revoked key stays revoked. */
  | { kind: 'revoked_key' }

export interface ApiKeys {
  create(accountId: string, name: string, scopes: readonly Scope[], expiresAt?: Date): Promise<KeyCreation>
  /** Newest first; of every account when none is named. */
  list(accountId?: string): Promise<ApiKey[]>
  /** Keeps id, name and scopes; the old secret stops working at once. */
  rotate(id: string): Promise<KeyRotation>
  revoke(id: string): Promise<'revoked' | 'unknown_key'>
  /** Judges the value of an Authorization header: `unauthenticated`, `plan_without_api`, or who asks. */
  authenticate(authorization: string | undefined): Promise<Result<KeyActor>>
}

/** How exact `last used` is: a write for every request would be paid by all of them. */
const TOUCH_EVERY_MS = 60_000

/** RFC 6750 2.1; the scheme in any case (RFC 9110 11.1). */
const BEARER = /^bearer ([\x21-\x7e]{1,100})$/i

export function createApiKeys({ store, accounts, clock, random }: ApiKeysDeps): ApiKeys {
  /** Who may have a key made: the account, or why not. */
  async function ownerOf(accountId: string) {
    const account = await store.accounts.byId(accountId)
    if (!account) return { kind: 'unknown_account' } as const
    const plan = accounts.planOf(account)
    if (!plan.api) return { kind: 'plan_without_api', plan: plan.name } as const
    return { kind: 'owner' } as const
  }

  async function touch(key: ApiKey, now: Date): Promise<void> {
    if (key.lastUsedAt && now.getTime() - key.lastUsedAt.getTime() < TOUCH_EVERY_MS) return
    // A disk that takes no write is no reason to refuse those who only read; the rate's own write tells the log.
    await store.apiKeys.touch(key.id, now).catch(() => {})
  }

  return {
    async create(accountId, name, scopes, expiresAt) {
      const owner = await ownerOf(accountId)
      if (owner.kind !== 'owner') return owner
      const createdAt = clock.now()
      const reason = faultOf(name, scopes, createdAt, expiresAt)
      if (reason) return { kind: 'bad_request', reason }
      const secret = secretFrom(random)
      const key: ApiKey = {
        id: idFrom('key', random),
        accountId,
        name,
        prefix: prefixOf(secret),
        scopes: SCOPES.filter((scope) => scopes.includes(scope)),
        createdAt,
        ...(expiresAt && { expiresAt }),
      }
      await store.apiKeys.create(key, sha256(secret))
      return { kind: 'created', key, secret }
    },

    list: (accountId) => store.apiKeys.list(accountId),

    async rotate(id) {
      const key = await store.apiKeys.byId(id)
      if (!key) return { kind: 'unknown_key' }
      if (key.revokedAt) return { kind: 'revoked_key' }
      const owner = await ownerOf(key.accountId)
      if (owner.kind === 'plan_without_api') return owner
      const secret = secretFrom(random)
      const prefix = prefixOf(secret)
      const outcome = await store.apiKeys.rotate(id, prefix, sha256(secret))
      return outcome === 'rotated'
        ? { kind: 'rotated', key: { ...key, prefix }, secret }
        : { kind: 'unknown_key' }
    },

    revoke: (id) => store.apiKeys.revoke(id, clock.now()),

    async authenticate(authorization) {
      const secret = BEARER.exec(authorization ?? '')?.[1]
      if (secret === undefined || !isWellFormedSecret(secret)) return refused({ kind: 'unauthenticated' })
      const now = clock.now()
      const owned = await store.apiKeys.byHash(sha256(secret))
      if (!owned) return refused({ kind: 'unauthenticated' })
      const { key, account } = owned
      if (key.revokedAt || (key.expiresAt && key.expiresAt <= now)) {
        return refused({ kind: 'unauthenticated' })
      }
      const plan = accounts.planOf(account)
      if (!plan.api) return refused({ kind: 'plan_without_api', plan: plan.name })
      await touch(key, now)
      return granted(keyActor(key, account, plan))
    },
  }
}

function sha256(text: string): Uint8Array {
  return new Uint8Array(new Bun.CryptoHasher('sha256').update(text).digest())
}

function faultOf(name: string, scopes: readonly Scope[], now: Date, expiresAt?: Date): string | undefined {
  if (!isName(name)) return NAME_RULE
  if (scopes.length === 0) return `A key needs at least one scope: ${SCOPES.join(', ')}.`
  if (expiresAt && !(expiresAt > now)) return 'The expiry of a key lies in the future.'
  return undefined
}
