import type { DigestStore } from '../../watching/digests.ts'
import type { Db } from '../sql/database.ts'
import { sql } from '../sql/statement.ts'

/** Weeks of an account that are kept: a clock that was set back tells none of them anew. */
const WEEKS = 60

export function digestPart(db: Db): DigestStore {
  return {
    async due(week, after, limit) {
      const rows = await db.all<{ id: string }>(
        sql`SELECT a.id FROM accounts AS a WHERE a.id > ${after} AND a.deleted_at IS NULL
          AND NOT EXISTS (SELECT 1 FROM digests AS d WHERE d.account_id = a.id AND d.week = ${week})
          ORDER BY a.id LIMIT ${limit}`,
      )
      return rows.map(({ id }) => id)
    },
    settle: (accountId, week, at, payload) =>
      db.write(async (tx) => {
        const time = sql`${at.getTime()}::bigint`
        const account = await tx.first(
          sql`SELECT id FROM accounts WHERE id = ${accountId} AND deleted_at IS NULL FOR KEY SHARE`,
        )
        if (!account) return 'unknown_account'
        const kept = await tx.run(
          sql`INSERT INTO digests (account_id, week, at, told)
            VALUES (${accountId}, ${week}, ${time}, ${payload ? 1 : 0}::smallint) ON CONFLICT DO NOTHING`,
        )
        if (kept === 0) return 'known'
        await tx.run(
          sql`DELETE FROM digests WHERE account_id = ${accountId} AND week <= (
            SELECT week FROM digests WHERE account_id = ${accountId} ORDER BY week DESC OFFSET ${WEEKS} LIMIT 1)`,
        )
        if (payload) {
          await tx.run(
            sql`INSERT INTO outbox (type, account_id, subject, payload, at)
              VALUES ('digest.weekly', ${accountId}, ${week}, ${JSON.stringify(payload)}, ${time})`,
          )
        }
        return 'settled'
      }),
  }
}
