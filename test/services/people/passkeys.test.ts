import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createPasskeys, type Passkeys } from '../../../src/services/people/passkeys/passkeys.ts'
import { entry, passkey, session } from '../../support/people.ts'
import { type FactorsWorld, factorsWorld } from './factors-world.ts'

const PARTY = { kind: 'usable', id: 'localhost', origin: 'http://localhost:8080' } as const
/** What no browser signed, for a passkey of this id. */
const unsigned = (id: string) => JSON.stringify({ id, rawId: id, type: 'public-key', response: {} })

describe('passkeys', () => {
  let world: FactorsWorld
  const opened = (offered = { password: true, provider: false }): Passkeys =>
    createPasskeys({ ...world, party: PARTY, siteName: 'Mailgauge', offered })
  beforeAll(async () => {
    world = await factorsWorld()
  })
  afterAll(() => world.done())

  async function somebody() {
    const person = await world.person()
    const made = session(person.id)
    await world.store.sessions.begin(made, world.random(32))
    const key = passkey(person.id)
    await world.store.people.passkeys.add(key, entry('passkey.added', { personId: person.id }))
    return { person, key, of: { personId: person.id, sessionId: made.id } }
  }

  test('what is asked is verified of a person, for this site alone', async () => {
    const { person, key, of } = await somebody()
    const { options } = await opened().beginAdding({ person }, of.sessionId)
    expect(options).toMatchObject({
      rp: { id: 'localhost', name: 'Mailgauge' },
      user: { name: person.email },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [{ id: key.id }],
    })
    const asked = await opened().beginSignIn()
    expect(asked.options).toMatchObject({ rpId: 'localhost', userVerification: 'required' })
    expect(asked.options).not.toHaveProperty('allowCredentials', expect.anything())
  })

  test('a question is answered once, within five minutes', async () => {
    const { key } = await somebody()
    const passkeys = opened()
    const { token } = await passkeys.beginSignIn()
    expect(await passkeys.finishSignIn(token, unsigned(key.id))).toMatchObject({ kind: 'refused' })
    expect(await passkeys.finishSignIn(token, unsigned(key.id))).toEqual({ kind: 'expired' })
    const late = await passkeys.beginSignIn()
    world.clock.advance(5 * 60_000)
    expect(await passkeys.finishSignIn(late.token, unsigned(key.id))).toEqual({ kind: 'expired' })
  })

  test('and only where, by whom and for what it was asked', async () => {
    const [one, other] = [await somebody(), await somebody()]
    const passkeys = opened()
    const answer = unsigned(one.key.id)
    const elsewhere = await passkeys.beginSignIn(one.of)
    expect(await passkeys.finishSignIn(elsewhere.token, answer, other.of)).toEqual({ kind: 'expired' })
    const alone = await passkeys.beginSignIn(one.of)
    expect(await passkeys.finishSignIn(alone.token, answer)).toEqual({ kind: 'expired' })
    const added = await passkeys.beginAdding({ person: one.person }, one.of.sessionId)
    expect(await passkeys.finishSignIn(added.token, answer, one.of)).toEqual({ kind: 'expired' })
    for (const nonsense of ['', '{', '[]', '{"id":1}', 'x'.repeat(100_000)]) {
      const { token } = await passkeys.beginSignIn()
      expect(await passkeys.finishSignIn(token, nonsense)).toMatchObject({ kind: 'refused' })
    }
    const { token } = await passkeys.beginSignIn()
    expect(await passkeys.finishSignIn(token, unsigned('unknown'))).toEqual({ kind: 'unknown' })
  })

  test('a passkey of somebody else is neither renamed nor removed; the last way in stays', async () => {
    const [one, other] = [await somebody(), await somebody()]
    const passkeys = opened()
    expect(await passkeys.rename(other.person.id, one.key.id, 'mine')).toBe('unknown_passkey')
    expect(await passkeys.remove({ person: other.person }, one.key.id)).toBe('unknown_passkey')
    // Where nobody signs in with a password, having one is no way in.
    const withoutPasswords = opened({ password: false, provider: false })
    expect(await withoutPasswords.remove({ person: one.person }, one.key.id)).toBe('last_way_in')
    expect(await passkeys.remove({ person: one.person }, one.key.id)).toBe('removed')
  })
})
