import type { Person } from '../../core/access/person.ts'
import type { Session } from '../../core/access/session.ts'
import type { PeopleStore } from '../../store/people.ts'
import type { Clock } from '../ports.ts'
import type { SecondFactor } from './factors/second-factor.ts'
import type { Passkeys } from './passkeys/passkeys.ts'

/** How somebody who is signed in shows that it is still them. */
export type ProofKind = 'password' | 'passkey' | 'code'

/** What they showed; what was not asked for is empty. */
export interface Proof {
  password: string
  code: string
  passkey: { token: string; answer: string }
}

/** Who is to show it. */
export interface Confirmer {
  person: Person
  session: Pick<Session, 'id' | 'createdAt'>
  client: string
}

export type Confirmation =
  | { kind: 'confirmed' }
  | { kind: 'wrong'; proof: ProofKind }
  | { kind: 'too_many'; retryAfterSeconds: number }
  /** They have nothing to show here, and signed in too long ago. */
  | { kind: 'sign_in_again' }

/** Judges a password of somebody as a sign-in does, throttled like it. */
export type PasswordProof = (
  person: Person,
  password: string,
  client: string,
) => Promise<{ kind: 'right' } | { kind: 'wrong' } | { kind: 'too_many'; retryAfterSeconds: number }>

export interface Confirming {
  /** What somebody can show; nothing where only the provider knows them. */
  proofsOf(personId: string): Promise<ProofKind[]>
  confirm(confirmer: Confirmer, proof: Proof): Promise<Confirmation>
}

interface ConfirmingDeps {
  store: { people: Pick<PeopleStore, 'byId'> }
  secondFactor: Pick<SecondFactor, 'check'>
  passkeys: Pick<Passkeys, 'party' | 'finishSignIn'>
  password: PasswordProof
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

  async function byPasskey({ person, session }: Confirmer, { passkey }: Proof): Promise<Confirmation> {
    const of = { personId: person.id, sessionId: session.id }
    const { kind } = await passkeys.finishSignIn(passkey.token, passkey.answer, of)
    return kind === 'right' ? { kind: 'confirmed' } : { kind: 'wrong', proof: 'passkey' }
  }

  async function byPassword({ person, client }: Confirmer, password: string): Promise<Confirmation> {
    const judged = await deps.password(person, password, client)
    if (judged.kind === 'right') return { kind: 'confirmed' }
    return judged.kind === 'too_many' ? judged : { kind: 'wrong', proof: 'password' }
  }

  async function byCode({ person, client }: Confirmer, code: string): Promise<Confirmation> {
    const judged = await secondFactor.check({ person, client }, code)
    if (judged.kind === 'right' || judged.kind === 'recovered') return { kind: 'confirmed' }
    return judged.kind === 'too_many' ? judged : { kind: 'wrong', proof: 'code' }
  }

  return {
    proofsOf,
    async confirm(confirmer, proof) {
      const proofs = await proofsOf(confirmer.person.id)
      if (proofs.includes('passkey') && proof.passkey.answer !== '') return byPasskey(confirmer, proof)
      if (proofs.includes('password')) return byPassword(confirmer, proof.password)
      if (proofs.includes('code')) return byCode(confirmer, proof.code)
      if (proofs.includes('passkey')) return { kind: 'wrong', proof: 'passkey' }
      const age = clock.now().getTime() - confirmer.session.createdAt.getTime()
      return age < FRESH_MS ? { kind: 'confirmed' } : { kind: 'sign_in_again' }
    },
  }
}
