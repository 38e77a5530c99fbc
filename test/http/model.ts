import type { Plan } from '../../src/core/access/account.ts'
import type { Scope } from '../../src/core/access/api-key.ts'

/** What the API must answer, written down as simply as it can be said. Times are milliseconds. */

export interface ModelMessage {
  id: string
  /** Absent: failed. */
  score?: number
}

export interface ModelTest {
  token: string
  accountId: string | undefined
  createdAt: number
  expiresAt: number
  /** In order of arrival; all of them analysed. */
  messages: ModelMessage[]
  /** Its number among the scored tests of its month, once it was scored, and whether that was too many then. */
  counted?: { number: number; gated: boolean }
}

export interface ModelKey {
  id: string
  accountId: string
  secret: string
  scopes: readonly Scope[]
  expiresAt?: number
  revoked: boolean
}

export interface ModelAccount {
  id: string
  name: string
  plan: Plan
  /** Units spent, by month. */
  spent: Map<string, number>
  /** Scored tests, by month. */
  full: Map<string, number>
  replays: Map<string, { token: string; until: number }>
}

export const monthOf = (at: number) => new Date(at).toISOString().slice(0, 7)

/** 401, 403 for the plan, 403 for the scope, or undefined when the key may. */
export function refusalOf(
  key: ModelKey,
  account: ModelAccount,
  scope: Scope | undefined,
  now: number,
): 401 | 403 | undefined {
  if (key.revoked || (key.expiresAt !== undefined && key.expiresAt <= now)) return 401
  if (!account.plan.api) return 403
  return scope !== undefined && !key.scopes.includes(scope) ? 403 : undefined
}

/** What POST /v1/tests does: spends a unit unless it is a replay. */
export function allocation(
  account: ModelAccount,
  idempotencyKey: string | undefined,
  now: number,
): { status: 201; replayed?: string } | { status: 429 } {
  const before = idempotencyKey === undefined ? undefined : account.replays.get(idempotencyKey)
  if (before && before.until > now) return { status: 201, replayed: before.token }
  const month = monthOf(now)
  const spent = account.spent.get(month) ?? 0
  if (account.plan.monthlyTests !== undefined && spent >= account.plan.monthlyTests) return { status: 429 }
  // Units are counted only while the plan has an allowance.
  if (account.plan.monthlyTests !== undefined) account.spent.set(month, spent + 1)
  return { status: 201 }
}

/** A message was analysed: the first score of a test takes a number. */
export function countScored(test: ModelTest, account: ModelAccount | undefined, now: number): void {
  if (test.counted || !account) return
  const month = monthOf(now)
  const number = (account.full.get(month) ?? 0) + 1
  account.full.set(month, number)
  const units = account.plan.fullReportsPerMonth
  test.counted = { number, gated: units !== undefined && number > units }
}

/** The body of the report, as far as the model knows it; undefined: 404. */
export function reportOf(
  test: ModelTest,
  account: ModelAccount | undefined,
  pinned: string | undefined,
): Record<string, unknown> | undefined {
  const shown = pinned === undefined ? test.messages.at(-1) : test.messages.find(({ id }) => id === pinned)
  if (pinned !== undefined && !shown) return undefined
  const base = { token: test.token, max_score: 10 }
  if (!shown) return { ...base, status: 'pending', gated: false, checks: 0 }
  const more = { ...base, message_id: shown.id }
  if (shown.score === undefined) return { ...more, status: 'failed', gated: false, checks: 0 }
  const units = account?.plan.fullReportsPerMonth
  const gated = test.counted?.gated === true && units !== undefined && test.counted.number > units
  return { ...more, status: 'scored', score: shown.score, gated, checks: gated ? 0 : 1 }
}
