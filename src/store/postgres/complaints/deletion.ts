import type { ComplaintStore } from '../../complaints/complaints.ts'
import type { Db, Tx } from '../sql/database.ts'
import { plain, sql } from '../sql/statement.ts'

/** What is left of complaints of a domain that is gone, piece by piece. Gives how many rows went. */
export async function deleteComplaintsOf(tx: Tx, domainId: string, limit: number): Promise<number> {
  const some = (table: string) =>
    tx.run(sql`DELETE FROM ${plain(table)} WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM ${plain(table)} WHERE domain_id = ${domainId} LIMIT ${limit}))`)
  return (
    (await some('complaint_known')) ||
    (await some('complaint_days')) ||
    (await some('complaint_campaigns')) ||
    (await some('complaint_letters')) ||
    // Last: by this it is known that something is left.
    tx.run(sql`DELETE FROM complaint_domains WHERE domain_id = ${domainId}`)
  )
}

/** Counts and letters whose time is over. */
export function complaintDeletion(db: Db): Pick<ComplaintStore, 'deleteBefore' | 'deleteLetters'> {
  return {
    async deleteBefore(accountId, day, limit) {
      const some = (table: string) =>
        db.run(sql`DELETE FROM ${plain(table)} WHERE ctid = ANY (ARRAY(
          SELECT d.ctid FROM complaint_domains AS n JOIN ${plain(table)} AS d ON d.domain_id = n.domain_id
            WHERE n.account_id = ${accountId} AND d.day < ${day}::integer LIMIT ${limit}))`)
      return (await some('complaint_days')) || some('complaint_campaigns')
    },
    deleteLetters: (before, limit) =>
      db.run(sql`DELETE FROM complaint_letters WHERE no IN (
        SELECT no FROM complaint_letters WHERE received_at < ${before.getTime()}::bigint ORDER BY received_at LIMIT ${limit})`),
  }
}
