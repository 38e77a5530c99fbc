import { and, asc, eq } from 'drizzle-orm'
import type { NewAuditEntry } from '../../../../core/access/audit.ts'
import type { Identity } from '../../../../core/access/person.ts'
import { present } from '../../../keeping/present.ts'
import type { Queries } from '../../connection.ts'
import { RolledBack } from '../../rolled-back.ts'
import { identities } from '../../schema/people.ts'
import { recorder } from './audit.ts'
import { waysIn } from './rules.ts'

const which = (issuer: string, subject: string) =>
  and(eq(identities.issuer, issuer), eq(identities.subject, subject))

export function identityReads(queries: Queries) {
  return {
    bySubject(issuer: string, subject: string): Identity | undefined {
      const row = queries.select().from(identities).where(which(issuer, subject)).get()
      return row && present(row)
    },
    of: (personId: string): Identity[] =>
      queries
        .select()
        .from(identities)
        .where(eq(identities.personId, personId))
        .orderBy(asc(identities.createdAt), asc(identities.issuer), asc(identities.subject))
        .all()
        .map(present),
  }
}

export function identityWrites(queries: Queries) {
  const record = recorder(queries)
  return {
    link(identity: Identity, entry: NewAuditEntry): 'linked' | 'linked_to_another' {
      const { issuer, subject, personId } = identity
      if (queries.insert(identities).values(identity).onConflictDoNothing().run().changes === 1) {
        record(entry)
        return 'linked'
      }
      const kept = queries.select().from(identities).where(which(issuer, subject)).get()
      return kept?.personId === personId ? 'linked' : 'linked_to_another'
    },
    touch(issuer: string, subject: string, at: Date): void {
      queries.update(identities).set({ lastUsedAt: at }).where(which(issuer, subject)).run()
    },
    unlink(
      issuer: string,
      subject: string,
      personId: string,
      entry: NewAuditEntry,
    ): 'unlinked' | 'unknown_identity' | 'last_way_in' {
      const own = and(which(issuer, subject), eq(identities.personId, personId))
      if (queries.delete(identities).where(own).run().changes === 0) return 'unknown_identity'
      if (waysIn(queries, personId) === 0) throw new RolledBack('last_way_in')
      record(entry)
      return 'unlinked'
    },
  }
}
