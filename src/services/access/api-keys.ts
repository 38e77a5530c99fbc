import { nameProblem } from '../../core/access/account.ts'
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
import { type By, entryBy, OPERATOR } from './by.ts'

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
  /** A key of the id that was asked for was made before. */
  | { kind: 'made_before' }

/** What a key is to be. */
export interface AskedKey {
  name: string
  scopes: readonly Scope[]
  expiresAt?: Date
  /** Its id, where whoever asks repeats the same request. */
  id?: string
}

export type KeyRotation =
  | { kind: 'rotated'; key: ApiKey; secret: string }
  | { kind: 'plan_without_api'; plan: string }
  | { kind: 'unknown_key' }
  /** A revoked key stays revoked. */
  | { kind: 'revoked_key' }
  /** It no longer begins with the characters that were named. */
  | { kind: 'rotated_before' }

/** Without `by` it is the operator who changes something. */
export interface ApiKeys {
  create(accountId: string, asked: AskedKey, by?: By): Promise<KeyCreation>
  /** Newest first; of every account when none is named. */
  list(accountId?: string): Promise<ApiKey[]>
  byId(id: string): Promise<ApiKey | undefined>
  /** Keeps id, name and scopes; the old secret stops working at once. `was`: the first characters that it has to have, so
   * that the same request twice rotates once. */
  rotate(id: string, by?: By, was?: string): Promise<KeyRotation>
  revoke(id: string, by?: By): Promise<'revoked' | 'unknown_key'>
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
    async create(accountId, { name, scopes, expiresAt, id = idFrom('key', random) }, by = OPERATOR) {
      const owner = await ownerOf(accountId)
      if (owner.kind !== 'owner') return owner
      const createdAt = clock.now()
      const reason = faultOf(name, scopes, createdAt, expiresAt)
      if (reason) return { kind: 'bad_request', reason }
      const secret = secretFrom(random)
      const key: ApiKey = {
        id,
        accountId,
        name,
        prefix: prefixOf(secret),
        scopes: SCOPES.filter((scope) => scopes.includes(scope)),
        createdAt,
        ...(expiresAt && { expiresAt }),
        ...(by.actor.kind === 'person' && by.actor.id !== undefined && { createdBy: by.actor.id }),
      }
      const details = { scopes: key.scopes.join(' '), ...(expiresAt && { expires: expiresAt.toISOString() }) }
      const entry = entryBy(by, createdAt, { ...about(key), action: 'key.created', details })
      const outcome = await store.apiKeys.create(key, sha256(secret), entry)
      return outcome === 'created' ? { kind: 'created', key, secret } : { kind: 'made_before' }
    },

    list: (accountId) => store.apiKeys.list(accountId),

    byId: (id) => store.apiKeys.byId(id),

    async rotate(id, by = OPERATOR, was) {
      const key = await store.apiKeys.byId(id)
      if (!key) return { kind: 'unknown_key' }
      if (key.revokedAt) return { kind: 'revoked_key' }
      const owner = await ownerOf(key.accountId)
      if (owner.kind === 'plan_without_api') return owner
      const secret = secretFrom(random)
      const prefix = prefixOf(secret)
      const entry = entryBy(by, clock.now(), {
        ...about({ ...key, prefix }),
        action: 'key.rotated',
        details: { before: `${key.prefix}…` },
      })
      const outcome = await store.apiKeys.rotate(id, prefix, sha256(secret), entry, was)
      if (outcome === 'rotated') return { kind: 'rotated', key: { ...key, prefix }, secret }
      return { kind: outcome === 'changed' ? 'rotated_before' : outcome }
    },

    async revoke(id, by = OPERATOR) {
      const key = await store.apiKeys.byId(id)
      if (!key) return 'unknown_key'
      const now = clock.now()
      return store.apiKeys.revoke(id, now, entryBy(by, now, { ...about(key), action: 'key.revoked' }))
    },

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

/** Its name and first characters stay true when it is gone. */
const about = ({ accountId, name, prefix }: ApiKey) => ({ accountId, target: `${name} (${prefix}…)` })

function sha256(text: string): Uint8Array {
  return new Uint8Array(new Bun.CryptoHasher('sha256').update(text).digest())
}

function faultOf(name: string, scopes: readonly Scope[], now: Date, expiresAt?: Date): string | undefined {
  const flaw = nameProblem(name, 'key')
  if (flaw !== undefined) return flaw
  if (scopes.length === 0) return `A key needs at least one scope: ${SCOPES.join(', ')}.`
  if (expiresAt && !(expiresAt > now)) return 'The expiry of a key lies in the future.'
  return undefined
}
