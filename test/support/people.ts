import type { AuditAction, NewAuditEntry } from '../../src/core/access/audit.ts'
import type { Invitation } from '../../src/core/access/membership.ts'
import type { Identity, Passkey, Person } from '../../src/core/access/person.ts'
import type { Session } from '../../src/core/access/session.ts'
import type { Store } from '../../src/store/store.ts'
import { account, DAY, later, random, THEN } from './builders.ts'

const named = (prefix: string) => `${prefix}_${crypto.randomUUID().replaceAll('-', '').slice(0, 16)}`

export function person(changes: Partial<Person> = {}): Person {
  const id = named('per')
  return {
    id,
    email: `${id}@example.org`,
    name: `Name ${id}`,
    isInstanceAdmin: false,
    createdAt: THEN,
    ...changes,
  }
}

/** An entry by the operator, of whom and of what is said. */
export function entry(action: AuditAction, changes: Partial<NewAuditEntry> = {}): NewAuditEntry {
  return { at: THEN, actor: { kind: 'operator' }, action, ...changes }
}

export function session(personId: string, changes: Partial<Session> = {}): Session {
  return {
    id: named('ses'),
    personId,
    method: 'password',
    stage: 'whole',
    createdAt: THEN,
    seenAt: THEN,
    expiresAt: later(DAY),
    client: '192.0.2.1',
    agent: 'a browser',
    ...changes,
  }
}

export function passkey(personId: string, changes: Partial<Passkey> = {}): Passkey {
  return {
    id: named('passkey'),
    personId,
    name: 'laptop',
    publicKey: random(77),
    counter: 0,
    transports: ['internal', 'hybrid'],
    backedUp: true,
    createdAt: THEN,
    ...changes,
  }
}

export function identity(personId: string, changes: Partial<Identity> = {}): Identity {
  return { issuer: 'https://id.example.org', subject: named('sub'), personId, createdAt: THEN, ...changes }
}

export function invitation(accountId: string, changes: Partial<Invitation> = {}): Invitation {
  return {
    id: named('inv'),
    accountId,
    role: 'member',
    mailed: false,
    createdAt: THEN,
    expiresAt: later(DAY),
    ...changes,
  }
}

/** A person with a password, kept in the store. */
export async function madePerson(store: Store, changes: Partial<Person> = {}): Promise<Person> {
  const one = person(changes)
  const made = await store.people.create({ person: one, passwordHash: 'a hash' }, entry('person.created'))
  if (made !== 'created') throw new Error(made)
  return one
}

/** An account and the person who owns it, kept in the store. */
export async function madeAccount(store: Store) {
  const owner = await madePerson(store)
  const one = account()
  await store.accounts.create(one, undefined, owner.id)
  return { account: one, owner }
}

/** The actions that the log holds of a person, newest first. */
export async function actionsOf(store: Store, personId: string): Promise<AuditAction[]> {
  return (await store.audit.list({ personId, limit: 100 })).map(({ action }) => action)
}
