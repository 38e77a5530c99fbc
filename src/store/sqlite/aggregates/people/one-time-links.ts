import { and, desc, eq, inArray, lte, notInArray, sql } from 'drizzle-orm'
import { keyOf } from '../../../keeping/people.ts'
import { present } from '../../../keeping/present.ts'
import type { OneTimeLink } from '../../../sessions.ts'
import type { Queries } from '../../connection.ts'
import { oneTimeLinks } from '../../schema/people.ts'

type Row = typeof oneTimeLinks.$inferSelect

const linkOf = ({ tokenHash: _kept, emailKey: _key, ...row }: Row): OneTimeLink => present(row)

export function oneTimeLinkReads(queries: Queries) {
  return {
    byHash(tokenHash: Uint8Array): OneTimeLink | undefined {
      const row = queries.select().from(oneTimeLinks).where(eq(oneTimeLinks.tokenHash, tokenHash)).get()
      return row && linkOf(row)
    },
  }
}

export function oneTimeLinkWrites(queries: Queries) {
  const ofPerson = (purpose: OneTimeLink['purpose'], personId: string) =>
    and(eq(oneTimeLinks.personId, personId), eq(oneTimeLinks.purpose, purpose))
  /** Of nobody who exists: of an address, or of none. */
  const ofEmail = (purpose: OneTimeLink['purpose'], key: string | null) =>
    and(
      sql`${oneTimeLinks.emailKey} is ${key}`,
      eq(oneTimeLinks.purpose, purpose),
      sql`${oneTimeLinks.personId} is null`,
    )
  return {
    put(tokenHash: Uint8Array, link: OneTimeLink, keep = 0): void {
      const { purpose, personId, email } = link
      const emailKey = email === undefined ? null : keyOf(email)
      const earlier = personId === undefined ? ofEmail(purpose, emailKey) : ofPerson(purpose, personId)
      const newest = queries
        .select({ id: oneTimeLinks.tokenHash })
        .from(oneTimeLinks)
        .where(earlier)
        .orderBy(desc(oneTimeLinks.createdAt))
        .limit(keep)
      queries
        .delete(oneTimeLinks)
        .where(keep === 0 ? earlier : and(earlier, notInArray(oneTimeLinks.tokenHash, newest)))
        .run()
      queries
        .insert(oneTimeLinks)
        .values({ ...link, tokenHash, emailKey })
        .run()
    },
    take(tokenHash: Uint8Array): OneTimeLink | undefined {
      const row = queries.delete(oneTimeLinks).where(eq(oneTimeLinks.tokenHash, tokenHash)).returning().get()
      return row && linkOf(row)
    },
    deleteOf(purpose: OneTimeLink['purpose'], personId?: string): void {
      queries
        .delete(oneTimeLinks)
        .where(personId === undefined ? ofEmail(purpose, null) : ofPerson(purpose, personId))
        .run()
    },
    deleteExpired(now: Date, limit: number): number {
      const expired = queries
        .select({ id: oneTimeLinks.tokenHash })
        .from(oneTimeLinks)
        .where(lte(oneTimeLinks.expiresAt, now))
        .orderBy(oneTimeLinks.expiresAt)
        .limit(limit)
      return queries.delete(oneTimeLinks).where(inArray(oneTimeLinks.tokenHash, expired)).run().changes
    },
  }
}
