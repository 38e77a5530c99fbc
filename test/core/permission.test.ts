import { describe, expect, test } from 'bun:test'
import { SCOPES, type Scope } from '../../src/core/access/api-key.ts'
import { type Action, type Actor, holdsTest, refusalOf, scopeOf } from '../../src/core/access/permission.ts'
import { mailTest } from '../support/builders.ts'

const key = (...scopes: Scope[]): Actor => ({ kind: 'key', accountId: 'mine', scopes })
const session: Actor = { kind: 'session', accountId: 'mine' }
const holder: Actor = { kind: 'token', token: 'held' }
const operator: Actor = { kind: 'operator' }

/** Of each action what a key needs, and whether a test's token does for it. */
const ACTIONS: Readonly<Record<Action, [scope: Scope | undefined, byToken: boolean]>> = {
  'account.read': [undefined, false],
  'tests.create': ['tests:write', false],
  'tests.read': ['tests:read', true],
  'tests.describe': ['tests:write', true],
  'tests.delete': ['tests:write', true],
  'domains.read': ['domains:read', false],
  'dmarc.read': ['dmarc:read', false],
}

const EACH = Object.entries(ACTIONS).map(([action, needs]) => [action as Action, ...needs] as const)

describe.each(EACH)('%s', (action, scope, byToken) => {
  test('needs its scope of a key, and no other', () => {
    expect(scopeOf(action)).toBe(scope)
    const others = SCOPES.filter((one) => one !== scope)
    const missing = scope && ({ kind: 'missing_scope', scope } as const)
    expect(refusalOf(key(...others), action)).toEqual(missing)
    expect(refusalOf(key(), action)).toEqual(missing)
    expect(refusalOf(key(...SCOPES), action)).toBeUndefined()
    if (scope) expect(refusalOf(key(scope), action)).toBeUndefined()
  })

  test('is open to a session and the operator, and to a token where it is of one test', () => {
    expect(refusalOf(session, action)).toBeUndefined()
    expect(refusalOf(operator, action)).toBeUndefined()
    expect(refusalOf(holder, action)).toEqual(byToken ? undefined : { kind: 'unauthenticated' })
  })
})

describe('a test', () => {
  const own = mailTest({ token: 'own', accountId: 'mine', source: 'api' })
  const foreign = mailTest({ token: 'foreign', accountId: 'other', source: 'api' })
  const anonymous = mailTest({ token: 'held', source: 'anonymous' })
  const uploaded = mailTest({ token: 'held', source: 'upload' })

  test.each([
    ['a key', key(...SCOPES)],
    ['a session', session],
  ] as const)('of the account is held by %s, and no other', (_who, actor) => {
    expect([own, foreign, anonymous, uploaded].map((one) => holdsTest(actor, one))).toEqual([
      true,
      false,
      false,
      false,
    ])
  })

  test('made without an account is held by its own token', () => {
    expect([own, foreign, anonymous, uploaded].map((one) => holdsTest(holder, one))).toEqual([
      false,
      false,
      true,
      true,
    ])
    expect(holdsTest({ kind: 'token', token: 'another' }, anonymous)).toBe(false)
  })

  test('of an account is not held by its token', () => {
    expect(holdsTest({ kind: 'token', token: 'own' }, own)).toBe(false)
  })

  test('is held by the operator, whoever made it', () => {
    expect([own, anonymous].every((one) => holdsTest(operator, one))).toBe(true)
  })
})
