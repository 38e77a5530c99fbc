import type { ApiKey, Scope } from '../core/api-key.ts'
import type { Result } from '../core/refusal.ts'
import type { Store } from '../store/store.ts'
import type { Accounts } from './accounts.ts'
import type { KeyActor } from './actor.ts'
import type { Clock, RandomBytes } from './ports.ts'

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

export declare function createApiKeys(deps: ApiKeysDeps): ApiKeys
