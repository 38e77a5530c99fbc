import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Store } from '../../../src/store/store.ts'
import { account, later, random, THEN } from '../../support/builders.ts'
import {
  entry,
  identity,
  invitation,
  madeAccount,
  madePerson,
  passkey,
  person,
  session,
} from '../../support/people.ts'
import { postgresMissing, type TestPostgres, testPostgres } from '../../support/postgres.ts'

const ROUNDS = 50
const lasting = { createdAt: THEN, expiresAt: later(1000) }

describe.skipIf(postgresMissing !== undefined)('people of several hosts', () => {
  let opened: TestPostgres
  let one: Store
  let other: Store

  beforeAll(async () => {
    opened = await testPostgres()
    one = opened.store
    other = await opened.another()
  })
  afterAll(() => opened.done())

  const both = <T>(count: number, work: (store: Store, at: number) => Promise<T>) =>
    Promise.all(Array.from({ length: count }, (_, at) => work(at % 2 === 0 ? one : other, at)))

  async function twoOwners() {
    const { account: owned, owner } = await madeAccount(one)
    const second = await madePerson(one)
    const membership = { accountId: owned.id, personId: second.id, role: 'owner', createdAt: THEN } as const
    await one.memberships.add(membership, entry('member.joined'))
    return { accountId: owned.id, first: owner.id, second: second.id }
  }

  test('of claims at several hosts one makes somebody', async () => {
    const claims = await both(8, (store) =>
      store.people.claim({
        person: person(),
        passwordHash: 'a hash',
        account: account(),
        entry: entry('instance.claimed'),
      }),
    )
    expect(claims.filter((answer) => answer === 'claimed')).toHaveLength(1)
    const [counted] = await opened.query<{ people: number; accounts: number }>(
      'SELECT (SELECT count(*) FROM people)::int AS people, (SELECT count(*) FROM accounts)::int AS accounts',
    )
    expect(counted).toEqual({ people: 1, accounts: 1 })
  })

  test('of two who administer the instance one stays, however they go', async () => {
    const { items } = await one.people.list({ limit: 10 })
    let admin = items.find(({ isInstanceAdmin }) => isInstanceAdmin)?.id ?? ''
    for (let round = 0; round < ROUNDS; round++) {
      const { id } = await madePerson(one, { isInstanceAdmin: true })
      const answers = await Promise.all([
        one.people.change(admin, { isInstanceAdmin: false }, entry('person.admin_revoked')),
        round % 2 === 0
          ? other.people.delete(id, entry('person.deleted'))
          : other.people.change(id, { isInstanceAdmin: false }, entry('person.admin_revoked')),
      ])
      expect(answers.filter((answer) => answer === 'last_admin')).toHaveLength(1)
      expect(await one.people.isClaimed()).toBe(true)
      if (answers[0] === 'changed') admin = id
    }
  })

  test('of two owners who go at once one stays, however they go', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { accountId, first, second } = await twoOwners()
      const goes = (store: Store, id: string, how: number) => {
        if (how === 0) return store.memberships.remove(accountId, id, entry('member.removed'))
        if (how === 1) return store.people.delete(id, entry('person.deleted'))
        return store.memberships.setRole(accountId, id, 'viewer', entry('member.role_changed'))
      }
      const answers = await Promise.all([goes(one, first, round % 3), goes(other, second, (round + 1) % 3)])
      expect(answers.filter((answer) => answer === 'sole_owner')).toHaveLength(1)
      expect(await one.memberships.count(accountId)).toMatchObject({ owners: 1 })
    }
  })

  test('who joins an account while they are deleted leaves it with an owner and without themselves', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { account: owned } = await madeAccount(one)
      const { id } = await madePerson(one)
      const joining = { accountId: owned.id, personId: id, role: 'admin', createdAt: THEN } as const
      const [, gone] = await Promise.allSettled([
        one.memberships.add(joining, entry('member.joined')),
        other.people.delete(id, entry('person.deleted')),
      ])
      expect(gone).toEqual({ status: 'fulfilled', value: 'deleted' })
      expect(await one.memberships.count(owned.id)).toEqual({ people: 1, owners: 1 })
    }
  })

  test('of two ways to sign in that go at once one stays', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const made = person()
      await one.people.create({ person: made }, entry('person.created'))
      const [key, linked] = [passkey(made.id), identity(made.id)]
      await one.people.passkeys.add(key, entry('passkey.added'))
      await one.people.identities.link(linked, entry('identity.linked'))
      const answers = await Promise.all([
        one.people.passkeys.remove(key.id, made.id, entry('passkey.removed')),
        other.people.identities.unlink(linked.issuer, linked.subject, made.id, entry('identity.unlinked')),
      ])
      expect(answers.filter((answer) => answer === 'last_way_in')).toHaveLength(1)
    }
  })

  test('a link that is taken by many is given once, with what is made by it or alone', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const [link, registration] = [random(32), random(32)]
      const email = person().email
      await one.oneTimeLinks.put(link, { purpose: 'reset', email, ...lasting })
      await one.oneTimeLinks.put(registration, { purpose: 'confirmation', email, ...lasting })
      const taken = await both(4, (store) => store.oneTimeLinks.take(link))
      expect(taken.filter(Boolean)).toHaveLength(1)
      const made = await both(4, (store) =>
        store.people.create({ person: person(), link: registration }, entry('person.created')),
      )
      expect(made.filter((answer) => answer === 'created')).toHaveLength(1)
    }
  })

  test('of links of one purpose that are put at once one works', async () => {
    const { id } = await madePerson(one)
    const email = person().email
    const hashes = Array.from({ length: 8 }, () => random(32))
    await both(8, (store, at) =>
      store.oneTimeLinks.put(
        hashes[at]!,
        at < 4 ? { purpose: 'reset', personId: id, ...lasting } : { purpose: 'reset', email, ...lasting },
      ),
    )
    const kept = await Promise.all(hashes.map((hash) => one.oneTimeLinks.byHash(hash)))
    expect([kept.slice(0, 4), kept.slice(4)].map((some) => some.filter(Boolean).length)).toEqual([1, 1])
  })

  test('of set-up links that hosts make at once each works, until there are too many', async () => {
    const hashes = Array.from({ length: 12 }, () => random(32))
    await both(12, (store, at) => store.oneTimeLinks.put(hashes[at]!, { purpose: 'setup', ...lasting }, 9))
    const kept = await Promise.all(hashes.map((hash) => one.oneTimeLinks.byHash(hash)))
    expect(kept.filter(Boolean)).toHaveLength(10)
    await one.oneTimeLinks.deleteOf('setup')
  })

  test('an invitation makes one member, and one address one person', async () => {
    for (let round = 0; round < ROUNDS / 5; round++) {
      const { account: owned } = await madeAccount(one)
      const [open, second] = [random(32), random(32)]
      for (const hash of [open, second])
        await one.invitations.create(invitation(owned.id), hash, entry('invitation.created'))
      const joined = await both(6, (store) =>
        store.invitations.join(open, { person: person(), passwordHash: 'x' }, entry('member.joined')),
      )
      expect(joined.filter((answer) => answer === 'joined')).toHaveLength(1)
      const made = await madePerson(one)
      const accepted = await both(4, (store) =>
        store.invitations.accept(second, made.id, THEN, entry('member.joined')),
      )
      expect(accepted.filter((answer) => answer === 'accepted')).toHaveLength(1)
      expect(await one.memberships.count(owned.id)).toEqual({ people: 3, owners: 1 })
      const email = person().email
      const moved = await both(4, async (store) => {
        const { id } = await madePerson(store)
        return store.people.change(id, { email }, entry('person.changed'))
      })
      expect(moved.toSorted()).toEqual(['changed', 'email_taken', 'email_taken', 'email_taken'])
    }
  })

  test('a sign-in by the password that is changed meanwhile is ended or never begins', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { id } = await madePerson(one)
      const grounds = { passwordHash: 'a hash' }
      const [begun] = await Promise.all([
        one.sessions.begin(session(id), random(32), undefined, undefined, grounds),
        other.people.setPassword(id, 'another', {}, entry('password.set')),
      ])
      expect(['begun', 'over']).toContain(begun)
      expect(await one.sessions.of(id)).toEqual([])
    }
  })

  test('of the second factor a step and a code work once, and who is removed looks at nothing', async () => {
    for (let round = 0; round < ROUNDS / 2; round++) {
      const { accountId, second } = await twoOwners()
      const code = random(32)
      const { factors } = one.people
      await factors.enable(second, { secretId: 'sec', lastStep: 1 }, [code], entry('totp.enabled'))
      const steps = await both(4, (store) => store.people.factors.useStep(second, 2))
      expect(steps.filter((step) => step === 'used')).toHaveLength(1)
      const codes = await both(4, (store) =>
        store.people.factors.useCode(second, code, entry('recovery_code.used')),
      )
      expect(codes.filter((used) => used === 'used')).toHaveLength(1)
      const looking = session(second)
      await one.sessions.begin(looking, random(32))
      await Promise.all([
        one.sessions.setAccount(looking.id, accountId),
        other.memberships.remove(accountId, second, entry('member.removed')),
      ])
      expect((await one.sessions.of(second))[0]?.accountId).toBeUndefined()
    }
  })

  test('the log of what was done is only ever added to', async () => {
    await one.audit.add(entry('audit.exported', { details: { lines: '1' } }))
    const changed = opened.query('UPDATE audit_log SET actor_name = NULL').catch((cause) => cause.message)
    expect(await changed).toMatch(/only ever added to/)
  })
})
