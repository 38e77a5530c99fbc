import type { AuditAction, AuditEntry, NewAuditEntry } from '../../core/access/audit.ts'
import { emailKey, type Person } from '../../core/access/person.ts'
import { plainName, readAddress } from '../../core/mailbox.ts'
import type { AuditStore } from '../../store/audit.ts'
import type { PeopleStore, PersonWithCredentials } from '../../store/people.ts'
import type { OneTimeLinkStore } from '../../store/sessions.ts'
import type { Outgoing } from '../outgoing/outgoing.ts'
import type { Clock, Log, RandomBytes } from '../ports.ts'
import { asActor } from './audited.ts'
import type { Background } from './background.ts'
import type { Sessions, SignedIn } from './sessions.ts'
import { type Passwords, passwordProblem } from './sign-in/passwords.ts'
import { emailProblem } from './sign-in/setup.ts'
import type { Coming } from './sign-in/sign-in.ts'
import type { Tries } from './sign-in/tries.ts'
import { newToken, tokenHash } from './token.ts'

/** Why something of a person's own was not changed. */
export type NotChanged =
  | { kind: 'flawed'; field: 'email' | 'password' | 'current'; says: string }
  /** They have no password to type, and signed in too long ago. */
  | { kind: 'sign_in_again' }
  | { kind: 'wait'; seconds: number }
  | { kind: 'busy' }

export type EmailChange = NotChanged | { kind: 'changed' } | { kind: 'asked'; email: string }
export type PasswordChange = NotChanged | { kind: 'changed'; setCookie: string }

export interface Profile {
  of(personId: string): Promise<PersonWithCredentials | undefined>
  rename(me: SignedIn, name: string, client: string): Promise<void>
  /** With a relay the new address is confirmed first. `current`: the password. */
  changeEmail(me: SignedIn, typed: { email: string; current: string }, client: string): Promise<EmailChange>
  /** The new address of a link that somebody was sent. Absent: it does not work. */
  confirming(token: string): Promise<string | undefined>
  confirmEmail(token: string, client: string): Promise<'changed' | 'gone' | 'email_taken'>
  /** Ends all other sessions, and goes on in a new one. */
  changePassword(
    me: SignedIn,
    typed: { current: string; password: string },
    coming: Coming,
  ): Promise<PasswordChange>
  /** What happened to their sign-in lately, newest first. */
  lately(personId: string): Promise<AuditEntry[]>
  /** Whether it is really them: by the password, or by having signed in just now. For what a borrowed session must not do. */
  prove(me: SignedIn, current: string, client: string): Promise<'proved' | NotChanged>
}

export interface ProfileDeps {
  store: {
    people: Pick<PeopleStore, 'byId' | 'byEmail' | 'change' | 'confirmEmail' | 'setPassword'>
    oneTimeLinks: Pick<OneTimeLinkStore, 'put' | 'byHash'>
    audit: Pick<AuditStore, 'list'>
  }
  sessions: Pick<Sessions, 'beginOn'>
  passwords: Passwords
  tries: Tries
  background: Background
  /** Absent: no mail can be sent. */
  outgoing?: Outgoing
  siteName: string
  baseUrl: string
  clock: Clock
  random: RandomBytes
  log: Log
}

const LINK_MS = 24 * 60 * 60_000
/** Who signed in so long ago types their password again. */
const FRESH_MS = 10 * 60_000
const MOST_ENTRIES = 15

/** What people change of their own. */
export function createProfile(deps: ProfileDeps): Profile {
  const { store, sessions, passwords } = deps
  const prove = proving(deps)

  return {
    of: (personId) => store.people.byId(personId),
    lately: (personId) => store.audit.list({ personId, limit: MOST_ENTRIES }),
    prove,
    ...emailChanges(deps, prove),

    async rename({ person }, name, client) {
      const changed = plainName(name)
      const entry = entryOf(deps, person, client, 'person.changed', { details: { what: 'name' } })
      if (changed !== person.name) await store.people.change(person.id, { name: changed }, entry)
    },

    async changePassword(me, { current, password }, coming) {
      const { person } = me
      const proof = await prove(me, current, coming.from.client)
      if (proof !== 'proved') return proof
      const problem = passwordProblem(password, { email: person.email, siteName: deps.siteName })
      if (problem !== undefined) return { kind: 'flawed', field: 'password', says: problem }
      const passwordHash = await passwords.hash(password)
      if (passwordHash === undefined) return { kind: 'busy' }
      const entry = entryOf(deps, person, coming.from.client, 'password.set')
      const sessionId = me.session.id
      const done = await store.people.setPassword(person.id, passwordHash, { session: sessionId }, entry)
      if (done !== 'changed') return { kind: 'sign_in_again' }
      const accountId = me.account?.id
      const { method } = me.session
      const begun = { person, method, stage: 'whole', ...(accountId && { accountId }), ...coming } as const
      const setCookie = await sessions.beginOn({ passwordHash, sessionId }, begun)
      return setCookie === undefined ? { kind: 'sign_in_again' } : { kind: 'changed', setCookie }
    },
  }
}

function proving({ store, passwords, tries, clock }: ProfileDeps): Profile['prove'] {
  return async ({ person, session }, current, client) => {
    const kept = await store.people.byId(person.id)
    const hash = kept?.credentials.passwordHash
    if (hash === undefined) {
      const isFresh = clock.now().getTime() - session.createdAt.getTime() < FRESH_MS
      return isFresh ? 'proved' : { kind: 'sign_in_again' }
    }
    const turn = await tries.password(client, emailKey(person.email) ?? person.id, person.id)
    if ('waitSeconds' in turn) return { kind: 'wait', seconds: turn.waitSeconds }
    const compared = await passwords.compare(current, hash)
    if (compared === 'busy') return { kind: 'busy' }
    if (compared === 'wrong') return { kind: 'flawed', field: 'current', says: 'This is not your password.' }
    turn.passed()
    return 'proved'
  }
}

type EmailChanges = Pick<Profile, 'changeEmail' | 'confirming' | 'confirmEmail'>

function emailChanges(deps: ProfileDeps, prove: Profile['prove']): EmailChanges {
  const { store, clock } = deps

  const pending = async (token: string) => {
    const hash = tokenHash(token)
    const link = hash && (await store.oneTimeLinks.byHash(hash))
    const { purpose, personId, email, expiresAt } = link ?? {}
    if (purpose !== 'confirmation' || personId === undefined || email === undefined) return undefined
    if (!hash || !expiresAt || expiresAt <= clock.now()) return undefined
    return { hash, personId, email }
  }

  return {
    confirming: async (token) => (await pending(token))?.email,

    async changeEmail(me, typed, client) {
      const email = readAddress(typed.email.trim())
      const key = emailKey(typed.email)
      if (email === undefined || key === undefined)
        return { kind: 'flawed', field: 'email', says: emailProblem(typed.email) }
      const proof = await prove(me, typed.current, client)
      if (proof !== 'proved') return proof
      const { person } = me
      if (deps.outgoing) {
        deps.background.run(
          () => sendConfirmation(deps, person, email, key),
          'A confirmation could not be sent',
        )
        return { kind: 'asked', email }
      }
      const entry = entryOf(deps, person, client, 'person.changed', {
        details: { from: person.email, to: email },
      })
      const changed = await store.people.change(person.id, { email }, entry)
      if (changed === 'changed') return { kind: 'changed' }
      return {
        kind: 'flawed',
        field: 'email',
        says: 'Another person here uses this address. Enter a different one.',
      }
    },

    async confirmEmail(token, client) {
      const link = await pending(token)
      const person = link && (await store.people.byId(link.personId))
      if (!link || !person) return 'gone'
      const details = { from: person.email, to: link.email }
      const entry = entryOf(deps, person, client, 'person.changed', { details })
      const confirmed = { email: link.email, confirmedAt: clock.now(), link: link.hash }
      const changed = await store.people.confirmEmail(person.id, confirmed, entry)
      return changed === 'changed' || changed === 'email_taken' ? changed : 'gone'
    },
  }
}

/** An address that is somebody else's gets no message: who asks for it is told nothing of that. */
async function sendConfirmation(
  deps: ProfileDeps,
  person: Person,
  email: string,
  key: string,
): Promise<void> {
  const { store, clock, log, outgoing } = deps
  const owner = await store.people.byEmail(key)
  if (!outgoing || !(await deps.tries.mail(key)) || (owner && owner.id !== person.id)) return
  const { text, hash } = newToken(deps.random)
  const now = clock.now()
  const expiresAt = new Date(now.getTime() + LINK_MS)
  await store.oneTimeLinks.put(hash, {
    purpose: 'confirmation',
    personId: person.id,
    email,
    createdAt: now,
    expiresAt,
  })
  const link = `${deps.baseUrl}/confirm/${text}`
  const sent = await outgoing.send('confirmation', { address: email }, { email, link, validFor: '24 hours' })
  if (sent.kind !== 'accepted') log.warn({ ...sent }, 'The relay did not take a confirmation')
}

function entryOf(
  { clock }: ProfileDeps,
  person: Person,
  client: string,
  action: AuditAction,
  more: Pick<NewAuditEntry, 'details'> = {},
): NewAuditEntry {
  return { at: clock.now(), personId: person.id, actor: asActor(person), action, client, ...more }
}
