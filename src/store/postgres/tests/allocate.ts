import type { MailTest } from '../../../core/mail-test.ts'
import { ROW_BYTES } from '../../../core/space.ts'
import type { Allocation, NewMailTest } from '../../mail-tests.ts'
import { record } from '../people/recording.ts'
import { DatabaseBusy, DatabaseSilent, type Db, RolledBack, type Tx } from '../sql/database.ts'
import { joined, type Sql, sql } from '../sql/statement.ts'
import { whenFull } from '../wire/failures.ts'

/** How often a key is tried whose row was forgotten while it was looked at. */
const TRIES = 5

/** What became of each step; the one that refused has 0, and so have those behind it. */
interface Steps {
  owners: number
  keyed: number
  spent: number
}

/** Allocates tests: the idempotency key, the unit and the test by one statement, each step out of the rows of the one before.
 * Another host's allocation with the same key is waited for. */
export function allocator(db: Db): (request: NewMailTest) => Promise<Allocation> {
  async function tried(tx: Tx, request: NewMailTest): Promise<Allocation | undefined> {
    const { test, idempotency, entry } = request
    const [steps] = await Promise.all([tx.first<Steps>(statementOf(request)), record(tx, entry)])
    if (steps?.owners !== 1) throw new Error('A test was not made: there is no such account.')
    if (steps.keyed === 0) {
      const replayed = idempotency && (await answered(tx, test.accountId, idempotency.key))
      throw new RolledBack(replayed && { replayed })
    }
    if (steps.spent === 0) throw new RolledBack('allowance_exhausted')
    return 'allocated'
  }

  async function allocate(request: NewMailTest): Promise<Allocation> {
    for (let tries = 0; tries < TRIES; tries++) {
      const answer = await db.write((tx) => tried(tx, request))
      if (answer) return answer
    }
    throw new DatabaseBusy('A test was not made: its key was made and forgotten again and again.')
  }

  /** Whether what may have been done was. */
  async function isThere({ token }: MailTest): Promise<boolean> {
    const found = await db
      .first(sql`SELECT 1 AS found FROM mail_tests WHERE token = ${token}`)
      .catch(() => undefined)
    return found !== undefined
  }

  return (request) =>
    allocate(request)
      .catch(async (cause): Promise<Allocation> => {
        if (cause instanceof DatabaseSilent && (await isThere(request.test))) return 'allocated'
        throw cause
      })
      .catch(whenFull)
}

function statementOf({ test, allowance, idempotency, client }: NewMailTest): Sql {
  const { accountId } = test
  const key = idempotency && accountId !== undefined ? keyed(test, accountId, idempotency) : undefined
  const unit = allowance && accountId !== undefined ? spent(accountId, allowance) : undefined
  const steps = [
    accountId === undefined
      ? sql`owner AS (SELECT NULL::text AS id)`
      : // An account that is being deleted is waited for: none gets a test after that.
        sql`owner AS MATERIALIZED (SELECT id FROM accounts WHERE id = ${accountId} AND deleted_at IS NULL FOR KEY SHARE)`,
    key ?? sql`named AS (SELECT id FROM owner)`,
    unit ?? sql`unit AS (SELECT id FROM named)`,
    made(test, client),
    ...(accountId === undefined ? [counted(client)] : []),
  ]
  return sql`WITH ${joined(steps, ', ')} SELECT (SELECT count(*) FROM owner) AS owners,
    (SELECT count(*) FROM named) AS keyed, (SELECT count(*) FROM made) AS spent`
}

const keyed = (test: MailTest, accountId: string, { key, expiresAt }: { key: string; expiresAt: Date }) =>
  sql`named AS (
    INSERT INTO idempotency_keys AS k (account_id, key, expires_at, test)
    SELECT id, ${key}, ${expiresAt.getTime()}::bigint, ${JSON.stringify(test)} FROM owner
    ON CONFLICT (account_id, key) DO UPDATE SET expires_at = excluded.expires_at, test = excluded.test
      WHERE k.expires_at <= ${test.createdAt.getTime()}::bigint
    RETURNING ${accountId}::text AS id)`

const spent = (accountId: string, { month, units }: { month: string; units: number }) =>
  sql`unit AS (
    INSERT INTO allowance_uses AS u (account_id, month, used)
    SELECT id, ${month}, 1 FROM named WHERE ${units}::bigint > 0
    ON CONFLICT (account_id, month) DO UPDATE SET used = u.used + 1 WHERE u.used < ${units}::bigint
    RETURNING ${accountId}::text AS id)`

const made = (
  { token, localPart, source, createdAt, expiresAt, creatorId, shared }: MailTest,
  client: string | undefined,
) =>
  sql`made AS (
    INSERT INTO mail_tests (token, local_part, source, account_id, created_at, expires_at, client, creator_id, shared,
      held_bytes)
    SELECT ${token}, ${localPart}, ${source}, id, ${createdAt.getTime()}::bigint, ${expiresAt.getTime()}::bigint,
      ${client ?? null}, ${creatorId ?? null}, ${shared ? 1 : 0}::smallint, ${ROW_BYTES}::bigint FROM unit
    RETURNING seq)`

/** What the test itself counts for: of all without an account, and of its network, in the order in which everybody locks them. */
const counted = (client: string | undefined) =>
  sql`counted AS (
    INSERT INTO anonymous_bytes AS b (client, bytes)
    SELECT c.client, ${ROW_BYTES}::bigint FROM made CROSS JOIN unnest(${client === undefined ? [''] : ['', client]}::text[])
      AS c (client) ORDER BY c.client COLLATE "C"
    ON CONFLICT (client) DO UPDATE SET bytes = b.bytes + excluded.bytes)`

/** The test that the first request with the key allocated, as it was then. */
async function answered(tx: Tx, accountId: string | undefined, key: string): Promise<MailTest | undefined> {
  const row = await tx.first<{ test: string }>(
    sql`SELECT test FROM idempotency_keys WHERE account_id = ${accountId ?? null} AND key = ${key}`,
  )
  if (!row) return undefined
  const test = JSON.parse(row.test)
  return { ...test, createdAt: new Date(test.createdAt), expiresAt: new Date(test.expiresAt) }
}
