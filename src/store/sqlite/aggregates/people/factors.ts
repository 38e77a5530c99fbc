import { and, eq, isNotNull, lt, ne, sql } from 'drizzle-orm'
import type { NewAuditEntry } from '../../../../core/access/audit.ts'
import type { Queries } from '../../connection.ts'
import { people, recoveryCodes } from '../../schema/people.ts'
import { sealedSecrets } from '../../schema.ts'
import { recorder } from './audit.ts'

/** Deletes the sealed secrets of a person's second factors, but one. */
function forgetSecrets(queries: Queries, personId: string, but?: string): void {
  const own = and(eq(sealedSecrets.purpose, 'totp'), eq(sealedSecrets.ownerId, personId))
  queries
    .delete(sealedSecrets)
    .where(and(own, but === undefined ? undefined : ne(sealedSecrets.id, but)))
    .run()
}

export function factorWrites(queries: Queries) {
  const record = recorder(queries)
  const hasFactor = (personId: string) => and(eq(people.id, personId), isNotNull(people.totpSecretId))

  function putCodes(personId: string, codeHashes: readonly Uint8Array[]): void {
    queries.delete(recoveryCodes).where(eq(recoveryCodes.personId, personId)).run()
    for (const codeHash of codeHashes) queries.insert(recoveryCodes).values({ personId, codeHash }).run()
  }

  return {
    enable(
      personId: string,
      { secretId, lastStep }: { secretId: string; lastStep: number },
      codeHashes: readonly Uint8Array[],
      entry: NewAuditEntry,
    ): 'enabled' | 'unknown_person' {
      const { changes } = queries
        .update(people)
        .set({ totpSecretId: secretId, totpLastStep: lastStep })
        .where(eq(people.id, personId))
        .run()
      if (changes === 0) return 'unknown_person'
      // Set-ups that were never finished left theirs behind.
      forgetSecrets(queries, personId, secretId)
      putCodes(personId, codeHashes)
      record(entry)
      return 'enabled'
    },
    disable(personId: string, entry: NewAuditEntry): 'disabled' | 'not_enabled' {
      const { changes } = queries
        .update(people)
        .set({ totpSecretId: null, totpLastStep: null })
        .where(hasFactor(personId))
        .run()
      if (changes === 0) return 'not_enabled'
      forgetSecrets(queries, personId)
      putCodes(personId, [])
      record(entry)
      return 'disabled'
    },
    useStep(personId: string, step: number): 'used' | 'replayed' {
      const { changes } = queries
        .update(people)
        .set({ totpLastStep: step })
        .where(and(hasFactor(personId), lt(sql`coalesce(${people.totpLastStep}, -1)`, step)))
        .run()
      return changes === 1 ? 'used' : 'replayed'
    },
    useCode(personId: string, codeHash: Uint8Array, entry: NewAuditEntry): 'used' | 'unknown_code' {
      const { changes } = queries
        .delete(recoveryCodes)
        .where(and(eq(recoveryCodes.personId, personId), eq(recoveryCodes.codeHash, codeHash)))
        .run()
      if (changes === 0) return 'unknown_code'
      record(entry)
      return 'used'
    },
    /** Of a person without a second factor there are none. */
    renewCodes(personId: string, codeHashes: readonly Uint8Array[], entry: NewAuditEntry): void {
      const row = queries.select({ id: people.id }).from(people).where(hasFactor(personId)).get()
      if (!row) return
      putCodes(personId, codeHashes)
      record(entry)
    },
  }
}
