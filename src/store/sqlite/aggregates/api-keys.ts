import { and, desc, eq, getTableColumns, isNull, sql } from 'drizzle-orm'
import type { ApiKey } from '../../../core/access/api-key.ts'
import type { NewAuditEntry } from '../../../core/access/audit.ts'
import type { OwnedKey } from '../../accounts.ts'
import { present } from '../../keeping/present.ts'
import type { Connection, Queries } from '../connection.ts'
import { apiKeys } from '../schema.ts'
import { recorder } from './people/audit.ts'

const { secretHash: _kept, ...whole } = getTableColumns(apiKeys)

/** Taking a row apart by name costs more than reading it, and a look of its own finds the account sooner than a join. */
const OWNED = `SELECT id, account_id, name, prefix, scopes, created_at, expires_at, last_used_at, revoked_at,
    (SELECT json_array(name, plan, created_at) FROM accounts WHERE accounts.id = account_id)
  FROM api_keys WHERE secret_hash = ?`

type OwnedRow = [
  id: string,
  accountId: string,
  name: string,
  prefix: string,
  scopes: string,
  createdAt: number,
  expiresAt: number | null,
  lastUsedAt: number | null,
  revokedAt: number | null,
  account: string,
]

function ownedKey(row: OwnedRow): OwnedKey {
  const [id, accountId, name, prefix, scopes, createdAt, expiresAt, lastUsedAt, revokedAt, account] = row
  const key: ApiKey = {
    id,
    accountId,
    name,
    prefix,
    scopes: JSON.parse(scopes),
    createdAt: new Date(createdAt),
  }
  if (expiresAt !== null) key.expiresAt = new Date(expiresAt)
  if (lastUsedAt !== null) key.lastUsedAt = new Date(lastUsedAt)
  if (revokedAt !== null) key.revokedAt = new Date(revokedAt)
  const [accountName, plan, madeAt]: [string, string, number] = JSON.parse(account)
  return { key, account: { id: accountId, name: accountName, plan, createdAt: new Date(madeAt) } }
}

export function apiKeyReads({ driver, queries }: Connection) {
  const owned = driver.prepare<[Uint8Array], OwnedRow>(OWNED).raw()
  const byId = queries
    .select(whole)
    .from(apiKeys)
    .where(eq(apiKeys.id, sql.placeholder('id')))
    .prepare()
  return {
    byHash(hash: Uint8Array): OwnedKey | undefined {
      const row = owned.get(hash)
      return row && ownedKey(row)
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
  const record = recorder(queries)
  const isKnown = (id: string) =>
    queries.select({ id: apiKeys.id }).from(apiKeys).where(eq(apiKeys.id, id)).get() !== undefined
  return {
    create(key: ApiKey, secretHash: Uint8Array, entry?: NewAuditEntry): 'created' | 'id_taken' {
      const { changes } = queries
        .insert(apiKeys)
        .values({ ...key, secretHash })
        .onConflictDoNothing({ target: apiKeys.id })
        .run()
      if (changes === 0) return 'id_taken'
      record(entry)
      return 'created'
    },
    rotate(
      id: string,
      prefix: string,
      secretHash: Uint8Array,
      entry?: NewAuditEntry,
      was?: string,
    ): 'rotated' | 'changed' | 'unknown_key' {
      const is = was === undefined ? undefined : eq(apiKeys.prefix, was)
      const { changes } = queries
        .update(apiKeys)
        .set({ prefix, secretHash })
        .where(and(eq(apiKeys.id, id), is))
        .run()
      if (changes === 0) return isKnown(id) ? 'changed' : 'unknown_key'
      record(entry)
      return 'rotated'
    },
    /** The time of the first revocation stands. */
    revoke(id: string, at: Date, entry?: NewAuditEntry): 'revoked' | 'unknown_key' {
      const { changes } = queries
        .update(apiKeys)
        .set({ revokedAt: at })
        .where(and(eq(apiKeys.id, id), isNull(apiKeys.revokedAt)))
        .run()
      if (changes === 1) record(entry)
      return isKnown(id) ? 'revoked' : 'unknown_key'
    },
    touch(id: string, at: Date): void {
      touch.run({ id, at: at.getTime() })
    },
  }
}
