import { sql } from 'drizzle-orm'
import type { AnonymousHeld } from '../../../core/space.ts'
import { mailTests } from '../schema.ts'

/** What a test holds, asked for every recipient. */
export const held = {
  messages: mailTests.messageCount,
  bytes: mailTests.messageBytes,
  /** Null of an account's test. */
  anonymousAll: sql<number | null>`case when mail_tests.account_id is null then ${heldBy(sql`''`)} end`,
  anonymousClient: sql<number>`${heldBy(sql`mail_tests.client`)}`,
}

/** What tests without an account hold that were made from this network; '' is all of them. */
export function heldBy(client: ReturnType<typeof sql>) {
  return sql<number>`coalesce((select bytes from anonymous_bytes where anonymous_bytes.client = ${client}), 0)`
}

/** The shares that a test counts against, out of its row. */
export function anonymousOf(row: {
  anonymousAll: number | null
  anonymousClient: number
}): AnonymousHeld | undefined {
  return row.anonymousAll === null ? undefined : { all: row.anonymousAll, client: row.anonymousClient }
}
