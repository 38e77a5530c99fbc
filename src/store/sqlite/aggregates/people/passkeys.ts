import { and, asc, eq, or, sql } from 'drizzle-orm'
import type { NewAuditEntry } from '../../../../core/access/audit.ts'
import type { Passkey } from '../../../../core/access/person.ts'
import { present } from '../../../keeping/present.ts'
import type { Queries } from '../../connection.ts'
import { RolledBack } from '../../rolled-back.ts'
import { passkeys } from '../../schema/people.ts'
import { recorder } from './audit.ts'
import { waysIn } from './rules.ts'

export function passkeyReads(queries: Queries) {
  return {
    byId(id: string): Passkey | undefined {
      const row = queries.select().from(passkeys).where(eq(passkeys.id, id)).get()
      return row && present(row)
    },
    of: (personId: string): Passkey[] =>
      queries
        .select()
        .from(passkeys)
        .where(eq(passkeys.personId, personId))
        .orderBy(asc(passkeys.createdAt), asc(passkeys.id))
        .all()
        .map(present),
  }
}

export function passkeyWrites(queries: Queries) {
  const record = recorder(queries)
  const own = (id: string, personId: string) => and(eq(passkeys.id, id), eq(passkeys.personId, personId))
  return {
    add(passkey: Passkey, entry: NewAuditEntry): 'added' | 'known' {
      const { changes } = queries.insert(passkeys).values(passkey).onConflictDoNothing().run()
      if (changes === 0) return 'known'
      record(entry)
      return 'added'
    },
    use(id: string, counter: number, at: Date): 'used' | 'went_back' | 'unknown_passkey' {
      const isAhead = or(
        sql`${passkeys.counter} < ${counter}`,
        sql`${passkeys.counter} = 0 and ${counter} = 0`,
      )
      const used = queries
        .update(passkeys)
        .set({ counter, lastUsedAt: at })
        .where(and(eq(passkeys.id, id), isAhead))
        .run()
      if (used.changes === 1) return 'used'
      const known = queries.select({ id: passkeys.id }).from(passkeys).where(eq(passkeys.id, id)).get()
      return known ? 'went_back' : 'unknown_passkey'
    },
    rename: (id: string, personId: string, name: string): boolean =>
      queries.update(passkeys).set({ name }).where(own(id, personId)).run().changes === 1,
    remove(
      id: string,
      personId: string,
      entry: NewAuditEntry,
    ): 'removed' | 'unknown_passkey' | 'last_way_in' {
      if (queries.delete(passkeys).where(own(id, personId)).run().changes === 0) return 'unknown_passkey'
      if (waysIn(queries, personId) === 0) throw new RolledBack('last_way_in')
      record(entry)
      return 'removed'
    },
  }
}
