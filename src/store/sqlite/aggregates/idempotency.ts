import { and, eq, sql } from 'drizzle-orm'
import type { MailTest } from '../../../core/mail-test.ts'
import type { Queries } from '../connection.ts'
import { idempotencyKeys } from '../schema.ts'

/** The answers to requests that named a key, for those that name it again. Part of the writes that allocate. */
export function idempotency(queries: Queries) {
  const accountId = sql.placeholder('accountId')
  const key = sql.placeholder('key')
  const find = queries
    .select({ test: idempotencyKeys.test })
    .from(idempotencyKeys)
    .where(and(eq(idempotencyKeys.accountId, accountId), eq(idempotencyKeys.key, key)))
    .prepare()
  const keep = queries
    .insert(idempotencyKeys)
    .values({
      accountId,
      key,
      expiresAt: sql.placeholder('expiresAt'),
      test: sql.placeholder('test'),
    })
    .onConflictDoUpdate({
      target: [idempotencyKeys.accountId, idempotencyKeys.key],
      set: { expiresAt: sql`excluded.expires_at`, test: sql`excluded.test` },
      setWhere: sql`${idempotencyKeys.expiresAt} <= ${sql.placeholder('now')}`,
    })
    .prepare()
  return {
    /** Keeps the answer to the first request with a key. To a later one: gives what the first was answered. */
    claim(owner: string, named: string, expiresAt: Date, test: MailTest): MailTest | undefined {
      const which = { accountId: owner, key: named }
      const now = test.createdAt.getTime()
      if (keep.run({ ...which, expiresAt, test: JSON.stringify(test), now }).changes > 0) return undefined
      const row = find.get(which)
      return row && testFromJson(row.test)
    },
  }
}

/** Reads what JSON.stringify made of a new test: its two times are Dates again. */
function testFromJson(json: string): MailTest {
  const test = JSON.parse(json)
  return { ...test, createdAt: new Date(test.createdAt), expiresAt: new Date(test.expiresAt) }
}
