import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Queries } from '../../connection.ts'
import { identities, memberships, passkeys, people, sessions } from '../../schema/people.ts'
import { accounts } from '../../schema.ts'

/** Rules that hold in the transaction that would break them. */

/** Whether an account is there, and not deleted. */
export function accountStands(queries: Queries, id: string): boolean {
  const row = queries
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(eq(accounts.id, id), isNull(accounts.deletedAt)))
    .get()
  return row !== undefined
}

/** Whether a person's session has not ended. */
export function sessionStands(queries: Queries, id: string, personId: string): boolean {
  const own = and(eq(sessions.id, id), eq(sessions.personId, personId))
  return queries.select({ id: sessions.id }).from(sessions).where(own).get() !== undefined
}

const administer = sql`${people.isInstanceAdmin} = 1`

/** Whether somebody administers the instance. */
export function isClaimed(queries: Queries): boolean {
  return queries.select({ id: people.id }).from(people).where(administer).limit(1).get() !== undefined
}

/** Whether this one, who administers the instance, is the only one. */
export function isLastAdmin(queries: Queries, personId: string): boolean {
  const admins = queries.select({ id: people.id }).from(people).where(administer).limit(2).all()
  return admins.length === 1 && admins[0]?.id === personId
}

/** Whether the account would be without an owner if this one were none. */
export function isSoleOwner(queries: Queries, accountId: string, personId: string): boolean {
  const owners = queries
    .select({ personId: memberships.personId })
    .from(memberships)
    .where(and(eq(memberships.accountId, accountId), eq(memberships.role, 'owner')))
    .limit(2)
    .all()
  return owners.length === 1 && owners[0]?.personId === personId
}

/** How many ways a person has to sign in: a second factor is none. */
export function waysIn(queries: Queries, personId: string): number {
  const row = queries
    .select({
      ways: sql<number>`(${people.passwordHash} is not null)
        + (select count(*) from ${passkeys} where ${passkeys.personId} = ${personId})
        + (select count(*) from ${identities} where ${identities.personId} = ${personId})`,
    })
    .from(people)
    .where(eq(people.id, personId))
    .get()
  return row?.ways ?? 0
}
