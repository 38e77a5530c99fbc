import type { Scope } from './access/api-key.ts'
import type { Role } from './access/role.ts'

/** Why a caller is turned away: told to the caller, mapped once per adapter. Never an exception. */
export type Refusal =
  | { kind: 'unauthenticated' }
  | { kind: 'plan_without_api'; plan: string }
  | { kind: 'rate_limited'; retryAfterSeconds: number }
  | { kind: 'missing_scope'; scope: Scope }
  /** Somebody who is signed in may not do it in this account; the least role that may. */
  | { kind: 'missing_role'; role: Role }
  | { kind: 'bad_request'; reason: string }
  | { kind: 'allowance_exhausted'; plan: string; allowance: number; retryAfterSeconds: number }
  | { kind: 'too_many_anonymous_tests'; retryAfterSeconds: number }
  | { kind: 'anonymous_tests_off' }
  | {
      kind: 'not_found'
      what: 'test' | 'message' | 'domain' | 'monitor' | 'destination' | 'delivery' | 'page'
    }
  /** The first request with the same idempotency key has no answer yet. */
  | { kind: 'under_way' }
  /** SMTP: no such test address, or it expired. */
  | { kind: 'unknown_recipient' }
  /** SMTP: the test holds as many messages or bytes as it may. */
  | { kind: 'mailbox_full' }
  /** SMTP: as many messages for the monitor came within the hour as may. */
  | { kind: 'monitor_full' }
  /** SMTP: as much mail for the reports address waits as may. */
  | { kind: 'reports_full' }
  /** SMTP: the store, the disk or the session memory is at its bound. */
  | { kind: 'out_of_space' }
  /** No mail can be taken at the moment, for a reason that is no want of space. */
  | { kind: 'mail_not_taken' }
  /** Tests without an account hold as much of the store as they may, all together. */
  | { kind: 'anonymous_share_full' }
  /** Those that were made from one network do. */
  | { kind: 'client_share_full' }
  | { kind: 'message_too_big'; limit: number }
  /** The account has as many of something as it may; the reason is a sentence. */
  | { kind: 'limit_reached'; reason: string }
  /** Reading took too long, and was given up. */
  | { kind: 'busy' }

/** A refusal, or what was asked for. */
export type Result<T> = { ok: true; value: T } | { ok: false; refusal: Refusal }

export const granted = <T>(value: T): Result<T> => ({ ok: true, value })
export const refused = (refusal: Refusal): Result<never> => ({ ok: false, refusal })
