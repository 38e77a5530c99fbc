import type { SealedSecret } from '../../../core/sealed.ts'
import type { Resealed, SealedStore } from '../../sealed.ts'
import { type Db, RolledBack, type Tx } from '../sql/database.ts'
import { plain, sql } from '../sql/statement.ts'
import { whenFull } from '../wire/failures.ts'

const WHOLE = plain('id, purpose, owner_id, key_id, value')

/** Whoever stores a secret holds the key in use, and whoever takes another one into use waits for them. */
export function sealedPart(db: Db): SealedStore {
  return {
    async keyInUse() {
      const row = await db.first<{ keyId: string }>(sql`SELECT key_id FROM sealing_key WHERE "only" = 1`)
      return row?.keyId
    },
    byId: (id) => db.first<SealedSecret>(sql`SELECT ${WHOLE} FROM sealed_secrets WHERE id = ${id}`),
    of: (purpose, ownerId) =>
      db.all<SealedSecret>(
        sql`SELECT ${WHOLE} FROM sealed_secrets WHERE purpose = ${purpose} AND owner_id = ${ownerId} ORDER BY id`,
      ),
    sealedByOthers: (keyId) =>
      db.all<SealedSecret>(sql`SELECT ${WHOLE} FROM sealed_secrets WHERE key_id <> ${keyId} ORDER BY id`),
    begin: (keyId) =>
      db
        .run(
          sql`INSERT INTO sealing_key ("only", key_id) VALUES (1, ${keyId}) ON CONFLICT ("only") DO NOTHING`,
        )
        .then(() => 'begun' as const, whenFull),
    put: ({ id, purpose, ownerId, keyId, value }) =>
      db
        .run(
          sql`WITH key AS MATERIALIZED (
              SELECT key_id FROM sealing_key WHERE "only" = 1 AND key_id = ${keyId} FOR SHARE)
            INSERT INTO sealed_secrets (id, purpose, owner_id, key_id, value)
              SELECT ${id}, ${purpose}, ${ownerId}, key_id, ${value}::bytea FROM key
              ON CONFLICT (id) DO UPDATE SET key_id = excluded.key_id, value = excluded.value`,
        )
        .then((rows) => (rows === 1 ? 'stored' : 'other_key'), whenFull),
    delete: async (id) => (await db.run(sql`DELETE FROM sealed_secrets WHERE id = ${id}`)) === 1,
    rotate: (to, resealed) => db.write((tx) => rotate(tx, to, resealed)).catch(whenFull),
  }
}

async function rotate(tx: Tx, to: string, resealed: readonly Resealed[]): Promise<'rotated' | 'changed'> {
  // Held from here on: nothing is stored under the key before it.
  await tx.run(
    sql`INSERT INTO sealing_key ("only", key_id) VALUES (1, ${to})
      ON CONFLICT ("only") DO UPDATE SET key_id = excluded.key_id`,
  )
  const old = await tx.all<Pick<SealedSecret, 'id' | 'value'>>(
    sql`SELECT id, value FROM sealed_secrets WHERE key_id <> ${to} ORDER BY id FOR UPDATE`,
  )
  const anew = new Map(resealed.map((one) => [one.id, one]))
  const found = old.flatMap(({ id, value }) => {
    const one = anew.get(id)
    return one && Buffer.compare(one.read, value) === 0 ? [one] : []
  })
  if (found.length < old.length) throw new RolledBack('changed')
  await tx.run(
    sql`UPDATE sealed_secrets AS s SET key_id = ${to}, value = n.value
      FROM unnest(${found.map(({ id }) => id)}::text[], ${found.map(({ value }) => value)}::bytea[]) AS n (id, value)
      WHERE s.id = n.id`,
  )
  return 'rotated'
}
