import type { NewAuditEntry } from '../../core/access/audit.ts'
import { idFrom } from '../../core/access/ids.ts'
import type { Actor } from '../../core/access/permission.ts'
import type { Person } from '../../core/access/person.ts'
import type { Role } from '../../core/access/role.ts'
import type { Session, SignInMethod } from '../../core/access/session.ts'
import type { MembershipStore } from '../../store/memberships.ts'
import type { Grounds, OwnedSession, SessionStore } from '../../store/sessions.ts'
import type { Clock, Log, RandomBytes } from '../ports.ts'
import { asActor } from './audited.ts'
import type { SessionCookie } from './session-cookie.ts'
import { newToken, tokenHash } from './token.ts'

export type SessionActor = Extract<Actor, { kind: 'session' }>

/** The account that somebody looks at, with their role at this moment. */
export interface CurrentAccount {
  id: string
  name: string
  role: Role
  /** Present: it is not theirs, and an instance admin looks into it until then. */
  visitingUntil?: Date
}

/** An account of somebody's, as the switch lists it. */
export interface AccountChoice {
  id: string
  name: string
  role: Role
}

/** Somebody who is signed in, wholly or up to the second factor (`session.stage`). */
export interface SignedIn {
  session: Session
  person: Person
  /** Absent: they are in no account, or no longer in the one they looked at. */
  account?: CurrentAccount
}

/** Where a request comes from, as it is kept with a session. */
export interface Origin {
  /** The network, as text. */
  client: string
  /** The browser, as it names itself. */
  agent: string
}

export interface Beginning {
  person: Person
  method: SignInMethod
  /** factor: it opens nothing but the question for the second factor. */
  stage: Session['stage']
  /** The account to look at first. Absent: the first of theirs by name. */
  accountId?: string
  from: Origin
  /** The Cookie header of the request: what it names ends, so that no one can have planted it. */
  cookie: string | null
}

export interface Sessions {
  /** Begins a session under a new id and gives the Set-Cookie. A whole one stands in the audit log. */
  begin(beginning: Beginning): Promise<string>
  /** The same, as long as what it rests on holds: a sign-in that is under way must not outlive a new password. */
  beginOn(grounds: Grounds, beginning: Beginning): Promise<string | undefined>
  /** Who comes with this Cookie header. Absent: it names no session that holds. */
  find(cookie: string | null): Promise<SignedIn | undefined>
  /** Who acts by it for the account they look at. Absent: nobody who is signed in wholly, or for no account. */
  actorOf(cookie: string): Promise<SessionActor | undefined>
  /** The accounts that somebody can look at, by name. */
  accountsOf(personId: string): Promise<AccountChoice[]>
  /** Looks at another account of theirs from now on. */
  switchTo(session: Session, accountId: string): Promise<'set' | 'unknown_session' | 'not_a_member'>
  /** Those of a person that hold, the last seen first. */
  of(personId: string): Promise<Session[]>
  /** Ends one of the person's sessions, by its id. */
  revoke(person: Person, sessionId: string, client: string): Promise<'ended' | 'unknown_session'>
  /** Ends all of the person's sessions but `keep`; gives how many. */
  revokeOthers(person: Person, keep: string, client: string): Promise<number>
  /** Signs out, and gives the Set-Cookie that takes the cookie away. */
  end(signedIn: SignedIn | undefined, client: string): Promise<string>
}

export interface SessionsDeps {
  store: { sessions: SessionStore; memberships: Pick<MembershipStore, 'ofPerson'> }
  cookie: SessionCookie
  /** Milliseconds without a request after which a session has ended. */
  idle: number
  /** Milliseconds after which it ends however much it is used. */
  lifetime: number
  clock: Clock
  random: RandomBytes
  log: Log
}

/** How long the second factor is waited for. */
const FACTOR_MS = 10 * 60_000
const SEEN_EVERY_MS = 60_000
const LONGEST_AGENT = 200

/** Sessions of people who sign in to the dashboard. */
export function createSessions(deps: SessionsDeps): Sessions {
  const { store, cookie, clock } = deps

  const find: Sessions['find'] = async (header) => {
    const now = clock.now()
    for (const value of cookie.valuesIn(header)) {
      const hash = tokenHash(value)
      const owned = hash && (await store.sessions.byHash(hash))
      if (!owned || !holds(owned.session, now, deps.idle)) continue
      touch(deps, owned.session, now)
      return signedInAs(owned, now)
    }
    return undefined
  }

  return {
    find,
    beginOn: (grounds, beginning) => begin(deps, beginning, grounds),
    async begin(beginning) {
      const setCookie = await begin(deps, beginning, {})
      if (setCookie === undefined) throw new Error('A session that rests on nothing did not begin.')
      return setCookie
    },

    async actorOf(header) {
      const found = await find(header)
      if (found?.session.stage !== 'whole' || !found.account) return undefined
      return actorIn(found.person, found.account)
    },

    async accountsOf(personId) {
      const all = await store.memberships.ofPerson(personId)
      return all.map(({ account: { id, name }, role }) => ({ id, name, role }))
    },

    switchTo: (session, accountId) => store.sessions.setAccount(session.id, accountId),

    async of(personId) {
      const now = clock.now()
      const all = await store.sessions.of(personId)
      return all.filter((session) => session.stage === 'whole' && holds(session, now, deps.idle))
    },

    revoke: (person, id, client) =>
      store.sessions.end(id, person.id, {
        ...entryOf(person, clock.now(), client),
        action: 'session.revoked',
        target: id,
      }),

    revokeOthers: (person, keep, client) =>
      store.sessions.endAll(person.id, keep, {
        ...entryOf(person, clock.now(), client),
        action: 'session.revoked',
        details: { which: 'all others' },
      }),

    async end(signedIn, client) {
      if (signedIn) {
        const { session, person } = signedIn
        const entry = { ...entryOf(person, clock.now(), client), action: 'sign_in.ended' } as const
        await store.sessions.end(session.id, person.id, session.stage === 'whole' ? entry : undefined)
      }
      return cookie.removed()
    },
  }
}

/** Who acts for the account that somebody looks at. */
export function actorIn(person: Person, { id, role }: CurrentAccount): SessionActor {
  return { kind: 'session', accountId: id, role, personId: person.id }
}

async function begin(
  deps: SessionsDeps,
  beginning: Beginning,
  grounds: Grounds,
): Promise<string | undefined> {
  const { store, cookie, clock, random } = deps
  const { person, method, stage, from } = beginning
  const now = clock.now()
  const lifetime = stage === 'factor' ? FACTOR_MS : deps.lifetime
  const accountId = beginning.accountId ?? (await store.memberships.ofPerson(person.id))[0]?.accountId
  const session: Session = {
    id: idFrom('ses', random),
    personId: person.id,
    ...(accountId !== undefined && { accountId }),
    method,
    stage,
    createdAt: now,
    seenAt: now,
    expiresAt: new Date(now.getTime() + lifetime),
    client: from.client,
    agent: from.agent.slice(0, LONGEST_AGENT),
  }
  const entry = {
    ...entryOf(person, now, from.client),
    action: 'sign_in.succeeded',
    details: { method },
  } as const
  const token = newToken(random)
  const [before] = cookie.valuesIn(beginning.cookie).flatMap((value) => tokenHash(value) ?? [])
  const noted = stage === 'whole' ? entry : undefined
  const begun = await store.sessions.begin(session, token.hash, noted, before, grounds)
  return begun === 'over' ? undefined : cookie.set(token.text, lifetime / 1000)
}

function holds({ expiresAt, seenAt }: Session, now: Date, idle: number): boolean {
  return now < expiresAt && now.getTime() - seenAt.getTime() < idle
}

/** That somebody was here is written beside their request, which does not wait for it. */
function touch({ store, log }: SessionsDeps, { id, seenAt }: Session, now: Date): void {
  if (now.getTime() - seenAt.getTime() < SEEN_EVERY_MS) return
  store.sessions.touch(id, now).catch((cause: unknown) => {
    log.warn({ session: id, reason: String(cause) }, 'It could not be written down that a session is in use')
  })
}

function signedInAs({ session, person, role, accountName }: OwnedSession, now: Date): SignedIn {
  const { accountId, visitingUntil } = session
  if (accountId === undefined || accountName === undefined) return { session, person }
  if (role) return { session, person, account: { id: accountId, name: accountName, role } }
  const isVisiting = person.isInstanceAdmin && visitingUntil !== undefined && now < visitingUntil
  if (!isVisiting) return { session, person }
  return { session, person, account: { id: accountId, name: accountName, role: 'viewer', visitingUntil } }
}

function entryOf(person: Person, at: Date, client: string): Omit<NewAuditEntry, 'action'> {
  return { at, personId: person.id, actor: asActor(person), client }
}
