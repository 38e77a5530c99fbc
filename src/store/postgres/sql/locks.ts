import type { LockName } from './database.ts'
import { type Sql, sql } from './statement.ts'

/** First half of the numbers of advisory locks; the second is made of the name. */
const LOCKS: Record<LockName, number> = {
  dmarc: 7101,
  queue: 7102,
  outbox: 7103,
  tidy: 7104,
  people: 7105,
  domain: 7106,
  reports: 7107,
  destinations: 7108,
  mail: 7110,
}

/** Takes a lock until the end of the transaction; whoever holds it is waited for. */
export const locking = ([name, of]: readonly [LockName, string]): Sql =>
  sql`SELECT pg_advisory_xact_lock(${LOCKS[name]}::int4, hashtext(${of}))`
