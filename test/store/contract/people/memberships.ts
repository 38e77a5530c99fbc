import { expect, test } from 'bun:test'
import { account, apiKey, later, mailTest, random, THEN } from '../../../support/builders.ts'
import {
  actionsOf,
  entry,
  invitation,
  madeAccount,
  madePerson,
  person,
  session,
} from '../../../support/people.ts'
import type { TheStore } from '../../contract.ts'

export function membershipContract(store: TheStore): void {
  const actionsIn = async (accountId: string) =>
    (await store().audit.list({ accountId, limit: 100 })).map(({ action }) => action)

  async function twoIn() {
    const { account: one, owner } = await madeAccount(store())
    const member = await madePerson(store())
    const membership = { accountId: one.id, personId: member.id, role: 'member', createdAt: THEN } as const
    const joined = entry('member.joined', { accountId: one.id })
    return { account: one, owner, member, membership, joined }
  }

  test('people are added once, listed both ways, and have a role', async () => {
    const { memberships } = store()
    const { account: one, owner, member, membership, joined } = await twoIn()
    expect(await memberships.add(membership, joined)).toBe('added')
    expect(await memberships.add(membership, joined)).toBe('is_member')
    expect(await memberships.add({ ...membership, accountId: 'none' }, joined)).toBe('unknown_account')
    const own = { accountId: one.id, personId: owner.id, role: 'owner', createdAt: THEN } as const
    expect(await memberships.ofAccount(one.id)).toStrictEqual([
      { ...own, person: owner },
      { ...membership, person: member },
    ])
    expect(await memberships.ofPerson(member.id)).toStrictEqual([{ ...membership, account: one }])
    expect(await memberships.roleOf(one.id, member.id)).toBe('member')
    expect(await memberships.roleOf(one.id, 'per_none')).toBeUndefined()
    expect(await actionsIn(one.id)).toEqual(['member.joined'])
  })

  test('people of an account are read a page at a time, owners first, and looked for by address and name', async () => {
    const { memberships } = store()
    const { account: one, owner } = await madeAccount(store())
    const other = await twoIn()
    await memberships.add(other.membership, other.joined)
    const tag = owner.id.slice(-8).toLowerCase()
    const join = async (place: string, role: 'owner' | 'viewer', name = '') => {
      const made = person({ email: `${place}-${tag}@example.org`, name })
      await store().people.create({ person: made }, entry('person.created'))
      const membership = { accountId: one.id, personId: made.id, role, createdAt: THEN } as const
      await memberships.add(membership, entry('member.joined', { accountId: one.id }))
      return { ...membership, person: made }
    }
    const [c, a, b] = [
      await join('c', 'viewer', '100% Ärmel'),
      await join('a', 'viewer'),
      await join('B', 'viewer'),
    ]
    const second = await join('zz', 'owner')
    const all = await memberships.ofAccount(one.id)
    expect(all.slice(2)).toStrictEqual([a, b, c])
    expect(all.slice(0, 2).map(({ role }) => role)).toEqual(['owner', 'owner'])

    const read = []
    for (let after: string | undefined; ; ) {
      const page = await memberships.page(one.id, { limit: 2, ...(after !== undefined && { after }) })
      read.push(...page.items)
      if (page.next === undefined) break
      after = page.next
    }
    expect(read).toStrictEqual(all)
    expect(await memberships.page(one.id, { limit: 5 })).toStrictEqual({ items: all })

    const found = async (search: string) => (await memberships.page(one.id, { limit: 5, search })).items
    expect(await found(`ZZ-${tag}`)).toStrictEqual([second])
    expect(await found('0% ärm')).toStrictEqual([c])
    expect(await found('0% _rm')).toEqual([])
    expect(await memberships.find(one.id, c.personId)).toStrictEqual(c)
    expect(await memberships.find(other.account.id, c.personId)).toBeUndefined()
    expect(await memberships.count(one.id)).toEqual({ people: 5, owners: 2 })
    expect(await memberships.count('none')).toEqual({ people: 0, owners: 0 })
  })

  test('an account always has an owner', async () => {
    const { memberships } = store()
    const { account: one, owner, member, membership, joined } = await twoIn()
    await memberships.add(membership, joined)
    const of = (action: Parameters<typeof entry>[0]) => entry(action, { accountId: one.id })
    const setRole = (id: string, role: 'owner' | 'viewer') =>
      memberships.setRole(one.id, id, role, of('member.role_changed'))
    const remove = (id: string) => memberships.remove(one.id, id, of('member.removed'))
    const transfer = (from: string, to: string) =>
      memberships.transfer(one.id, from, to, of('account.transferred'))
    expect(await setRole(owner.id, 'viewer')).toBe('sole_owner')
    expect(await remove(owner.id)).toBe('sole_owner')
    expect(await setRole('per_none', 'viewer')).toBe('not_a_member')
    expect(await remove('per_none')).toBe('not_a_member')
    expect(await transfer(member.id, owner.id)).toBe('not_an_owner')
    expect(await transfer(owner.id, 'per_none')).toBe('not_a_member')
    expect(await transfer(owner.id, owner.id)).toBe('transferred')
    expect(await memberships.roleOf(one.id, owner.id)).toBe('owner')
    expect(await transfer(owner.id, member.id)).toBe('transferred')
    expect(await memberships.roleOf(one.id, owner.id)).toBe('admin')
    expect(await setRole(owner.id, 'owner')).toBe('changed')
    expect((await Promise.all([remove(owner.id), remove(member.id)])).toSorted()).toEqual([
      'removed',
      'sole_owner',
    ])
    expect(await actionsIn(one.id)).toEqual([
      'member.removed',
      'member.role_changed',
      'account.transferred',
      'member.joined',
    ])
  })

  test('who is removed looks at the account no longer, with any session', async () => {
    const { account: one, member, membership, joined } = await twoIn()
    await store().memberships.add(membership, joined)
    const token = random(32)
    await store().sessions.begin(session(member.id, { accountId: one.id }), token)
    expect(await store().sessions.byHash(token)).toMatchObject({ role: 'member', accountName: one.name })
    await store().memberships.remove(one.id, member.id, entry('member.removed'))
    const owned = await store().sessions.byHash(token)
    expect(owned?.session.accountId).toBeUndefined()
    expect(owned).not.toHaveProperty('role')
  })

  test('an invitation is accepted once, by whom it is for, while it lasts', async () => {
    const { invitations } = store()
    const { account: one, owner, member } = await twoIn()
    const of = (action: Parameters<typeof entry>[0]) => entry(action, { accountId: one.id })
    const [open, bound] = [random(32), random(32)]
    const forAll = invitation(one.id, { role: 'admin', invitedBy: owner.id })
    const forOne = invitation(one.id, { email: member.email.toUpperCase(), createdAt: later(1) })
    expect(await invitations.create(forAll, open, of('invitation.created'))).toBe('created')
    expect(await invitations.create(forOne, bound, of('invitation.created'))).toBe('created')
    expect(await invitations.create(invitation('none'), random(32), of('invitation.created'))).toBe(
      'unknown_account',
    )
    expect(await invitations.byHash(open)).toStrictEqual({
      ...forAll,
      account: one,
      invitedByName: owner.name,
    })
    expect(await invitations.byHash(bound)).toStrictEqual({ ...forOne, account: one })
    expect(await invitations.of(one.id)).toStrictEqual([forOne, forAll])
    const people = await Promise.all(Array.from({ length: 20 }, () => madePerson(store())))
    const accept = (token: Uint8Array, id: string, at = THEN) =>
      invitations.accept(token, id, at, of('member.joined'))
    expect(await accept(open, people[0]!.id, forAll.expiresAt)).toBe('unknown_invitation')
    expect(await accept(open, owner.id)).toBe('is_member')
    expect(await accept(bound, people[0]!.id)).toBe('for_another')
    const answers = await Promise.all(people.map(({ id }) => accept(open, id)))
    expect(answers.toSorted()).toEqual(['accepted', ...Array(19).fill('unknown_invitation')])
    const accepting = people[answers.indexOf('accepted')]!
    expect(await store().memberships.roleOf(one.id, accepting.id)).toBe('admin')
    expect(await accept(bound, member.id)).toBe('accepted')
    expect(await store().memberships.roleOf(one.id, member.id)).toBe('member')
    expect(await invitations.of(one.id)).toEqual([])
  })

  test('an invitation makes one person, who is a member at once', async () => {
    const { invitations } = store()
    const { account: one, owner } = await twoIn()
    const [token, bound] = [random(32), random(32)]
    const made = person()
    const forOne = invitation(one.id, { email: made.email, mailed: true })
    await invitations.create(invitation(one.id), token, entry('invitation.created'))
    await invitations.create(forOne, bound, entry('invitation.created'))
    expect((await invitations.byHash(bound))?.mailed).toBe(true)
    const join = (hash: Uint8Array, joining: typeof made) =>
      invitations.join(
        hash,
        { person: joining, passwordHash: 'a hash' },
        entry('member.joined', { personId: joining.id }),
      )
    expect(await join(random(32), made)).toBe('unknown_invitation')
    expect(await join(bound, person())).toBe('for_another')
    expect(await join(token, person({ email: owner.email }))).toBe('email_taken')
    expect(await join(token, person({ createdAt: forOne.expiresAt }))).toBe('unknown_invitation')
    const others = Array.from({ length: 20 }, () => person())
    const answers = await Promise.all(others.map((other) => join(token, other)))
    expect(answers.toSorted()).toEqual(['joined', ...Array(19).fill('unknown_invitation')])
    const joined = await Promise.all(others.map(({ id }) => store().people.byId(id)))
    expect(joined.map((one) => one !== undefined)).toEqual(answers.map((answer) => answer === 'joined'))
    expect(await join(bound, made)).toBe('joined')
    expect(await store().people.byEmail(made.email)).toMatchObject({
      credentials: { passwordHash: 'a hash' },
    })
    expect(await store().memberships.ofPerson(made.id)).toMatchObject([{ role: 'member', account: one }])
    expect(await actionsOf(store(), made.id)).toEqual(['member.joined'])
  })

  test('an invitation is revoked within its account, and deleted after its time', async () => {
    const { invitations } = store()
    const { account: one } = await twoIn()
    const [kept, gone] = [invitation(one.id), invitation(one.id, { expiresAt: later(-10_000) })]
    await invitations.create(kept, random(32), entry('invitation.created'))
    await invitations.create(gone, random(32), entry('invitation.created'))
    const revoke = (accountId: string) => invitations.revoke(kept.id, accountId, entry('invitation.revoked'))
    expect(await invitations.deleteExpired(later(-10_001), 10)).toBe(0)
    expect(await invitations.deleteExpired(later(-10_000), 10)).toBe(1)
    expect(await revoke('another')).toBe('unknown_invitation')
    expect(await revoke(one.id)).toBe('revoked')
    expect(await revoke(one.id)).toBe('unknown_invitation')
  })

  test('an account is renamed, with an entry', async () => {
    const { accounts } = store()
    const { account: one } = await madeAccount(store())
    const other = account()
    await accounts.create(other, entry('account.created', { accountId: other.id }))
    const rename = (id: string, name: string) =>
      accounts.rename(id, name, entry('account.renamed', { accountId: id }))
    expect(await rename(one.id, other.name)).toBe('name_taken')
    expect(await rename('none', 'a name')).toBe('unknown_account')
    expect(await rename(one.id, `${one.name} anew`)).toBe('renamed')
    expect(await rename(one.id, `${one.name} anew`)).toBe('renamed')
    expect((await accounts.byName(`${one.name} anew`))?.id).toBe(one.id)
    expect(await actionsIn(one.id)).toEqual(['account.renamed'])
    expect(await actionsIn(other.id)).toEqual(['account.created'])
  })

  test('nobody finds anything of a deleted account, and in the end nothing is left', async () => {
    const { accounts, apiKeys, mailTests, memberships, invitations, sessions, audit } = store()
    const { account: one, owner } = await madeAccount(store())
    const [secret, token, invited] = [random(32), random(32), random(32)]
    const key = apiKey(one.id)
    const of = (action: Parameters<typeof entry>[0]) => entry(action, { accountId: one.id })
    await apiKeys.create(key, secret, of('key.created'))
    const tests = Array.from({ length: 5 }, () => mailTest({ accountId: one.id }))
    for (const each of tests) await mailTests.allocate({ test: each })
    await sessions.begin(session(owner.id, { accountId: one.id }), token)
    await invitations.create(invitation(one.id), invited, of('invitation.created'))
    const gone = entry('account.deleted', { accountId: one.id, personId: owner.id, target: one.name })
    expect(await accounts.delete('none', gone)).toBe('unknown_account')
    expect(await accounts.delete(one.id, gone)).toBe('deleted')
    expect(await accounts.delete(one.id, gone)).toBe('unknown_account')

    expect(await accounts.byId(one.id)).toBeUndefined()
    expect(await accounts.byName(one.name)).toBeUndefined()
    expect((await accounts.list()).map(({ id }) => id)).not.toContain(one.id)
    expect(await accounts.setPlan(one.id, 'pro')).toBe('unknown_account')
    expect(await accounts.rename(one.id, 'a name', of('account.renamed'))).toBe('unknown_account')
    expect(await apiKeys.byHash(secret)).toBeUndefined()
    expect(await apiKeys.list(one.id)).toEqual([])
    const refusedKey = await apiKeys.create(apiKey(one.id), random(32)).catch((cause) => cause)
    expect(refusedKey).toBeInstanceOf(Error)
    expect(await mailTests.byToken(tests[0]!.token)).toBeUndefined()
    expect(await mailTests.told(tests[0]!.token)).toBeUndefined()
    expect(await mailTests.mailbox(tests[0]!.localPart)).toBeUndefined()
    expect(await mailTests.listByAccount(one.id, { limit: 10, offset: 0 })).toEqual({ items: [], total: 0 })
    const refusedTest = await mailTests
      .allocate({ test: mailTest({ accountId: one.id }) })
      .catch((cause) => cause)
    expect(refusedTest).toBeInstanceOf(Error)
    expect(await memberships.ofPerson(owner.id)).toEqual([])
    expect(await memberships.ofAccount(one.id)).toEqual([])
    expect(
      await memberships.add(
        { accountId: one.id, personId: owner.id, role: 'owner', createdAt: THEN },
        of('member.joined'),
      ),
    ).toBe('unknown_account')
    expect(await invitations.byHash(invited)).toBeUndefined()
    expect((await sessions.byHash(token))?.session.accountId).toBeUndefined()
    expect(await audit.list({ accountId: one.id, limit: 10 })).toEqual([])
    const { accountId: _gone, ...stays } = gone
    expect(await audit.list({ personId: owner.id, limit: 10 })).toMatchObject([stays])
    expect(await accounts.create(account({ name: one.name }))).toBe('created')

    let pieces = 0
    while ((await accounts.deleteRest(2)) > 0) pieces += 1
    expect(pieces).toBeGreaterThan(3)
    expect(await accounts.create({ ...one, name: `${one.name} again` })).toBe('created')
    expect(await audit.list({ accountId: one.id, limit: 10 })).toEqual([])
    expect(await accounts.usage(one.id, '2026-11')).toEqual({ tests: 0, fullReports: 0 })
    expect(await store().people.delete(owner.id, entry('person.deleted'))).toBe('deleted')
  })
}
