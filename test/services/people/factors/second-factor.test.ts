import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { Secret, TOTP } from 'otpauth'
import type { Person } from '../../../../src/core/access/person.ts'
import { type FactorsWorld, factorsWorld } from '../factors-world.ts'

describe('the second factor', () => {
  let world: FactorsWorld
  beforeAll(async () => {
    world = await factorsWorld()
  })
  afterAll(() => world.done())

  const codeOf = (base32: string, seconds = 0) =>
    TOTP.generate({
      secret: Secret.fromBase32(base32),
      timestamp: world.clock.now().getTime() + seconds * 1000,
    })

  /** Somebody who turned it on, with their secret and recovery codes, at a time when no code was used yet. */
  async function turnedOn() {
    const doer = { person: await world.person(), client: '192.0.2.1' }
    const { base32 } = await world.secondFactor.propose(doer)
    const made = await world.secondFactor.enable(doer, base32, codeOf(base32))
    if (made.kind !== 'enabled') throw new Error(made.kind)
    world.clock.advance(120_000)
    return { doer, base32, codes: made.codes }
  }

  const leftOf = async ({ id }: Person) => (await world.store.people.byId(id))?.credentials.recoveryCodes

  test('is on once a code showed that an app has the secret', async () => {
    const doer = { person: await world.person() }
    const { base32 } = await world.secondFactor.propose(doer)
    expect(await world.secondFactor.enable(doer, base32, '000000')).toEqual({ kind: 'wrong_code' })
    expect(await world.secondFactor.enable(doer, 'short', codeOf(base32))).toEqual({ kind: 'bad_secret' })
    expect(await world.secondFactor.check(doer, codeOf(base32))).toEqual({ kind: 'not_enabled' })
    const made = await world.secondFactor.enable(doer, base32, codeOf(base32))
    expect(made).toMatchObject({ kind: 'enabled', codes: { length: 10 } })
    expect(await world.secondFactor.stateOf(doer.person.id)).toEqual({
      isOn: true,
      codes: 10,
      hasPasskeys: false,
    })
    expect(await world.secondFactor.enable(doer, base32, codeOf(base32))).toEqual({ kind: 'is_enabled' })
    expect(await world.actions(doer.person.id)).toEqual(['person.created', 'totp.enabled'])
  })

  test('the secret is sealed at rest, and codes are hashed', async () => {
    const { doer, base32, codes } = await turnedOn()
    const [sealed] = await world.store.sealed.of('totp', doer.person.id)
    const clear = Secret.fromBase32(base32).bytes
    expect(Buffer.from(sealed?.value ?? []).includes(Buffer.from(clear))).toBe(false)
    expect(codes.every((code) => /^[0-9a-z]{4}-[0-9a-z]{4}-[0-9a-z]{4}$/.test(code))).toBe(true)
  })

  test('a code works once, and none before it afterwards', async () => {
    const { doer, base32 } = await turnedOn()
    const [before, now, after] = [codeOf(base32, -30), codeOf(base32), codeOf(base32, 30)]
    expect(await world.secondFactor.check(doer, now)).toEqual({ kind: 'right' })
    expect(await world.secondFactor.check(doer, now)).toEqual({ kind: 'replayed' })
    expect(await world.secondFactor.check(doer, before)).toEqual({ kind: 'replayed' })
    expect(await world.secondFactor.check(doer, after)).toEqual({ kind: 'right' })
    expect(await world.secondFactor.check(doer, codeOf(base32, 60))).toEqual({ kind: 'wrong' })
  })

  test('of one code that is sent many times at once, one is right', async () => {
    const { doer, base32 } = await turnedOn()
    const code = codeOf(base32)
    const all = await Promise.all(Array.from({ length: 20 }, () => world.secondFactor.check(doer, code)))
    expect(all.filter(({ kind }) => kind === 'right')).toHaveLength(1)
  })

  test('the code that turned it on signs nobody in', async () => {
    const doer = { person: await world.person() }
    const { base32 } = await world.secondFactor.propose(doer)
    const code = codeOf(base32)
    await world.secondFactor.enable(doer, base32, code)
    expect(await world.secondFactor.check(doer, code)).toEqual({ kind: 'replayed' })
  })

  test('a recovery code works once, however it is typed, and says how many are left', async () => {
    const { doer, codes } = await turnedOn()
    const [first = '', second = ''] = codes
    const typed = first.replaceAll('-', '').toUpperCase()
    expect(await world.secondFactor.check(doer, typed)).toEqual({ kind: 'recovered', left: 9 })
    expect(await world.secondFactor.check(doer, first)).toEqual({ kind: 'wrong' })
    expect(await world.secondFactor.check(doer, second)).toEqual({ kind: 'recovered', left: 8 })
    expect(await world.actions(doer.person.id)).toContain('recovery_code.used')
  })

  test('a code of somebody else is wrong', async () => {
    const [one, other] = [await turnedOn(), await turnedOn()]
    expect(await world.secondFactor.check(other.doer, one.codes[0] ?? '')).toEqual({ kind: 'wrong' })
    expect(await world.secondFactor.check(other.doer, codeOf(one.base32))).toEqual({ kind: 'wrong' })
    expect(await leftOf(one.doer.person)).toBe(10)
  })

  test('new codes take the place of those that are left', async () => {
    const { doer, codes } = await turnedOn()
    await world.secondFactor.check(doer, codes[0] ?? '')
    const renewed = await world.secondFactor.renewCodes(doer)
    if (renewed.kind !== 'renewed') throw new Error(renewed.kind)
    expect(await leftOf(doer.person)).toBe(10)
    expect(await world.secondFactor.check(doer, codes[1] ?? '')).toEqual({ kind: 'wrong' })
    expect(await world.secondFactor.check(doer, renewed.codes[1] ?? '')).toMatchObject({ kind: 'recovered' })
  })

  test('turned off, its secret and codes are gone', async () => {
    const { doer, codes } = await turnedOn()
    expect(await world.secondFactor.disable(doer)).toBe('disabled')
    expect(await world.secondFactor.disable(doer)).toBe('not_enabled')
    expect(await world.store.sealed.of('totp', doer.person.id)).toEqual([])
    expect(await world.secondFactor.check(doer, codes[0] ?? '')).toEqual({ kind: 'not_enabled' })
    expect(await world.secondFactor.renewCodes(doer)).toEqual({ kind: 'not_enabled' })
    expect(await world.actions(doer.person.id)).toContain('totp.disabled')
  })

  test('without the key it is said that codes cannot be checked; recovery codes work', async () => {
    const { doer, base32, codes } = await turnedOn()
    const newcomer = { person: await world.person() }
    const proposed = await world.secondFactor.propose(newcomer)
    world.loseKey()
    const afterStart = world.factorOf()
    expect(await afterStart.check(doer, codeOf(base32))).toEqual({ kind: 'unusable' })
    expect(await afterStart.enable(newcomer, proposed.base32, codeOf(proposed.base32))).toEqual({
      kind: 'unusable',
    })
    expect(world.log.lines.at(-1)?.level).toBe('error')
    expect(JSON.stringify(world.log.lines)).not.toContain(base32)
    expect(await afterStart.check(doer, codes[0] ?? '')).toEqual({ kind: 'recovered', left: 9 })
  })
})
