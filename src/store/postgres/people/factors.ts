import type { FactorStore } from '../../people.ts'
import type { Db, Tx } from '../sql/database.ts'
import { sql } from '../sql/statement.ts'
import { record } from './recording.ts'
import { holdPerson } from './rules.ts'

/** Deletes the sealed secrets of a person's second factors, but one. */
export async function forgetSecrets(tx: Tx, personId: string, but?: string): Promise<void> {
  const others = but === undefined ? sql`` : sql` AND id <> ${but}`
  await tx.run(sql`DELETE FROM sealed_secrets WHERE purpose = 'totp' AND owner_id = ${personId}${others}`)
}

/** In the place of those that there are. The person is held. */
async function putCodes(tx: Tx, personId: string, codeHashes: readonly Uint8Array[]): Promise<void> {
  await tx.run(sql`DELETE FROM recovery_codes WHERE person_id = ${personId}`)
  if (codeHashes.length === 0) return
  await tx.run(sql`INSERT INTO recovery_codes (person_id, code_hash)
    SELECT ${personId}, hash FROM unnest(${[...codeHashes]}::bytea[]) AS c (hash)`)
}

export function factorPart(db: Db): FactorStore {
  return {
    enable: (personId, { secretId, lastStep }, codeHashes, entry) =>
      db.write(async (tx) => {
        const changed = await tx.run(
          sql`UPDATE people SET totp_secret_id = ${secretId}, totp_last_step = ${lastStep}::bigint WHERE id = ${personId}`,
        )
        if (changed === 0) return 'unknown_person'
        // Set-ups that were never finished left theirs behind.
        await forgetSecrets(tx, personId, secretId)
        await putCodes(tx, personId, codeHashes)
        await record(tx, entry)
        return 'enabled'
      }),
    disable: (personId, entry) =>
      db.write(async (tx) => {
        const changed = await tx.run(
          sql`UPDATE people SET totp_secret_id = NULL, totp_last_step = NULL
            WHERE id = ${personId} AND totp_secret_id IS NOT NULL`,
        )
        if (changed === 0) return 'not_enabled'
        await forgetSecrets(tx, personId)
        await putCodes(tx, personId, [])
        await record(tx, entry)
        return 'disabled'
      }),
    async useStep(personId, step) {
      const used = await db.run(
        sql`UPDATE people SET totp_last_step = ${step}::bigint
          WHERE id = ${personId} AND totp_secret_id IS NOT NULL AND coalesce(totp_last_step, -1) < ${step}::bigint`,
      )
      return used === 1 ? 'used' : 'replayed'
    },
    useCode: (personId, codeHash, entry) =>
      db.write(async (tx) => {
        const used = await tx.run(
          sql`DELETE FROM recovery_codes WHERE person_id = ${personId} AND code_hash = ${codeHash}::bytea`,
        )
        if (used === 0) return 'unknown_code'
        await record(tx, entry)
        return 'used'
      }),
    renewCodes: (personId, codeHashes, entry) =>
      db.write(async (tx) => {
        const person = await holdPerson(tx, personId)
        if (!person || person.totpSecretId === null) return
        await putCodes(tx, personId, codeHashes)
        await record(tx, entry)
      }),
  }
}
