import { desc, eq, getTableColumns, sql } from 'drizzle-orm'
import type { ApiKey } from '../../../core/api-key.ts'
import type { Queries } from '../connection.ts'
import { apiKeys } from '../schema.ts'
import { present } from './present.ts'

const { secretHash: _kept, ...whole } = getTableColumns(apiKeys)

export function apiKeyReads(queries: Queries) {
  const byHash = queries
    .select(whole)
    .from(apiKeys)
    .where(eq(apiKeys.secretHash, sql.placeholder('hash')))
    .prepare()
  const byId = queries
    .select(whole)
    .from(apiKeys)
    .where(eq(apiKeys.id, sql.placeholder('id')))
    .prepare()
  return {
    byHash(hash: Uint8Array): ApiKey | undefined {
      const row = byHash.get({ hash })
      return row && present(row)
    },
    byId(id: string): ApiKey | undefined {
      const row = byId.get({ id })
      return row && present(row)
    },
    list(accountId?: string): ApiKey[] {
      const rows = queries
        .select(whole)
        .from(apiKeys)
        .where(accountId === undefined ? undefined : eq(apiKeys.accountId, accountId))
        .orderBy(desc(apiKeys.createdAt), desc(sql`rowid`))
        .all()
      return rows.map(present)
    },
  }
}

export function apiKeyWrites(queries: Queries) {
  const touch = queries
    .update(apiKeys)
    .set({ lastUsedAt: sql`${sql.placeholder('at')}` })
    .where(eq(apiKeys.id, sql.placeholder('id')))
    .prepare()
  return {
    create(key: ApiKey, secretHash: Uint8Array): void {
      queries
        .insert(apiKeys)
        .values({ ...key, secretHash })
        .run()
    },
    rotate(id: string, prefix: string, secretHash: Uint8Array): 'rotated' | 'unknown_key' {
      const { changes } = queries.update(apiKeys).set({ prefix, secretHash }).where(eq(apiKeys.id, id)).run()
      return changes === 1 ? 'rotated' : 'unknown_key'
    },
    /** The time of the first revocation stands. */
    revoke(id: string, at: Date): 'revoked' | 'unknown_key' {
      const { changes } = queries
        .update(apiKeys)
        .set({ revokedAt: sql`coalesce(${apiKeys.revokedAt}, ${at.getTime()})` })
        .where(eq(apiKeys.id, id))
        .run()
      return changes === 1 ? 'revoked' : 'unknown_key'
    },
    touch(id: string, at: Date): void {
      touch.run({ id, at: at.getTime() })
    },
  }
}
