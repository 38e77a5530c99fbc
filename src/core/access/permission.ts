import { isShared, type MailTest } from '../mail-test.ts'
import type { Refusal } from '../refusal.ts'
import type { Scope } from './api-key.ts'

/** Who asks for something. */
export type Actor =
  /** Whoever sends an API key. */
  | { kind: 'key'; accountId: string; scopes: readonly Scope[] }
  /** Whoever is signed in to the dashboard, with the account that they look at. */
  | { kind: 'session'; accountId: string }
  /** Whoever holds the token of a test that was made without an account. */
  | { kind: 'token'; token: string }
  /** Whoever may run commands on the machine. */
  | { kind: 'operator' }

interface Rule {
  /** What a key needs; `any`: every key that works does it. */
  key: Scope | 'any'
  /** Whoever holds the token of a test may do it to that test. */
  token?: true
}

/** Everything that can be done, and who may. A session and the operator may do all of it. */
const RULES = {
  'account.read': { key: 'any' },
  'tests.create': { key: 'tests:write' },
  'tests.read': { key: 'tests:read', token: true },
  'tests.describe': { key: 'tests:write', token: true },
  'tests.delete': { key: 'tests:write', token: true },
  'domains.read': { key: 'domains:read' },
  'dmarc.read': { key: 'dmarc:read' },
} as const satisfies Record<string, Rule>

export type Action = keyof typeof RULES

/** What a key needs to do it. Absent: any key may. */
export function scopeOf(action: Action): Scope | undefined {
  const { key } = RULES[action]
  return key === 'any' ? undefined : key
}

/** The first step, before a body is read or a row looked for: may this actor do such a thing at all? */
export function refusalOf(actor: Actor, action: Action): Refusal | undefined {
  if (actor.kind === 'token') {
    const rule: Rule = RULES[action]
    return rule.token ? undefined : { kind: 'unauthenticated' }
  }
  const scope = actor.kind === 'key' ? scopeOf(action) : undefined
  if (actor.kind !== 'key' || scope === undefined || actor.scopes.includes(scope)) return undefined
  return { kind: 'missing_scope', scope }
}

/** The second step: is this test one of theirs? What is not is answered like one that does not exist. */
export function holdsTest(actor: Actor, test: Pick<MailTest, 'token' | 'source' | 'accountId'>): boolean {
  if (actor.kind === 'operator') return true
  if (actor.kind === 'token') return isShared(test) && test.token === actor.token
  return test.accountId === actor.accountId
}

/** The account for which an actor acts. Absent: for none. */
export function accountOf(actor: Actor): string | undefined {
  return actor.kind === 'key' || actor.kind === 'session' ? actor.accountId : undefined
}
