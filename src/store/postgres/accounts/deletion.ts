import type { AccountStore } from '../../accounts.ts'
import { deleteReportsOf } from '../dmarc/writing/age.ts'
import { dropDomains } from '../domains/dropping.ts'
import { record } from '../people/recording.ts'
import type { Db } from '../sql/database.ts'
import { plain, type Sql, sql } from '../sql/statement.ts'

/** A test goes with its messages; beside it other rows are small. */
const ROWS_FOR_A_TEST = 10

/** An account is marked first, and deleted piece by piece. */
export function accountDeletion(db: Db): Pick<AccountStore, 'delete' | 'deleteRest'> {
  return {
    delete: (id, entry) =>
      db.write(async (tx) => {
        const at = sql`${entry.at.getTime()}::bigint`
        const marked = await tx.run(
          // A name that nobody can give: its own is free.
          sql`UPDATE accounts SET deleted_at = ${at}, name = ${`\u007f${id}`} WHERE id = ${id} AND deleted_at IS NULL`,
        )
        if (marked === 0) return 'unknown_account'
        const { accountId: _gone, ...rest } = entry
        await Promise.all([
          ...['memberships', 'invitations', 'api_keys'].map((table) =>
            tx.run(sql`DELETE FROM ${plain(table)} WHERE account_id = ${id}`),
          ),
          tx.run(sql`UPDATE sessions SET account_id = NULL, visiting_until = NULL WHERE account_id = ${id}`),
          tx.run(sql`DELETE FROM sealed_secrets WHERE purpose IN ('webhook', 'target')
            AND owner_id IN (SELECT id FROM destinations WHERE account_id = ${id})`),
          tx.run(sql`UPDATE destinations SET deleted_at = ${at}, due_at = NULL WHERE account_id = ${id}`),
          record(tx, rest),
        ])
        return 'deleted'
      }),
    async deleteRest(limit) {
      const account = await db.first<{ id: string }>(
        sql`SELECT id FROM accounts WHERE deleted_at IS NOT NULL ORDER BY id LIMIT 1`,
      )
      if (!account) return 0
      for (const step of steps(db, account.id, limit)) {
        const gone = await step()
        if (gone > 0) return gone
      }
      return 0
    },
  }
}

/** What an account leaves behind, in the order in which it goes: each step gives how many rows went, and 0 when nothing is left. */
function steps(db: Db, id: string, limit: number): (() => Promise<number>)[] {
  const most = limit * ROWS_FOR_A_TEST
  const some = (table: string, which = sql`account_id = ${id}`, atOnce = most) =>
    db.run(piece(table, which, atOnce))
  return [
    () => some('mail_tests', undefined, limit),
    () => some('history'),
    () => some('history_days'),
    () => deleteReportsOf(db, id, most),
    () =>
      some(
        'deliveries',
        sql`destination_id = (SELECT id FROM destinations WHERE account_id = ${id} ORDER BY id LIMIT 1)`,
      ),
    () =>
      some(
        'destinations',
        sql`id = (SELECT id FROM destinations WHERE account_id = ${id} ORDER BY id LIMIT 1)`,
      ),
    () => some('audit_log'),
    // One goes with thousands of scores.
    () => some('monitors', undefined, 1),
    () =>
      db.write((tx) => dropDomains(tx, sql`SELECT id FROM domains WHERE account_id = ${id} LIMIT ${most}`)),
    () => some('mail_log'),
    () => some('former_addresses'),
    () => some('idempotency_keys'),
    // Others go with their message or their domain.
    () => some('outbox', sql`account_id = ${id} AND message_seq IS NULL AND domain_id IS NULL`),
    () => last(db, id),
  ]
}

/** Some rows of a table. One that is changed meanwhile is left to the next call. */
const piece = (table: string, which: Sql, most: number) =>
  sql`DELETE FROM ${plain(table)} WHERE ctid = ANY (ARRAY(SELECT ctid FROM ${plain(table)} WHERE ${which} LIMIT ${most}))`

const last = (db: Db, id: string) =>
  db.write(async (tx) => {
    await tx.run(sql`DELETE FROM mail_log_left_out WHERE account_id = ${id}`)
    await tx.run(sql`DELETE FROM full_report_uses WHERE owner = ${id}`)
    return tx.run(sql`DELETE FROM accounts WHERE id = ${id}`)
  })
