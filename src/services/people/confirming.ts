import type { PeopleStore } from '../../store/people.ts'
import type { Clock } from '../ports.ts'
import type { SecondFactor } from './factors/second-factor.ts'
import type { Passkeys } from './passkeys/passkeys.ts'
import type { SignedIn } from './sessions.ts'

/** How somebody who is signed in shows that it is still them. */
export type ProofKind = 'password' | 'passkey' | 'code'

/** What they showed; what was not asked for is empty. */
export interface Proof {
  password: string
  code: string
  passkey: { token: string; answer: string }
}

export type Confirmation =
  | { kind: 'confirmed' }
  | { kind: 'wrong'; proof: ProofKind }
  | { kind: 'wait'; seconds: number }
  | { kind: 'busy' }
  /** They have nothing to show here, and signed in too long ago. */
  | { kind: 'sign_in_again' }

/** Judges the password of somebody who is signed in, throttled as a sign-in is. */
export type ProvePassword = (
  me: SignedIn,
  password: string,
  client: string,
) => Promise<'proved' | { kind: 'flawed' | 'sign_in_again' | 'busy' } | { kind: 'wait'; seconds: number }>

/** Bounds how often codes of somebody are tried. */
export type FactorTries = (
  client: string,
  personId: string,
) => Promise<{ passed(): void } | { waitSeconds: number }>

export interface Confirming {
  /** What somebody can show; nothing where only the provider knows them. */
  proofsOf(personId: string): Promise<ProofKind[]>
  confirm(me: SignedIn, proof: Proof, client: string): Promise<Confirmation>
}

interface ConfirmingDeps {
  store: { people: Pick<PeopleStore, 'byId'> }
  secondFactor: Pick<SecondFactor, 'check'>
  passkeys: Pick<Passkeys, 'party' | 'finishSignIn'>
  prove: ProvePassword
  tries: { factor: FactorTries }
  /** False where nobody signs in with a password. */
  hasPasswords: boolean
  clock: Clock
}

/** So long after a sign-in, nobody is asked who has nothing to show. */
const FRESH_MS = 10 * 60_000

/** Before something of the sign-in is changed: a browser that was left open must not be enough. */
export function createConfirming(deps: ConfirmingDeps): Confirming {
  const { store, secondFactor, passkeys, clock } = deps

  async function proofsOf(personId: string): Promise<ProofKind[]> {
    const credentials = (await store.people.byId(personId))?.credentials
    if (!credentials) return []
    const proofs: ProofKind[] = []
    if (credentials.passwordHash !== undefined && deps.hasPasswords) proofs.push('password')
    if (credentials.passkeys > 0 && passkeys.party.kind === 'usable') proofs.push('passkey')
    // A code alone is asked of those who have nothing else: it is the lesser half of a sign-in.
    if (proofs.length === 0 && credentials.totp) proofs.push('code')
    return proofs
  }

  async function byPasskey({ person, session }: SignedIn, { passkey }: Proof): Promise<Confirmation> {
    const of = { personId: person.id, sessionId: session.id }
    const { kind } = await passkeys.finishSignIn(passkey.token, passkey.answer, of)
    return kind === 'right' ? { kind: 'confirmed' } : { kind: 'wrong', proof: 'passkey' }
  }

  async function byPassword(me: SignedIn, password: string, client: string): Promise<Confirmation> {
    const proved = await deps.prove(me, password, client)
    if (proved === 'proved') return { kind: 'confirmed' }
    if (proved.kind === 'wait') return { kind: 'wait', seconds: proved.seconds }
    return proved.kind === 'flawed' ? { kind: 'wrong', proof: 'password' } : { kind: proved.kind }
  }

  async function byCode({ person }: SignedIn, code: string, client: string): Promise<Confirmation> {
    const turn = await deps.tries.factor(client, person.id)
    if ('waitSeconds' in turn) return { kind: 'wait', seconds: turn.waitSeconds }
    const { kind } = await secondFactor.check({ person, client }, code)
    if (kind !== 'right' && kind !== 'recovered') return { kind: 'wrong', proof: 'code' }
    turn.passed()
    return { kind: 'confirmed' }
  }

  return {
    proofsOf,
    async confirm(me, proof, client) {
      const proofs = await proofsOf(me.person.id)
      if (proofs.includes('passkey') && proof.passkey.answer !== '') return byPasskey(me, proof)
      if (proofs.includes('password')) return byPassword(me, proof.password, client)
      if (proofs.includes('code')) return byCode(me, proof.code, client)
      if (proofs.includes('passkey')) return { kind: 'wrong', proof: 'passkey' }
      const age = clock.now().getTime() - me.session.createdAt.getTime()
      return age < FRESH_MS ? { kind: 'confirmed' } : { kind: 'sign_in_again' }
    },
  }
}
