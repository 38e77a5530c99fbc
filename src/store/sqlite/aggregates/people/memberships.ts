import { and, asc, eq, gt, isNull, or, sql } from 'drizzle-orm'
import type { Account } from '../../../../core/access/account.ts'
import type { NewAuditEntry } from '../../../../core/access/audit.ts'
import type { Membership } from '../../../../core/access/membership.ts'
import type { Role } from '../../../../core/access/role.ts'
import { nameKeyOf } from '../../../keeping/people.ts'
import type { MemberRow } from '../../../memberships.ts'
import type { PageOf } from '../../../people.ts'
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

/** Where somebody stands among the people of an account: owners first, then by address, which nobody shares. */
const PLACE = sql<string>`(${memberships.role} <> 'owner') || ${people.emailKey}`

const rowsOf = (queries: Queries) =>
  queries
    .select({ membership: memberships, person: PERSON, place: PLACE })
    .from(memberships)
    .innerJoin(people, eq(people.id, memberships.personId))

function memberOf(row: ReturnType<ReturnType<typeof rowsOf>['all']>[number]): MemberRow {
  return { ...row.membership, person: personOf(row.person) }
}

/** Whose address or name contains it. */
const matching = (search: string) =>
  or(
    sql`instr(${people.emailKey}, ${search.toLowerCase()}) > 0`,
    sql`instr(${people.nameKey}, ${nameKeyOf(search)}) > 0`,
  )

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
    ofAccount: (accountId: string): MemberRow[] =>
      rowsOf(queries).where(eq(memberships.accountId, accountId)).orderBy(asc(PLACE)).all().map(memberOf),
    page(
      accountId: string,
      { after = '', limit, search = '' }: { after?: string; limit: number; search?: string },
    ): PageOf<MemberRow> {
      const rows = rowsOf(queries)
        .where(
          and(
            eq(memberships.accountId, accountId),
            gt(PLACE, after),
            search === '' ? undefined : matching(search),
          ),
        )
        .orderBy(asc(PLACE))
        .limit(limit + 1)
        .all()
      const page = rows.slice(0, limit)
      const items = page.map(memberOf)
      const last = page.at(-1)
      return rows.length > limit && last ? { items, next: last.place } : { items }
    },
    find(accountId: string, personId: string): MemberRow | undefined {
      const row = rowsOf(queries).where(which(accountId, personId)).get()
      return row && memberOf(row)
    },
    count(accountId: string): { people: number; owners: number } {
      const found = queries
        .select({
          people: sql<number>`count(*)`,
          owners: sql<number>`count(*) filter (where ${memberships.role} = 'owner')`,
        })
        .from(memberships)
        .where(eq(memberships.accountId, accountId))
        .get()
      return found ?? { people: 0, owners: 0 }
    },
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
