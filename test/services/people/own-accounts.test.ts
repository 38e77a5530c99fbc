import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { NAME_RULE, type Plan } from '../../../src/core/access/account.ts'
import { ROLES } from '../../../src/core/access/role.ts'
import type { Monitor } from '../../../src/core/watching/monitor.ts'
import { asActor } from '../../../src/services/people/audited.ts'
import { THE_OPERATOR } from '../../../src/services/people/doer.ts'
import { createOwnAccounts } from '../../../src/services/people/own-accounts.ts'
import { createOwnEnd } from '../../../src/services/people/own-end.ts'
import { apiKey, mailTest, plan, random, THEN } from '../../support/builders.ts'
import { testClock } from '../../support/clock.ts'
import { destination } from '../../support/destinations.ts'
import { entry, madePerson, session } from '../../support/people.ts'
import { type TestStore, testStore } from '../../support/store.ts'
import { household, logOf, peopleServices } from './household.ts'

let opened: TestStore
beforeAll(async () => {
  opened = await testStore()
})
afterAll(() => opened.done())

const store = () => opened.store
const NAMES = ['<img src=x onerror=alert(1)>', "Robert'); DROP TABLE accounts;--", 'a"b', '日本', '𝒜 & <b>']

function ownAccounts({ createAccounts = false, of = plan() }: { createAccounts?: boolean; of?: Plan } = {}) {
  return createOwnAccounts({
    store: store(),
    accounts: { planOf: () => of },
    defaultPlan: 'self-hosted',
    createAccounts,
    clock: testClock(),
    random,
  })
}

describe('a new account', () => {
  test('is for instance admins, and for everybody where the config says so', async () => {
    const [ann, admin] = [await madePerson(store()), await madePerson(store(), { isInstanceAdmin: true })]
    const by = { actor: asActor(ann) }
    expect(await ownAccounts().create(ann, by, 'not for ann')).toEqual({ kind: 'not_allowed' })
    expect(await ownAccounts().create(admin, { actor: asActor(admin) }, 'of admin')).toMatchObject({
      kind: 'created',
    })
    const made = await ownAccounts({ createAccounts: true }).create(ann, by, 'of ann')
    if (made.kind !== 'created') throw new Error(made.kind)
    expect(await ownAccounts().of(ann.id)).toMatchObject([{ account: { name: 'of ann' }, role: 'owner' }])
    expect((await logOf(store(), made.account))[0]).toMatchObject({
      action: 'account.created',
      actor: { kind: 'person', id: ann.id },
    })
  })

  test('has a name of its own, and nobody owns them without end', async () => {
    const ann = await madePerson(store())
    const create = (name: string) =>
      ownAccounts({ createAccounts: true }).create(ann, { actor: asActor(ann) }, name)
    expect(await create(' blank')).toEqual({ kind: 'bad_name', reason: NAME_RULE })
    expect((await create('only once')).kind).toBe('created')
    expect(await create('only once')).toEqual({ kind: 'name_taken' })
    for (let at = 0; at < 19; at += 1) expect((await create(`one more ${at}`)).kind).toBe('created')
    expect(await create('too many')).toEqual({ kind: 'too_many', most: 20 })
  })
})

describe('renaming', () => {
  test.each(ROLES)('%s renames only as admin or owner', async (role) => {
    const home = await household(store())
    const { kind } = await ownAccounts().rename(home[role].doer, home.account.id, `renamed by ${role}`)
    expect(kind).toBe(role === 'admin' || role === 'owner' ? 'renamed' : 'refused')
  })

  test('another account is refused, a taken name and a bad one too; hostile names are names', async () => {
    const [home, other] = [await household(store()), await household(store())]
    const rename = (name: string) => ownAccounts().rename(home.owner.doer, home.account.id, name)
    expect((await ownAccounts().rename(home.owner.doer, other.account.id, 'theirs')).kind).toBe('refused')
    expect((await rename(other.account.name)).kind).toBe('name_taken')
    expect((await rename('a\nb')).kind).toBe('bad_name')
    for (const name of NAMES) {
      expect((await rename(name)).kind).toBe('renamed')
      expect((await store().accounts.byId(home.account.id))?.name).toBe(name)
    }
    expect((await logOf(store(), home.account))[0]).toMatchObject({
      action: 'account.renamed',
      details: { to: NAMES.at(-1) },
    })
  })
})

/** A monitor and a webhook of an account. */
async function addWatched(accountId: string) {
  const added = { ...destination(), accountId }
  expect(await store().destinations.add(added, 10, entry('destination.created', { accountId }))).toBe('added')
  const made: Monitor = {
    id: `mon_${crypto.randomUUID().slice(0, 8)}`,
    accountId,
    name: 'Nightly',
    subject: { kind: 'mail', localPart: crypto.randomUUID().slice(0, 16) },
    expectations: { mustPass: [], blocklists: false, records: false },
    windows: [],
    createdAt: THEN,
    standing: { state: 'waiting', since: THEN, reasons: [] },
  }
  expect(await store().monitors.add(made, 10, entry('monitor.created', { accountId }))).toBe('added')
}

describe('usage', () => {
  test('counts tests and full reports of the month, for everybody of the account and nobody else', async () => {
    const [home, other] = [await household(store()), await household(store())]
    const allowance = { month: '2026-11', units: 5 }
    for (let at = 0; at < 2; at += 1) {
      await store().mailTests.allocate({ test: mailTest({ accountId: home.account.id }), allowance })
    }
    await addWatched(home.account.id)
    await addWatched(other.account.id)
    const service = ownAccounts({ of: plan({ monthlyTests: 5 }) })
    for (const role of ROLES) {
      const usage = await service.usage(home[role].doer, home.account.id)
      expect(usage.ok && usage.value).toMatchObject({
        month: '2026-11',
        renewsAt: new Date('2026-12-01T00:00:00Z'),
        tests: 2,
        fullReports: 0,
        monitors: 1,
        webhooks: 1,
        people: 4,
        owners: 1,
        plan: { monthlyTests: 5 },
      })
    }
    expect((await service.usage(other.owner.doer, home.account.id)).ok).toBe(false)
  })
})

describe('deleting an account', () => {
  test.each(ROLES)('%s deletes only as owner, with its name typed', async (role) => {
    const home = await household(store())
    const remove = (typed: string) => ownAccounts().delete(home[role].doer, home.account.id, typed)
    const isOwner = role === 'owner'
    expect((await remove('something else')).kind).toBe(isOwner ? 'other_name' : 'refused')
    expect((await remove(home.account.name)).kind).toBe(isOwner ? 'deleted' : 'refused')
    expect((await store().accounts.byId(home.account.id)) === undefined).toBe(isOwner)
  })

  test('ends addresses, keys, sessions and memberships at once; its name is free, and the log of the instance says who did it', async () => {
    const home = await household(store())
    const other = await household(store())
    const own = mailTest({ accountId: home.account.id })
    const kept = mailTest({ accountId: other.account.id })
    for (const test of [own, kept]) await store().mailTests.allocate({ test })
    const [hash, keyHash] = [random(32), random(32)]
    await store().apiKeys.create(apiKey(home.account.id), keyHash)
    await store().sessions.begin(session(home.owner.person.id, { accountId: home.account.id }), hash)
    expect(await ownAccounts().delete(other.owner.doer, home.account.id, home.account.name)).toMatchObject({
      kind: 'refused',
    })
    expect(await ownAccounts().delete(THE_OPERATOR, home.account.id, home.account.name)).toEqual({
      kind: 'deleted',
    })
    expect(await store().mailTests.mailbox(own.localPart)).toBeUndefined()
    expect(await store().mailTests.byToken(own.token)).toBeUndefined()
    expect(await store().apiKeys.byHash(keyHash)).toBeUndefined()
    expect((await store().sessions.byHash(hash))?.accountName).toBeUndefined()
    expect(await store().memberships.ofPerson(home.viewer.person.id)).toEqual([])
    expect(await store().mailTests.mailbox(kept.localPart)).toBeDefined()
    expect(await store().accounts.create({ ...home.account, id: crypto.randomUUID() })).toBe('created')
    const log = await store().audit.list({ action: 'account.deleted', limit: 10 })
    expect(log.some(({ target }) => target === home.account.name)).toBe(true)
  })
})

describe('deleting oneself', () => {
  const ownEnd = () => createOwnEnd({ store: store(), clock: testClock() })

  test('asks for the address, whatever its case', async () => {
    const home = await household(store())
    const { person } = home.member
    const by = { actor: asActor(person) }
    expect(await ownEnd().delete(person, by, 'other@example.org')).toEqual({ kind: 'other_address' })
    expect(await ownEnd().delete(person, by, '')).toEqual({ kind: 'other_address' })
    expect(await ownEnd().delete(person, by, ` ${person.email.toUpperCase()} `)).toEqual({ kind: 'deleted' })
    expect(await store().people.byId(person.id)).toBeUndefined()
    expect(await ownEnd().delete(person, by, person.email)).toEqual({ kind: 'unknown_person' })
  })

  test('not while they are the only owner: the accounts are named', async () => {
    const home = await household(store())
    const { person } = home.owner
    const by = { actor: asActor(person) }
    expect(await ownEnd().delete(person, by, person.email)).toEqual({
      kind: 'in_the_way',
      obstacles: {
        accounts: [{ id: home.account.id, name: home.account.name, isEmpty: false }],
        isLastAdmin: false,
      },
    })
    await peopleServices(store()).members.transfer(home.owner.doer, home.account.id, home.admin.person.id)
    expect(await ownEnd().delete(person, by, person.email)).toEqual({ kind: 'deleted' })
  })

  test('keys, tests and invitations of others stay; their own invitations end', async () => {
    const home = await household(store())
    const { invitations } = peopleServices(store())
    const { id } = home.account
    const hash = random(32)
    await store().apiKeys.create(apiKey(id), hash)
    const own = await invitations.invite(home.admin.doer, id, { role: 'viewer', by: 'link' })
    await invitations.invite(home.owner.doer, id, { role: 'viewer', by: 'link' })
    await ownEnd().delete(home.admin.person, { actor: asActor(home.admin.person) }, home.admin.person.email)
    expect((await store().invitations.of(id)).map(({ invitedBy }) => invitedBy)).toEqual([
      home.owner.person.id,
    ])
    const token = own.kind === 'invited' ? (own.link ?? '').slice(-43) : ''
    expect(await invitations.open(token)).toEqual({ kind: 'unknown' })
    expect(await store().apiKeys.byHash(hash)).toBeDefined()
  })
})

test('the last administrator of an instance stays', async () => {
  const alone = await testStore()
  const ownEnd = createOwnEnd({ store: alone.store, clock: testClock() })
  const admin = await madePerson(alone.store, { isInstanceAdmin: true })
  const by = { actor: asActor(admin) }
  expect(await ownEnd.delete(admin, by, admin.email)).toMatchObject({ obstacles: { isLastAdmin: true } })
  await madePerson(alone.store, { isInstanceAdmin: true, createdAt: THEN })
  expect(await ownEnd.delete(admin, by, admin.email)).toEqual({ kind: 'deleted' })
  await alone.done()
})
