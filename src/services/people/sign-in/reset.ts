import { emailKey, type Person } from '../../../core/access/person.ts'
import type { AuditStore } from '../../../store/audit.ts'
import type { PeopleStore } from '../../../store/people.ts'
import type { OneTimeLinkStore } from '../../../store/sessions.ts'
import type { Outgoing } from '../../outgoing/outgoing.ts'
import type { Clock, Log, RandomBytes } from '../../ports.ts'
import { asActor } from '../audited.ts'
import type { Background } from '../background.ts'
import { newToken, tokenHash } from '../token.ts'
import { type Passwords, passwordProblem } from './passwords.ts'
import type { Tries } from './tries.ts'

export type ResetOutcome =
  | { kind: 'set'; person: Person }
  | { kind: 'flawed'; says: string }
  /** The link was used, is too old, or was replaced by a newer one. */
  | { kind: 'gone' }
  | { kind: 'wait'; seconds: number }
  | { kind: 'busy' }

export interface PasswordReset {
  /** Whether links can be sent. Those that the operator hands out work all the same. */
  byMail: boolean
  /** Sends a link to whoever has this address, if anybody. The answer is the same, and as soon, for everybody. */
  request(email: string, client: string): Promise<{ kind: 'asked' } | { kind: 'wait'; seconds: number }>
  /** Of whom the link is. Absent: it does not work. */
  find(token: string): Promise<Person | undefined>
  /** Sets a new password, once, and ends all sessions of the person. Nobody is signed in by it. */
  set(token: string, password: string, client: string): Promise<ResetOutcome>
}

export interface ResetDeps {
  store: {
    people: Pick<PeopleStore, 'byEmail' | 'byId' | 'setPassword'>
    oneTimeLinks: Pick<OneTimeLinkStore, 'put' | 'byHash'>
    audit: Pick<AuditStore, 'add'>
  }
  /** Absent: no relay is configured. */
  outgoing?: Outgoing
  passwords: Passwords
  tries: Pick<Tries, 'other' | 'mail'>
  background: Background
  siteName: string
  /** Without a slash at its end. */
  baseUrl: string
  clock: Clock
  random: RandomBytes
  log: Log
}

const VALID_MS = 60 * 60_000

/** Passwords set anew by a link that is sent to the person's address. */
export function createPasswordReset(deps: ResetDeps): PasswordReset {
  const { store, passwords, tries, clock } = deps

  const find: PasswordReset['find'] = async (token) => {
    const hash = tokenHash(token)
    const link = hash && (await store.oneTimeLinks.byHash(hash))
    if (link?.purpose !== 'reset' || link.personId === undefined || link.expiresAt <= clock.now())
      return undefined
    return store.people.byId(link.personId)
  }

  return {
    byMail: deps.outgoing !== undefined,
    find,

    async request(email, client) {
      const turn = await tries.other(client)
      if ('waitSeconds' in turn) return { kind: 'wait', seconds: turn.waitSeconds }
      deps.background.run(() => sendLink(deps, email, client), 'A password reset could not be sent')
      return { kind: 'asked' }
    },

    async set(token, password, client) {
      const turn = await tries.other(client)
      if ('waitSeconds' in turn) return { kind: 'wait', seconds: turn.waitSeconds }
      const person = await find(token)
      const hash = tokenHash(token)
      if (!person || !hash) return { kind: 'gone' }
      turn.passed()
      const problem = passwordProblem(password, { email: person.email, siteName: deps.siteName })
      if (problem !== undefined) return { kind: 'flawed', says: problem }
      const passwordHash = await passwords.hash(password)
      if (passwordHash === undefined) return { kind: 'busy' }
      const entry = {
        at: clock.now(),
        personId: person.id,
        actor: asActor(person),
        action: 'password.set',
        details: { by: 'reset link' },
        client,
      } as const
      // Of two who send it at once, one has it.
      const done = await store.people.setPassword(person.id, passwordHash, { link: hash }, entry)
      return done === 'changed' ? { kind: 'set', person } : { kind: 'gone' }
    },
  }
}

async function sendLink(deps: ResetDeps, email: string, client: string): Promise<void> {
  const { store, clock, log, outgoing } = deps
  if (!outgoing) return
  const key = emailKey(email)
  const person = key === undefined ? undefined : await store.people.byEmail(key)
  if (!person || !(await deps.tries.mail(key ?? ''))) return
  const { text, hash } = newToken(deps.random)
  const now = clock.now()
  const expiresAt = new Date(now.getTime() + VALID_MS)
  const { id: personId, email: address } = person
  await store.oneTimeLinks.put(hash, {
    purpose: 'reset',
    personId,
    email: address,
    createdAt: now,
    expiresAt,
  })
  await store.audit.add({
    at: now,
    personId,
    actor: { kind: 'nobody' },
    action: 'password.reset_requested',
    client,
  })
  const link = `${deps.baseUrl}/reset/${text}`
  const to = { address, ...(person.name !== '' && { name: person.name }) }
  const sent = await outgoing.send('password-reset', to, {
    email: address,
    link,
    validFor: '1 hour',
  })
  if (sent.kind !== 'accepted') log.warn({ ...sent }, 'The relay did not take a password reset')
}
