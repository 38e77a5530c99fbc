import type { Account } from '../../../src/core/access/account.ts'
import type { AuditEntry } from '../../../src/core/access/audit.ts'
import type { Person } from '../../../src/core/access/person.ts'
import { ROLES, type Role } from '../../../src/core/access/role.ts'
import { asActor } from '../../../src/services/people/audited.ts'
import type { Doer } from '../../../src/services/people/doer.ts'
import { createInvitations } from '../../../src/services/people/invitations/invitations.ts'
import type { InvitationsDeps } from '../../../src/services/people/invitations/told.ts'
import { createMembers } from '../../../src/services/people/members.ts'
import type { Store } from '../../../src/store/store.ts'
import { account, DAY, random, THEN } from '../../support/builders.ts'
import { testClock } from '../../support/clock.ts'
import { entry, madePerson } from '../../support/people.ts'

/** Somebody of an account, who acts in it. */
export interface Inhabitant {
  person: Person
  doer: Doer
}

/** Whoever acts in an account with a role. */
export function doerOf(person: Person, { id }: Pick<Account, 'id'>, role: Role): Doer {
  return {
    actor: { kind: 'session', accountId: id, role, personId: person.id },
    by: { actor: asActor(person), client: '192.0.2.7' },
  }
}

/** An account with one person of each role. */
export async function household(store: Store, changes: Partial<Account> = {}) {
  const home = account(changes)
  const owner = await madePerson(store)
  await store.accounts.create(home, entry('account.created', { accountId: home.id }), owner.id)
  const inhabitants = { owner: { person: owner, doer: doerOf(owner, home, 'owner') } } as Record<
    Role,
    Inhabitant
  >
  for (const role of ROLES) {
    if (role !== 'owner') inhabitants[role] = await moveIn(store, home, role)
  }
  return { account: home, ...inhabitants }
}

/** One more of a role. */
export async function moveIn(store: Store, home: Account, role: Role): Promise<Inhabitant> {
  const person = await madePerson(store)
  const membership = { accountId: home.id, personId: person.id, role, createdAt: THEN }
  await store.memberships.add(membership, entry('member.joined', { accountId: home.id }))
  return { person, doer: doerOf(person, home, role) }
}

/** The services of people over a store. */
export function peopleServices(store: Store, changes: Partial<InvitationsDeps> = {}) {
  const shared = { store, clock: testClock(), random }
  return {
    members: createMembers(shared),
    invitations: createInvitations({
      ...shared,
      hashPassword: async (password) => `hash of ${password}`,
      passwordProblem: (password) => (password.length < 10 ? 'It is too short.' : undefined),
      lifetime: 7 * DAY,
      newcomers: true,
      baseUrl: 'https://mailgauge.example.com',
      ...changes,
    }),
  }
}

/** What the log holds of an account, newest first. */
export function logOf(store: Store, { id }: Pick<Account, 'id'>): Promise<AuditEntry[]> {
  return store.audit.list({ accountId: id, limit: 100 })
}
