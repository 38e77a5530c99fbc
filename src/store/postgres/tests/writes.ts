import { allowanceDay, allowanceMonth } from '../../../core/access/account.ts'
import type { MailTestStore } from '../../mail-tests.ts'
import { record } from '../people/recording.ts'
import type { Db, Tx } from '../sql/database.ts'
import { type Sql, sql } from '../sql/statement.ts'

type Writes = Pick<
  MailTestStore,
  'setShared' | 'changeSenderHints' | 'delete' | 'deleteExpired' | 'forgetCounts' | 'enterEarlier'
>

/** What a key made is opened by no token, whatever its row says. */
const isShareable = (token: string) => sql`token = ${token} AND account_id IS NOT NULL AND source <> 'api'`

export function testWrites(db: Db): Writes {
  return {
    setShared: (token, shared, entry) =>
      db.write(async (tx) => {
        const value = sql`${shared ? 1 : 0}::smallint`
        const changed = await tx.run(
          sql`UPDATE mail_tests SET shared = ${value} WHERE ${isShareable(token)} AND shared <> ${value}`,
        )
        if (changed === 1) {
          await record(tx, entry)
          return 'changed'
        }
        const is = await tx.first(sql`SELECT 1 AS found FROM mail_tests WHERE ${isShareable(token)}`)
        return is ? 'unchanged' : 'unknown_test'
      }),
    /** There is no earlier version whose tests are not entered. */
    enterEarlier: async () => 0,
    async changeSenderHints(token, { kind, bulk }) {
      const kindNow = kind === undefined ? sql`owner_kind` : sql`${kind === 'inferred' ? null : kind}::text`
      const bulkNow = bulk === undefined ? sql`owner_bulk` : sql`${bulk ? 1 : null}::smallint`
      const changed = await db.run(
        sql`UPDATE mail_tests SET owner_kind = ${kindNow}, owner_bulk = ${bulkNow} WHERE token = ${token}`,
      )
      return changed === 1 ? 'changed' : 'unknown_test'
    },
    delete: (token, entry) =>
      db.write(async (tx) => {
        const gone = await deleteTests(
          tx,
          sql`SELECT d.seq FROM mail_tests AS d WHERE d.token = ${token} FOR UPDATE`,
        )
        if (gone === 0) return 'unknown_test'
        await record(tx, entry)
        return 'deleted'
      }),
    // A test that mail comes to at this moment is left to the next call.
    deleteExpired: (limit) =>
      db.write((tx) =>
        deleteTests(
          tx,
          sql`SELECT d.seq FROM mail_tests AS d WHERE d.expires_at <= ${db.now()} ORDER BY d.expires_at LIMIT ${limit}
            FOR UPDATE SKIP LOCKED`,
        ),
      ),
    forgetCounts: () => forgetCounts(db),
  }
}

/** Deletes tests, notes whose their addresses were, and counts them out of what tests without an account hold. `those`: a query that
 * holds their rows. Gives how many went. */
async function deleteTests(tx: Tx, those: Sql): Promise<number> {
  const row = await tx.first<{ gone: number }>(
    sql`WITH those AS MATERIALIZED (${those}),
      gone AS (
        DELETE FROM mail_tests AS t USING those WHERE t.seq = those.seq
        RETURNING t.local_part, t.account_id, t.client, t.source, t.expires_at, t.held_bytes),
      former AS (
        INSERT INTO former_addresses (local_part, account_id, expires_at)
        SELECT g.local_part, g.account_id, g.expires_at FROM gone AS g
          WHERE g.account_id IS NOT NULL AND g.source NOT IN ('upload', 'monitor') AND NOT EXISTS (
            SELECT 1 FROM accounts AS a WHERE a.id = g.account_id AND a.deleted_at IS NOT NULL)
          ORDER BY g.local_part
        ON CONFLICT (local_part) DO UPDATE SET account_id = excluded.account_id, expires_at = excluded.expires_at),
      held AS (
        SELECT c.client, sum(g.held_bytes)::bigint AS bytes FROM gone AS g
          CROSS JOIN LATERAL (VALUES (''), (g.client)) AS c (client)
        WHERE g.account_id IS NULL AND c.client IS NOT NULL GROUP BY c.client),
      sums AS MATERIALIZED (
        SELECT b.client FROM anonymous_bytes AS b WHERE b.client IN (SELECT client FROM held) ORDER BY b.client
        FOR NO KEY UPDATE),
      less AS (
        UPDATE anonymous_bytes AS b SET bytes = b.bytes - h.bytes FROM held AS h JOIN sums USING (client)
        WHERE b.client = h.client)
    SELECT count(*) AS gone FROM gone`,
  )
  return row?.gone ?? 0
}

/** A period is over when it sorts before the present one of its own length. */
async function forgetCounts(db: Db): Promise<void> {
  const row = await db.first<{ now: number }>(sql`SELECT ${db.now()} AS now`)
  const now = new Date(row?.now ?? 0)
  const over = (present: string) =>
    sql`DELETE FROM full_report_uses WHERE length(period) = ${present.length} AND period < ${present}`
  await db.run(sql`DELETE FROM idempotency_keys WHERE expires_at <= ${db.now()}`)
  await db.run(over(allowanceDay(now)))
  await db.run(over(allowanceMonth(now)))
  // A network that is counted again at this moment is waited for, and stays.
  await db.run(sql`DELETE FROM anonymous_bytes WHERE bytes = 0 AND client <> ''`)
}
