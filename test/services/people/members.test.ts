import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { ROLES, type Role } from '../../../src/core/access/role.ts'
import { keyActor } from '../../../src/services/access/actor.ts'
import { type Doer, THE_OPERATOR } from '../../../src/services/people/doer.ts'
import { apiKey, plan, random } from '../../support/builders.ts'
import { madePerson } from '../../support/people.ts'
import { type TestStore, testStore } from '../../support/store.ts'
import { doerOf, household, logOf, moveIn, peopleServices } from './household.ts'

let opened: TestStore
beforeAll(async () => {
  opened = await testStore()
})
afterAll(() => opened.done())

const store = () => opened.store
const members = () => peopleServices(store()).members
const rank = (role: Role) => ROLES.indexOf(role)

const PAIRS = ROLES.flatMap((own) => ROLES.map((other) => [own, other] as const))

describe('the role of somebody', () => {
  test.each(PAIRS)(
    '%s changes the role of %s only where both roles are up to their own',
    async (own, other) => {
      const home = await household(store())
      for (const next of ROLES) {
        const target = await moveIn(store(), home.account, other)
        const outcome = await members().setRole(home[own].doer, home.account.id, target.person.id, next)
        const may = rank(own) >= rank('admin') && rank(other) <= rank(own) && rank(next) <= rank(own)
        const after = await store().memberships.roleOf(home.account.id, target.person.id)
        expect([next, outcome.kind === 'done', after]).toEqual([next, may, may ? next : other])
        if (!may) expect(outcome.kind).toBe(rank(own) >= rank('admin') ? 'beyond_own_role' : 'refused')
      }
    },
  )

  test('nobody raises themselves, and the last owner stays', async () => {
    const home = await household(store())
    const set = (role: Role, next: Role) =>
      members().setRole(home[role].doer, home.account.id, home[role].person.id, next)
    expect(await set('admin', 'owner')).toEqual({ kind: 'beyond_own_role' })
    expect(await set('member', 'admin')).toMatchObject({ kind: 'refused', refusal: { kind: 'missing_role' } })
    expect(await set('owner', 'admin')).toEqual({ kind: 'sole_owner' })
    expect(await set('admin', 'viewer')).toEqual({ kind: 'done' })
  })

  test('it stands in the log with both roles and who did it', async () => {
    const home = await household(store())
    await members().setRole(home.admin.doer, home.account.id, home.viewer.person.id, 'member')
    expect((await logOf(store(), home.account))[0]).toMatchObject({
      action: 'member.role_changed',
      actor: { kind: 'person', id: home.admin.person.id },
      target: home.viewer.person.email,
      personId: home.viewer.person.id,
      details: { from: 'viewer', to: 'member' },
      client: '192.0.2.7',
    })
  })

  test('what did not change is not in the log', async () => {
    const home = await household(store())
    const before = (await logOf(store(), home.account)).length
    expect(
      await members().setRole(home.owner.doer, home.account.id, home.viewer.person.id, 'viewer'),
    ).toEqual({
      kind: 'done',
    })
    expect(await logOf(store(), home.account)).toHaveLength(before)
  })
})

describe('who is not of the account', () => {
  const strangers = async (): Promise<Record<string, Doer>> => {
    const other = await household(store())
    const nobody = await madePerson(store())
    const key = apiKey(other.account.id)
    return {
      'owner of another account': other.owner.doer,
      'instance admin': {
        actor: { kind: 'instance_admin', personId: nobody.id },
        by: { actor: { kind: 'person', id: nobody.id } },
      },
      key: { actor: keyActor(key, other.account, plan()), by: { actor: { kind: 'key' } } },
      token: { actor: { kind: 'token', token: 'a'.repeat(26) }, by: { actor: { kind: 'nobody' } } },
    }
  }

  test('does nothing to it, whatever they are elsewhere', async () => {
    const home = await household(store())
    const before = await store().memberships.ofAccount(home.account.id)
    const { account, viewer } = home
    const service = members()
    for (const [name, doer] of Object.entries(await strangers())) {
      const outcomes = [
        (await service.list(doer, account.id)).ok,
        (await service.setRole(doer, account.id, viewer.person.id, 'member')).kind,
        (await service.remove(doer, account.id, viewer.person.id)).kind,
        (await service.leave(doer, account.id)).kind,
        (await service.transfer(doer, account.id, viewer.person.id)).kind,
      ]
      expect([name, ...outcomes]).toEqual([name, false, 'refused', 'refused', 'refused', 'refused'])
    }
    expect(await store().memberships.ofAccount(account.id)).toEqual(before)
  })

  test('is not changed either: the people of another account are not found', async () => {
    const [home, other] = [await household(store()), await household(store())]
    const { doer } = home.owner
    const { id } = other.viewer.person
    expect(await members().setRole(doer, home.account.id, id, 'member')).toEqual({ kind: 'not_a_member' })
    expect(await members().remove(doer, home.account.id, id)).toEqual({ kind: 'not_a_member' })
    expect(await members().transfer(doer, home.account.id, id)).toEqual({ kind: 'not_a_member' })
  })
})

describe('removing and leaving', () => {
  test.each(PAIRS)('%s removes %s only up to their own role', async (own, other) => {
    const home = await household(store())
    const target = await moveIn(store(), home.account, other)
    const { kind } = await members().remove(home[own].doer, home.account.id, target.person.id)
    const may = rank(own) >= rank('admin') && rank(other) <= rank(own)
    expect(kind === 'done').toBe(may)
    const role = await store().memberships.roleOf(home.account.id, target.person.id)
    expect(role).toBe(may ? undefined : other)
  })

  test.each(ROLES)('%s leaves, and the only owner does not', async (role) => {
    const home = await household(store())
    const { kind } = await members().leave(home[role].doer, home.account.id)
    expect(kind).toBe(role === 'owner' ? 'sole_owner' : 'done')
    const [newest] = await logOf(store(), home.account)
    if (role !== 'owner')
      expect(newest).toMatchObject({ action: 'member.left', target: home[role].person.email })
  })

  test('of two owners who leave at once one stays', async () => {
    const home = await household(store())
    const second = await moveIn(store(), home.account, 'owner')
    const outcomes = await Promise.all(
      [home.owner, second].map(({ doer }) => members().leave(doer, home.account.id)),
    )
    expect(outcomes.map(({ kind }) => kind).toSorted()).toEqual(['done', 'sole_owner'])
  })

  test('changes nothing for keys', async () => {
    const home = await household(store())
    const hash = random(32)
    await store().apiKeys.create(apiKey(home.account.id), hash)
    const before = await store().apiKeys.byHash(hash)
    await members().remove(home.owner.doer, home.account.id, home.admin.person.id)
    await members().leave(home.member.doer, home.account.id)
    await members().setRole(home.owner.doer, home.account.id, home.viewer.person.id, 'admin')
    await store().people.setPassword(
      home.owner.person.id,
      'another',
      {},
      {
        at: new Date(),
        actor: { kind: 'operator' },
        action: 'password.set',
      },
    )
    expect(await store().apiKeys.byHash(hash)).toEqual(before)
  })

  test('ends what they invited others to', async () => {
    const home = await household(store())
    const { members: service, invitations } = peopleServices(store())
    const { id } = home.account
    for (const role of ['viewer', 'admin'] as const)
      await invitations.invite(home.admin.doer, id, { role, by: 'link' })
    await invitations.invite(home.owner.doer, id, { role: 'admin', by: 'link' })
    const left = async () => (await store().invitations.of(id)).map(({ invitedBy }) => invitedBy)
    expect(await left()).toHaveLength(3)
    await service.remove(home.owner.doer, id, home.admin.person.id)
    expect(await left()).toEqual([home.owner.person.id])
  })
})

describe('handing over', () => {
  test.each(ROLES)('%s hands over only as owner', async (role) => {
    const home = await household(store())
    const to = await moveIn(store(), home.account, 'viewer')
    const { kind } = await members().transfer(home[role].doer, home.account.id, to.person.id)
    expect(kind).toBe(role === 'owner' ? 'done' : 'refused')
    const roles = await Promise.all(
      [to, home.owner].map(({ person }) => store().memberships.roleOf(home.account.id, person.id)),
    )
    expect(roles).toEqual(role === 'owner' ? ['owner', 'admin'] : ['viewer', 'owner'])
  })

  test('both stand in the log', async () => {
    const home = await household(store())
    await members().transfer(home.owner.doer, home.account.id, home.member.person.id)
    expect((await logOf(store(), home.account))[0]).toMatchObject({
      action: 'account.transferred',
      details: { from: home.owner.person.email, to: home.member.person.email },
    })
  })

  test('not to oneself, and not by somebody who is no owner any more', async () => {
    const home = await household(store())
    const { id } = home.account
    expect(await members().transfer(home.owner.doer, id, home.owner.person.id)).toEqual({
      kind: 'not_a_member',
    })
    expect(await members().transfer(home.owner.doer, id, home.admin.person.id)).toEqual({ kind: 'done' })
    expect(await members().transfer(home.owner.doer, id, home.viewer.person.id)).toMatchObject({
      kind: 'refused',
    })
    expect(await store().memberships.roleOf(id, home.viewer.person.id)).toBe('viewer')
  })

  test('the operator gives an account without an owner its first one', async () => {
    const home = await household(store())
    const { account } = home
    const empty = { ...account, id: crypto.randomUUID(), name: 'empty' }
    await store().accounts.create(empty)
    const { person } = await moveIn(store(), empty, 'viewer')
    expect(await members().transfer(THE_OPERATOR, empty.id, person.id)).toEqual({ kind: 'done' })
    expect(await store().memberships.roleOf(empty.id, person.id)).toBe('owner')
    expect((await logOf(store(), empty))[0]).toMatchObject({ actor: { kind: 'operator' } })
  })
})

test('everybody of an account sees who is in it, owners first', async () => {
  const home = await household(store())
  for (const role of ROLES) {
    const list = await members().list(home[role].doer, home.account.id)
    const roles = list.ok ? list.value.map((member) => member.role) : []
    expect([roles[0], roles.toSorted()]).toEqual(['owner', [...ROLES].toSorted()])
  }
})

test('a role that a session remembers gives nothing in an account of another id', async () => {
  const [home, other] = [await household(store()), await household(store())]
  const doer = doerOf(home.owner.person, home.account, 'owner')
  expect(await members().leave(doer, other.account.id)).toMatchObject({ kind: 'refused' })
})
