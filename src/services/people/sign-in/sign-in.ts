import type { NewAuditEntry } from '../../../core/access/audit.ts'
import { emailKey, type Person } from '../../../core/access/person.ts'
import type { AuditStore } from '../../../store/audit.ts'
import type { PeopleStore, PersonWithCredentials } from '../../../store/people.ts'
import type { Clock, Log } from '../../ports.ts'
import type { Origin, Sessions, SignedIn } from '../sessions.ts'
import type { Passwords } from './passwords.ts'
import type { Tries } from './tries.ts'

/** Where somebody comes from who signs in. */
export interface Coming {
  from: Origin
  /** The Cookie header. */
  cookie: string | null
}

/** What came of a sign-in. `setCookie`: of the session that began. */
export type SignInOutcome =
  | { kind: 'signed_in'; setCookie: string }
  /** The password was right; the second factor is asked for next. */
  | { kind: 'factor'; setCookie: string }
  /** Nobody has that address, or it has no password, or another one: these are not told apart. */
  | { kind: 'wrong' }
  | { kind: 'wait'; seconds: number }
  /** Too many passwords are being compared. */
  | { kind: 'busy' }

export type FactorOutcome =
  /** `codesLeft`: it was a recovery code, and so many are left. */
  | { kind: 'signed_in'; setCookie: string; codesLeft?: number }
  /** over: the password was changed meanwhile, or another code was right. */
  | { kind: 'wrong' | 'replayed' | 'unusable' | 'over' }
  | { kind: 'wait'; seconds: number }

/** Judges a code, of an app or for the day on which that is lost, and uses it up. */
export interface SecondFactorCheck {
  check(
    doer: { person: Person; client: string },
    typed: string,
  ): Promise<
    | { kind: 'right' | 'replayed' | 'wrong' | 'not_enabled' | 'unusable' }
    | { kind: 'recovered'; left: number }
  >
}

export interface SignIn {
  withPassword(typed: { email: string; password: string }, coming: Coming): Promise<SignInOutcome>
  /** For somebody in a session of stage `factor`. */
  withFactor(signedIn: SignedIn, typed: string, coming: Coming): Promise<FactorOutcome>
}

export interface SignInDeps {
  store: { people: Pick<PeopleStore, 'byEmail' | 'rehash'>; audit: Pick<AuditStore, 'add' | 'list'> }
  sessions: Pick<Sessions, 'beginOn'>
  passwords: Passwords
  tries: Tries
  secondFactor: SecondFactorCheck
  clock: Clock
  log: Log
}

/** Signing in by address and password, and by a second factor after it. */
export function createSignIn(deps: SignInDeps): SignIn {
  const { store, sessions, tries, secondFactor, clock } = deps

  /** Written beside the answer, which must not take longer for somebody who exists. */
  const noteFailure = (person: Person, client: string, how: string) => {
    const entry: NewAuditEntry = {
      at: clock.now(),
      personId: person.id,
      actor: { kind: 'nobody' },
      action: 'sign_in.failed',
      details: { method: how },
      client,
    }
    store.audit.add(entry).catch((cause: unknown) => noted(deps.log, cause))
  }

  return {
    async withPassword({ email, password }, coming) {
      const { client } = coming.from
      const key = emailKey(email)
      const person = key === undefined ? undefined : await store.people.byEmail(key)
      const turn = await tries.password(client, key ?? 'no address', person?.id)
      if ('waitSeconds' in turn) return { kind: 'wait', seconds: turn.waitSeconds }
      const outcome = await byPassword(deps, person, password, coming)
      if (outcome.kind !== 'wrong') turn.passed()
      else if (person) noteFailure(person, client, 'password')
      return outcome
    },

    async withFactor({ person, session }, typed, { from, cookie }) {
      const turn = await tries.factor(from.client, person.id)
      if ('waitSeconds' in turn) return { kind: 'wait', seconds: turn.waitSeconds }
      const checked = await secondFactor.check({ person, client: from.client }, typed)
      if (checked.kind === 'wrong' || checked.kind === 'replayed') {
        noteFailure(person, from.client, 'second factor')
        return { kind: checked.kind }
      }
      turn.passed()
      if (checked.kind === 'unusable') return { kind: 'unusable' }
      // not_enabled: it was switched off meanwhile, by the operator.
      const begun = { person, method: session.method, stage: 'whole', from, cookie } as const
      const setCookie = await sessions.beginOn({ sessionId: session.id }, begun)
      if (setCookie === undefined) return { kind: 'over' }
      return {
        kind: 'signed_in',
        setCookie,
        ...(checked.kind === 'recovered' && { codesLeft: checked.left }),
      }
    },
  }
}

async function byPassword(
  deps: SignInDeps,
  person: PersonWithCredentials | undefined,
  password: string,
  coming: Coming,
): Promise<SignInOutcome> {
  const compared = await deps.passwords.compare(password, person?.credentials.passwordHash)
  // First: it must not tell whether there is anybody.
  if (compared === 'busy') return { kind: 'busy' }
  if (compared === 'wrong' || !person) return { kind: 'wrong' }
  if (compared === 'outdated') renewHash(deps, person, password)
  const stage = person.credentials.totp ? 'factor' : 'whole'
  const { passwordHash } = person.credentials
  const grounds = passwordHash === undefined ? {} : { passwordHash }
  const begun = { person, method: 'password', stage, ...coming } as const
  const setCookie = await deps.sessions.beginOn(grounds, begun)
  // The password, or its hash, was changed while this one was compared.
  if (setCookie === undefined) return { kind: 'busy' }
  return { kind: stage === 'factor' ? 'factor' : 'signed_in', setCookie }
}

/** Beside the answer: nobody waits for it. */
function renewHash(deps: SignInDeps, { id, credentials }: PersonWithCredentials, password: string): void {
  const old = credentials.passwordHash
  const renew = async () => {
    const better = await deps.passwords.hash(password)
    if (better !== undefined && old !== undefined) await deps.store.people.rehash(id, old, better)
  }
  renew().catch((cause: unknown) => noted(deps.log, cause))
}

function noted(log: Log, cause: unknown): void {
  log.warn({ reason: String(cause) }, 'What a sign-in leaves behind could not be written')
}
