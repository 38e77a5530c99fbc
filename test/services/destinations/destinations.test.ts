import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { Role } from '../../../src/core/access/role.ts'
import { EARLIER_SECRET_MS, type Target } from '../../../src/core/watching/destination.ts'
import { createDestinations } from '../../../src/services/destinations/destinations.ts'
import { writtenSecret } from '../../../src/services/destinations/secrets.ts'
import type { DestinationActor, WantedDestination } from '../../../src/services/destinations/told.ts'
import { account, plan, random } from '../../support/builders.ts'
import { testClock } from '../../support/clock.ts'
import { openVault } from '../../support/delivering.ts'
import { attempt } from '../../support/destinations.ts'
import { entry, person } from '../../support/people.ts'
import { testStore } from '../../support/store.ts'

let clock = testClock()
let opened: Awaited<ReturnType<typeof testStore>>
let vault = openVault()
let accountId = ''
let poked = 0
beforeEach(async () => {
  clock = testClock()
  opened = await testStore({ clock })
  vault = openVault()
  poked = 0
  const one = account()
  accountId = one.id
  await opened.store.accounts.create(one)
})
afterEach(() => opened.done())

const service = (options: Partial<Parameters<typeof createDestinations>[0]> = {}) =>
  createDestinations({
    store: opened.store,
    accounts: { planOf: () => plan({ name: 'small', webhooks: 2 }) },
    vault: vault.vault,
    addressees: { of: async (_account, { to, anyone }) => (anyone || to === 'me@example.org' ? [to] : []) },
    canMail: () => true,
    testPayload: ({ id }, at) => ({
      type: 'webhook.test',
      timestamp: at.toISOString(),
      data: { destination_id: id },
    }),
    clock,
    random,
    poke: () => {
      poked += 1
    },
    ...options,
  })

const as = (role: Role, of = accountId): DestinationActor => ({
  kind: 'session',
  accountId: of,
  role,
  personId: 'per_1',
})
const operator = (): DestinationActor => ({ kind: 'operator', accountId })
const ADMIN: DestinationActor = { kind: 'instance_admin', personId: 'per_1' }

const wanted = (changes: Partial<WantedDestination> = {}): WantedDestination => ({
  name: 'CI',
  target: { kind: 'webhook', url: 'https://ci.example.org/hook?key=abcdef' },
  filter: { types: ['test.scored'] },
  ...changes,
})

async function made(changes: Partial<WantedDestination> = {}, actor: DestinationActor = as('admin')) {
  const outcome = await service().create(actor, wanted(changes))
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.refusal))
  return outcome.value
}

const kindOf = (outcome: { ok: true } | { ok: false; refusal: { kind: string } }) =>
  outcome.ok ? 'done' : outcome.refusal.kind

describe('who may do what', () => {
  const deeds = (
    id: string,
  ): [
    name: string,
    (actor: DestinationActor) => Promise<{ ok: true } | { ok: false; refusal: { kind: string } }>,
  ][] => [
    ['list', (actor) => service().list(actor)],
    ['read', (actor) => service().read(actor, id)],
    ['deliveries', (actor) => service().deliveries(actor, id, { limit: 10 })],
    ['change', (actor) => service().change(actor, id, { name: 'new' })],
    ['rotate', (actor) => service().rotate(actor, id)],
    ['test', (actor) => service().test(actor, id)],
    ['replay', (actor) => service().replay(actor, id, { ids: [] })],
    ['sendAsNew', (actor) => service().sendAsNew(actor, id, [])],
    ['setEnabled', (actor) => service().setEnabled(actor, id, false)],
    ['delete', (actor) => service().delete(actor, id)],
  ]
  const READS = ['list', 'read', 'deliveries']

  const outcomes = async (actor: DestinationActor) => {
    const { destination } = await made()
    const all: Record<string, string> = {}
    for (const [name, deed] of deeds(destination.id)) all[name] = kindOf(await deed(actor))
    return all
  }
  const expected = (read: string, change: string) =>
    Object.fromEntries(deeds('').map(([name]) => [name, READS.includes(name) ? read : change]))

  test.each([
    ['an owner', 'owner', 'done', 'done'],
    ['an admin', 'admin', 'done', 'done'],
    ['a member', 'member', 'done', 'missing_role'],
    ['a viewer', 'viewer', 'missing_role', 'missing_role'],
  ] as const)('%s', async (_name, role, read, change) => {
    expect(await outcomes(as(role))).toEqual(expected(read, change))
  })

  test('the operator does all; a key nothing; an administrator of the instance nothing in accounts', async () => {
    expect(await outcomes(operator())).toEqual(expected('done', 'done'))
    const key: DestinationActor = { kind: 'key', accountId, scopes: ['tests:read', 'domains:read'] }
    await opened.store.destinations.list({ accountId })
    expect(kindOf(await service().list(key))).toBe('unauthenticated')
    expect(kindOf(await service().create(key, wanted({ name: 'x' })))).toBe('unauthenticated')
    const { destination } = await made({ name: 'theirs' })
    expect(kindOf(await service().read(ADMIN, destination.id))).toBe('not_found')
    expect(kindOf(await service().delete(ADMIN, destination.id))).toBe('not_found')
  })

  test("what is another account's is answered like what does not exist", async () => {
    const other = account()
    await opened.store.accounts.create(other)
    const { destination } = await made()
    const theirs = as('owner', other.id)
    for (const [name, deed] of deeds(destination.id).filter(([one]) => one !== 'list'))
      expect([name, kindOf(await deed(theirs))]).toEqual([name, 'not_found'])
    expect(await service().list(theirs)).toEqual({ ok: true, value: [] })
  })

  test('an administrator has those of the instance, told of the instance alone', async () => {
    const filter = { types: ['instance.trouble' as const] }
    const { destination } = await made({ filter }, ADMIN)
    expect(destination.accountId).toBeUndefined()
    expect(kindOf(await service().read(ADMIN, destination.id))).toBe('done')
    expect(kindOf(await service().read(as('owner'), destination.id))).toBe('not_found')
    expect(kindOf(await service().create(ADMIN, wanted({ name: 'two' })))).toBe('bad_request')
    expect(kindOf(await service().create(as('admin'), wanted({ filter })))).toBe('bad_request')
  })
})

describe('what is asked for', () => {
  test('is kept sealed; what is shown has no secret, and the signing secret is told once', async () => {
    const { destination, secret } = await made()
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(destination).toMatchObject({ kind: 'webhook', shown: 'https://ci.example.org', name: 'CI' })
    const read = await service().read(as('member'), destination.id)
    const log = await opened.store.audit.list({ accountId, limit: 10 })
    for (const text of [JSON.stringify(read), JSON.stringify(destination), JSON.stringify(log)])
      for (const hidden of ['abcdef', secret ?? '', 'sec_']) expect(text).not.toContain(hidden)
    expect(log).toMatchObject([
      {
        action: 'destination.created',
        target: 'CI',
        details: { kind: 'webhook', leads: 'https://ci.example.org' },
      },
    ])
  })

  test('may bring its own signing secret, of a webhook alone', async () => {
    const own = writtenSecret(new Uint8Array(24).fill(3))
    expect((await made({ secret: own })).secret).toBe(own)
    const slack: Target = { kind: 'slack', url: 'https://hooks.slack.com/services/T1/B1/abc' }
    for (const [secret, target] of [
      ['whsec_short', wanted().target],
      ['secret', wanted().target],
      [own, slack],
    ] as const)
      expect(kindOf(await service().create(as('admin'), wanted({ name: 'x', secret, target })))).toBe(
        'bad_request',
      )
  })

  test.each([
    ['no name', { name: '' }],
    ['a name of controls', { name: 'a\u0007b' }],
    ['no types', { filter: { types: [] } }],
    ['an unknown type', { filter: { types: ['nothing' as 'test.scored'] } }],
    ['an empty list of domains', { filter: { types: ['test.scored' as const], domainIds: [] } }],
    [
      'a domain that is none of the account',
      { filter: { types: ['test.scored' as const], domainIds: ['d'] } },
    ],
    [
      'a monitor that is none of the account',
      { filter: { types: ['test.scored' as const], monitorIds: ['m'] } },
    ],
    ['a URL that is none', { target: { kind: 'webhook' as const, url: 'nonsense' } }],
    ['a URL with a password', { target: { kind: 'webhook' as const, url: 'https://a:b@example.org' } }],
    ["a stranger's address", { target: { kind: 'email' as const, to: 'you@example.org' } }],
    [
      "a stranger's address, said to be anyone's",
      { target: { kind: 'email' as const, to: 'you@example.org', anyone: true as const } },
    ],
    [
      'the administrators of the instance',
      { target: { kind: 'email' as const, to: 'administrators' as const } },
    ],
    [
      'a template that is too large',
      {
        target: {
          kind: 'template' as const,
          url: 'https://example.org',
          method: 'POST' as const,
          headers: Object.fromEntries(Array.from({ length: 10 }, (_, at) => [`x-${at}`, 'y'.repeat(1900)])),
          body: '{}',
        },
      },
    ],
  ])('%s is refused, and leaves nothing behind', async (_name, changes) => {
    expect(kindOf(await service().create(as('admin'), wanted(changes)))).toBe('bad_request')
    expect(await opened.store.destinations.list({ accountId })).toEqual([])
    expect(vault.secrets.size).toBe(0)
  })

  test('an address of the account is taken, and any other from the operator', async () => {
    const to = (address: string) => ({ target: { kind: 'email' as const, to: address } })
    expect((await made({ name: 'a', ...to('me@example.org') })).destination.shown).toBe('me@example.org')
    expect((await made({ name: 'b', ...to('You@Example.ORG') }, operator())).destination.shown).toBe(
      'You@example.org',
    )
    const off = service({ canMail: () => false })
    expect(kindOf(await off.create(operator(), wanted({ name: 'c', ...to('me@example.org') })))).toBe(
      'bad_request',
    )
  })

  test('no name twice, and no more than the plan allows; what was not added is not sealed', async () => {
    await made()
    expect(kindOf(await service().create(as('admin'), wanted()))).toBe('bad_request')
    await made({ name: 'two' })
    const full = await service().create(as('admin'), wanted({ name: 'three' }))
    expect(full).toMatchObject({
      refusal: { kind: 'limit_reached', reason: expect.stringContaining('allows 2') },
    })
    expect(await opened.store.destinations.list({ accountId })).toHaveLength(2)
  })

  test('people change and try no more than so often', async () => {
    const one = service()
    const { destination } = await made()
    const tries: string[] = []
    for (let at = 0; at < 25; at += 1) tries.push(kindOf(await one.test(as('admin'), destination.id)))
    expect(tries.filter((came) => came === 'rate_limited').length).toBe(5)
    expect(kindOf(await one.test(operator(), destination.id))).toBe('done')
  })
})

describe('a change', () => {
  test('keeps what is not named; another URL is sealed in place of the one before', async () => {
    const { destination } = await made()
    const before = vault.secrets.size
    const target: Target = { kind: 'webhook', url: 'https://new.example/hook' }
    const changed = await service().change(as('admin'), destination.id, { target })
    expect(changed).toMatchObject({ ok: true, value: { name: 'CI', shown: 'https://new.example' } })
    expect(vault.secrets.size).toBe(before + 1)
    const renamed = await service().change(as('admin'), destination.id, {
      name: 'Build',
      filter: { types: ['test.failed'] },
    })
    expect(renamed).toMatchObject({
      value: { name: 'Build', shown: 'https://new.example', filter: { types: ['test.failed'] } },
    })
    const [last] = await opened.store.audit.list({ accountId, limit: 1 })
    expect(last).toMatchObject({
      action: 'destination.changed',
      target: 'Build',
      details: { from: 'CI', told: 'changed' },
    })
    const slack: Target = { kind: 'slack', url: 'https://hooks.slack.com/services/T1/B1/abc' }
    expect(kindOf(await service().change(as('admin'), destination.id, { target: slack }))).toBe('bad_request')
  })

  test('of the secret lets both sign for a day', async () => {
    const { destination, secret } = await made()
    const rotated = await service().rotate(as('admin'), destination.id)
    expect(rotated).toMatchObject({
      value: {
        secret: expect.stringMatching(/^whsec_/),
        destination: { earlierSecretUntil: new Date(clock.now().getTime() + EARLIER_SECRET_MS) },
      },
    })
    expect(rotated.ok && rotated.value.secret).not.toBe(secret ?? '')
    clock.advance(EARLIER_SECRET_MS)
    const read = await service().read(as('admin'), destination.id)
    expect(read.ok && read.value).not.toHaveProperty('earlierSecretUntil')
    const { destination: other } = await made({
      name: 's',
      target: { kind: 'ntfy', url: 'https://ntfy.example/topic' },
    })
    expect(kindOf(await service().rotate(as('admin'), other.id))).toBe('bad_request')
  })
})

describe('deliveries', () => {
  async function delivered() {
    const { destination } = await made()
    const tested = await service().test(as('admin'), destination.id)
    if (!tested.ok) throw new Error('it was not made')
    const request = { holder: 'a/b', leaseMs: 1000, limit: 1, places: 8, perDestination: 1 }
    const [claimed] = await opened.store.deliveries.claim(request)
    if (claimed)
      await opened.store.deliveries.settle(claimed, attempt({ at: clock.now() }), { kind: 'delivered' })
    return { id: destination.id, delivery: tested.value }
  }

  test('a test is a delivery like any other, and is sent at once', async () => {
    const { id, delivery } = await delivered()
    expect(poked).toBe(1)
    const read = await service().delivery(as('member'), id, delivery.id)
    expect(read).toMatchObject({
      value: {
        delivery: { type: 'webhook.test', state: 'delivered', attempts: 1 },
        attempts: [{ number: 1 }],
      },
    })
    expect(kindOf(await service().delivery(as('member'), id, 'dlv_none'))).toBe('not_found')
    expect(await service().deliveries(as('member'), id, { limit: 10_000 })).toMatchObject({
      value: { items: [{}] },
    })
  })

  test('are replayed under the same webhook-id, and sent as new under another', async () => {
    const { id, delivery } = await delivered()
    expect(await service().replay(as('admin'), id, { ids: [delivery.id] })).toEqual({ ok: true, value: 1 })
    expect(await service().sendAsNew(as('admin'), id, [delivery.id, delivery.id])).toEqual({
      ok: true,
      value: 1,
    })
    expect(poked).toBe(3)
    const listed = await service().deliveries(as('admin'), id, { limit: 10 })
    const ids = listed.ok ? listed.value.items.map(({ messageId }) => messageId) : []
    expect(ids).toHaveLength(2)
    expect(ids.filter((one) => one === delivery.messageId)).toHaveLength(1)
    const range = { since: new Date(0), until: new Date(clock.now().getTime() + 1) }
    expect(await service().replay(as('admin'), id, range)).toEqual({ ok: true, value: 0 })
    const many = Array.from({ length: 1001 }, () => 'dlv_x')
    expect(kindOf(await service().replay(as('admin'), id, { ids: many }))).toBe('bad_request')
    expect(kindOf(await service().sendAsNew(as('admin'), id, many))).toBe('bad_request')
  })

  test('on a full disk it is said that nothing was replayed', async () => {
    const { id, delivery } = await delivered()
    const full = async () => 'no_space' as const
    const deliveries = { ...opened.store.deliveries, replay: full, copy: full }
    const without = service({ store: { ...opened.store, deliveries } })
    expect(kindOf(await without.replay(as('admin'), id, { ids: [delivery.id] }))).toBe('out_of_space')
    expect(kindOf(await without.sendAsNew(as('admin'), id, [delivery.id]))).toBe('out_of_space')
  })

  test('of one that is turned off are neither tried nor replayed', async () => {
    const { id, delivery } = await delivered()
    expect(await service().setEnabled(as('admin'), id, false)).toMatchObject({
      value: { disabled: { reason: 'person' } },
    })
    expect(kindOf(await service().test(as('admin'), id))).toBe('bad_request')
    expect(kindOf(await service().replay(as('admin'), id, { ids: [delivery.id] }))).toBe('bad_request')
    const before = (await opened.store.audit.list({ accountId, limit: 100 })).length
    await service().setEnabled(as('admin'), id, false)
    expect((await opened.store.audit.list({ accountId, limit: 100 })).length).toBe(before)
    expect(await service().setEnabled(as('admin'), id, true)).not.toHaveProperty('value.disabled')
  })
})

test('the log names the person who did it', async () => {
  const one = person()
  await opened.store.people.create({ person: one }, entry('person.created'))
  await service().create({ kind: 'session', accountId, role: 'admin', personId: one.id }, wanted())
  const [last] = await opened.store.audit.list({ accountId, limit: 1 })
  expect(last).toMatchObject({ actor: { kind: 'person', id: one.id, name: one.name }, accountId })
})
