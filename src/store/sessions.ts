import type { NewAuditEntry } from '../core/access/audit.ts'
import type { Person } from '../core/access/person.ts'
import type { Role } from '../core/access/role.ts'
import type { Session } from '../core/access/session.ts'

/** A session with whom it is of, and their role in its account; absent where they are no longer a member. */
export interface OwnedSession {
  session: Session
  person: Person
  role?: Role
  /** The name of the session's account. */
  accountName?: string
}

/** What a session rests on: the hash of the password that was right, and the session that it goes on from. */
export interface Grounds {
  passwordHash?: string
  sessionId?: string
}

export interface SessionStore {
  /** `replaces`: the hash of the session that ends in the same moment. A person has 100 at most (and 100 that wait for a
   * second factor): those that were not seen for longest end. `over`: what it rests on was changed or ended meanwhile. */
  begin(
    session: Session,
    tokenHash: Uint8Array,
    entry?: NewAuditEntry,
    replaces?: Uint8Array,
    grounds?: Grounds,
  ): Promise<'begun' | 'over'>
  /** Whatever its state: the caller judges expiry, idleness and stage. */
  byHash(tokenHash: Uint8Array): Promise<OwnedSession | undefined>
  /** Of a person, the last seen first. */
  of(personId: string): Promise<Session[]>
  touch(id: string, at: Date): Promise<void>
  /** `visitingUntil`: an instance admin looks into an account that is not theirs. */
  setAccount(
    id: string,
    accountId: string | undefined,
    visit?: { until: Date; entry: NewAuditEntry },
  ): Promise<'set' | 'unknown_session' | 'not_a_member'>
  end(id: string, personId: string, entry?: NewAuditEntry): Promise<'ended' | 'unknown_session'>
  endAll(personId: string, keep: string | undefined, entry: NewAuditEntry): Promise<number>
  deleteExpired(now: Date, idleSince: Date, limit: number): Promise<number>
}

/** A link that works once, and what it is for. */
export interface OneTimeLink {
  purpose: 'setup' | 'reset' | 'confirmation'
  personId?: string
  /** The address that a confirmation is about, or of whom it registers; where a reset was mailed to. */
  email?: string
  /** What is to be made when a confirmation is opened: a registration's name, password hash and account. */
  registration?: { name: string; passwordHash: string; accountName: string }
  createdAt: Date
  expiresAt: Date
}

export interface OneTimeLinkStore {
  /** Takes the place of earlier links of that purpose and person (or address), but for the newest `keep` of them. */
  put(tokenHash: Uint8Array, link: OneTimeLink, keep?: number): Promise<void>
  byHash(tokenHash: Uint8Array): Promise<OneTimeLink | undefined>
  /** Gives it once: a second call gives nothing. Expired ones are the caller's to judge. */
  take(tokenHash: Uint8Array): Promise<OneTimeLink | undefined>
  deleteOf(purpose: OneTimeLink['purpose'], personId?: string): Promise<void>
  deleteExpired(now: Date, limit: number): Promise<number>
}

/** What was asked of a browser and waits for its answer: WebAuthn's challenge, OpenID's state, nonce and verifier. */
export interface Ceremony {
  kind: 'passkey_add' | 'passkey_sign_in' | 'oidc' | 'totp_setup'
  personId?: string
  /** The session in which it was begun. */
  sessionId?: string
  /** Facts of the kind's own. */
  data: Record<string, string>
  expiresAt: Date
}

export interface CeremonyStore {
  put(idHash: Uint8Array, ceremony: Ceremony): Promise<void>
  byHash(idHash: Uint8Array): Promise<Ceremony | undefined>
  /** Gives it once. */
  take(idHash: Uint8Array): Promise<Ceremony | undefined>
  deleteExpired(now: Date, limit: number): Promise<number>
}
