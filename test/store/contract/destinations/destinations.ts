import { expect, test } from 'bun:test'
import type { Destination } from '../../../../src/core/watching/destination.ts'
import { account, later, THEN } from '../../../support/builders.ts'
import {
  addDeliveries,
  addDestination,
  attempt,
  delivery,
  destination,
} from '../../../support/destinations.ts'
import { entry as said } from '../../../support/people.ts'
import type { TheStore } from '../../contract.ts'

export function destinationContract(store: TheStore): void {
  const destinations = () => store().destinations

  async function madeAccount() {
    const one = account()
    await store().accounts.create(one)
    return one.id
  }

  const add = (one: Destination, most = 100) =>
    destinations().add(one, most, said('destination.created', { ...ownerFacts(one), target: one.name }))
  const ownerFacts = ({ accountId }: Destination) => (accountId === undefined ? {} : { accountId })
  const actions = async (accountId: string) =>
    (await store().audit.list({ accountId, limit: 100 })).map(({ action }) => action).toReversed()

  /** Secrets are kept by the vault before; here it is enough that they are there. */
  async function sealedFor(one: Destination) {
    await store().sealed.begin('a key')
    const keyId = (await store().sealed.keyInUse()) ?? ''
    const value = new Uint8Array([1])
    const { target, signing = '' } = one.secrets
    await store().sealed.put({ id: target, purpose: 'target', ownerId: one.id, keyId, value })
    await store().sealed.put({ id: signing, purpose: 'webhook', ownerId: one.id, keyId, value })
    return async () => {
      const found = await Promise.all([target, signing].map((id) => store().sealed.byId(id)))
      return found.map((secret) => secret !== undefined)
    }
  }

  test('a destination is found by its owner alone, in the order of names', async () => {
    const [mine, other] = [await madeAccount(), await madeAccount()]
    const filter = { types: ['test.scored' as const], domainIds: ['d1'], monitorIds: ['m1'] }
    const two = destination({ accountId: mine, name: 'two', filter })
    const one = destination({ accountId: mine, name: 'one', kind: 'email', secrets: { target: 'sec_1' } })
    const own = destination({ name: `instance ${crypto.randomUUID()}` })
    for (const each of [two, one, own]) expect(await add(each)).toBe('added')
    expect(await destinations().list({ accountId: mine })).toStrictEqual([one, two])
    expect(await destinations().byId({ accountId: mine }, one.id)).toStrictEqual(one)
    for (const owner of [{ accountId: other }, 'instance'] as const)
      expect(await destinations().byId(owner, one.id)).toBeUndefined()
    expect(await destinations().byId('instance', own.id)).toStrictEqual(own)
    expect(await destinations().list('instance')).toContainEqual(own)
    expect(await actions(mine)).toEqual(['destination.created', 'destination.created'])
  })

  test('those that want an event are the owner’s, in use, and ask for its type', async () => {
    const [mine, other] = [await madeAccount(), await madeAccount()]
    const asking = (accountId: string, ...types: Destination['filter']['types']) =>
      destination({ accountId, filter: { types } })
    const both = asking(mine, 'monitor.alert', 'test.scored')
    const [off, theirs] = [asking(mine, 'test.scored'), asking(other, 'test.scored')]
    for (const each of [both, off, theirs, asking(mine, 'test.failed')]) expect(await add(each)).toBe('added')
    const turned = { disabled: { at: THEN, reason: 'person' as const } }
    await destinations().change(
      { accountId: mine },
      off.id,
      turned,
      said('destination.disabled', { accountId: mine }),
    )
    const wanting = (...types: Destination['filter']['types']) =>
      destinations().wanting({ accountId: mine }, types)
    expect(await wanting('test.scored')).toStrictEqual([both])
    expect(await wanting('domain.verified', 'monitor.alert')).toStrictEqual([both])
    expect(await wanting('domain.verified')).toEqual([])
    expect(await destinations().wanting('instance', ['webhook.disabled'])).toEqual([])
  })

  test('a name is taken once by an owner, no more are added than may be, and none to an unknown account', async () => {
    const [mine, other] = [await madeAccount(), await madeAccount()]
    expect(await add(destination({ accountId: mine, name: 'same' }), 1)).toBe('added')
    expect(await add(destination({ accountId: mine, name: 'same' }), 1)).toBe('name_taken')
    expect(await add(destination({ accountId: mine, name: 'next' }), 1)).toBe('full')
    expect(await add(destination({ accountId: other, name: 'same' }), 1)).toBe('added')
    expect(await add(destination({ accountId: 'none' }))).toBe('unknown_account')
    const name = `instance ${crypto.randomUUID()}`
    expect(await add(destination({ name }), 100_000)).toBe('added')
    expect(await add(destination({ name }), 100_000)).toBe('name_taken')
    expect(await actions(mine)).toEqual(['destination.created'])
  })

  test('what is changed of it changes with its entry; the secrets that it no longer has go', async () => {
    const accountId = await madeAccount()
    const one = destination({ accountId, name: 'one' })
    const areSealed = await sealedFor(one)
    await add(one)
    await add(destination({ accountId, name: 'two' }))
    const owner = { accountId }
    const change = (what: Parameters<ReturnType<typeof destinations>['change']>[2], action = 'changed') =>
      destinations().change(
        owner,
        one.id,
        what,
        said(`destination.${action}` as 'destination.changed', owner),
      )
    expect(await change({ name: 'two' })).toBe('name_taken')
    expect(await change({ name: 'new', filter: { types: ['test.failed'] } })).toBe('changed')
    expect(await change({ target: { secret: 'sec_new', shown: 'https://new.example' } })).toBe('changed')
    expect(await areSealed()).toEqual([false, true])
    expect(await change({ rotate: { secret: 'sec_next', until: later(1000) } }, 'rotated')).toBe('changed')
    expect(await areSealed()).toEqual([false, true])
    expect(await destinations().byId(owner, one.id)).toStrictEqual({
      ...one,
      name: 'new',
      filter: { types: ['test.failed'] },
      shown: 'https://new.example',
      secrets: {
        target: 'sec_new',
        signing: 'sec_next',
        earlier: { signing: one.secrets.signing ?? '', until: later(1000) },
      },
    })
    expect(await change({ rotate: { secret: 'sec_third', until: later(2000) } }, 'rotated')).toBe('changed')
    expect(await areSealed()).toEqual([false, false])
    expect(await destinations().byId(owner, one.id)).toMatchObject({
      secrets: { signing: 'sec_third', earlier: { signing: 'sec_next', until: later(2000) } },
    })
    const unknown = said('destination.changed')
    expect(await destinations().change('instance', one.id, { name: 'x' }, unknown)).toBe(
      'unknown_destination',
    )
    expect(await actions(accountId)).toEqual([
      'destination.created',
      'destination.created',
      'destination.changed',
      'destination.changed',
      'destination.rotated',
      'destination.rotated',
    ])
  })

  test('the secret before a rotation is forgotten once it no longer signs', async () => {
    const one = destination()
    const areSealed = await sealedFor(one)
    await add(one, 100_000)
    const until = new Date(store.now().getTime() + 5000)
    await destinations().change(
      'instance',
      one.id,
      { rotate: { secret: 'sec_n', until } },
      said('destination.rotated'),
    )
    await store().deliveries.forget(THEN, 10)
    expect(await areSealed()).toEqual([true, true])
    await store.pass(5000)
    await store().deliveries.forget(THEN, 10)
    expect(await areSealed()).toEqual([true, false])
    expect((await destinations().byId('instance', one.id))?.secrets.earlier).toBeUndefined()
  })

  test('turned off, what was due is dropped and nothing more is spread to it; turned on, it begins anew', async () => {
    const one = await addDestination(store())
    const [due] = [delivery(one.id, { createdAt: store.now() })]
    await addDeliveries(store(), [due])
    const change = (disabled: { at: Date; reason: 'person' } | null) =>
      destinations().change('instance', one.id, { disabled }, said('destination.disabled'))
    await change({ at: later(1), reason: 'person' })
    expect(await destinations().byId('instance', one.id)).toMatchObject({
      disabled: { at: later(1), reason: 'person' },
    })
    expect((await store().deliveries.read(one.id, due.id))?.delivery).toMatchObject({
      state: 'dropped',
      says: expect.stringContaining('turned off'),
    })
    await change(null)
    expect(await destinations().byId('instance', one.id)).toStrictEqual(one)
    expect((await store().deliveries.read(one.id, due.id))?.delivery.state).toBe('dropped')
  })

  test('turned off, all of the many that wait are dropped, and none is left for when it is turned on', async () => {
    const one = await addDestination(store())
    const first = delivery(one.id, { createdAt: store.now() })
    await addDeliveries(store(), [first])
    const copies = Array.from({ length: 1_200 }, () => {
      const { id, messageId } = delivery(one.id)
      return { of: first.id, id, messageId, at: store.now() }
    })
    await store().deliveries.copy(one.id, copies, said('destination.replayed'))
    const waiting = () => store().deliveries.list(one.id, { limit: 1, state: 'due' })
    expect((await waiting()).items).toHaveLength(1)
    const change = (disabled: { at: Date; reason: 'person' } | null) =>
      destinations().change('instance', one.id, { disabled }, said('destination.disabled'))
    await change({ at: later(1), reason: 'person' })
    expect((await waiting()).items).toEqual([])
    await change(null)
    expect((await store().deliveries.list(one.id, { limit: 2_000, state: 'dropped' })).items).toHaveLength(
      1_201,
    )
  })

  test('deleted, nobody finds it; its secrets are gone, its name is free, its deliveries follow piece by piece', async () => {
    const accountId = await madeAccount()
    const one = destination({ accountId, name: 'one' })
    const areSealed = await sealedFor(one)
    await add(one)
    const some = [1, 2, 3].map(() => delivery(one.id))
    await addDeliveries(store(), some)
    expect(await destinations().delete('instance', one.id, said('destination.deleted'))).toBe(
      'unknown_destination',
    )
    expect(
      await destinations().delete({ accountId }, one.id, said('destination.deleted', { accountId })),
    ).toBe('deleted')
    expect(await destinations().byId({ accountId }, one.id)).toBeUndefined()
    expect(await destinations().list({ accountId })).toEqual([])
    expect(await areSealed()).toEqual([false, false])
    expect(await add(destination({ accountId, name: 'one' }))).toBe('added')
    expect(await store().deliveries.add(delivery(one.id), said('destination.tested'))).toBe(
      'unknown_destination',
    )
    while ((await store().deliveries.forget(THEN, 2)) > 0);
    expect(await store().deliveries.list(one.id, { limit: 10 })).toEqual({ items: [] })
    expect(await actions(accountId)).toEqual([
      'destination.created',
      'destination.deleted',
      'destination.created',
    ])
  })

  test('a deleted account takes its destinations with it', async () => {
    const accountId = await madeAccount()
    const one = destination({ accountId })
    const areSealed = await sealedFor(one)
    await add(one)
    await addDeliveries(store(), [delivery(one.id), delivery(one.id)])
    await store().accounts.delete(accountId, said('account.deleted', { accountId }))
    expect(await areSealed()).toEqual([false, false])
    expect(await destinations().list({ accountId })).toEqual([])
    expect(await add(destination({ accountId }))).toBe('unknown_account')
    while ((await store().accounts.deleteRest(1)) > 0);
    expect(await store().deliveries.list(one.id, { limit: 10 })).toEqual({ items: [] })
  })

  test('those that took nothing for long are counted, by whether they are still tried', async () => {
    const before = await destinations().failing(later(0))
    const claimed = async (id: string) => {
      await addDeliveries(store(), [delivery(id, { createdAt: store.now() })])
      const some = { holder: 'here/1', leaseMs: 1000, limit: 100, places: 1000, perDestination: 2 }
      const found = (await store().deliveries.claim(some)).find(({ destination: { id: of } }) => of === id)
      if (!found) throw new Error('it was not claimed')
      return found
    }
    const [failing, gone, fine] = [
      await addDestination(store()),
      await addDestination(store()),
      await addDestination(store()),
    ]
    const refused = attempt({ outcome: 'refused', at: later(0) })
    await store().deliveries.settle(await claimed(failing.id), refused, { kind: 'given_up' })
    await store().deliveries.settle(await claimed(gone.id), refused, {
      kind: 'disable',
      reason: 'gone',
      said: said('destination.disabled'),
    })
    await store().deliveries.settle(await claimed(fine.id), attempt(), { kind: 'delivered' })
    expect(await destinations().failing(later(0))).toEqual({
      tried: before.tried + 1,
      disabled: before.disabled + 1,
    })
    expect(await destinations().failing(later(-1))).toEqual({ tried: 0, disabled: 0 })
  })
}
