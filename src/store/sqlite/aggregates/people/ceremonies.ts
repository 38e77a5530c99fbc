import { eq, inArray, lte } from 'drizzle-orm'
import { present } from '../../../keeping/present.ts'
import type { Ceremony } from '../../../sessions.ts'
import type { Queries } from '../../connection.ts'
import { ceremonies } from '../../schema/people.ts'

const ceremonyOf = ({ idHash: _kept, ...row }: typeof ceremonies.$inferSelect): Ceremony => present(row)

export function ceremonyReads(queries: Queries) {
  return {
    byHash(idHash: Uint8Array): Ceremony | undefined {
      const row = queries.select().from(ceremonies).where(eq(ceremonies.idHash, idHash)).get()
      return row && ceremonyOf(row)
    },
  }
}

export function ceremonyWrites(queries: Queries) {
  return {
    put(idHash: Uint8Array, ceremony: Ceremony): void {
      queries
        .insert(ceremonies)
        .values({ ...ceremony, idHash })
        .run()
    },
    take(idHash: Uint8Array): Ceremony | undefined {
      const row = queries.delete(ceremonies).where(eq(ceremonies.idHash, idHash)).returning().get()
      return row && ceremonyOf(row)
    },
    deleteExpired(now: Date, limit: number): number {
      const expired = queries
        .select({ id: ceremonies.idHash })
        .from(ceremonies)
        .where(lte(ceremonies.expiresAt, now))
        .orderBy(ceremonies.expiresAt)
        .limit(limit)
      return queries.delete(ceremonies).where(inArray(ceremonies.idHash, expired)).run().changes
    },
  }
}
