import { describe, expect, test } from 'bun:test'
import { SCOPES, type Scope } from '../../src/core/access/api-key.ts'
import {
  type Action,
  type Actor,
  holdsTest,
  ACTIONS as KNOWN,
  refusalOf,
  scopeOf,
} from '../../src/core/access/permission.ts'
import { ROLES, type Role } from '../../src/core/access/role.ts'
import { mailTest } from '../support/builders.ts'
import { sessionOf } from '../support/session.ts'

const key = (...scopes: Scope[]): Actor => ({ kind: 'key', accountId: 'mine', scopes })
const session = (role: Role): Actor => sessionOf('mine', role)
const instanceAdmin: Actor = { kind: 'instance_admin', personId: 'per_1' }
const holder: Actor = { kind: 'token', token: 'held' }
const operator: Actor = { kind: 'operator' }

/** Of each action what a key needs (none: no key does it), and the least role; whether a test's token does for it. */
const ACTIONS: Readonly<
  Record<Action, [key: Scope | 'any' | 'none', role: Role | 'instance', byToken?: 'token']>
> = {
  'account.read': ['any', 'viewer'],
  'account.leave': ['none', 'viewer'],
  'account.rename': ['none', 'admin'],
  'account.export': ['none', 'admin'],
  'account.transfer': ['none', 'owner'],
  'account.delete': ['none', 'owner'],
  'tests.create': ['tests:write', 'member'],
  'tests.read': ['tests:read', 'viewer', 'token'],
  'tests.describe': ['tests:write', 'member', 'token'],
  'tests.delete': ['tests:write', 'member', 'token'],
  'tests.share': ['none', 'member'],
  'tests.repeat': ['none', 'member'],
  'tests.unsubscribe': ['none', 'member'],
  'domains.read': ['domains:read', 'viewer'],
  'domains.change': ['none', 'admin'],
  'monitors.read': ['none', 'viewer'],
  'monitors.change': ['none', 'member'],
  'alerts.read': ['none', 'member'],
  'alerts.change': ['none', 'admin'],
  'mail_log.read': ['none', 'viewer'],
  'dmarc.read': ['dmarc:read', 'viewer'],
  'dmarc.change': ['none', 'admin'],
  'members.read': ['none', 'viewer'],
  'members.change': ['none', 'admin'],
  'keys.read': ['none', 'admin'],
  'keys.change': ['none', 'admin'],
  'audit.read': ['none', 'admin'],
  'instance.read': ['none', 'instance'],
  'instance.change': ['none', 'instance'],
  'instance.visit': ['none', 'instance'],
}

const EACH = KNOWN.map((action) => [action, ...ACTIONS[action]] as const)
const ANYBODY_ELSE = { kind: 'unauthenticated' } as const

describe.each(EACH)('%s', (action, needed, least, byToken) => {
  test('needs its scope of a key, and no other', () => {
    const scope = SCOPES.find((one) => one === needed)
    expect(scopeOf(action)).toBe(scope)
    const others = SCOPES.filter((one) => one !== scope)
    const missing = scope
      ? ({ kind: 'missing_scope', scope } as const)
      : needed === 'none'
        ? ANYBODY_ELSE
        : undefined
    expect(refusalOf(key(...others), action)).toEqual(missing)
    expect(refusalOf(key(), action)).toEqual(missing)
    if (needed !== 'none') expect(refusalOf(key(...SCOPES), action)).toBeUndefined()
    if (scope) expect(refusalOf(key(scope), action)).toBeUndefined()
  })

  test.each(ROLES)('as %s of the account', (role) => {
    const refusal = refusalOf(session(role), action)
    if (least === 'instance') expect(refusal).toEqual(ANYBODY_ELSE)
    else if (ROLES.indexOf(role) >= ROLES.indexOf(least)) expect(refusal).toBeUndefined()
    else expect(refusal).toEqual({ kind: 'missing_role', role: least })
  })

  test('is open to the operator, to instance admins where it is of the instance, to a token where it is of one test', () => {
    expect(refusalOf(operator, action)).toBeUndefined()
    expect(refusalOf(instanceAdmin, action)).toEqual(least === 'instance' ? undefined : ANYBODY_ELSE)
    expect(refusalOf(holder, action)).toEqual(byToken ? undefined : ANYBODY_ELSE)
  })
})

describe('a test', () => {
  const own = mailTest({ token: 'own', accountId: 'mine', source: 'api' })
  const foreign = mailTest({ token: 'foreign', accountId: 'other', source: 'api' })
  const anonymous = mailTest({ token: 'held', source: 'anonymous' })
  const uploaded = mailTest({ token: 'held', source: 'upload' })

  test.each([
    ['a key', key(...SCOPES)],
    ['a session', session('viewer')],
  ] as const)('of the account is held by %s, and no other', (_who, actor) => {
    expect([own, foreign, anonymous, uploaded].map((one) => holdsTest(actor, one, 'change'))).toEqual([
      true,
      false,
      false,
      false,
    ])
  })

  test('made without an account is held by its own token', () => {
    expect([own, foreign, anonymous, uploaded].map((one) => holdsTest(holder, one, 'change'))).toEqual([
      false,
      false,
      true,
      true,
    ])
    expect(holdsTest({ kind: 'token', token: 'another' }, anonymous, 'change')).toBe(false)
  })

  test('of an account is not held by its token', () => {
    expect(holdsTest({ kind: 'token', token: 'own' }, own, 'change')).toBe(false)
  })

  test('of an account that is shared is read by its token, and not changed; one that a key made is neither', () => {
    const shared = mailTest({ token: 'held', accountId: 'mine', source: 'dashboard', shared: true })
    const file = mailTest({ token: 'held', accountId: 'mine', source: 'upload' })
    const byKey = mailTest({ token: 'held', accountId: 'mine', source: 'api', shared: true })
    const asHolder = (to: 'read' | 'change') => [shared, file, byKey].map((one) => holdsTest(holder, one, to))
    expect(asHolder('read')).toEqual([true, false, false])
    expect(asHolder('change')).toEqual([false, false, false])
    expect(holdsTest(session('viewer'), shared, 'read')).toBe(true)
  })

  test('is not held by an instance admin', () => {
    expect([own, anonymous].some((one) => holdsTest(instanceAdmin, one, 'change'))).toBe(false)
  })

  test('is held by the operator, whoever made it', () => {
    expect([own, anonymous].every((one) => holdsTest(operator, one, 'change'))).toBe(true)
  })
})
