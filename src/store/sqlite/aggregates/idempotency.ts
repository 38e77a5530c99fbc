import { and, eq, gt, sql } from 'drizzle-orm'
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
    .where(
      and(
        eq(idempotencyKeys.accountId, accountId),
        eq(idempotencyKeys.key, key),
        gt(idempotencyKeys.expiresAt, sql.placeholder('now')),
      ),
    )
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
    })
    .prepare()
  return {
    replayOf(owner: string, named: string, now: Date): MailTest | undefined {
      const row = find.get({ accountId: owner, key: named, now: now.getTime() })
      return row && testFromJson(row.test)
    },
    keep(owner: string, named: string, expiresAt: Date, test: MailTest): void {
      keep.run({ accountId: owner, key: named, expiresAt, test: JSON.stringify(test) })
    },
  }
}

/** Reads what JSON.stringify made of a new test: its two times are Dates again. */
function testFromJson(json: string): MailTest {
  const test = JSON.parse(json)
  return { ...test, createdAt: new Date(test.createdAt), expiresAt: new Date(test.expiresAt) }
}
