import { and, desc, eq, inArray, isNull, lte } from 'drizzle-orm'
import type { Account } from '../../../../core/access/account.ts'
import type { NewAuditEntry } from '../../../../core/access/audit.ts'
import type { Invitation } from '../../../../core/access/membership.ts'
import { emailKey } from '../../../../core/access/person.ts'
import type { Queries } from '../../connection.ts'
import { invitations, memberships, people } from '../../schema/people.ts'
import { accounts } from '../../schema.ts'
import { present } from '../present.ts'
import { recorder } from './audit.ts'
import { ACCOUNT, roleIn } from './memberships.ts'
import { rowOf } from './rows.ts'
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

/** Why a person of this address cannot accept an invitation now. */
function refusalOf(
  row: Row | undefined,
  key: string,
  at: Date,
): 'unknown_invitation' | 'for_another' | undefined {
  if (!row || row.expiresAt <= at) return 'unknown_invitation'
  return row.email !== null && emailKey(row.email) !== key ? 'for_another' : undefined
}

export function invitationWrites(queries: Queries) {
  const record = recorder(queries)
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
      const row = queries.select().from(invitations).where(eq(invitations.tokenHash, tokenHash)).get()
      const refused = refusalOf(row, rowOf(queries, personId)?.emailKey ?? '', at)
      if (refused || !row) return refused ?? 'unknown_invitation'
      const { id, accountId, role } = row
      if (roleIn(queries, accountId, personId) !== undefined) return 'is_member'
      queries.insert(memberships).values({ accountId, personId, role, createdAt: at }).run()
      queries.delete(invitations).where(eq(invitations.id, id)).run()
      record(entry)
      return 'accepted'
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
