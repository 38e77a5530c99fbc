import { and, asc, eq, ne } from 'drizzle-orm'
import type { SealedSecret, SecretPurpose } from '../../../core/sealed.ts'
import type { Resealed } from '../../sealed.ts'
import type { Queries } from '../connection.ts'
import { sealedSecrets, sealingKey } from '../schema.ts'

const keyInUse = (queries: Queries) => queries.select({ id: sealingKey.keyId }).from(sealingKey).get()?.id

const sealedByOthers = (queries: Queries, keyId: string): SealedSecret[] =>
  queries
    .select()
    .from(sealedSecrets)
    .where(ne(sealedSecrets.keyId, keyId))
    .orderBy(asc(sealedSecrets.id))
    .all()

export function sealedReads(queries: Queries) {
  return {
    keyInUse: () => keyInUse(queries),
    byId: (id: string): SealedSecret | undefined =>
      queries.select().from(sealedSecrets).where(eq(sealedSecrets.id, id)).get(),
    of: (purpose: SecretPurpose, ownerId: string): SealedSecret[] =>
      queries
        .select()
        .from(sealedSecrets)
        .where(and(eq(sealedSecrets.purpose, purpose), eq(sealedSecrets.ownerId, ownerId)))
        .orderBy(asc(sealedSecrets.id))
        .all(),
    sealedByOthers: (keyId: string) => sealedByOthers(queries, keyId),
  }
}

export function sealedWrites(queries: Queries) {
  return {
    begin(keyId: string): 'begun' {
      queries.insert(sealingKey).values({ only: 1, keyId }).onConflictDoNothing().run()
      return 'begun'
    },
    put(secret: SealedSecret): 'stored' | 'other_key' {
      if (keyInUse(queries) !== secret.keyId) return 'other_key'
      const { keyId, value } = secret
      queries
        .insert(sealedSecrets)
        .values(secret)
        .onConflictDoUpdate({ target: sealedSecrets.id, set: { keyId, value } })
        .run()
      return 'stored'
    },
    delete(id: string): boolean {
      return queries.delete(sealedSecrets).where(eq(sealedSecrets.id, id)).run().changes === 1
    },
    rotate(to: string, resealed: readonly Resealed[]): 'rotated' | 'changed' {
      const anew = new Map(resealed.map((one) => [one.id, one]))
      const old = sealedByOthers(queries, to)
      const isRead = ({ id, value }: SealedSecret) =>
        Buffer.compare(anew.get(id)?.read ?? new Uint8Array(), value) === 0
      if (!old.every(isRead)) return 'changed'
      queries
        .insert(sealingKey)
        .values({ only: 1, keyId: to })
        .onConflictDoUpdate({ target: sealingKey.only, set: { keyId: to } })
        .run()
      for (const { id } of old) {
        const value = anew.get(id)?.value
        if (value)
          queries.update(sealedSecrets).set({ keyId: to, value }).where(eq(sealedSecrets.id, id)).run()
      }
      return 'rotated'
    },
  }
}
