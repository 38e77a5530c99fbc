import {
  type Destination,
  DISABLED_AFTER_MS,
  MOST_RETRY_AFTER_MS,
  RETRY_AFTER_MS,
} from '../../../core/watching/destination.ts'
import type { DisabledReason } from '../../../core/watching/destination-kind.ts'
import type { Sent } from '../sending.ts'

/** What is done after an attempt. */
export type Decision =
  | { kind: 'delivered' }
  | { kind: 'again'; at: Date; holdUntil?: Date }
  | { kind: 'given_up' }
  | { kind: 'disable'; reason: Extract<DisabledReason, 'gone' | 'failing'> }

/** An attempt that ended, and what went before. */
export interface Tried {
  sent: Pick<Sent, 'outcome' | 'response' | 'retryAfterMs' | 'gone'>
  destination: Pick<Destination, 'kind' | 'failingSince'>
  /** When the delivery became due anew, and the attempts since, without this one. */
  begunAt: Date
  tries: number
  /** Now. */
  at: Date
}

/** What people are told a day late is no alert any more. */
const PEOPLE_WAIT_MS = 24 * 3_600_000
/** Attempts of the delivery at hand before its destination is disabled: they take two hours and a half, longer than a restart there. */
const TRIES_BEFORE_DISABLED = 5
const JITTER = 0.1
/** Those whose Retry-After is obeyed. */
const ASK_TO_WAIT: ReadonlySet<number> = new Set([429, 503])

/** Decides what comes after an attempt. `chance`: a number from 0 to 1. */
export function afterAttempt(tried: Tried, chance: number): Decision {
  const { sent, destination, begunAt, tries, at } = tried
  if (sent.outcome === 'delivered') return { kind: 'delivered' }
  if (sent.gone) return { kind: 'disable', reason: 'gone' }
  if (hasFailedForLong(tried)) return { kind: 'disable', reason: 'failing' }
  const delay = RETRY_AFTER_MS[tries]
  if (delay === undefined) return { kind: 'given_up' }
  const asked = askedFor(sent)
  const next = new Date(at.getTime() + Math.ceil(Math.max(delay * (1 + JITTER * chance), asked)))
  const isLate = next.getTime() - begunAt.getTime() > PEOPLE_WAIT_MS
  if (destination.kind !== 'webhook' && isLate) return { kind: 'given_up' }
  const holdUntil = new Date(at.getTime() + asked)
  return { kind: 'again', at: next, ...(asked > 0 && { holdUntil }) }
}

function hasFailedForLong({ sent, destination: { kind, failingSince }, tries, at }: Tried): boolean {
  // The relay is ours: that it takes nothing says nothing about an address.
  if (kind === 'email' && sent.outcome === 'unreached') return false
  if (!failingSince || tries + 1 < TRIES_BEFORE_DISABLED) return false
  return at.getTime() - failingSince.getTime() >= DISABLED_AFTER_MS
}

function askedFor({ response, retryAfterMs = 0 }: Tried['sent']): number {
  if (!response || !ASK_TO_WAIT.has(response.status)) return 0
  return Math.min(Math.max(0, retryAfterMs), MOST_RETRY_AFTER_MS)
}
