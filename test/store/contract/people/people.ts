import { expect, test } from 'bun:test'
import type { Person } from '../../../../src/core/access/person.ts'
import { account, later, random, THEN } from '../../../support/builders.ts'
import {
  actionsOf,
  entry,
  identity,
  madeAccount,
  madePerson,
  passkey,
  person,
  session,
} from '../../../support/people.ts'
import type { TheStore } from '../../contract.ts'

const NONE = { recoveryCodes: 0, passkeys: 0, identities: 0 }

/** The first test claims the instance: its admin stays the only one between tests. */
export function peopleContract(store: TheStore): void {
  let admin: Person

  test('of twenty claims at once one is the first person, with an account of theirs', async () => {
    const link = random(32)
    await store().oneTimeLinks.put(link, { purpose: 'setup', createdAt: THEN, expiresAt: later(1000) })
    expect(await store().people.isClaimed()).toBe(false)
    const claims = Array.from({ length: 20 }, (_, index) => ({
      person: person(),
      passwordHash: 'a hash',
      account: account(),
      entry: entry('instance.claimed', { details: { index: `${index}` } }),
    }))
    const answers = await Promise.all(claims.map((claim) => store().people.claim(claim)))
    expect(answers.toSorted()).toEqual([...Array(19).fill('already_claimed'), 'claimed'])
    expect(await store().people.isClaimed()).toBe(true)
    const index = answers.indexOf('claimed')
    const [first, other] = [claims[index]!, claims[(index + 1) % 20]!]
    admin = { ...first.person, isInstanceAdmin: true }
    expect(await store().people.byId(admin.id)).toEqual({
      ...admin,
      credentials: { ...NONE, passwordHash: 'a hash' },
    })
    expect(await store().memberships.ofPerson(admin.id)).toMatchObject([
      { role: 'owner', account: first.account },
    ])
    expect(await store().accounts.byId(other.account.id)).toBeUndefined()
    expect(await store().people.byId(other.person.id)).toBeUndefined()
    const entries = await store().audit.list({ action: 'instance.claimed', limit: 100 })
    expect(entries.map(({ details }) => details)).toEqual([{ index: `${index}` }])
    expect(await store().oneTimeLinks.byHash(link)).toBeUndefined()
  })

  test('a person is found by id and by address, whatever its case', async () => {
    const one = await madePerson(store(), { email: `Some.One${crypto.randomUUID()}@Example.ORG` })
    const kept = { ...one, credentials: { ...NONE, passwordHash: 'a hash' } }
    expect(await store().people.byId(one.id)).toStrictEqual(kept)
    expect(await store().people.byEmail(one.email.toLowerCase())).toStrictEqual(kept)
    expect(await store().people.byId('per_none')).toBeUndefined()
    expect(await store().people.byEmail('none@example.org')).toBeUndefined()
    const other = person({ email: one.email.toUpperCase() })
    expect(await store().people.create({ person: other }, entry('person.created'))).toBe('email_taken')
  })

  test('a person comes with a membership, or not at all', async () => {
    const { account: one } = await madeAccount(store())
    const made = person()
    const membership = { accountId: one.id, role: 'viewer' } as const
    expect(await store().people.create({ person: made, membership }, entry('person.created'))).toBe('created')
    expect(await store().memberships.roleOf(one.id, made.id)).toBe('viewer')
    const other = person()
    const nowhere = { accountId: 'nowhere', role: 'viewer' } as const
    const refused = entry('person.created', { personId: other.id })
    expect(await store().people.create({ person: other, membership: nowhere }, refused)).toBe(
      'unknown_account',
    )
    expect(await store().people.byId(other.id)).toBeUndefined()
    expect(await actionsOf(store(), other.id)).toEqual([])
  })

  test('a person comes with an account of theirs, or not at all', async () => {
    const [made, own] = [person(), account()]
    const create = (one: typeof made, theirs: typeof own) =>
      store().people.create({ person: one, account: theirs }, entry('person.created', { personId: one.id }))
    expect(await create(made, own)).toBe('created')
    expect(await store().memberships.ofPerson(made.id)).toMatchObject([{ role: 'owner', account: own }])
    const other = person()
    expect(await create(other, account({ name: own.name }))).toBe('name_taken')
    expect(await store().people.byId(other.id)).toBeUndefined()
    expect(await actionsOf(store(), other.id)).toEqual([])
  })

  test('a person comes with a sign-in of a provider, or not at all', async () => {
    const [made, other] = [person(), person()]
    const own = identity(made.id)
    const create = (one: typeof made, theirs: typeof own) =>
      store().people.create({ person: one, identity: theirs }, entry('person.created', { personId: one.id }))
    expect(await create(made, own)).toBe('created')
    expect(await store().people.identities.of(made.id)).toEqual([own])
    expect(await create(other, { ...own, personId: other.id })).toBe('linked_to_another')
    expect(await store().people.byId(other.id)).toBeUndefined()
    expect(await actionsOf(store(), other.id)).toEqual([])
  })

  test('name, address and confirmation change; another address is not confirmed', async () => {
    const one = await madePerson(store(), { confirmedAt: THEN })
    const changed = (change: object) =>
      store().people.change(one.id, change, entry('person.changed', { personId: one.id }))
    expect(await changed({ name: 'Another', email: one.email.toUpperCase() })).toBe('changed')
    expect(await store().people.byId(one.id)).toMatchObject({ name: 'Another', confirmedAt: THEN })
    const link = random(32)
    const reset = { purpose: 'reset', personId: one.id, createdAt: THEN, expiresAt: later(1000) } as const
    await store().oneTimeLinks.put(link, reset)
    const email = person().email
    expect(await changed({ email })).toBe('changed')
    const kept = await store().people.byEmail(email)
    expect(kept).toMatchObject({ id: one.id, name: 'Another' })
    expect(kept).not.toHaveProperty('confirmedAt')
    expect(await store().oneTimeLinks.byHash(link)).toBeUndefined()
    expect(await changed({ email: (await madePerson(store())).email })).toBe('email_taken')
    expect(await store().people.change('per_none', {}, entry('person.changed'))).toBe('unknown_person')
    expect(await actionsOf(store(), one.id)).toEqual(['person.changed', 'person.changed'])
  })

  test('a link is taken with what it is for, once, and stays where that is refused', async () => {
    const { people, oneTimeLinks } = store()
    const one = await madePerson(store())
    const taken = (await madePerson(store())).email
    const said = entry('person.changed', { personId: one.id })
    const link = async (purpose: 'reset' | 'confirmation') => {
      const hash = random(32)
      await oneTimeLinks.put(hash, { purpose, personId: one.id, createdAt: THEN, expiresAt: later(1000) })
      return hash
    }
    const reset = await link('reset')
    const sets = ['b', 'c'].map((hash) => people.setPassword(one.id, hash, { link: reset }, said))
    const set = await Promise.all(sets)
    expect(set.toSorted()).toEqual(['changed', 'unknown_link'])
    expect((await people.byId(one.id))?.credentials.passwordHash).toBe(set[0] === 'changed' ? 'b' : 'c')
    const [moved, confirmation] = [[person().email, person().email], await link('confirmation')]
    const confirm = (email: string, id = one.id) =>
      people.confirmEmail(id, { email, confirmedAt: later(5), link: confirmation }, said)
    expect(await confirm(moved[0]!, 'per_none')).toBe('unknown_person')
    expect(await confirm(taken)).toBe('email_taken')
    const confirmed = await Promise.all(moved.map((email) => confirm(email)))
    expect(confirmed.toSorted()).toEqual(['changed', 'unknown_link'])
    expect(await people.byId(one.id)).toMatchObject({
      email: moved[confirmed.indexOf('changed')],
      confirmedAt: later(5),
    })
    const registration = await link('confirmation')
    const create = (email: string) =>
      people.create({ person: person({ email }), link: registration, account: account() }, said)
    expect(await create(taken)).toBe('email_taken')
    const both = [person().email, person().email]
    const created = await Promise.all(both.map(create))
    expect(created.toSorted()).toEqual(['created', 'unknown_link'])
    expect(await people.byEmail(both[created.indexOf('unknown_link')]!)).toBeUndefined()
    expect(await actionsOf(store(), one.id)).toEqual(Array(3).fill('person.changed'))
  })

  test('a reset by mail to an address that was never confirmed ends what others may have set up', async () => {
    const { people, oneTimeLinks } = store()
    const said = (id: string) => entry('password.set', { personId: id, at: later(7) })
    const waysOf = async (id: string) => {
      const kept = await people.byId(id)
      return [kept?.credentials.passkeys, kept?.credentials.identities, kept?.confirmedAt]
    }
    const setUp = async (mailed: boolean, confirmedAt?: Date) => {
      const { id, email } = await madePerson(store(), confirmedAt ? { confirmedAt } : {})
      await people.passkeys.add(passkey(id), entry('passkey.added', { personId: id }))
      await people.identities.link(identity(id), entry('identity.linked', { personId: id }))
      const link = random(32)
      const reset = { purpose: 'reset', personId: id, createdAt: THEN, expiresAt: later(1000) } as const
      await oneTimeLinks.put(link, { ...reset, ...(mailed && { email }) })
      expect(await people.setPassword(id, 'a hash', { link }, said(id))).toBe('changed')
      return waysOf(id)
    }
    expect(await setUp(true)).toEqual([0, 0, later(7)])
    expect(await setUp(true, THEN)).toEqual([1, 1, THEN])
    // The operator's link says nothing of who reads the mail of the address.
    expect(await setUp(false)).toEqual([1, 1, undefined])
  })

  test('the last who administers the instance stays', async () => {
    const demote = (id: string) =>
      store().people.change(id, { isInstanceAdmin: false }, entry('person.admin_revoked'))
    expect(await demote(admin.id)).toBe('last_admin')
    expect(await store().people.delete(admin.id, entry('person.deleted'))).toBe('last_admin')
    const second = await madePerson(store(), { isInstanceAdmin: true })
    expect((await Promise.all([demote(second.id), demote(admin.id)])).toSorted()).toEqual([
      'changed',
      'last_admin',
    ])
  })

  test('another password ends the other sessions, resets and changes of address', async () => {
    const one = await madePerson(store())
    const [kept, other, reset] = [random(32), random(32), random(32)]
    const stays = session(one.id)
    await store().sessions.begin(stays, kept)
    await store().sessions.begin(session(one.id), other)
    await store().oneTimeLinks.put(reset, {
      purpose: 'reset',
      personId: one.id,
      createdAt: THEN,
      expiresAt: later(1000),
    })
    const moved = random(32)
    await store().oneTimeLinks.put(moved, {
      purpose: 'confirmation',
      personId: one.id,
      email: 'other@example.org',
      createdAt: THEN,
      expiresAt: later(1000),
    })
    const set = (hash: string | undefined, id = one.id) =>
      store().people.setPassword(id, hash, { session: stays.id }, entry('password.set', { personId: id }))
    expect(await set('another')).toBe('changed')
    expect((await store().people.byId(one.id))?.credentials.passwordHash).toBe('another')
    expect(await store().sessions.byHash(kept)).toBeDefined()
    expect(await store().sessions.byHash(other)).toBeUndefined()
    expect(await store().oneTimeLinks.byHash(reset)).toBeUndefined()
    expect(await store().oneTimeLinks.byHash(moved)).toBeUndefined()
    expect(await set('x', 'per_none')).toBe('unknown_person')
    expect(await set(undefined)).toBe('last_way_in')
    expect((await store().people.byId(one.id))?.credentials.passwordHash).toBe('another')
    await store().people.rehash(one.id, 'a hash', 'stale')
    expect((await store().people.byId(one.id))?.credentials.passwordHash).toBe('another')
    await store().people.rehash(one.id, 'another', 'better')
    expect((await store().people.byId(one.id))?.credentials.passwordHash).toBe('better')
    await store().people.passkeys.add(passkey(one.id), entry('passkey.added'))
    expect(await set(undefined)).toBe('changed')
    expect((await store().people.byId(one.id))?.credentials).toEqual({ ...NONE, passkeys: 1 })
    expect(await actionsOf(store(), one.id)).toEqual(['password.set', 'password.set'])
    await store().sessions.end(stays.id, one.id)
    expect(await set('by a session that has ended')).toBe('unknown_session')
    expect((await store().people.byId(one.id))?.credentials.passwordHash).toBeUndefined()
  })

  test('who is deleted leaves nothing but the log; the sole owner of an account is not', async () => {
    const { account: owned, owner } = await madeAccount(store())
    const deleted = (id: string) => store().people.delete(id, entry('person.deleted', { personId: id }))
    expect(await deleted(owner.id)).toBe('sole_owner')
    const other = await madePerson(store())
    const membership = { accountId: owned.id, personId: other.id, role: 'owner', createdAt: THEN } as const
    await store().memberships.add(membership, entry('member.joined'))
    const token = random(32)
    await store().sessions.begin(session(owner.id), token)
    await store().people.identities.link(identity(owner.id), entry('identity.linked'))
    expect(await deleted(owner.id)).toBe('deleted')
    expect(await deleted(owner.id)).toBe('unknown_person')
    expect(await store().people.byId(owner.id)).toBeUndefined()
    expect(await store().sessions.byHash(token)).toBeUndefined()
    expect(await store().people.identities.of(owner.id)).toEqual([])
    expect((await store().memberships.ofAccount(owned.id)).map(({ personId }) => personId)).toEqual([
      other.id,
    ])
    expect(await actionsOf(store(), owner.id)).toEqual(['person.deleted'])
  })

  test('people are listed by address in pages, and found by how address or name begin', async () => {
    const word = `w${crypto.randomUUID().slice(0, 8)}`
    for (const index of [3, 1, 2]) await madePerson(store(), { email: `${word}-${index}@example.org` })
    await madePerson(store(), { email: `z-${word}@example.org`, name: `${word.toUpperCase()} Öber` })
    const emails = async (page: Parameters<ReturnType<TheStore>['people']['list']>[0]) => {
      const { items, next } = await store().people.list(page)
      return { emails: items.map(({ email }) => email), next }
    }
    const first = await emails({ limit: 2, search: word.toUpperCase() })
    expect(first.emails).toEqual([`${word}-1@example.org`, `${word}-2@example.org`])
    const second = await emails({ limit: 2, search: word, after: first.next! })
    expect(second).toEqual({ emails: [`${word}-3@example.org`, `z-${word}@example.org`], next: undefined })
    expect((await emails({ limit: 5, search: `${word} ö` })).emails).toEqual([`z-${word}@example.org`])
    const { items } = await store().people.list({ limit: 1000 })
    expect(items.map(({ email }) => email)).toContain(`${word}-2@example.org`)
  })
}
