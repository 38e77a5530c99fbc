import { expect, test } from 'bun:test'
import { account, apiKey, later, mailTest, random, THEN } from '../../../support/builders.ts'
import {
  actionsOf,
  entry,
  identity,
  invitation,
  madeAccount,
  madePerson,
  passkey,
  person,
  session,
} from '../../../support/people.ts'
import type { TheStore } from '../../contract.ts'

const links = { createdAt: THEN, expiresAt: later(1000) }

/** Writes of one turn share a transaction: those that are refused or fail midway leave their neighbours alone, and no entry. */
export function neighbourContract(store: TheStore): void {
  test('what is refused or fails undoes itself with its entry, and nothing of its neighbours', async () => {
    const { people, memberships, invitations, sessions, accounts, apiKeys } = store()
    const { account: one, owner } = await madeAccount(store())
    const other = await madePerson(store())
    const [refused, done] = [
      entry('person.changed', { personId: 'per_refused' }),
      entry('person.changed', { personId: other.id }),
    ]
    const name = { name: 'A name' }
    const fine = () => people.change(other.id, name, done)
    const key = passkey('per_none')
    const settled = await Promise.allSettled([
      fine(),
      people.create({ person: person(), account: account({ name: one.name }) }, refused),
      fine(),
      people.setPassword(other.id, undefined, {}, refused),
      people.passkeys.add(key, refused),
      fine(),
      people.identities.link(identity('per_none'), refused),
      memberships.add({ accountId: one.id, personId: 'per_none', role: 'viewer', createdAt: THEN }, refused),
      memberships.setRole(one.id, owner.id, 'viewer', refused),
      fine(),
      memberships.remove(one.id, owner.id, refused),
      people.delete(owner.id, refused),
      invitations.create(invitation(one.id, { invitedBy: 'per_none' }), random(32), refused),
      accounts.create(account(), refused, 'per_none'),
      accounts.rename('none', 'a name', refused),
      fine(),
      apiKeys.create(apiKey('none'), random(32), refused),
      apiKeys.rotate('key_none', 'mg_abcdefg', random(32), refused),
      apiKeys.revoke('key_none', THEN, refused),
      accounts.setPlan('none', 'pro', refused),
      sessions.begin(session('per_none'), random(32), refused),
      people.factors.enable('per_none', { secretId: 's', lastStep: 1 }, [random(32)], refused),
      fine(),
    ])
    expect(settled.map((one) => (one.status === 'fulfilled' ? one.value : 'rejected'))).toEqual([
      'changed',
      'name_taken',
      'changed',
      'last_way_in',
      'rejected',
      'changed',
      'rejected',
      'rejected',
      'sole_owner',
      'changed',
      'sole_owner',
      'sole_owner',
      'rejected',
      'rejected',
      'unknown_account',
      'changed',
      'rejected',
      'unknown_key',
      'unknown_key',
      'unknown_account',
      'rejected',
      'unknown_person',
      'changed',
    ])
    expect(await actionsOf(store(), 'per_refused')).toEqual([])
    expect(await actionsOf(store(), other.id)).toEqual(Array(6).fill('person.changed'))
    expect((await people.byId(other.id))?.credentials.passwordHash).toBe('a hash')
    expect(await people.passkeys.byId(key.id)).toBeUndefined()
    expect((await memberships.ofAccount(one.id)).map(({ role }) => role)).toEqual(['owner'])
  })

  test('one of many who do the same at once does it', async () => {
    const { people, accounts, oneTimeLinks } = store()
    const email = person().email
    const created = await Promise.all(
      Array.from({ length: 20 }, () => people.create({ person: person({ email }) }, entry('person.created'))),
    )
    expect(created.toSorted()).toEqual(['created', ...Array(19).fill('email_taken')])
    const { account: one, owner } = await madeAccount(store())
    const gone = await Promise.all(
      Array.from({ length: 20 }, () =>
        accounts.delete(one.id, entry('account.deleted', { personId: owner.id })),
      ),
    )
    expect(gone.toSorted()).toEqual(['deleted', ...Array(19).fill('unknown_account')])
    expect(await actionsOf(store(), owner.id)).toEqual(['account.deleted'])
    const left = await Promise.all(
      Array.from({ length: 20 }, () => people.delete(owner.id, entry('person.deleted'))),
    )
    expect(left.toSorted()).toEqual(['deleted', ...Array(19).fill('unknown_person')])
    const link = random(32)
    await oneTimeLinks.put(link, { purpose: 'confirmation', email, ...links })
    const opened = await Promise.all(Array.from({ length: 20 }, () => oneTimeLinks.take(link)))
    expect(opened.filter(Boolean)).toHaveLength(1)
    while ((await accounts.deleteRest(100)) > 0);
  })

  test('of two owners who leave at once one stays', async () => {
    const { memberships } = store()
    const { account: one, owner } = await madeAccount(store())
    const second = await madePerson(store())
    await memberships.add(
      { accountId: one.id, personId: second.id, role: 'owner', createdAt: THEN },
      entry('member.joined'),
    )
    const answers = await Promise.all([
      memberships.remove(one.id, owner.id, entry('member.left')),
      store().people.delete(second.id, entry('person.deleted')),
      memberships.setRole(one.id, second.id, 'viewer', entry('member.role_changed')),
    ])
    expect(answers.filter((answer) => answer === 'sole_owner').length).toBeGreaterThan(0)
    expect(await memberships.count(one.id)).toMatchObject({ owners: 1 })
  })

  test('the sealed secrets of a person go with their second factor and with them', async () => {
    const { people, sealed } = store()
    if (!(await sealed.keyInUse())) await sealed.begin('k1')
    const keyId = (await sealed.keyInUse()) ?? ''
    const one = await madePerson(store())
    const seal = async () => {
      const id = `sec_${crypto.randomUUID()}`
      await sealed.put({ id, purpose: 'totp', ownerId: one.id, keyId, value: random(40) })
      return id
    }
    const kept = async () => (await sealed.of('totp', one.id)).map(({ id }) => id)
    const [, wanted] = [await seal(), await seal()]
    const enable = (secretId: string) =>
      people.factors.enable(one.id, { secretId, lastStep: 1 }, [random(32)], entry('totp.enabled'))
    expect(await enable(wanted)).toBe('enabled')
    expect(await kept()).toEqual([wanted])
    const another = await seal()
    expect(await enable(another)).toBe('enabled')
    expect(await kept()).toEqual([another])
    await people.factors.disable(one.id, entry('totp.disabled'))
    expect(await kept()).toEqual([])
    await enable(await seal())
    expect(await people.delete(one.id, entry('person.deleted'))).toBe('deleted')
    expect(await kept()).toEqual([])
  })

  test('revoking again, the same plan and the same role are no entries', async () => {
    const { accounts, apiKeys, memberships, audit } = store()
    const { account: one, owner } = await madeAccount(store())
    const said = (action: Parameters<typeof entry>[0]) => entry(action, { accountId: one.id })
    const key = apiKey(one.id)
    await apiKeys.create(key, random(32), said('key.created'))
    await apiKeys.rotate(key.id, 'mg_abcdefg', random(32), said('key.rotated'))
    for (let i = 0; i < 2; i += 1) {
      expect(await apiKeys.revoke(key.id, THEN, said('key.revoked'))).toBe('revoked')
      expect(await accounts.setPlan(one.id, 'pro', said('account.plan_changed'))).toBe('changed')
      expect(await memberships.setRole(one.id, owner.id, 'owner', said('member.role_changed'))).toBe(
        'changed',
      )
    }
    const entries = await audit.list({ accountId: one.id, limit: 100 })
    expect(entries.map(({ action }) => action)).toEqual([
      'account.plan_changed',
      'key.revoked',
      'key.rotated',
      'key.created',
    ])
  })

  test('what was used in a month is told', async () => {
    const { accounts, mailTests } = store()
    const { account: one } = await madeAccount(store())
    expect(await accounts.usage(one.id, '2026-11')).toEqual({ tests: 0, fullReports: 0 })
    const allowance = { month: '2026-11', units: 5 }
    for (let i = 0; i < 2; i += 1) {
      await mailTests.allocate({ test: mailTest({ accountId: one.id }), allowance })
    }
    expect(await accounts.usage(one.id, '2026-11')).toEqual({ tests: 2, fullReports: 0 })
    expect(await accounts.usage(one.id, '2026-12')).toEqual({ tests: 0, fullReports: 0 })
  })
}
