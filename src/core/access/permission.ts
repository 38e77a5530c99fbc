import { type MailTest, opensByToken } from '../mail-test.ts'
import type { Refusal } from '../refusal.ts'
import type { Scope } from './api-key.ts'
import { atLeast, type Role } from './role.ts'

/** Who asks for something. */
export type Actor =
  /** Whoever sends an API key. */
  | { kind: 'key'; accountId: string; scopes: readonly Scope[] }
  /** Whoever is signed in to the dashboard, with the account that they look at and their role in it. */
  | { kind: 'session'; accountId: string; role: Role; personId: string }
  /** Whoever holds the token of a test that was made without an account. */
  | { kind: 'token'; token: string }
  /** An administrator of the instance, who has no right in any account by that. */
  | { kind: 'instance_admin'; personId: string }
  /** Whoever may run commands on the machine. */
  | { kind: 'operator' }

interface Rule {
  /** What a key needs; `any`: every key that works does it. Absent: no key does. */
  key?: Scope | 'any'
  /** The least role of a person. Absent: it is nothing of an account. */
  role?: Role
  /** Whoever holds the token of a test may do it to that test. */
  token?: true
  /** It is of the whole instance, and its administrators do it. */
  instance?: true
}

/** Everything that can be done, and who may. The operator may do all of it. */
const RULES = {
  'account.read': { key: 'any', role: 'viewer' },
  'account.leave': { role: 'viewer' },
  'account.rename': { role: 'admin' },
  'account.export': { role: 'admin' },
  'account.transfer': { role: 'owner' },
  'account.delete': { role: 'owner' },
  'tests.create': { key: 'tests:write', role: 'member' },
  'tests.read': { key: 'tests:read', role: 'viewer', token: true },
  'tests.describe': { key: 'tests:write', role: 'member', token: true },
  'tests.delete': { key: 'tests:write', role: 'member', token: true },
  'tests.share': { role: 'member' },
  'tests.repeat': { role: 'member' },
  'tests.unsubscribe': { role: 'member' },
  'domains.read': { key: 'domains:read', role: 'viewer' },
  'domains.change': { role: 'admin' },
  'monitors.read': { role: 'viewer' },
  'monitors.change': { role: 'member' },
  'alerts.read': { role: 'member' },
  'alerts.change': { role: 'admin' },
  'mail_log.read': { role: 'viewer' },
  'dmarc.read': { key: 'dmarc:read', role: 'viewer' },
  'dmarc.change': { role: 'admin' },
  'members.read': { role: 'viewer' },
  'members.change': { role: 'admin' },
  'keys.read': { role: 'admin' },
  'keys.change': { role: 'admin' },
  'audit.read': { role: 'admin' },
  'instance.read': { instance: true },
  'instance.change': { instance: true },
  'instance.visit': { instance: true },
} as const satisfies Record<string, Rule>

export type Action = keyof typeof RULES
export const ACTIONS = Object.keys(RULES) as Action[]

/** What a key needs to do it. Absent: any key may, or none. */
export function scopeOf(action: Action): Scope | undefined {
  const { key }: Rule = RULES[action]
  return key === 'any' ? undefined : key
}

/** The first step, before a body is read or a row looked for: may this actor do such a thing at all? */
export function refusalOf(actor: Actor, action: Action): Refusal | undefined {
  const rule: Rule = RULES[action]
  switch (actor.kind) {
    case 'operator':
      return undefined
    case 'instance_admin':
      return rule.instance ? undefined : { kind: 'unauthenticated' }
    case 'token':
      return rule.token ? undefined : { kind: 'unauthenticated' }
    case 'session':
      if (rule.role === undefined) return { kind: 'unauthenticated' }
      return atLeast(actor.role, rule.role) ? undefined : { kind: 'missing_role', role: rule.role }
    case 'key':
      if (rule.key === undefined) return { kind: 'unauthenticated' }
      return rule.key === 'any' || actor.scopes.includes(rule.key)
        ? undefined
        : { kind: 'missing_scope', scope: rule.key }
  }
}

type Held = Pick<MailTest, 'token' | 'source' | 'accountId' | 'shared'>

/** The second step: is this test one of theirs, to read it or to change it? What is not is answered like one that does not exist.
 * A test that its owner shares is read by its token, and changed by those of its account alone. */
export function holdsTest(actor: Actor, test: Held, to: 'read' | 'change'): boolean {
  if (actor.kind === 'operator') return true
  if (actor.kind === 'token') {
    if (test.token !== actor.token || !opensByToken(test)) return false
    return to === 'read' || test.accountId === undefined
  }
  return actor.kind !== 'instance_admin' && test.accountId === actor.accountId
}

/** The account for which an actor acts. Absent: for none. */
export function accountOf(actor: Actor): string | undefined {
  return actor.kind === 'key' || actor.kind === 'session' ? actor.accountId : undefined
}
