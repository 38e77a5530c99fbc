import type { Person } from '../../src/core/access/person.ts'
import type { Role } from '../../src/core/access/role.ts'
import type { Session } from '../../src/core/access/session.ts'
import type { Sessions, SignedIn } from '../../src/services/people/sessions.ts'
import type { PeopleDeps } from '../../src/web/deps.ts'
import { NOW } from './fake-mail-tests.ts'

export interface Somebody {
  /** Absent: they look at no account. */
  role?: Role
  admin?: boolean
  stage?: Session['stage']
  person?: Partial<Person>
  accountName?: string
  visiting?: boolean
}

/** Somebody who is signed in, in the account `acc_1` where they have a role. */
export function somebody({ role, admin = false, stage = 'whole', person, ...more }: Somebody = {}): SignedIn {
  return {
    session: {
      id: 'ses_1',
      personId: 'per_1',
      method: 'password',
      stage,
      createdAt: NOW,
      seenAt: NOW,
      expiresAt: new Date(NOW.getTime() + 86_400_000),
      client: '192.0.2.1/32',
      agent: 'Mozilla/5.0',
    },
    person: {
      id: 'per_1',
      email: 'ann@example.org',
      name: 'Ann',
      isInstanceAdmin: admin,
      createdAt: NOW,
      ...person,
    },
    ...(role && {
      account: {
        id: 'acc_1',
        name: more.accountName ?? 'Example',
        role,
        ...(more.visiting && { visitingUntil: new Date(NOW.getTime() + 3_600_000) }),
      },
    }),
  }
}

/** Sessions in which these people are signed in, each by a cookie of their name: `cookie: mailgauge=owner`. */
export function fakeSessions(people: Readonly<Record<string, SignedIn>>) {
  const ended: string[] = []
  const sessions: Sessions = {
    begin: async () => 'mailgauge=new',
    beginOn: async () => 'mailgauge=new',
    find: async (cookie) => people[/^mailgauge=(\w+)$/.exec(cookie ?? '')?.[1] ?? ''],
    actorOf: async () => undefined,
    accountsOf: async () => [
      { id: 'acc_1', name: 'Example', role: 'owner' },
      { id: 'acc_2', name: 'Second', role: 'viewer' },
    ],
    switchTo: async (_, accountId) => (accountId === 'acc_2' ? 'set' : 'not_a_member'),
    of: async () => [],
    revoke: async () => 'ended',
    revokeOthers: async () => 0,
    end: async (signedIn) => {
      ended.push(signedIn?.session.id ?? 'nobody')
      return 'mailgauge=; Max-Age=0'
    },
  }
  return { sessions, ended }
}

/** The services of people, of which only the sessions answer. */
export function peopleWith(sessions: Sessions, changes: Partial<PeopleDeps> = {}): PeopleDeps {
  const nobodyAsks = async () => {
    throw new Error('This test does not sign anybody in.')
  }
  return {
    sessions,
    signIn: { withPassword: nobodyAsks, withFactor: nobodyAsks },
    setup: {
      offer: nobodyAsks,
      isClaimed: async () => true,
      existingAccount: async () => undefined,
      claim: nobodyAsks,
    },
    profile: {
      of: async () => undefined,
      rename: nobodyAsks,
      changeEmail: nobodyAsks,
      confirming: async () => undefined,
      confirmEmail: async () => 'gone',
      changePassword: nobodyAsks,
      lately: async () => [],
      prove: nobodyAsks,
    },
    ...changes,
  }
}
