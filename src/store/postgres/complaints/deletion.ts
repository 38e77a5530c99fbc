import type { Tx } from '../sql/database.ts'
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
