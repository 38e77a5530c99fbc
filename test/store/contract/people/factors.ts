import { expect, test } from 'bun:test'
import { later, random, THEN } from '../../../support/builders.ts'
import { actionsOf, entry, identity, madePerson, passkey, person } from '../../../support/people.ts'
import type { TheStore } from '../../contract.ts'

export function factorContract(store: TheStore): void {
  const credentials = async (id: string) => (await store().people.byId(id))?.credentials

  test('a second factor is taken into use, its steps and codes work once, and it goes', async () => {
    const { factors } = store().people
    const { id } = await madePerson(store())
    const codes = [random(32), random(32)]
    const of = (action: Parameters<typeof entry>[0]) => entry(action, { personId: id })
    const totp = { secretId: 'sec_1', lastStep: 100 }
    expect(await factors.useStep(id, 1)).toBe('replayed')
    await factors.renewCodes(id, codes, of('recovery_codes.renewed'))
    expect(await factors.enable('per_none', totp, codes, entry('totp.enabled'))).toBe('unknown_person')
    expect(await factors.enable(id, totp, codes, of('totp.enabled'))).toBe('enabled')
    expect(await credentials(id)).toMatchObject({ totp, recoveryCodes: 2 })
    expect(await factors.useStep(id, 100)).toBe('replayed')
    const steps = await Promise.all(Array.from({ length: 20 }, () => factors.useStep(id, 101)))
    expect(steps.filter((step) => step === 'used')).toHaveLength(1)
    const used = await Promise.all(
      Array.from({ length: 20 }, () => factors.useCode(id, codes[0]!, of('recovery_code.used'))),
    )
    expect(used.filter((code) => code === 'used')).toHaveLength(1)
    expect((await credentials(id))?.recoveryCodes).toBe(1)
    await factors.renewCodes(id, [random(32), random(32), random(32)], of('recovery_codes.renewed'))
    expect(await factors.useCode(id, codes[1]!, of('recovery_code.used'))).toBe('unknown_code')
    expect((await credentials(id))?.recoveryCodes).toBe(3)
    expect(await factors.disable(id, of('totp.disabled'))).toBe('disabled')
    expect(await factors.disable(id, of('totp.disabled'))).toBe('not_enabled')
    expect(await credentials(id)).toEqual({
      passwordHash: 'a hash',
      recoveryCodes: 0,
      passkeys: 0,
      identities: 0,
    })
    expect(await actionsOf(store(), id)).toEqual([
      'totp.disabled',
      'recovery_codes.renewed',
      'recovery_code.used',
      'totp.enabled',
    ])
  })

  test('a passkey is kept, renamed and used; its counter does not go back', async () => {
    const { passkeys } = store().people
    const { id } = await madePerson(store())
    const one = passkey(id, { counter: 5 })
    expect(await passkeys.add(one, entry('passkey.added', { personId: id }))).toBe('added')
    const again = passkey((await madePerson(store())).id, { id: one.id })
    expect(await passkeys.add(again, entry('passkey.added'))).toBe('known')
    expect(await passkeys.byId(one.id)).toStrictEqual(one)
    expect(await passkeys.byId('none')).toBeUndefined()
    expect(await passkeys.use(one.id, 6, later(1))).toBe('used')
    expect(await passkeys.use(one.id, 6, later(2))).toBe('went_back')
    expect(await passkeys.use(one.id, 0, later(2))).toBe('went_back')
    expect(await passkeys.use('none', 7, later(2))).toBe('unknown_passkey')
    expect(await passkeys.rename(one.id, id, 'phone')).toBe(true)
    expect(await passkeys.rename(one.id, 'per_other', 'mine')).toBe(false)
    const kept = { ...one, name: 'phone', counter: 6, lastUsedAt: later(1) }
    expect(await passkeys.of(id)).toStrictEqual([kept])
    const without = passkey(id)
    await passkeys.add(without, entry('passkey.added'))
    expect(await passkeys.use(without.id, 0, later(3))).toBe('used')
    expect(await passkeys.use(without.id, 0, later(4))).toBe('used')
    expect(await passkeys.use(without.id, 1, later(5))).toBe('used')
    expect(await passkeys.use(without.id, 0, later(6))).toBe('went_back')
  })

  test('an identity is linked to one person', async () => {
    const { identities } = store().people
    const [{ id }, other] = [await madePerson(store()), await madePerson(store())]
    const one = identity(id)
    const of = entry('identity.linked', { personId: id })
    expect(await identities.link(one, of)).toBe('linked')
    expect(await identities.link(one, of)).toBe('linked')
    expect(await identities.link({ ...one, personId: other.id }, of)).toBe('linked_to_another')
    await identities.touch(one.issuer, one.subject, later(5))
    const kept = { ...one, lastUsedAt: later(5) }
    expect(await identities.bySubject(one.issuer, one.subject)).toStrictEqual(kept)
    expect(await identities.bySubject('https://other.example.org', one.subject)).toBeUndefined()
    expect(await identities.of(id)).toStrictEqual([kept])
    expect(await actionsOf(store(), id)).toEqual(['identity.linked'])
  })

  test('the last way to sign in stays: a password, a passkey or an identity, but no second factor', async () => {
    const { passkeys, identities, factors } = store().people
    const one = person()
    await store().people.create({ person: one }, entry('person.created'))
    const [key, linked] = [passkey(one.id), identity(one.id)]
    await passkeys.add(key, entry('passkey.added'))
    await identities.link(linked, entry('identity.linked'))
    await factors.enable(one.id, { secretId: 'sec_2', lastStep: 1 }, [random(32)], entry('totp.enabled'))
    const of = (action: Parameters<typeof entry>[0]) => entry(action, { personId: one.id })
    const removeKey = (personId = one.id) => passkeys.remove(key.id, personId, of('passkey.removed'))
    const unlink = (personId = one.id) =>
      identities.unlink(linked.issuer, linked.subject, personId, of('identity.unlinked'))
    expect(await removeKey('per_other')).toBe('unknown_passkey')
    expect(await unlink('per_other')).toBe('unknown_identity')
    const gone = await Promise.all([removeKey(), unlink()])
    expect(gone.filter((answer) => answer === 'last_way_in')).toHaveLength(1)
    const wasUnlinked = gone[1] === 'unlinked'
    if (wasUnlinked) {
      expect(await identities.link(linked, entry('identity.linked'))).toBe('linked')
      expect(await removeKey()).toBe('removed')
    }
    expect(await identities.of(one.id)).toHaveLength(1)
    await store().people.setPassword(one.id, 'a hash', {}, of('password.set'))
    expect(await unlink()).toBe('unlinked')
    expect(await store().people.setPassword(one.id, undefined, {}, of('password.set'))).toBe('last_way_in')
    await passkeys.add(key, entry('passkey.added'))
    expect(await store().people.setPassword(one.id, undefined, {}, of('password.set'))).toBe('changed')
    expect(await removeKey()).toBe('last_way_in')
    expect(await passkeys.byId(key.id)).toMatchObject({ createdAt: THEN })
    expect(await actionsOf(store(), one.id)).toEqual([
      'password.set',
      'identity.unlinked',
      'password.set',
      'passkey.removed',
      ...(wasUnlinked ? (['identity.unlinked'] as const) : []),
    ])
  })
}
