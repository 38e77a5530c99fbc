import type { ApiKey, Scope } from '../../../core/access/api-key.ts'
import type { NewAuditEntry } from '../../../core/access/audit.ts'
import type { ApiKeyStore } from '../../accounts.ts'
import { record } from '../people/recording.ts'
import type { Db, Tx } from '../sql/database.ts'
import { plain, sql } from '../sql/statement.ts'

interface KeyRow {
  id: string
  accountId: string
  name: string
  prefix: string
  scopes: string
  createdAt: number
  createdBy: string | null
  expiresAt: number | null
  lastUsedAt: number | null
  revokedAt: number | null
}

const WHOLE = plain(
  'k.id, k.account_id, k.name, k.prefix, k.scopes, k.created_at, k.created_by, k.expires_at, k.last_used_at, k.revoked_at',
)

function keyOf(row: KeyRow): ApiKey {
  const { id, accountId, name, prefix, createdAt, createdBy, expiresAt, lastUsedAt, revokedAt } = row
  const scopes: Scope[] = JSON.parse(row.scopes)
  return {
    id,
    accountId,
    name,
    prefix,
    scopes,
    createdAt: new Date(createdAt),
    ...(createdBy !== null && { createdBy }),
    ...(expiresAt !== null && { expiresAt: new Date(expiresAt) }),
    ...(lastUsedAt !== null && { lastUsedAt: new Date(lastUsedAt) }),
    ...(revokedAt !== null && { revokedAt: new Date(revokedAt) }),
  }
}

export function apiKeyPart(db: Db): ApiKeyStore {
  return { ...reads(db), ...writes(db) }
}

function reads(db: Db) {
  return {
    async byHash(hash) {
      const row = await db.first<KeyRow & { accountName: string; plan: string; madeAt: number }>(
        sql`SELECT ${WHOLE}, a.name AS account_name, a.plan, a.created_at AS made_at
          FROM api_keys AS k JOIN accounts AS a ON a.id = k.account_id WHERE k.secret_hash = ${hash}`,
      )
      if (!row) return undefined
      const { accountId, accountName, plan, madeAt } = row
      return {
        key: keyOf(row),
        account: { id: accountId, name: accountName, plan, createdAt: new Date(madeAt) },
      }
    },
    async byId(id) {
      const row = await db.first<KeyRow>(sql`SELECT ${WHOLE} FROM api_keys AS k WHERE k.id = ${id}`)
      return row && keyOf(row)
    },
    async list(accountId) {
      const which = accountId === undefined ? plain('') : sql`WHERE k.account_id = ${accountId}`
      const rows = await db.all<KeyRow>(
        sql`SELECT ${WHOLE} FROM api_keys AS k ${which} ORDER BY k.created_at DESC, k.seq DESC`,
      )
      return rows.map(keyOf)
    },
  } satisfies Partial<ApiKeyStore>
}

function writes(db: Db) {
  return {
    create: (key, secretHash, entry) => db.write((tx) => create(tx, key, secretHash, entry)),
    rotate: (id, prefix, secretHash, entry, was) =>
      db.write(async (tx) => {
        const is = was === undefined ? plain('') : sql`AND prefix = ${was}`
        const changed = await tx.run(
          sql`UPDATE api_keys SET prefix = ${prefix}, secret_hash = ${secretHash} WHERE id = ${id} ${is}`,
        )
        if (changed === 0) return (await isKnown(tx, id)) ? 'changed' : 'unknown_key'
        await record(tx, entry)
        return 'rotated'
      }),
    revoke: (id, at, entry) =>
      db.write(async (tx) => {
        const changed = await tx.run(
          sql`UPDATE api_keys SET revoked_at = ${at.getTime()}::bigint WHERE id = ${id} AND revoked_at IS NULL`,
        )
        if (changed === 0) return (await isKnown(tx, id)) ? 'revoked' : 'unknown_key'
        await record(tx, entry)
        return 'revoked'
      }),
    async touch(id, at) {
      await db.soft.run(sql`UPDATE api_keys SET last_used_at = ${at.getTime()}::bigint WHERE id = ${id}`)
    },
  } satisfies Partial<ApiKeyStore>
}

/** An account that is being deleted is waited for: none gets a key after that. */
async function create(
  tx: Tx,
  { id, accountId, name, prefix, scopes, createdAt, createdBy, expiresAt, lastUsedAt, revokedAt }: ApiKey,
  secretHash: Uint8Array,
  entry: NewAuditEntry | undefined,
): Promise<'created' | 'id_taken'> {
  const row = await tx.first<{ owners: number; made: number }>(
    sql`WITH owner AS (SELECT id FROM accounts WHERE id = ${accountId} AND deleted_at IS NULL FOR KEY SHARE),
      made AS (
        INSERT INTO api_keys (id, account_id, name, prefix, secret_hash, scopes, created_at, created_by, expires_at,
          last_used_at, revoked_at)
        SELECT ${id}, owner.id, ${name}, ${prefix}, ${secretHash}::bytea, ${JSON.stringify(scopes)},
          ${createdAt.getTime()}::bigint, ${createdBy ?? null}, ${expiresAt?.getTime() ?? null}::bigint,
          ${lastUsedAt?.getTime() ?? null}::bigint, ${revokedAt?.getTime() ?? null}::bigint FROM owner
        ON CONFLICT (id) DO NOTHING RETURNING id)
      SELECT (SELECT count(*) FROM owner) AS owners, (SELECT count(*) FROM made) AS made`,
  )
  if (row?.owners !== 1) throw new Error('A key was not made: there is no such account.')
  if (row.made === 0) return 'id_taken'
  await record(tx, entry)
  return 'created'
}

async function isKnown(tx: Tx, id: string): Promise<boolean> {
  return (await tx.first(sql`SELECT 1 AS found FROM api_keys WHERE id = ${id}`)) !== undefined
}
