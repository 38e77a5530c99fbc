import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { Account } from '../../../../core/access/account.ts'
import type { NewAuditEntry } from '../../../../core/access/audit.ts'
import type { Membership } from '../../../../core/access/membership.ts'
import type { Person } from '../../../../core/access/person.ts'
import type { Role } from '../../../../core/access/role.ts'
import type { Queries } from '../../connection.ts'
import { memberships, people, sessions } from '../../schema/people.ts'
import { accounts } from '../../schema.ts'
import { recorder } from './audit.ts'
import { PERSON, personOf } from './rows.ts'
import { accountStands, isSoleOwner } from './rules.ts'

/** The columns of an account, as it is shown beside what is of it. */
export const ACCOUNT = {
  id: accounts.id,
  name: accounts.name,
  plan: accounts.plan,
  createdAt: accounts.createdAt,
}

const which = (accountId: string, personId: string) =>
  and(eq(memberships.accountId, accountId), eq(memberships.personId, personId))

export const roleIn = (queries: Queries, accountId: string, personId: string): Role | undefined =>
  queries.select({ role: memberships.role }).from(memberships).where(which(accountId, personId)).get()?.role

export function membershipReads(queries: Queries) {
  return {
    ofPerson: (personId: string): (Membership & { account: Account })[] =>
      queries
        .select({ membership: memberships, account: ACCOUNT })
        .from(memberships)
        .innerJoin(accounts, eq(accounts.id, memberships.accountId))
        .where(and(eq(memberships.personId, personId), isNull(accounts.deletedAt)))
        .orderBy(asc(accounts.name))
        .all()
        .map(({ membership, account }) => ({ ...membership, account })),
    ofAccount: (accountId: string): (Membership & { person: Person })[] =>
      queries
        .select({ membership: memberships, person: PERSON })
        .from(memberships)
        .innerJoin(people, eq(people.id, memberships.personId))
        .where(eq(memberships.accountId, accountId))
        .orderBy(sql`${memberships.role} <> 'owner'`, asc(people.emailKey))
        .all()
        .map(({ membership, person }) => ({ ...membership, person: personOf(person) })),
    roleOf: (accountId: string, personId: string) => roleIn(queries, accountId, personId),
  }
}

export function membershipWrites(queries: Queries) {
  const record = recorder(queries)
  const give = (accountId: string, personId: string, role: Role) =>
    queries.update(memberships).set({ role }).where(which(accountId, personId)).run()
  return {
    add(membership: Membership, entry: NewAuditEntry): 'added' | 'is_member' | 'unknown_account' {
      if (!accountStands(queries, membership.accountId)) return 'unknown_account'
      const { changes } = queries.insert(memberships).values(membership).onConflictDoNothing().run()
      if (changes === 0) return 'is_member'
      record(entry)
      return 'added'
    },
    setRole(
      accountId: string,
      personId: string,
      role: Role,
      entry: NewAuditEntry,
    ): 'changed' | 'not_a_member' | 'sole_owner' {
      const before = roleIn(queries, accountId, personId)
      if (before === undefined) return 'not_a_member'
      if (before === role) return 'changed'
      if (isSoleOwner(queries, accountId, personId)) return 'sole_owner'
      give(accountId, personId, role)
      record(entry)
      return 'changed'
    },
    remove(
      accountId: string,
      personId: string,
      entry: NewAuditEntry,
    ): 'removed' | 'not_a_member' | 'sole_owner' {
      if (isSoleOwner(queries, accountId, personId)) return 'sole_owner'
      const { changes } = queries.delete(memberships).where(which(accountId, personId)).run()
      if (changes === 0) return 'not_a_member'
      queries
        .update(sessions)
        .set({ accountId: null, visitingUntil: null })
        .where(and(eq(sessions.personId, personId), eq(sessions.accountId, accountId)))
        .run()
      record(entry)
      return 'removed'
    },
    transfer(
      accountId: string,
      from: string,
      to: string,
      entry: NewAuditEntry,
    ): 'transferred' | 'not_a_member' | 'not_an_owner' {
      if (roleIn(queries, accountId, from) !== 'owner') return 'not_an_owner'
      if (roleIn(queries, accountId, to) === undefined) return 'not_a_member'
      if (from === to) return 'transferred'
      give(accountId, to, 'owner')
      give(accountId, from, 'admin')
      record(entry)
      return 'transferred'
    },
  }
}
