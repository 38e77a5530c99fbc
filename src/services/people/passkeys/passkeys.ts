import { isName } from '../../../core/access/account.ts'
import type { Passkey, Person } from '../../../core/access/person.ts'
import type { PeopleStore } from '../../../store/people.ts'
import type { CeremonyStore } from '../../../store/sessions.ts'
import type { Clock, RandomBytes } from '../../ports.ts'
import { entryBy, type Oneself } from '../oneself.ts'
import { newToken, tokenHash } from '../token.ts'
import { type OfferedWays, waysOf } from '../ways.ts'
import type { RelyingParty } from './relying-party.ts'
import { type Verification, verifiedAnswer, verifiedKey } from './verify.ts'
import { webauthn } from './webauthn.ts'

export interface PasskeysDeps {
  store: { people: Pick<PeopleStore, 'byId' | 'passkeys'>; ceremonies: CeremonyStore }
  party: RelyingParty
  siteName: string
  /** The ways to sign in beside passkeys. */
  offered: Omit<OfferedWays, 'passkeys'>
  clock: Clock
  random: RandomBytes
}

/** What a browser is asked, and the token that brings its answer back. */
export interface Asked {
  token: string
  /** Options as `@simplewebauthn/browser` takes them. */
  options: object
}

/** For whom a passkey is asked. */
export interface AskedFor {
  personId: string
  sessionId: string
}

export type Adding =
  | { kind: 'added'; passkey: Passkey }
  | { kind: 'known' | 'expired' | 'bad_name' | 'too_many' }
  | { kind: 'refused'; reason: string }

export type PasskeySignIn =
  | { kind: 'right'; person: Person; passkey: Passkey }
  /** went_back: the counter says that there is a copy of the passkey (WebAuthn 6.1.1). */
  | { kind: 'expired' | 'unknown' | 'went_back' }
  | { kind: 'refused'; reason: string }

export interface Passkeys {
  party: RelyingParty
  of(personId: string): Promise<Passkey[]>
  beginAdding(doer: Oneself, sessionId: string): Promise<Asked>
  finishAdding(doer: Oneself, sessionId: string, token: string, name: string, answer: string): Promise<Adding>
  /** Asks for any passkey of this site, or for one of a person who is half signed in or confirms something. */
  beginSignIn(of?: AskedFor): Promise<Asked>
  finishSignIn(token: string, answer: string, of?: AskedFor): Promise<PasskeySignIn>
  rename(personId: string, id: string, name: string): Promise<'renamed' | 'bad_name' | 'unknown_passkey'>
  remove(doer: Oneself, id: string): Promise<'removed' | 'unknown_passkey' | 'last_way_in'>
}

const CEREMONY_MS = 5 * 60_000
const MOST_PASSKEYS = 50
const CHALLENGE_BYTES = 32

/** Passkeys (WebAuthn Level 3): made for this site alone, always with user verification. */
export function createPasskeys(deps: PasskeysDeps): Passkeys {
  const { party, clock, random } = deps
  const { people, ceremonies } = deps.store

  function demandParty() {
    if (party.kind !== 'usable') throw new Error('There are no passkeys at this address.')
    return party
  }

  async function begin(kind: 'passkey_add' | 'passkey_sign_in', of?: AskedFor) {
    const { text: token, hash } = newToken(random)
    const challenge = Buffer.from(random(CHALLENGE_BYTES))
    const expiresAt = new Date(clock.now().getTime() + CEREMONY_MS)
    const data = { challenge: challenge.toString('base64url') }
    await ceremonies.put(hash, { kind, data, expiresAt, ...of })
    return { token, challenge: Uint8Array.from(challenge) }
  }

  /** The challenge, once. What was begun in another session, or for another purpose, has none here. */
  async function challengeOf(token: string, kind: 'passkey_add' | 'passkey_sign_in', of?: AskedFor) {
    const hash = tokenHash(token)
    const ceremony = hash && (await ceremonies.take(hash))
    if (ceremony?.kind !== kind || ceremony.expiresAt <= clock.now()) return undefined
    if (ceremony.personId !== of?.personId || ceremony.sessionId !== of?.sessionId) return undefined
    return ceremony.data['challenge']
  }

  async function used(passkey: Passkey, counter: number): Promise<'used' | 'went_back' | 'unknown_passkey'> {
    return people.passkeys.use(passkey.id, counter, clock.now())
  }

  async function judged(verification: Verification, personId: string | undefined): Promise<PasskeySignIn> {
    if (verification.kind !== 'right') return verification
    const { passkey, counter } = verification
    if (personId !== undefined && passkey.personId !== personId) return { kind: 'unknown' }
    const person = await people.byId(passkey.personId)
    if (!person) return { kind: 'unknown' }
    const outcome = await used(passkey, counter)
    if (outcome === 'used') return { kind: 'right', person, passkey }
    return { kind: outcome === 'went_back' ? 'went_back' : 'unknown' }
  }

  return {
    party,
    of: (personId) => people.passkeys.of(personId),

    async beginAdding({ person }, sessionId) {
      const { id } = demandParty()
      const { token, challenge } = await begin('passkey_add', { personId: person.id, sessionId })
      const { generateRegistrationOptions } = await webauthn()
      const there = await people.passkeys.of(person.id)
      const options = await generateRegistrationOptions({
        rpName: deps.siteName,
        rpID: id,
        userName: person.email,
        userDisplayName: person.name || person.email,
        userID: new TextEncoder().encode(person.id),
        challenge,
        timeout: CEREMONY_MS,
        attestationType: 'none',
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        excludeCredentials: there.map((one) => ({ id: one.id, transports: one.transports })),
      })
      return { token, options }
    },

    async finishAdding(doer, sessionId, token, name, answer) {
      if (!isName(name)) return { kind: 'bad_name' }
      const personId = doer.person.id
      const challenge = await challengeOf(token, 'passkey_add', { personId, sessionId })
      if (challenge === undefined) return { kind: 'expired' }
      if ((await people.passkeys.of(personId)).length >= MOST_PASSKEYS) return { kind: 'too_many' }
      const made = await verifiedKey(demandParty(), challenge, answer)
      if (made.kind === 'refused') return made
      const now = clock.now()
      const passkey: Passkey = { ...made.credential, personId, name, createdAt: now }
      const entry = entryBy(doer, now, 'passkey.added', { target: name })
      const outcome = await people.passkeys.add(passkey, entry)
      return outcome === 'added' ? { kind: 'added', passkey } : { kind: 'known' }
    },

    async beginSignIn(of) {
      const { id } = demandParty()
      const { token, challenge } = await begin('passkey_sign_in', of)
      const { generateAuthenticationOptions } = await webauthn()
      const own = of && (await people.passkeys.of(of.personId))
      const options = await generateAuthenticationOptions({
        rpID: id,
        challenge,
        timeout: CEREMONY_MS,
        userVerification: 'required',
        ...(own && { allowCredentials: own.map((one) => ({ id: one.id, transports: one.transports })) }),
      })
      return { token, options }
    },

    async finishSignIn(token, answer, of) {
      const challenge = await challengeOf(token, 'passkey_sign_in', of)
      if (challenge === undefined) return { kind: 'expired' }
      const verification = await verifiedAnswer(demandParty(), challenge, answer, people.passkeys.byId)
      return judged(verification, of?.personId)
    },

    async rename(personId, id, name) {
      if (!isName(name)) return 'bad_name'
      return (await people.passkeys.rename(id, personId, name)) ? 'renamed' : 'unknown_passkey'
    },

    async remove(doer, id) {
      const passkey = await people.passkeys.byId(id)
      if (passkey?.personId !== doer.person.id) return 'unknown_passkey'
      const target = passkey.name
      // The store knows what people have, and not what of it is offered here.
      const credentials = (await people.byId(doer.person.id))?.credentials
      const offered = { ...deps.offered, passkeys: true }
      if (party.kind === 'usable' && credentials && waysOf(credentials, offered) <= 1) return 'last_way_in'
      const entry = entryBy(doer, clock.now(), 'passkey.removed', { target })
      return people.passkeys.remove(id, doer.person.id, entry)
    },
  }
}
