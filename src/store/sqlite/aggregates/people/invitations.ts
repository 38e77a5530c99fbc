import { and, desc, eq, inArray, isNull, lte } from 'drizzle-orm'
import type { Account } from '../../../../core/access/account.ts'
import type { NewAuditEntry } from '../../../../core/access/audit.ts'
import type { Invitation } from '../../../../core/access/membership.ts'
import type { Person } from '../../../../core/access/person.ts'
import { invitationRefused, keyOf } from '../../../keeping/people.ts'
import { present } from '../../../keeping/present.ts'
import type { Queries } from '../../connection.ts'
import { invitations, memberships, people } from '../../schema/people.ts'
import { accounts } from '../../schema.ts'
import { recorder } from './audit.ts'
import { ACCOUNT, roleIn } from './memberships.ts'
import { insertPerson, rowOf } from './rows.ts'
import { accountStands } from './rules.ts'

type Row = typeof invitations.$inferSelect

const invitationOf = ({ tokenHash: _kept, ...row }: Row): Invitation => present(row)

export function invitationReads(queries: Queries) {
  return {
    byHash(tokenHash: Uint8Array): (Invitation & { account: Account; invitedByName?: string }) | undefined {
      const row = queries
        .select({ invitation: invitations, account: ACCOUNT, name: people.name, email: people.email })
        .from(invitations)
        .innerJoin(accounts, eq(accounts.id, invitations.accountId))
        .leftJoin(people, eq(people.id, invitations.invitedBy))
        .where(and(eq(invitations.tokenHash, tokenHash), isNull(accounts.deletedAt)))
        .get()
      if (!row) return undefined
      const invitedByName = row.name || row.email
      return {
        ...invitationOf(row.invitation),
        account: row.account,
        ...(invitedByName !== null && { invitedByName }),
      }
    },
    of: (accountId: string): Invitation[] =>
      queries
        .select()
        .from(invitations)
        .where(eq(invitations.accountId, accountId))
        .orderBy(desc(invitations.createdAt), desc(invitations.id))
        .all()
        .map(invitationOf),
  }
}

export function invitationWrites(queries: Queries) {
  const record = recorder(queries)
  const rowBy = (tokenHash: Uint8Array) =>
    queries.select().from(invitations).where(eq(invitations.tokenHash, tokenHash)).get()

  /** Makes the person a member, and takes the invitation away. */
  function take({ id, accountId, role }: Row, personId: string, at: Date): void {
    queries.insert(memberships).values({ accountId, personId, role, createdAt: at }).run()
    queries.delete(invitations).where(eq(invitations.id, id)).run()
  }

  return {
    create(
      invitation: Invitation,
      tokenHash: Uint8Array,
      entry: NewAuditEntry,
    ): 'created' | 'unknown_account' {
      if (!accountStands(queries, invitation.accountId)) return 'unknown_account'
      queries
        .insert(invitations)
        .values({ ...invitation, tokenHash })
        .run()
      record(entry)
      return 'created'
    },
    accept(
      tokenHash: Uint8Array,
      personId: string,
      at: Date,
      entry: NewAuditEntry,
    ): 'accepted' | 'unknown_invitation' | 'is_member' | 'for_another' {
      const row = rowBy(tokenHash)
      const refused = invitationRefused(row, rowOf(queries, personId)?.emailKey ?? '', at)
      if (refused || !row) return refused ?? 'unknown_invitation'
      if (roleIn(queries, row.accountId, personId) !== undefined) return 'is_member'
      take(row, personId, at)
      record(entry)
      return 'accepted'
    },
    join(
      tokenHash: Uint8Array,
      { person, passwordHash }: { person: Person; passwordHash: string },
      entry: NewAuditEntry,
    ): 'joined' | 'unknown_invitation' | 'email_taken' | 'for_another' {
      const row = rowBy(tokenHash)
      const refused = invitationRefused(row, keyOf(person.email), person.createdAt)
      if (refused || !row) return refused ?? 'unknown_invitation'
      if (!insertPerson(queries, person, passwordHash)) return 'email_taken'
      take(row, person.id, person.createdAt)
      record(entry)
      return 'joined'
    },
    revoke(id: string, accountId: string, entry: NewAuditEntry): 'revoked' | 'unknown_invitation' {
      const { changes } = queries
        .delete(invitations)
        .where(and(eq(invitations.id, id), eq(invitations.accountId, accountId)))
        .run()
      if (changes === 0) return 'unknown_invitation'
      record(entry)
      return 'revoked'
    },
    deleteExpired(now: Date, limit: number): number {
      const expired = queries
        .select({ id: invitations.id })
        .from(invitations)
        .where(lte(invitations.expiresAt, now))
        .orderBy(invitations.expiresAt)
        .limit(limit)
      return queries.delete(invitations).where(inArray(invitations.id, expired)).run().changes
    },
  }
}
